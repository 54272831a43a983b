"""What the tests of the card's folder share."""

from pathlib import Path

import pytest

from tests.image.fed_card import FedCard


@pytest.fixture
def card(tmp_path: Path) -> FedCard:
    (tmp_path / "fed").mkdir()
    return FedCard(tmp_path / "fed")
