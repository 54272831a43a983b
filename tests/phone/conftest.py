"""Provides phones at the page of a box."""

import pytest

from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import Phones


@pytest.fixture
def phones():
    return Phones()


@pytest.fixture
def home(tmp_path):
    """Return phones at the page of a box that takes updates."""
    return Phones(tmp_path, updates=True)


@pytest.fixture
def key(phones):
    """Return the key of a phone that was let in for this evening."""
    return phones.let_in()


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param
