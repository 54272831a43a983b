"""What a table of a hall tells of its games at the broker; what is none of that is not taken."""

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
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.people import EveningKind
from nightcrier.wire.public_record import ScoredGame, ScoredPerson, TableScores
from tests.broker.spoken_table import SpokenTable
from tests.phone.phones import HOME, OFFERS, SCORES

IN_A_HALL = TableTopics("den", "", "gallery")
OF_TWO = TableScores(
    3, EveningKind.OPEN, 0, (ScoredPerson("Ada", 1, 0), ScoredPerson("Bo", 0, 1)), (),
    (ScoredGame(1, "toy", "first", "First", {1: 1, 2: 0}, "a1"),),
)  # fmt: skip


def test_the_results_of_a_table_are_told_to_its_hall_and_kept_there():
    table = SpokenTable(IN_A_HALL)
    table.begin().box.shows(HOME, OFFERS, SCORES)
    (told,) = [message for message in table.said if message.topic == "nightcrier/den/results"]
    assert told.kept
    results = read_message(told.payload, TableResults)
    assert results is not None
    assert [game.number for game in results.games] == [game.number for game in SCORES.games]
    table.box.shows(HOME, SCORES)
    assert len([message for message in table.said if message.topic == IN_A_HALL.results]) == 1


def test_a_table_of_no_hall_tells_its_results_to_nobody():
    table = SpokenTable()
    table.begin().box.shows(HOME, OFFERS, SCORES)
    assert not any(message.topic.endswith("/results") for message in table.said)


def test_a_table_tells_its_games_with_their_people():
    results = ResultsTeller().table_results(OF_TWO)
    assert results == TableResults(
        3, (ResultGame(1, "toy", "First", (ResultPlace(1, 1, "Ada"), ResultPlace(2, 0, "Bo")), "a1"),)
    )
    assert read_message(msgspec.json.encode(results), TableResults) == results


def test_a_table_tells_each_game_with_the_names_of_then():
    teller = ResultsTeller()
    teller.table_results(OF_TWO)
    renamed = replace(OF_TWO, people=(ScoredPerson("Cy", 1, 0), ScoredPerson("Di", 0, 1)))
    assert [place.name for place in teller.table_results(renamed).games[0].places] == ["Ada", "Bo"]


@pytest.mark.parametrize("left", [("", "Bo"), ("Bo", "")], ids=["in her seat", "in another seat since"])
def test_a_name_that_was_forgotten_everywhere_is_told_of_no_game_and_stays_away(left):
    teller = ResultsTeller()
    teller.table_results(OF_TWO)
    for names in (left, ("Cy", "Bo")):
        told = teller.table_results(replace(OF_TWO, people=tuple(ScoredPerson(name, 1, 0) for name in names)))
        assert [place.name for place in told.games[0].places] == ["", "Bo"]


def test_a_long_evening_is_told_by_its_newest_games():
    games = tuple(ScoredGame(number, "toy", "first", "First", {1: 1}, f"a{number}") for number in range(1, 41))
    results = ResultsTeller().table_results(replace(OF_TWO, games=games))
    assert len(results.games) == MOST_GAMES
    assert results.since == results.games[0].number == 41 - MOST_GAMES
    assert len(msgspec.json.encode(results)) < 4096


@pytest.mark.parametrize("played", [1, MOST_GAMES])
def test_an_evening_that_is_told_whole_withdraws_what_is_missing(played):
    """Of a game before `since`, a hall keeps what it was told before."""
    games = tuple(ScoredGame(number, "toy", "first", "First", {1: 1}, f"a{number}") for number in range(2, 2 + played))
    assert ResultsTeller().table_results(replace(OF_TWO, games=games)).since == 0


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
def test_what_no_box_tells_is_not_taken(wrong):
    honest: dict[str, object] = {"number": 1, "game": "toy", "title": "", "places": [], "id": "0af3"}
    assert read_message(msgspec.json.encode({"evening": 1, "games": [honest]}), TableResults)
    assert read_message(msgspec.json.encode({"evening": 1, "games": [honest | wrong]}), TableResults) is None


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"{}", b"\xff", b'{"evening":1e99,"games":[]}', b'{"evening":1,"games":[{"number":1}]}', b"[" * 9999],
)
def test_what_is_no_result_is_none(payload):
    assert read_message(payload, TableResults) is None
