"""Phones at the page of a box."""

import pytest

from tests.net.phones import Phones


@pytest.fixture
def phones() -> Phones:
    return Phones()
