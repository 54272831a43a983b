"""Provides organizers at the page of a hall, for its tests."""

import pytest

from hall.tests.organisers import Organisers, open_hall, with_tables


@pytest.fixture
def organisers(tmp_path):
    return Organisers(tmp_path)


@pytest.fixture
def key(organisers):
    """Return the key of an organizer who was let in and sees one table."""
    return with_tables(organisers, "one")


@pytest.fixture
def hall():
    return open_hall("one")
