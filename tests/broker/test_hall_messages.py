"""A table in a hall: it listens to its own tree and to that of its hall, and says there what it has."""

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import JoinedTable, UpdateState, table_message
from nightcrier.broker.topics import HallTopics, TableTopics
from nightcrier.wire.orders import Order, Who, deck_id
from nightcrier.wire.public_record import OfferedScenario
from nightcrier.wire.wishes import ScenarioWish
from nightcrier_hall.line import LARGEST_TOLD
from tests.broker.spoken_table import TOPICS, SpokenTable
from tests.phone.phones import HOME, OFFERS

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
