"""Organisers at the page of a hall."""

import pytest

from hall.tests.organisers import Organisers, open_hall, with_tables


@pytest.fixture
def organisers(tmp_path):
    return Organisers(tmp_path)


@pytest.fixture
def key(organisers):
    """Of an organiser who is in and sees one table."""
    return with_tables(organisers, "one")


@pytest.fixture
def hall():
    """The desk of a hall with one table."""
    return open_hall("one")
