"""Tests that a table does an order once it can, and then no more."""

import pytest
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, DAY, NIGHT, open_hall, order_of
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.orders import Order
from nightcrier_hall.seen_tables import ASKED_AGAIN, ASKED_FOR, LOOKED_FOR


def test_all_are_told_each_by_its_own_word_and_asked_no_more_once_they_have_answered():
    hall = open_hall("one", "two")
    hall.desk.ask(None, Order.LOUDNESS, "7")
    assert hall.sent() == [(order_of(name, Order.LOUDNESS), b"7") for name in ("one", "two")]
    for name in ("one", "two"):
        assert hall.desk.hall.tables[name].owes_answer
        assert hall.answers(name, Order.LOUDNESS).desk.hall.tables[name].asked == ()
    assert hall.later(100.0).sent() == []


@pytest.mark.parametrize("to", [None, ("one", "two")])
def test_a_lamp_that_may_not_blink_now_does_so_a_little_later(to):
    hall = open_hall("one", "two")
    hall.tells("two", NIGHT).desk.ask(to, Order.IDENTIFY)
    hall.answers("one", Order.IDENTIFY).answers("two", Order.IDENTIFY, Refusal.BY_NIGHT).sent()
    hall.now += LOOKED_FOR / 2
    assert hall.tells("two", DAY).sent() == [(order_of("two", Order.IDENTIFY), b"PRESS")]


def test_it_is_counted_who_can_take_it():
    hall = open_hall("one", "two", "gone")
    assert hall.tells("gone", None).desk.ask(None, Order.LOUDNESS, "7") == (2, 1)
    assert hall.desk.ask(("one", "gone", "unknown"), Order.MESSAGE, "Lunch") == (1, 1)
    assert hall.desk.ask(None, Order.DECK, "growl/unknown") == (0, 0)
    assert hall.desk.ask(("unknown",), Order.IDENTIFY) == (0, 0)
    assert hall.desk.ask(None, Order.UPDATE, "{}") == (0, 0)
    hall.desk.end()
    assert hall.desk.ask(None, Order.MESSAGE, "Tea") == (0, 3)


def test_some_are_told_each_by_its_own():
    hall = open_hall("one", "two", "three")
    hall.desk.ask(("one", "two"), Order.MESSAGE, "Lunch")
    assert hall.sent() == [(order_of(name, Order.MESSAGE), b"Lunch") for name in ("one", "two")]


@pytest.mark.parametrize("word", [Refusal.AWAY, Refusal.ANEW, Refusal.BUSY])
def test_who_could_not_do_it_yet_is_asked_again(word):
    hall = open_hall("one", "two")
    hall.desk.ask(None, Order.LOUDNESS, "7")
    hall.answers("one", Order.LOUDNESS).answers("two", Order.LOUDNESS, word).sent()
    assert hall.later(ASKED_AGAIN - 0.1).sent() == []
    assert hall.later(0.1).sent() == [(order_of("two", Order.LOUDNESS), b"7")]


def test_whose_answer_is_lost_is_asked_again(hall):
    hall.desk.ask(("one",), Order.LOUDNESS, "7")
    assert hall.later(ASKED_AGAIN).sent() == [(order_of("one", Order.LOUDNESS), b"7")] * 2


@pytest.mark.parametrize(
    ("order", "value"),
    [(Order.LOUDNESS, "7"), (Order.DECK, "growl/first"), (Order.LANGUAGE, "de"), (Order.MESSAGE, "Lunch")],
)
def test_a_table_in_its_night_is_asked_once_and_again_when_that_is_over(hall, order, value):
    hall.tells("one", NIGHT).desk.ask(("one",), order, value)
    hall.answers("one", order, Refusal.BY_NIGHT).sent()
    hall.now += 60.0
    assert hall.tells("one", replace(NIGHT, call=2)).sent() == []
    assert hall.tells("one", DAY).sent() == [(order_of("one", order), value.encode())]
    assert hall.answers("one", order).desk.hall.tables["one"].asked == ()


def test_a_table_that_is_gone_does_it_once_it_is_back(hall):
    hall.tells("one", None).desk.ask(("one",), Order.LOUDNESS, "7")
    assert hall.sent() == []
    hall.now += 60.0
    assert hall.tells("one", AT_HOME).sent() == [(order_of("one", Order.LOUDNESS), b"7")]


def test_what_a_table_refuses_for_good_is_asked_no_more(hall):
    hall.desk.ask(("one",), Order.MESSAGE, "Lunch")
    hall.answers("one", Order.MESSAGE, Refusal.UNSHOWN).sent()
    hall.now += ASKED_AGAIN
    assert hall.tells("one", DAY).tells("one", None).tells("one", AT_HOME).sent() == []
    (asked,) = hall.desk.hall.tables["one"].asked
    assert (asked.word, asked.is_refused) == (Refusal.UNSHOWN, True)


@pytest.mark.parametrize("answer", [(b"done", b"8"), (b"done", b""), (b"\xffno", b"1"), (b"people.nobody", b"1")])
def test_what_is_no_answer_to_it_changes_nothing(hall, answer):
    hall.desk.ask(("one",), Order.LOUDNESS, "7")
    before = hall.desk.hall
    hall.desk.hear(TableTopics("one").answer("spring"), *answer)
    assert hall.desk.hall == before


def test_a_table_that_was_cut_off_unseen_is_asked_until_it_answers(hall):
    hall.desk.ask(("one",), Order.LOUDNESS, "10")
    hall.now += ASKED_AGAIN / 2
    hall.tells("one", None).sent()
    assert hall.tells("one", AT_HOME).sent() == [(order_of("one", Order.LOUDNESS), b"10")]
    assert hall.answers("one", Order.LOUDNESS).desk.hall.tables["one"].asked == ()


def test_a_deck_that_a_table_does_not_have_is_not_asked_of_it(hall):
    hall.desk.ask(("one",), Order.DECK, "growl/unknown")
    assert hall.desk.hall.tables["one"].asked == ()


def test_the_newest_of_a_kind_counts(hall):
    """A late answer to an earlier order does not count as an answer to the newest."""
    hall.desk.ask(("one",), Order.LOUDNESS, "7")
    late = hall.asked[order_of("one", Order.LOUDNESS)]
    hall.desk.ask(("one",), Order.LOUDNESS, "8")
    hall.desk.hear(late.answer_at, b"done", late.mark)
    assert [asked.value for asked in hall.desk.hall.tables["one"].asked] == ["8"]


def test_after_a_while_nobody_remembers_having_asked(hall):
    hall.tells("one", NIGHT).desk.ask(("one",), Order.MESSAGE, "Lunch")
    hall.answers("one", Order.MESSAGE, Refusal.BY_NIGHT).sent()
    hall.now += ASKED_FOR
    assert hall.tells("one", AT_HOME).sent() == []
    assert hall.desk.hall.tables["one"].asked == ()


def test_a_lamp_that_blinks_late_is_looked_for_by_nobody():
    hall = open_hall("one", "two")
    hall.tells("two", NIGHT).desk.ask(("one", "two"), Order.IDENTIFY)
    hall.answers("one", Order.IDENTIFY).answers("two", Order.IDENTIFY, Refusal.BY_NIGHT).sent()
    hall.now += LOOKED_FOR
    assert hall.tells("two", AT_HOME).sent() == []


def test_a_call_is_answered_until_the_table_has_heard_it(hall):
    hall.tells("one", replace(AT_HOME, help=True)).desk.ask(("one",), Order.HELPED)
    assert hall.later(ASKED_AGAIN).sent() == [(order_of("one", Order.HELPED), b"PRESS")] * 2
    hall.answers("one", Order.HELPED)
    assert hall.later(ASKED_AGAIN).sent() == []


def test_the_answer_to_a_call_does_not_end_a_later_one(hall):
    hall.tells("one", replace(AT_HOME, help=True)).desk.ask(("one",), Order.HELPED)
    hall.desk.end()
    hall.sent()
    hall.now += 300.0
    assert hall.begin().tells("one", replace(AT_HOME, help=True)).sent() == []


def test_what_is_asked_while_the_broker_is_away_is_sent_once_it_is_back(hall):
    hall.desk.end()
    hall.desk.ask(None, Order.MESSAGE, "Lunch")
    assert hall.sent() == []
    assert hall.begin().tells("one", AT_HOME).sent() == [(order_of("one", Order.MESSAGE), b"Lunch")]
