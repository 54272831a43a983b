"""Organisers at the page of a hall."""

import pytest

from hall.tests.organisers import Organisers


@pytest.fixture
def organisers(tmp_path):
    return Organisers(tmp_path)
