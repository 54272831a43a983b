"""What a box tells of its games at the broker: what is none of that is not taken, and however much it is, the file of a
tournament has an end."""

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import (
    MOST_GAMES,
    ResultGame,
    ResultPlace,
    ResultsTeller,
    TableResults,
    read_message,
)
from nightcrier.hall.tournament.results import (
    MOST_OF_A_TABLE,
    MOST_OF_ALL,
    MOST_OF_RESULTS,
    MOST_OF_STRANGERS,
    take_results,
)
from nightcrier.hall.tournament.state import SeatedTable, Tournament, TournamentRound
from nightcrier.kernel.people import EveningKind
from nightcrier.wire.public_record import ScoredGame, ScoredPerson, TableScores
from tests.hall.tournament.told_games import FIRST, game, points, told

SCORES = TableScores(
    3, EveningKind.OPEN, 0, (ScoredPerson("Ada", 1, 0), ScoredPerson("Bo", 0, 1)), (),
    (ScoredGame(1, "toy", "first", "First", {1: 1, 2: 0}, "a1"),),
)  # fmt: skip


def test_a_table_tells_its_games_with_their_people() -> None:
    results = ResultsTeller().table_results(SCORES)
    assert results == told(replace(game(1, {"Ada": 1, "Bo": 0}, "a1"), title="First"), evening=3)
    assert read_message(msgspec.json.encode(results), TableResults) == results
    assert [place.name for place in results.games[0].winners] == ["Ada"]


def test_a_table_tells_each_game_with_the_names_of_then() -> None:
    teller = ResultsTeller()
    teller.table_results(SCORES)
    renamed = replace(SCORES, people=(ScoredPerson("Cy", 1, 0), ScoredPerson("Di", 0, 1)))
    assert [place.name for place in teller.table_results(renamed).games[0].places] == ["Ada", "Bo"]


@pytest.mark.parametrize("left", [("", "Bo"), ("Bo", "")], ids=["in her seat", "in another seat since"])
def test_a_name_that_was_forgotten_everywhere_is_told_of_no_game_and_stays_away(left: tuple[str, str]) -> None:
    teller = ResultsTeller()
    teller.table_results(SCORES)
    for names in (left, ("Cy", "Bo")):
        told = teller.table_results(replace(SCORES, people=tuple(ScoredPerson(name, 1, 0) for name in names)))
        assert [place.name for place in told.games[0].places] == ["", "Bo"]


def test_a_long_evening_is_told_by_its_newest_games() -> None:
    games = tuple(ScoredGame(number, "toy", "first", "First", {1: 1}, f"a{number}") for number in range(1, 41))
    results = ResultsTeller().table_results(replace(SCORES, games=games))
    assert len(results.games) == MOST_GAMES
    assert results.since == results.games[0].number == 41 - MOST_GAMES
    assert len(msgspec.json.encode(results)) < 4096


def test_a_game_that_is_gone_is_not_kept_where_one_message_has_all_that_are_left() -> None:
    """As many games as one message has: what came before the first of them was deleted, not left out."""
    games = tuple(ScoredGame(number, "toy", "first", "First", {1: 1}) for number in range(2, 2 + MOST_GAMES))
    results = ResultsTeller().table_results(replace(SCORES, games=games))
    assert len(results.games) == MOST_GAMES
    assert results.since == 0


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


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"{}", b"\xff", b'{"evening":1e99,"games":[]}', b'{"evening":1,"games":[{"number":1}]}', b"[" * 9999],
)
def test_what_is_no_result_is_none(payload: bytes) -> None:
    assert read_message(payload, TableResults) is None


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
