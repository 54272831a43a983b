"""Boxes enter the results by themselves: each game counts once, however often and in whatever order it is told."""

import msgspec
import pytest
from msgspec.structs import replace

from device.hall.tournament.changed_round import undo_round
from device.hall.tournament.placed_games import CountedTwice
from device.hall.tournament.settled_games import (
    AstrayReason,
    astray_games,
    astray_reason,
    leave_out_game,
    settle_game,
    strangers_of,
)
from device.hall.tournament.told_results import (
    MOST_OF_A_TABLE,
    MOST_OF_ALL,
    MOST_OF_RESULTS,
    MOST_OF_STRANGERS,
    take_results,
)
from device.hall.tournament.tournament_people import NameRefused, with_name, with_people, with_presence
from device.hall.tournament.tournament_standings import TieBreak, tournament_standings
from device.hall.tournament.tournament_state import SeatedTable, Tournament, TournamentRound
from device.kernel.errors import WrongUse
from device.kernel.hall_results import MOST_GAMES, ResultGame, ResultPlace, TableResults
from device.kernel.people import EveningKind
from device.kernel.public_scores import ScoredGame, ScoredPerson, TableScores
from device.kernel.read_message import read_message
from device.kernel.refusal import Refusal
from device.net.mqtt.joined_table import ResultsTeller

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hu")


@pytest.fixture
def tournament() -> Tournament:
    first = TournamentRound(1, (SeatedTable("den", (1, 2, 3, 4)), SeatedTable("attic", (5, 6, 7, 8))))
    second = TournamentRound(2, (SeatedTable("den", (1, 2, 5, 6)), SeatedTable("attic", (3, 4, 7, 8))))
    return replace(with_people(Tournament(), NAMES), rounds=(first, second))


def game(number: int, points: dict[str, int], key: str = "") -> ResultGame:
    places = tuple(ResultPlace(place, got, name) for place, (name, got) in enumerate(points.items(), 1))
    return ResultGame(number, "toy", "First game", places, key or f"id{number}")


def nameless(number: int, count: int, won: int) -> ResultGame:
    places = tuple(ResultPlace(seat, int(seat == won)) for seat in range(1, count + 1))
    return ResultGame(number, "toy", "", places, f"n{number}")


FIRST = game(1, {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1})
SECOND = game(2, {"Ada": 0, "Bo": 1, "Ed": 1, "Flo": 0})


def told(*games: ResultGame, evening: int = 1, since: int = 0) -> TableResults:
    return TableResults(evening, games, since)


def points(tournament: Tournament) -> dict[str, int]:
    return {row.name: row.points for row in tournament_standings(tournament) if row.games}


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


def test_games_of_another_table_or_evening_are_not_missed(tournament: Tournament) -> None:
    both = take_results(tournament, "den", told(FIRST, SECOND))
    assert take_results(both, "attic", told()) is both
    assert take_results(both, "den", told(evening=2)) is both


def test_older_games_than_are_told_are_not_missed(tournament: Tournament) -> None:
    both = take_results(tournament, "den", told(FIRST, SECOND))
    assert take_results(both, "den", told(SECOND, since=2)) is both


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


def test_one_person_at_two_places_waits_until_somebody_says_who_it_was(tournament: Tournament) -> None:
    """Drawn for the first seat Ada has typed her name at the second; at the first nobody has."""
    places = (ResultPlace(1, 1), ResultPlace(2, 1, "Ada"), ResultPlace(3, 0), ResultPlace(4, 0))
    taken = take_results(tournament, "attic", told(ResultGame(1, "toy", "", places, "x")))
    assert points(taken) == {}
    places = (ResultPlace(1, 1), ResultPlace(2, 1, "Cy"), ResultPlace(3, 0), ResultPlace(4, 0))
    taken = take_results(tournament, "attic", told(ResultGame(1, "toy", "", places, "x")))
    assert points(taken) == {}
    assert [game.id for game in astray_games(taken)] == ["x"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "a\nb"},
        {"id": "a\x00"},
        {"id": "a b"},
        {"title": "x\r\ny"},
        {"game": "\x1b"},
        {"places": [{"place": 1, "points": 1}, {"place": 1, "points": 1}]},
        {"places": [{"place": 1, "points": 1_000_000}]},
        {"places": [{"place": 1, "points": 1, "name": "\u2028"}]},
    ],
)
def test_what_no_box_tells_is_not_taken(wrong: dict[str, object]) -> None:
    honest: dict[str, object] = {"number": 1, "game": "toy", "title": "", "places": [], "id": "0af3"}
    assert read_message(msgspec.json.encode({"evening": 1, "games": [honest]}), TableResults)
    assert read_message(msgspec.json.encode({"evening": 1, "games": [honest | wrong]}), TableResults) is None


def test_nothing_told_strikes_no_more_than_one_game(tournament: Tournament) -> None:
    """Games are struck one by one. A box with a new card has an evening of the same number, and its first game was
    struck."""
    both = take_results(tournament, "den", told(FIRST, SECOND))
    assert take_results(both, "den", told()) is both


def test_games_of_long_names_fill_no_file(tournament: Tournament) -> None:
    for number in range(0, 300, MOST_GAMES):
        crowd = (
            ResultGame(at, "toy", "x" * 200, tuple(ResultPlace(n, 1, "\u0e01" * 96) for n in range(1, 24)), f"x{at}")
            for at in range(number, number + MOST_GAMES)
        )
        tournament = take_results(tournament, "den", told(*crowd, since=number))
    assert MOST_OF_RESULTS < len(msgspec.json.encode(tournament.games)) < MOST_OF_RESULTS + 16 * 1024
    assert len(take_results(tournament, "attic", told(FIRST)).games) == len(tournament.games) + 1


def crowded(tournament: Tournament, table: str) -> Tournament:
    """With as much as one table may tell."""
    for number in range(0, 40, 4):
        names = tuple(ResultPlace(n, 1, "\u0e01" * 96) for n in range(1, 37))
        crowd = [ResultGame(at, "toy", "", names, f"{table}-{at}") for at in range(number, number + 4)]
        tournament = take_results(tournament, table, told(*crowd, since=number))
    return tournament


def test_games_of_many_tables_that_play_in_no_round_leave_room_for_those_that_do(tournament: Tournament) -> None:
    for number in range(6):
        tournament = crowded(tournament, f"stranger-{number}")
    assert MOST_OF_STRANGERS < len(msgspec.json.encode(tournament.games)) < MOST_OF_STRANGERS + 16 * 1024
    assert points(take_results(tournament, "den", told(FIRST))) == {"Ada": 1, "Bo": 0, "Cy": 0, "Di": 1}


def test_games_of_all_tables_together_have_an_end(tournament: Tournament) -> None:
    tables = tuple(SeatedTable(f"den-{number}", ()) for number in range(20))
    tournament = replace(tournament, rounds=(TournamentRound(1, tables),))
    for seated in tables:
        tournament = crowded(tournament, seated.table)
    assert MOST_OF_ALL < len(msgspec.json.encode(tournament.games)) < MOST_OF_ALL + 16 * 1024


def test_a_table_that_tells_games_without_end_fills_nothing(tournament: Tournament) -> None:
    """The games that it has told before are still mended."""
    for number in range(0, MOST_OF_A_TABLE + 2 * MOST_GAMES, MOST_GAMES):
        games = (game(more, {"Ada": 1, "Zed": 0}) for more in range(number, number + MOST_GAMES))
        tournament = take_results(tournament, "den", told(*games, since=number))
    assert len(tournament.games) == MOST_OF_A_TABLE
    mended = take_results(tournament, "den", told(game(0, {"Ada": 0, "Zed": 1}), since=0))
    assert [place.points for place in mended.games[0].places] == [0, 1]
    other = take_results(tournament, "attic", told(game(1, {"Ada": 1}, "another")))
    assert len(other.games) == MOST_OF_A_TABLE + 1


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


def test_ties_are_broken_in_order_and_each_says_by_what(tournament: Tournament) -> None:
    games = told(
        game(1, {"Ada": 2, "Bo": 1, "Cy": 2, "Di": 0}), game(2, {"Ada": 0, "Bo": 1, "Cy": 0, "Di": 1}),
    )  # fmt: skip
    more = told(game(1, {"Ed": 2, "Flo": 0, "Gil": 0, "Hu": 0}, "e"))
    taken = take_results(take_results(tournament, "den", games), "attic", more)
    rows = tournament_standings(taken)[:5]
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
    rows = tournament_standings(taken)
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


SCORES = TableScores(
    3, EveningKind.OPEN, 0, (ScoredPerson("Ada", 1, 0), ScoredPerson("Bo", 0, 1)), (),
    (ScoredGame(1, "toy", "first", "First", {1: 1, 2: 0}, "a1"),),
)  # fmt: skip


def test_a_table_tells_its_games_with_their_people() -> None:
    results = ResultsTeller().table_results(SCORES)
    assert results == told(game(1, {"Ada": 1, "Bo": 0}, "a1"), evening=3) or results.games[0].title == "First"
    assert read_message(msgspec.json.encode(results), TableResults) == results
    assert [place.name for place in results.games[0].winners] == ["Ada"]


def test_a_table_tells_each_game_with_the_names_of_then() -> None:
    teller = ResultsTeller()
    teller.table_results(SCORES)
    renamed = replace(SCORES, people=(ScoredPerson("Cy", 1, 0), ScoredPerson("Di", 0, 1)))
    assert [place.name for place in teller.table_results(renamed).games[0].places] == ["Ada", "Bo"]


def test_a_long_evening_is_told_by_its_newest_games() -> None:
    games = tuple(ScoredGame(number, "toy", "first", "First", {1: 1}, f"a{number}") for number in range(1, 41))
    results = ResultsTeller().table_results(replace(SCORES, games=games))
    assert len(results.games) == MOST_GAMES
    assert results.since == results.games[0].number == 41 - MOST_GAMES
    assert len(msgspec.json.encode(results)) < 4096


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"{}", b"\xff", b'{"evening":1e99,"games":[]}', b'{"evening":1,"games":[{"number":1}]}', b"[" * 9999],
)
def test_what_is_no_result_is_none(payload: bytes) -> None:
    assert read_message(payload, TableResults) is None
