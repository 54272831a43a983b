"""The desk: whom it hears, in which order they stand, and that what was asked is done once a table can do it."""

from random import Random

import pytest
from msgspec.structs import replace

from device.hall.hall_desk import COME_BACK, HallDesk
from device.hall.seen_hall import MOST_TABLES
from device.hall.seen_table import ASKED_AGAIN, ASKED_FOR, BELIEVED_AFTER, LOOKED_FOR, awaited_orders
from device.net.mqtt.public_state import ToldState
from device.net.mqtt.topics import HallTopics, Order, TableTopics
from tests.hall.organisers import AT_HOME, TOPICS, ThoughtOfHall

NIGHT = replace(AT_HOME, phase="night")
DAY = replace(AT_HOME, phase="day")


def open_hall(*names: str) -> ThoughtOfHall:
    hall = ThoughtOfHall()
    hall.begin()
    for name in names:
        hall.joins(name)
    return hall


def order_of(name: str, order: Order) -> str:
    return TableTopics(name).order(order)


class TestHeard:
    def test_only_who_has_joined_is_listened_to(self) -> None:
        hall = open_hall("one")
        topics = TableTopics("one")
        assert hall.listened == {topics.availability, topics.state, topics.left, topics.results}
        hall.desk.hear(TableTopics("stranger").state, b"{}")
        assert set(hall.desk.hall.tables) == {"one"}

    def test_after_a_new_conversation_all_are_listened_to_again(self) -> None:
        hall = open_hall("one", "two")
        hall.desk.end()
        assert not any(table.here for table in hall.desk.hall.tables.values())
        hall.listened.clear()
        hall.begin()
        assert len(hall.listened) == 8

    def test_who_needs_help_stands_first_then_who_is_gone(self) -> None:
        hall = open_hall("table-10", "table-9", "table-8", "table-7")
        hall.tells("table-9", replace(AT_HOME, help=True))
        hall.tells("table-8", None)
        assert [table.name for table in hall.desk.hall.in_order] == ["table-9", "table-8", "table-7", "table-10"]

    def test_who_is_gone_calls_nobody(self) -> None:
        hall = open_hall("table-1", "table-2")
        hall.tells("table-2", replace(AT_HOME, help=True))
        hall.tells("table-2", None)
        hall.tells("table-1", replace(AT_HOME, help=True))
        assert [table.name for table in hall.desk.hall.in_order] == ["table-1", "table-2"]

    @pytest.mark.parametrize(
        ("left", "later", "minutes"),
        [(b"120", 0, 2), (b"121", 0, 3), (b"121", 2, 2), (b"10", 90, 0), (b"None", 0, None)],
    )
    def test_the_minutes_go_down_between_two_words_of_the_table(
        self, left: bytes, later: float, minutes: int | None
    ) -> None:
        hall = open_hall("one")
        hall.tells("one", DAY)
        hall.desk.hear(TableTopics("one").left, left)
        assert hall.desk.hall.tables["one"].minutes_left(hall.now + later) == minutes

    def test_a_clock_that_stands_goes_down_for_nobody(self) -> None:
        hall = open_hall("one")
        hall.tells("one", replace(DAY, paused=True))
        hall.desk.hear(TableTopics("one").left, b"120")
        assert hall.desk.hall.tables["one"].minutes_left(hall.now + 500) == 2

    def test_a_clock_that_goes_on_has_not_gone_meanwhile(self) -> None:
        hall = open_hall("one")
        hall.tells("one", DAY)
        hall.desk.hear(TableTopics("one").left, b"300")
        hall.tells("one", replace(DAY, paused=True))
        hall.now += 400.0
        hall.tells("one", DAY)
        assert hall.desk.hall.tables["one"].minutes_left(hall.now) == 5
        hall.now += 120.0
        hall.tells("one", DAY)
        assert hall.desk.hall.tables["one"].minutes_left(hall.now) == 3

    def test_there_is_an_end_to_how_many_join(self) -> None:
        hall = open_hall(*(f"t{number}" for number in range(MOST_TABLES + 3)))
        assert len(hall.desk.hall.tables) == MOST_TABLES

    @pytest.mark.parametrize("name", ["", "+", "Upper", "a/b", "x" * 33, "a b"])
    def test_what_is_no_name_of_a_table_joins_not(self, name: str) -> None:
        hall = open_hall()
        hall.desk.hear(HallTopics("spring").table(name), b"{}")
        assert hall.desk.hall.tables == {}

    def test_random_bytes_change_nothing(self) -> None:
        hall, rng = open_hall("one"), Random(5)
        before = hall.desk.hall
        topics = TableTopics("one")
        for _ in range(1500):
            hall.desk.hear(
                rng.choice((topics.state, TOPICS.table("other"), "else")), rng.randbytes(rng.randrange(1, 40))
            )
        assert hall.desk.hall == before

    def test_who_is_taken_off_the_list_is_taken_off_the_broker_too(self) -> None:
        hall = open_hall("one", "two")
        hall.tells("one", None)
        hall.sent()
        hall.desk.forget("one")
        assert (hall.said[0].topic, hall.said[0].payload, hall.said[0].kept) == (TOPICS.table("one"), b"", True)
        assert set(hall.desk.hall.tables) == {"two"}

    def test_who_has_left_is_forgotten_and_listened_to_no_more(self) -> None:
        """Names come and go without end: who may write into the hall's place could else fill its memory with them, and
        that of the broker."""
        hall = open_hall("one")
        known = set(hall.listened)
        for number in range(50):
            hall.joins(f"t{number}")
            hall.desk.hear(TOPICS.table(f"t{number}"), b"")
        assert hall.listened == hall.desk.attended.topics == known
        hall.tells("one", None)
        assert hall.desk.forget("one")
        assert hall.listened == hall.desk.attended.topics == set()

    def test_who_is_taken_off_while_the_broker_is_away_is_taken_off_once_it_is_back(self) -> None:
        hall = open_hall("one", "two")
        hall.desk.end()
        hall.sent()
        assert not hall.desk.forget("one")
        assert hall.desk.hall.tables["one"].leaves
        hall.begin()
        hall.tells("one", None)
        assert hall.sent() == []
        hall.now += COME_BACK
        hall.desk.look()
        assert hall.sent() == [(TOPICS.table("one"), b"")]
        assert set(hall.desk.hall.tables) == {"two"}
        assert hall.listened == {topic for topic in hall.listened if "/two/" in topic}

    def test_a_table_that_answers_again_stays(self) -> None:
        hall = open_hall("one")
        hall.desk.end()
        hall.desk.forget("one")
        hall.begin()
        hall.tells("one", AT_HOME)
        hall.now += COME_BACK
        hall.desk.look()
        assert set(hall.desk.hall.tables) == {"one"}
        hall.tells("one", None)
        hall.desk.look()
        assert set(hall.desk.hall.tables) == {"one"}

    def test_who_is_unknown_is_off_the_list_already(self) -> None:
        hall = open_hall("one")
        assert hall.desk.forget("other")
        hall.desk.end()
        assert hall.desk.forget("other")


class TestAsked:
    def test_all_are_told_by_one_word(self) -> None:
        hall = open_hall("one", "two")
        hall.desk.ask(None, Order.LOUDNESS, "7")
        assert hall.sent() == [(TOPICS.order(Order.LOUDNESS), b"7")]
        for name in ("one", "two"):
            hall.tells(name, replace(AT_HOME, loudness=7))
        hall.now += 100.0
        hall.desk.look()
        assert hall.sent() == []

    @pytest.mark.parametrize("to", [None, ("one", "two")])
    def test_a_lamp_that_may_not_blink_now_does_so_a_little_later(self, to: tuple[str, ...] | None) -> None:
        hall = open_hall("one", "two")
        hall.tells("two", NIGHT)
        hall.desk.ask(to, Order.IDENTIFY)
        hall.sent()
        hall.now += LOOKED_FOR / 2
        hall.tells("two", DAY)
        assert hall.sent() == [(order_of("two", Order.IDENTIFY), b"PRESS")]

    def test_it_is_counted_who_can_take_it(self) -> None:
        hall = open_hall("one", "two", "gone")
        hall.tells("gone", None)
        assert hall.desk.ask(None, Order.LOUDNESS, "7") == (2, 1)
        assert hall.desk.ask(("one", "gone", "unknown"), Order.MESSAGE, "Lunch") == (1, 1)
        assert hall.desk.ask(None, Order.DECK, "growl/unknown") == (0, 0)
        assert hall.desk.ask(("unknown",), Order.IDENTIFY) == (0, 0)
        assert hall.desk.ask(None, Order.UPDATE, "{}") == (0, 0)
        hall.desk.end()
        assert hall.desk.ask(None, Order.MESSAGE, "Tea") == (0, 3)

    def test_some_are_told_each_by_its_own(self) -> None:
        hall = open_hall("one", "two", "three")
        hall.desk.ask(("one", "two"), Order.MESSAGE, "Lunch")
        assert hall.sent() == [(order_of(name, Order.MESSAGE), b"Lunch") for name in ("one", "two")]

    def test_who_has_not_done_it_is_asked_again(self) -> None:
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
        self, before: ToldState | None, order: Order, value: str, done: ToldState
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

    def test_a_deck_waits_for_the_end_of_the_game_and_the_volume_does_not(self) -> None:
        hall = open_hall("one")
        hall.tells("one", DAY)
        hall.desk.ask(("one",), Order.DECK, "growl/first")
        hall.desk.ask(("one",), Order.LOUDNESS, "7")
        assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"7")]

    def test_no_louder_than_the_ceiling_is_done_too(self) -> None:
        hall = open_hall("one")
        hall.desk.ask(("one",), Order.LOUDNESS, "18")
        hall.tells("one", replace(AT_HOME, loudness=12, ceiling=12))
        assert hall.desk.hall.tables["one"].asked == ()

    def test_what_was_done_already_is_asked_once(self) -> None:
        hall = open_hall("one")
        hall.desk.ask(("one",), Order.LOUDNESS, "10")
        assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"10")]
        assert awaited_orders(hall.desk.hall.tables["one"]) == ()
        for _ in range(2):
            hall.now += BELIEVED_AFTER / 2
            hall.desk.look()
        assert hall.sent() == []
        assert hall.desk.hall.tables["one"].asked == ()

    def test_a_table_that_the_broker_misses_late_does_it_once_it_is_back(self) -> None:
        hall = open_hall("one")
        hall.desk.ask(("one",), Order.LOUDNESS, "10")
        hall.sent()
        hall.now += 45.0
        hall.desk.look()
        hall.tells("one", None)
        hall.tells("one", replace(AT_HOME, loudness=7))
        assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"10")]

    @pytest.mark.parametrize("away", [0.0, ASKED_AGAIN])
    def test_a_table_that_was_cut_off_unseen_is_asked_until_it_does_it(self, away: float) -> None:
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

    def test_a_deck_that_a_table_does_not_have_is_not_asked_of_it(self) -> None:
        hall = open_hall("one")
        hall.desk.ask(("one",), Order.DECK, "growl/unknown")
        assert hall.desk.hall.tables["one"].asked == ()

    def test_the_newest_of_a_kind_counts(self) -> None:
        hall = open_hall("one")
        hall.tells("one", NIGHT)
        for value in ("7", "8"):
            hall.desk.ask(("one",), Order.LOUDNESS, value)
        hall.tells("one", AT_HOME)
        assert hall.sent() == [(order_of("one", Order.LOUDNESS), b"8")]

    def test_after_a_while_nobody_remembers_having_asked(self) -> None:
        hall = open_hall("one")
        hall.tells("one", NIGHT)
        hall.desk.ask(("one",), Order.MESSAGE, "Lunch")
        hall.now += ASKED_FOR
        hall.tells("one", AT_HOME)
        assert hall.sent() == []
        assert hall.desk.hall.tables["one"].asked == ()

    def test_a_lamp_that_blinks_late_is_looked_for_by_nobody(self) -> None:
        hall = open_hall("one", "two")
        hall.tells("two", NIGHT)
        hall.desk.ask(("one", "two"), Order.IDENTIFY)
        assert hall.sent() == [(order_of("one", Order.IDENTIFY), b"PRESS")]
        hall.now += LOOKED_FOR
        hall.tells("two", AT_HOME)
        assert hall.sent() == []

    def test_a_call_is_answered_until_the_table_has_heard_it(self) -> None:
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

    def test_the_answer_to_a_call_does_not_end_a_later_one(self) -> None:
        hall = open_hall("one")
        hall.tells("one", replace(AT_HOME, help=True))
        hall.desk.ask(("one",), Order.HELPED)
        hall.desk.end()
        hall.sent()
        hall.now += 300.0
        hall.begin()
        hall.tells("one", replace(AT_HOME, help=True))
        assert hall.sent() == []

    def test_what_is_asked_while_the_broker_is_away_is_sent_once_it_is_back(self) -> None:
        hall = open_hall("one")
        hall.desk.end()
        hall.desk.ask(None, Order.MESSAGE, "Lunch")
        assert hall.sent() == []
        hall.begin()
        hall.tells("one", AT_HOME)
        assert hall.sent() == [(order_of("one", Order.MESSAGE), b"Lunch")]


def test_whoever_listens_is_told_of_changes_alone() -> None:
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
