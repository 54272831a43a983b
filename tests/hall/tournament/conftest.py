"""A tournament of two rounds."""

import pytest
from msgspec.structs import replace

from nightcrier.hall.tournament.state import SeatedTable, Tournament, TournamentRound, with_people
from tests.hall.tournament.told_games import NAMES


@pytest.fixture
def tournament() -> Tournament:
    first = TournamentRound(1, (SeatedTable("den", (1, 2, 3, 4)), SeatedTable("attic", (5, 6, 7, 8))))
    second = TournamentRound(2, (SeatedTable("den", (1, 2, 5, 6)), SeatedTable("attic", (3, 4, 7, 8))))
    return replace(with_people(Tournament(), NAMES), rounds=(first, second))
