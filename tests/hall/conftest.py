"""Organisers at the page of a hall."""

import pytest

from tests.hall.organisers import Organisers


@pytest.fixture
def organisers() -> Organisers:
    return Organisers()
