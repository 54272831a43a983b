"""Boxes enter the results by themselves: each game counts once, however often and in whatever order it is told."""

import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.hall.tournament.results import take_results
from nightcrier.hall.tournament.state import Tournament
from tests.hall.tournament.told_games import FIRST, SECOND, game, nameless, points, told


def test_a_game_counts_once_however_often_it_is_told(tournament: Tournament) -> None:
    once = take_results(tournament, "den", told(FIRST))
    assert points(once) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1}
    assert take_results(once, "den", told(FIRST)) is once
    both = take_results(once, "den", told(FIRST, SECOND))
    assert take_results(take_results(both, "den", told(FIRST, SECOND)), "den", told(FIRST, SECOND)) is both
    assert points(both) == {"Ada": 1, "Bo": 1, "Cy": 0, "Di": 1, "Ed": 1, "Flo": 0}


def test_a_game_belongs_to_the_round_in_which_its_people_sat_there(tournament: Tournament) -> None:
    both = take_results(tournament, "den", told(FIRST, SECOND))
    assert [each.round for each in both.games] == [1, 2]


def test_who_has_no_name_at_the_box_is_known_by_the_seat(tournament: Tournament) -> None:
    first, second = nameless(1, 4, 3), nameless(2, 4, 3)
    at_first = take_results(replace(tournament, rounds=tournament.rounds[:1]), "attic", told(first))
    assert points(at_first) == {"Ed": 0, "Flo": 0, "Gil": 1, "Hu": 0}
    taken = take_results(replace(at_first, rounds=tournament.rounds), "attic", told(first, second))
    assert [place.person for place in taken.games[1].places] == [3, 4, 7, 8]
    assert points(taken) == {"Cy": 0, "Di": 0, "Ed": 0, "Flo": 0, "Gil": 2, "Hu": 0}


def test_a_name_is_known_whatever_its_letters_look_like(tournament: Tournament) -> None:
    taken = take_results(tournament, "den", told(game(1, {"ADA": 1, "bo": 0, "Cy": 0, "di": 0})))
    assert points(taken) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 0}


def test_a_mended_game_has_its_new_points_and_its_own_people(tournament: Tournament) -> None:
    """In the next round the same seats of the box have other names."""
    before = take_results(tournament, "den", told(FIRST))
    others = ResultGame(1, "toy", "", tuple(ResultPlace(n, int(n < 3), f"Other {n}") for n in range(1, 5)), "id1")
    assert points(take_results(before, "den", told(others))) == {"Ada": 1, "Bo": 1, "Cy": 0, "Di": 0}


def test_a_struck_game_is_kept_and_counts_no_more(tournament: Tournament) -> None:
    both = take_results(tournament, "den", told(FIRST, SECOND))
    struck = take_results(both, "den", told(FIRST))
    assert points(struck) == points(take_results(tournament, "den", told(FIRST)))
    assert [each.struck for each in struck.games] == [False, True]
    assert take_results(struck, "den", told(FIRST, SECOND)) == both
    assert points(take_results(struck, "den", told())) == {}


def test_a_struck_game_counts_no_more_where_only_a_practice_game_is_told(tournament: Tournament) -> None:
    """The practice game shows that the box has its scores."""
    practised = replace(tournament, before=(("den", "practice"),))
    practice = game(1, {"Zed": 1}, "practice")
    both = take_results(practised, "den", told(practice, replace(FIRST, number=2), replace(SECOND, number=3)))
    assert len(list(both.counted())) == 2
    assert points(take_results(both, "den", told(practice))) == {}
    assert points(take_results(both, "attic", told(practice))) == points(both)


def test_a_struck_game_and_the_next_of_its_number_are_two(tournament: Tournament) -> None:
    both = take_results(tournament, "den", told(FIRST, SECOND))
    again = game(2, {"Ada": 1, "Bo": 0, "Ed": 0, "Flo": 1}, "another")
    taken = take_results(both, "den", told(FIRST, again))
    assert [(each.id, each.counts) for each in taken.games] == [("id1", True), ("id2", False), ("another", True)]


@pytest.mark.parametrize(
    ("table", "results"),
    [("attic", told()), ("den", told(evening=2)), ("den", told(SECOND, since=2)), ("den", told())],
)
def test_games_of_another_table_or_evening_and_older_ones_are_not_missed(
    tournament: Tournament, table: str, results: TableResults
) -> None:
    """Games are struck one by one: a box that tells none any more has a new card, and an evening of the same number."""
    both = take_results(tournament, "den", told(FIRST, SECOND))
    assert take_results(both, table, results) is both


def test_a_box_that_has_lost_its_scores_takes_nothing_away(tournament: Tournament) -> None:
    """Its evenings begin with the first again, and so do its games."""
    both = take_results(tournament, "den", told(FIRST, SECOND))
    anew = take_results(both, "den", told(game(1, {"Ada": 0, "Bo": 0, "Cy": 1, "Di": 0}, "new")))
    assert len(list(anew.counted())) == 3


def test_games_without_an_id_are_known_by_their_numbers(tournament: Tournament) -> None:
    nameless = replace(FIRST, id="")
    once = take_results(tournament, "den", told(nameless))
    assert take_results(once, "den", told(nameless)) is once
    assert once.games[0].id == "den/1/1"


def test_no_table_changes_the_games_of_another(tournament: Tournament) -> None:
    once = take_results(tournament, "den", told(FIRST))
    stolen = game(1, {"Ada": 0, "Bo": 1, "Cy": 1, "Di": 0})
    taken = take_results(once, "attic", told(stolen))
    assert taken.games[0] == once.games[0]
    assert [(each.id, each.table, each.counts) for each in taken.games[1:]] == [("attic:id1", "attic", False)]
    assert take_results(taken, "attic", told(stolen)) is taken


@pytest.mark.parametrize("key", ["id1", ""])
def test_no_table_keeps_the_game_of_another_out_by_its_id(tournament: Tournament, key: str) -> None:
    """Heard first, as after a start of the organiser's program; nor by two ids."""
    honest = replace(FIRST, id=key)
    squatted = key or "den/1/1"
    squats = (game(7, {"Zed": 1}, squatted), game(8, {"Zed": 1}, f"den/{squatted}"))
    taken = take_results(take_results(tournament, "attic", told(*squats)), "den", told(honest))
    assert taken.games[:2] == take_results(tournament, "attic", told(*squats)).games
    assert points(taken) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1}
    assert take_results(taken, "den", told(honest)) is taken
    assert points(take_results(taken, "den", told())) == {}


def test_no_table_makes_another_ones_game_from_before_count(tournament: Tournament) -> None:
    """By telling one of its id, too."""
    practised = replace(tournament, before=(("den", "id1"),))
    taken = take_results(practised, "attic", told(game(7, {"Zed": 1}, "id1")))
    assert take_results(taken, "den", told(FIRST)) is taken
