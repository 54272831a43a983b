"""Phones at the page of a box."""

from pathlib import Path

import pytest

from tests.phone.phones import Phones


@pytest.fixture
def phones() -> Phones:
    return Phones()


@pytest.fixture
def home(tmp_path: Path) -> Phones:
    """At the page of a box that takes updates."""
    return Phones(tmp_path, updates=True)
