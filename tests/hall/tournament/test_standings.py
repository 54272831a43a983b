"""How a tournament stands, and who is in it."""

import pytest
from msgspec.structs import replace

from nightcrier.hall.tournament.results import take_results
from nightcrier.hall.tournament.standings import TieBreak, standings_of
from nightcrier.hall.tournament.state import (
    NameRefused,
    SeatedTable,
    Tournament,
    TournamentRound,
    with_name,
    with_people,
    with_presence,
)
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.refusal import Refusal
from tests.hall.tournament.told_games import NAMES, game, told


def test_ties_are_broken_in_order_and_each_says_by_what(tournament: Tournament) -> None:
    games = told(
        game(1, {"Ada": 2, "Bo": 1, "Cy": 2, "Di": 0}), game(2, {"Ada": 0, "Bo": 1, "Cy": 0, "Di": 1}),
    )  # fmt: skip
    more = told(game(1, {"Ed": 2, "Flo": 0, "Gil": 0, "Hu": 0}, "e"))
    taken = take_results(take_results(tournament, "den", games), "attic", more)
    rows = standings_of(taken)[:5]
    assert [(row.name, row.why) for row in rows] == [
        ("Ed", TieBreak.FIRST),
        ("Bo", TieBreak.GAMES),
        ("Ada", TieBreak.WON),
        ("Cy", TieBreak.COMPANY),
        ("Di", TieBreak.POINTS),
    ]
    assert rows[2].company > rows[3].company


def test_who_is_equal_in_all_shares_a_rank() -> None:
    one = TournamentRound(1, (SeatedTable("den", (1, 2, 3, 4)),))
    alike = replace(with_people(Tournament(), NAMES[:4]), rounds=(one,))
    taken = take_results(alike, "den", told(game(1, {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1})))
    rows = standings_of(taken)
    assert [(row.name, row.rank, row.why) for row in rows[:2]] == [("Ada", 1, "first"), ("Di", 1, "shared")]
    assert [(row.name, row.rank) for row in rows[2:]] == [("Bo", 3), ("Cy", 3)]
    assert rows[0].met == 3


def test_people_come_leave_and_are_called_otherwise(tournament: Tournament) -> None:
    gone = with_presence(tournament, 2, here=False)
    assert gone.here == (1, 3, 4, 5, 6, 7, 8)
    assert with_people(gone, ["BO", "Ida", "Ida"]).here == tuple(range(1, 10))
    assert with_name(gone, 2, " Bo  B. ").names[2] == "Bo B."
    refused = {
        "ada": Refusal.TAKEN,
        "  ": Refusal.RESERVED,
        "x" * 25: Refusal.LONG,
        "a\x07b": Refusal.UNSEEN,
        "\u200c": Refusal.UNSEEN,
        "\u3164": Refusal.UNSEEN,
        "Ada\u2800": Refusal.TAKEN,
    }
    for name, word in refused.items():
        with pytest.raises(NameRefused) as why:
            with_name(tournament, 2, name)
        assert why.value.word is word
    with pytest.raises(WrongUse, match="choose somebody"):
        with_presence(tournament, 99, here=True)
