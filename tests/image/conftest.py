"""What the tests of the card's folder share."""

import pytest

from tests.image.fed_card import FedCard


@pytest.fixture
def card(tmp_path):
    (tmp_path / "fed").mkdir()
    return FedCard(tmp_path / "fed")
