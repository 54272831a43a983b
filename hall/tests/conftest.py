"""Organisers at the page of a hall."""

from pathlib import Path

import pytest

from hall.tests.organisers import Organisers


@pytest.fixture
def organisers(tmp_path: Path) -> Organisers:
    return Organisers(tmp_path)
