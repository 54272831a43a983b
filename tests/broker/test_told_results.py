"""Tests a table in a hall: it listens to its own topics and its hall's, publishes its offers and results there, and
ignores the rest."""

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import (
    MOST_GAMES,
    JoinedTable,
    ResultGame,
    ResultPlace,
    ResultsTeller,
    TableResults,
    UpdateState,
    read_message,
    table_message,
)
from nightcrier.broker.topics import HallTopics, TableTopics
from nightcrier.kernel.people import EveningKind
from nightcrier.wire.orders import Order, Who, deck_id
from nightcrier.wire.public_record import OfferedScenario, ScoredGame, ScoredPerson, TableScores
from nightcrier.wire.wishes import ScenarioWish
from nightcrier_hall.line import LARGEST_TOLD
from tests.broker.spoken_table import TOPICS, SpokenTable
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
    """A hall keeps the results of games before `since`, although the table leaves them out."""
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


IN_HALL = TableTopics("den", "", "spring")


def test_it_listens_to_its_own_tree_and_to_one_of_its_hall_without_a_wildcard():
    own = {f"nightcrier/den/set/{order}" for order in Order}
    of_all = {f"nightcrier-hall/spring/all/set/{order}" for order in Order if Who.ALL in order.who}
    assert set(IN_HALL.orders) == own | of_all
    assert not any(sign in topic for topic in IN_HALL.orders for sign in "+#")
    assert set(TOPICS.orders) == own


def test_what_only_one_table_may_be_asked_is_not_asked_of_all():
    for_one = {Order.PAUSE, Order.BRIGHTNESS, Order.HELPED, Order.UPDATE}
    assert {order for order in Order if Who.ALL not in order.who} == for_one


def test_it_says_what_it_is_called_and_which_decks_it_has():
    table = SpokenTable(IN_HALL)
    table.at_home().begin()
    joined = msgspec.json.decode(table.newest(HallTopics("spring").table("den")), type=JoinedTable)
    assert joined.language == "en"
    assert joined.decks == {
        "one-night/first-game": "One Night: First Game",
        "growl/first": "GROWL: First <Hunt>",
    }
    assert next(message.kept for message in table.said if message.topic == IN_HALL.joined)


def test_it_says_so_again_only_when_its_decks_are_others():
    table = SpokenTable(IN_HALL)
    table.at_home().begin().box.shows(replace(HOME, loudness=3))
    assert len([message for message in table.said if message.topic == IN_HALL.joined]) == 1
    table.box.shows(replace(OFFERS, scenarios=(OfferedScenario("growl", "other", "Other"),)))
    assert b"growl/other" in table.newest(IN_HALL.joined)


def test_of_very_many_decks_the_hall_hears_as_many_as_it_can():
    decks = {f"Deck {number} {'x' * 80}": ScenarioWish("growl", f"deck-{number}") for number in range(1_000)}
    told = table_message("One", "en", decks, UpdateState())
    assert 40 * 1024 < len(told) < LARGEST_TOLD - 8 * 1024
    assert set(msgspec.json.decode(told, type=JoinedTable).decks.items()) < {(deck_id(w), n) for n, w in decks.items()}


def test_a_call_for_help_and_a_message_stand_in_its_state():
    table = SpokenTable()
    table.at_home().begin()
    assert (table.state["help"], table.state["message"]) == (False, None)
    table.box.shows(replace(HOME, wants_help=True, message="Lunch"))
    assert (table.state["help"], table.state["message"]) == (True, "Lunch")


def test_how_it_stands_with_updates_is_said_when_it_changes():
    now = [UpdateState("0.2.0", updates=True)]
    table = SpokenTable(IN_HALL, lambda: now[-1])
    table.at_home().begin()
    assert msgspec.json.decode(table.newest(IN_HALL.joined), type=JoinedTable).update == now[0]
    now.append(UpdateState("0.2.0", updates=True, refused=7))
    table.voice.look()
    assert msgspec.json.decode(table.newest(IN_HALL.joined), type=JoinedTable).update.refused == 7


def test_of_a_box_from_before_nothing_is_known_of_updates():
    joined = msgspec.json.decode(b'{"title":"Den","language":"en","decks":{}}', type=JoinedTable)
    assert joined.update == UpdateState()
