"""Phones at the page of a box."""

import pytest

from tests.phone.phones import Phones


@pytest.fixture
def phones():
    return Phones()


@pytest.fixture
def home(tmp_path):
    """At the page of a box that takes updates."""
    return Phones(tmp_path, updates=True)
