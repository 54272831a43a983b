"""Tests the desk: which tables it hears, their order, and which listeners it calls about them."""

from random import Random

import pytest
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, DAY, TOPICS, ThoughtOfHall, open_hall
from nightcrier.broker.topics import HallTopics, TableTopics
from nightcrier.wire.orders import Order
from nightcrier_hall.desk import COME_BACK, HallDesk
from nightcrier_hall.seen_tables import MOST_TABLES


def test_only_who_has_joined_is_listened_to():
    hall, topics = open_hall("one"), TableTopics("one")
    assert hall.listened == {topics.availability, topics.state, topics.left, topics.results, topics.answer("spring")}
    hall.desk.hear(TableTopics("stranger").state, b"{}")
    assert set(hall.desk.hall.tables) == {"one"}


def test_after_a_new_conversation_all_are_listened_to_again():
    hall = open_hall("one", "two")
    hall.desk.end()
    assert not any(table.here for table in hall.desk.hall.tables.values())
    hall.listened.clear()
    assert len(hall.begin().listened) == 10


def test_who_needs_help_stands_first_then_who_is_gone():
    hall = open_hall("table-10", "table-9", "table-8", "table-7")
    hall.tells("table-9", replace(AT_HOME, help=True)).tells("table-8", None)
    assert [table.name for table in hall.desk.hall.in_order] == ["table-9", "table-8", "table-7", "table-10"]


def test_who_is_gone_calls_nobody():
    hall = open_hall("table-1", "table-2")
    hall.tells("table-2", replace(AT_HOME, help=True)).tells("table-2", None)
    hall.tells("table-1", replace(AT_HOME, help=True))
    assert [table.name for table in hall.desk.hall.in_order] == ["table-1", "table-2"]


@pytest.mark.parametrize(
    ("left", "later", "minutes"),
    [(b"120", 0, 2), (b"121", 0, 3), (b"121", 2, 2), (b"10", 90, 0), (b"None", 0, None)],
)
def test_the_minutes_go_down_between_two_words_of_the_table(hall, left, later, minutes):
    hall.tells("one", DAY).desk.hear(TableTopics("one").left, left)
    assert hall.desk.hall.tables["one"].minutes_left(hall.now + later) == minutes


def test_a_clock_that_stands_goes_down_for_nobody(hall):
    hall.tells("one", replace(DAY, paused=True)).desk.hear(TableTopics("one").left, b"120")
    assert hall.desk.hall.tables["one"].minutes_left(hall.now + 500) == 2


def test_a_clock_that_goes_on_has_not_gone_meanwhile(hall):
    hall.tells("one", DAY).desk.hear(TableTopics("one").left, b"300")
    hall.tells("one", replace(DAY, paused=True))
    hall.now += 400.0
    hall.tells("one", DAY)
    assert hall.desk.hall.tables["one"].minutes_left(hall.now) == 5
    hall.now += 120.0
    hall.tells("one", DAY)
    assert hall.desk.hall.tables["one"].minutes_left(hall.now) == 3


def test_there_is_an_end_to_how_many_join():
    hall = open_hall(*(f"t{number}" for number in range(MOST_TABLES + 20)))
    assert len(hall.desk.hall.tables) == MOST_TABLES
    assert len(hall.desk._heard) == len(hall.listened) == 5 * MOST_TABLES


@pytest.mark.parametrize("name", ["", "+", "Upper", "a/b", "x" * 33, "a b"])
def test_what_is_no_name_of_a_table_joins_not(name):
    hall = open_hall()
    hall.desk.hear(HallTopics("spring").table(name), b"{}")
    assert hall.desk.hall.tables == {}


def test_random_bytes_change_nothing():
    hall, rng = open_hall("one"), Random(5)
    before, topics = hall.desk.hall, TableTopics("one")
    for _ in range(1500):
        hall.desk.hear(rng.choice((topics.state, TOPICS.table("other"), "else")), rng.randbytes(rng.randrange(1, 40)))
    assert hall.desk.hall == before


def test_who_is_taken_off_the_list_is_taken_off_the_broker_too():
    hall = open_hall("one", "two")
    hall.tells("one", None).sent()
    hall.desk.forget("one")
    assert (hall.said[0].topic, hall.said[0].payload, hall.said[0].kept) == (TOPICS.table("one"), b"", True)
    assert set(hall.desk.hall.tables) == {"two"}


def test_who_has_left_is_forgotten_and_listened_to_no_more(hall):
    """Names can come and go endlessly. If the desk remembered them all, somebody who may write to the hall's topics
    could fill the memory of the program and of the broker."""
    known = set(hall.listened)
    for number in range(50):
        hall.joins(f"t{number}").desk.hear(TOPICS.table(f"t{number}"), b"")
    assert (hall.listened, set(hall.desk.hall.tables)) == (hall.desk._heard.keys(), {"one"})
    assert hall.listened == known
    assert hall.tells("one", None).desk.forget("one")
    assert hall.listened == hall.desk._heard.keys() == set()


def test_who_is_taken_off_while_the_broker_is_away_is_taken_off_once_it_is_back():
    hall = open_hall("one", "two")
    hall.desk.end()
    hall.sent()
    assert not hall.desk.forget("one")
    assert hall.desk.hall.tables["one"].leaves
    assert hall.begin().tells("one", None).sent() == []
    assert hall.later(COME_BACK).sent() == [(TOPICS.table("one"), b"")]
    assert set(hall.desk.hall.tables) == {"two"}
    assert hall.listened == {topic for topic in hall.listened if "/two/" in topic}


def test_a_table_that_answers_again_stays(hall):
    hall.desk.end()
    hall.desk.forget("one")
    hall.begin().tells("one", AT_HOME)
    hall.later(COME_BACK)
    assert set(hall.desk.hall.tables) == {"one"}
    hall.tells("one", None).desk.look()
    assert set(hall.desk.hall.tables) == {"one"}


def test_who_is_unknown_is_off_the_list_already(hall):
    assert hall.desk.forget("other")
    hall.desk.end()
    assert hall.desk.forget("other")


def test_whoever_listens_is_told_of_changes_alone():
    desk, changes = HallDesk("spring", lambda: 0.0), []
    ends = desk.listen(lambda: changes.append(1))
    desk.begin(ThoughtOfHall())
    desk.hear(TOPICS.table("one"), b"{}")
    count = len(changes)
    desk.hear(TOPICS.table("one"), b"{}")
    desk.look()
    assert len(changes) == count > 0
    ends()
    desk.end()
    assert len(changes) == count


def test_an_answer_to_what_another_run_of_the_program_asked_is_none_to_this_one():
    topics, told = TableTopics("one"), list[int]()
    for answered in (b"1", b"before-1", b"now-1"):
        desk = HallDesk("spring", lambda: 0.0, run="now-")
        desk.hear(TOPICS.table("one"), b"{}")
        desk.ask(None, Order.LOUDNESS, "7")
        desk.hear(topics.answer("spring"), b"done", answered)
        told.append(len(desk.hall.tables["one"].asked))
    assert told == [1, 1, 0]
