"""What a hall has asked of a table is done once the table can do it, and then no more."""

import pytest
from msgspec.structs import replace

from device.hall.seen_table import ASKED_AGAIN, ASKED_FOR, BELIEVED_AFTER, LOOKED_FOR, awaited_orders
from device.net.mqtt.public_state import ToldState
from device.net.mqtt.topics import Order
from tests.hall.organisers import AT_HOME, DAY, NIGHT, TOPICS, open_hall, order_of


def test_all_are_told_by_one_word() -> None:
    hall = open_hall("one", "two")
    hall.desk.ask(None, Order.LOUDNESS, "7")
    assert hall.sent() == [(TOPICS.order(Order.LOUDNESS), b"7")]
    for name in ("one", "two"):
        hall.tells(name, replace(AT_HOME, loudness=7))
    hall.now += 100.0
    hall.desk.look()
    assert hall.sent() == []


@pytest.mark.parametrize("to", [None, ("one", "two")])
def test_a_lamp_that_may_not_blink_now_does_so_a_little_later(to: tuple[str, ...] | None) -> None:
    hall = open_hall("one", "two")
    hall.tells("two", NIGHT)
    hall.desk.ask(to, Order.IDENTIFY)
    hall.sent()
    hall.now += LOOKED_FOR / 2
    hall.tells("two", DAY)
    assert hall.sent() == [(order_of("two", Order.IDENTIFY), b"PRESS")]


def test_it_is_counted_who_can_take_it() -> None:
    hall = open_hall("one", "two", "gone")
    hall.tells("gone", None)
    assert hall.desk.ask(None, Order.LOUDNESS, "7") == (2, 1)
    assert hall.desk.ask(("one", "gone", "unknown"), Order.MESSAGE, "Lunch") == (1, 1)
    assert hall.desk.ask(None, Order.DECK, "growl/unknown") == (0, 0)
    assert hall.desk.ask(("unknown",), Order.IDENTIFY) == (0, 0)
    assert hall.desk.ask(None, Order.UPDATE, "{}") == (0, 0)
    hall.desk.end()
    assert hall.desk.ask(None, Order.MESSAGE, "Tea") == (0, 3)


def test_some_are_told_each_by_its_own() -> None:
    hall = open_hall("one", "two", "three")
    hall.desk.ask(("one", "two"), Order.MESSAGE, "Lunch")
    assert hall.sent() == [(order_of(name, Order.MESSAGE), b"Lunch") for name in ("one", "two")]


def test_who_has_not_done_it_is_asked_again() -> None:
    hall = open_hall("one", "two")
    hall.desk.ask(None, Order.LOUDNESS, "7")
    hall.tells("one", replace(AT_HOME, loudness=7))
    hall.sent()
    hall.now += ASKED_AGAIN - 0.1
    hall.desk.look()
    assert hall.sent() == []
    hall.now += 0.1
    hall.desk.look()
    assert hall.sent() == [(order_of("two", Order.LOUDNESS), b"7")]


@pytest.mark.parametrize("before", [NIGHT, None])
@pytest.mark.parametrize(
    ("order", "value", "done"),
    [
        (Order.LOUDNESS, "7", replace(AT_HOME, loudness=7)),
        (Order.DECK, "growl/first", replace(AT_HOME, deck="GROWL: First <Hunt>")),
        (Order.LANGUAGE, "de", replace(AT_HOME, language="de")),
        (Order.MESSAGE, "Lunch", replace(AT_HOME, message="Lunch")),
    ],
)
def test_a_table_that_plays_or_is_gone_does_it_once_it_can(
    before: ToldState | None, order: Order, value: str, done: ToldState
) -> None:
    hall = open_hall("one")
    hall.tells("one", before)
    hall.desk.ask(("one",), order, value)
    assert hall.sent() == []
    hall.now += 60.0
    hall.tells("one", AT_HOME)
    assert hall.sent() == [(order_of("one", order), value.encode())]
    hall.tells("one", done)
    assert hall.desk.hall.tables["one"].asked == ()


def test_a_deck_waits_for_the_end_of_the_game_and_the_volume_does_not() -> None:
    hall = open_hall("one")
    hall.tells("one", DAY)
    hall.desk.ask(("one",), Order.DECK, "growl/first")
    hall.desk.ask(("one",), Order.LOUDNESS, "7")
    assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"7")]


def test_no_louder_than_the_ceiling_is_done_too() -> None:
    hall = open_hall("one")
    hall.desk.ask(("one",), Order.LOUDNESS, "18")
    hall.tells("one", replace(AT_HOME, loudness=12, ceiling=12))
    assert hall.desk.hall.tables["one"].asked == ()


def test_what_was_done_already_is_asked_once() -> None:
    hall = open_hall("one")
    hall.desk.ask(("one",), Order.LOUDNESS, "10")
    assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"10")]
    assert awaited_orders(hall.desk.hall.tables["one"]) == ()
    for _ in range(2):
        hall.now += BELIEVED_AFTER / 2
        hall.desk.look()
    assert hall.sent() == []
    assert hall.desk.hall.tables["one"].asked == ()


def test_a_table_that_the_broker_misses_late_does_it_once_it_is_back() -> None:
    hall = open_hall("one")
    hall.desk.ask(("one",), Order.LOUDNESS, "10")
    hall.sent()
    hall.now += 45.0
    hall.desk.look()
    hall.tells("one", None)
    hall.tells("one", replace(AT_HOME, loudness=7))
    assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"10")]


@pytest.mark.parametrize("away", [0.0, ASKED_AGAIN])
def test_a_table_that_was_cut_off_unseen_is_asked_until_it_does_it(away: float) -> None:
    """It did what was asked before, and the word that it had was lost with the conversation: what the hall knows of
    it is what it is asked for now. And that order is lost, too."""
    hall = open_hall("one")
    hall.desk.ask(("one",), Order.LOUDNESS, "7")
    hall.desk.ask(("one",), Order.LOUDNESS, "10")
    hall.tells("one", None)
    hall.sent()
    hall.now += away
    hall.tells("one", replace(AT_HOME, loudness=7))
    assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"10")]
    hall.tells("one", replace(AT_HOME, loudness=10))
    assert hall.desk.hall.tables["one"].asked == ()


def test_a_deck_that_a_table_does_not_have_is_not_asked_of_it() -> None:
    hall = open_hall("one")
    hall.desk.ask(("one",), Order.DECK, "growl/unknown")
    assert hall.desk.hall.tables["one"].asked == ()


def test_the_newest_of_a_kind_counts() -> None:
    hall = open_hall("one")
    hall.tells("one", NIGHT)
    for value in ("7", "8"):
        hall.desk.ask(("one",), Order.LOUDNESS, value)
    hall.tells("one", AT_HOME)
    assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"8")]


def test_after_a_while_nobody_remembers_having_asked() -> None:
    hall = open_hall("one")
    hall.tells("one", NIGHT)
    hall.desk.ask(("one",), Order.MESSAGE, "Lunch")
    hall.now += ASKED_FOR
    hall.tells("one", AT_HOME)
    assert hall.sent() == []
    assert hall.desk.hall.tables["one"].asked == ()


def test_a_lamp_that_blinks_late_is_looked_for_by_nobody() -> None:
    hall = open_hall("one", "two")
    hall.tells("two", NIGHT)
    hall.desk.ask(("one", "two"), Order.IDENTIFY)
    assert hall.sent() == [(order_of("one", Order.IDENTIFY), b"PRESS")]
    hall.now += LOOKED_FOR
    hall.tells("two", AT_HOME)
    assert hall.sent() == []


def test_a_call_is_answered_until_the_table_has_heard_it() -> None:
    hall = open_hall("one")
    hall.tells("one", replace(AT_HOME, help=True))
    hall.desk.ask(("one",), Order.HELPED)
    hall.now += ASKED_AGAIN
    hall.desk.look()
    assert hall.sent() == [(order_of("one", Order.HELPED), b"PRESS")] * 2
    hall.tells("one", AT_HOME)
    hall.now += ASKED_AGAIN
    hall.desk.look()
    assert hall.sent() == []


def test_the_answer_to_a_call_does_not_end_a_later_one() -> None:
    hall = open_hall("one")
    hall.tells("one", replace(AT_HOME, help=True))
    hall.desk.ask(("one",), Order.HELPED)
    hall.desk.end()
    hall.sent()
    hall.now += 300.0
    hall.begin()
    hall.tells("one", replace(AT_HOME, help=True))
    assert hall.sent() == []


def test_what_is_asked_while_the_broker_is_away_is_sent_once_it_is_back() -> None:
    hall = open_hall("one")
    hall.desk.end()
    hall.desk.ask(None, Order.MESSAGE, "Lunch")
    assert hall.sent() == []
    hall.begin()
    hall.tells("one", AT_HOME)
    assert hall.sent() == [(order_of("one", Order.MESSAGE), b"Lunch")]
