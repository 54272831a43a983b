"""Provides fixtures for the tests of the card's folder."""

import pytest

from tests.image.fed_card import FedCard


@pytest.fixture
def card(tmp_path):
    (tmp_path / "fed").mkdir()
    return FedCard(tmp_path / "fed")


@pytest.fixture
def fed(card):
    """Return a card with one file to take."""
    (card.folder / "device.toml").write_text("[table]\n")
    return card
