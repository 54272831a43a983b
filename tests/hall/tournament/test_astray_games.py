"""Games that belong to no round for certain wait until somebody says which it was, and who its people are."""

import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, ResultPlace
from nightcrier.hall.tournament.results import (
    AstrayReason,
    CountedTwice,
    astray_games,
    astray_reason,
    leave_out_game,
    settle_game,
    strangers_of,
    take_results,
)
from nightcrier.hall.tournament.rounds import undo_round
from nightcrier.hall.tournament.state import SeatedTable, Tournament, TournamentRound
from nightcrier.kernel.errors import WrongUse
from tests.hall.tournament.told_games import FIRST, SECOND, game, nameless, points, told


def test_a_game_without_names_that_may_have_come_late_waits(tournament: Tournament) -> None:
    """The round before has told none there: nobody of this round gets its points."""
    late = take_results(tournament, "attic", told(nameless(1, 4, 3)))
    assert points(late) == {}
    assert astray_reason(late, late.games[0]) is AstrayReason.NAMELESS
    settled = settle_game(late, "n1", 1, {})
    assert points(settled) == {"Ed": 0, "Flo": 0, "Gil": 1, "Hu": 0}
    both = take_results(settled, "attic", told(nameless(1, 4, 3), nameless(2, 4, 1)))
    assert points(both) == {"Cy": 1, "Di": 0, "Ed": 0, "Flo": 0, "Gil": 1, "Hu": 0}
    named = take_results(tournament, "attic", told(game(1, {"Ed": 1, "Flo": 0, "Gil": 0, "Hu": 0})))
    assert points(named) == {"Ed": 1, "Flo": 0, "Gil": 0, "Hu": 0}


@pytest.mark.parametrize("count", [3, 5])
def test_a_game_of_other_places_than_were_drawn_waits(tournament: Tournament, count: int) -> None:
    first = replace(tournament, rounds=tournament.rounds[:1])
    taken = take_results(first, "attic", told(nameless(1, count, 1)))
    assert points(taken) == {}
    assert astray_reason(taken, taken.games[0]) is AstrayReason.NAMELESS
    settled = settle_game(taken, "n1", 1, {2: 8} if count == 3 else {5: 1})
    sat = [place.person for place in settled.games[0].places]
    assert sat == ([5, 8, 7] if count == 3 else [5, 6, 7, 8, 1])


def test_a_game_without_names_is_of_no_older_round_for_its_places(tournament: Tournament) -> None:
    """The table has told one of it, and plays on with the wrong number."""
    smaller = TournamentRound(2, (SeatedTable("attic", (1, 2, 3, 4, 5)),))
    rounds = (*tournament.rounds[:1], smaller)
    first = take_results(replace(tournament, rounds=rounds[:1]), "attic", told(nameless(1, 4, 3)))
    taken = take_results(replace(first, rounds=rounds), "attic", told(nameless(1, 4, 3), nameless(2, 4, 3)))
    assert taken.games[1].round is None


def test_a_game_in_which_somebody_drawn_did_not_play_waits(tournament: Tournament) -> None:
    taken = take_results(tournament, "den", told(game(1, {"Ada": 1, "Bo": 0, "Cy": 0})))
    assert points(taken) == {}
    assert astray_reason(taken, taken.games[0]) is AstrayReason.FEWER
    assert points(settle_game(taken, "id1", 1, {})) == {"Ada": 1, "Bo": 0, "Cy": 0}


def test_nobody_counts_at_two_tables_of_one_round(tournament: Tournament) -> None:
    """Whichever is told or settled first; at one table a round may have more games than one."""
    den = take_results(tournament, "den", told(FIRST, replace(FIRST, number=2, id="more")))
    assert points(den)["Ada"] == 2
    attic = told(game(1, {"Zed": 1, "Flo": 0, "Gil": 0, "Hu": 0}, "astray"))
    both = take_results(den, "attic", attic)
    with pytest.raises(CountedTwice, match="Ada counts at 'den' in round 1 already"):
        settle_game(both, "astray", 1, {1: 1})
    assert points(settle_game(both, "astray", 1, {1: 5}))["Ed"] == 1
    settled = settle_game(take_results(tournament, "attic", attic), "astray", 1, {1: 1})
    late = take_results(settled, "den", told(FIRST))
    assert points(late) == points(settled)
    assert isinstance(astray_reason(late, late.games[1]), CountedTwice)
    with pytest.raises(CountedTwice):
        settle_game(late, "id1", 1, {})
    out = settle_game(leave_out_game(late, "astray"), "id1", 1, {})
    assert points(out) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1}
    with pytest.raises(CountedTwice):
        leave_out_game(out, "astray", out=False)


@pytest.mark.parametrize("name", ["Ada", "Cy"])
def test_one_person_at_two_places_waits_until_somebody_says_who_it_was(tournament: Tournament, name: str) -> None:
    """Drawn for the first seat Cy has typed the name at the second; at the first nobody has."""
    places = (ResultPlace(1, 1), ResultPlace(2, 1, name), ResultPlace(3, 0), ResultPlace(4, 0))
    taken = take_results(tournament, "attic", told(ResultGame(1, "toy", "", places, "x")))
    assert points(taken) == {}
    assert [game.id for game in astray_games(taken)] == ["x"]


def test_a_game_of_strangers_waits_until_somebody_says_who_they_are(tournament: Tournament) -> None:
    taken = take_results(tournament, "den", told(game(1, {"Ada": 1, "Bob": 0, "Cy": 0, "Di": 1})))
    (astray,) = astray_games(taken)
    assert points(taken) == {}
    assert [place.name for place in strangers_of(astray)] == ["Bob"]
    assert points(settle_game(taken, astray.id, 1, {2: 2})) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1}
    assert astray_games(leave_out_game(taken, astray.id)) == ()


def test_a_game_of_people_who_sat_elsewhere_waits_too(tournament: Tournament) -> None:
    taken = take_results(tournament, "attic", told(FIRST))
    (astray,) = astray_games(taken)
    assert strangers_of(astray) == ()
    with pytest.raises(WrongUse, match="There is no round 7"):
        settle_game(taken, astray.id, 7, {})
    with pytest.raises(WrongUse, match="two places"):
        settle_game(taken, astray.id, 1, {1: 2})
    with pytest.raises(WrongUse, match="choose one of the list"):
        leave_out_game(taken, "none")


def test_a_game_that_was_left_out_counts_again_when_somebody_wants_it(tournament: Tournament) -> None:
    taken = take_results(tournament, "den", told(FIRST))
    out = leave_out_game(taken, "id1")
    assert points(out) == {}
    assert take_results(out, "den", told(FIRST)) is out
    assert leave_out_game(out, "id1", out=False) == taken


def test_a_game_of_a_round_that_was_undone_counts_in_no_round(tournament: Tournament) -> None:
    """Not even when it is to count again: then somebody says which round it was."""
    taken = take_results(tournament, "den", told(FIRST, SECOND))
    undone = undo_round(leave_out_game(taken, "id2"))
    assert [(each.round, each.left_out) for each in undone.games] == [(1, False), (None, True)]
    again = leave_out_game(undone, "id2", out=False)
    assert points(again) == points(take_results(tournament, "den", told(FIRST)))
    assert [each.id for each in astray_games(again)] == ["id2"]
