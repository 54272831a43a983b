"""Tests the connection of the desk to a small broker on a socket of this machine."""

from collections.abc import Awaitable, Callable

import msgspec
import pytest

from hall.tests.organisers import AT_HOME, TOPICS
from nightcrier.broker.hall_messages import JoinedTable
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.settings import MqttSettings
from nightcrier.wire.orders import Order
from nightcrier_hall.desk import HallDesk
from nightcrier_hall.line import LARGEST_TOLD, HallLine
from tests.broker.called_broker import at_once, with_line
from tests.broker.small_broker import SmallBroker, marked, wanting_answer
from tests.phone.phones import until

__all__ = ["at_once"]
pytestmark = pytest.mark.usefixtures("at_once")
ONE = TableTopics("one")
_KEPT_TOO = 0x08
"""The options of a subscription (MQTT 5, 3.8.3.1): send kept messages, and mark them as kept."""


class CalledHall:
    """Connects a desk to a small broker."""

    def __init__(self) -> None:
        self.broker, self.log, self.looked = SmallBroker(), list[str](), 0
        self.results = list[tuple[str, bytes]]()
        self.desk = HallDesk("spring", lambda: 0.0, lambda table, told: self.results.append((table, told)))

    def line(self) -> HallLine:
        settings = MqttSettings(broker="127.0.0.1", port=self.broker.port)
        return HallLine(settings, self.desk, self.looks, lambda: 0.0, self.log.append)

    def looks(self) -> None:
        self.looked += 1

    async def joined(self) -> None:
        await until(lambda: TOPICS.tables in self.broker.listened)
        self.broker.tell(TOPICS.table("one"), msgspec.json.encode(JoinedTable("One")), kept=True)
        await until(lambda: len(self.broker.listened) == 6)
        self.broker.tell(ONE.availability, b"online", kept=True)
        self.broker.tell(ONE.state, msgspec.json.encode(AT_HOME), kept=True)
        await until(lambda: self.desk.hall.tables["one"].state is not None)


def played(scene: Callable[[CalledHall], Awaitable[None]] | None = None) -> CalledHall:
    async def joined(hall: CalledHall) -> None:
        await hall.joined()
        if scene:
            await scene(hall)

    return with_line(CalledHall(), joined)


def test_it_listens_for_who_joins_and_then_to_them_alone():
    hall = played()
    heard = (TOPICS.tables, ONE.availability, ONE.state, ONE.left, ONE.results, ONE.answer("spring"))
    assert hall.broker.listened == dict.fromkeys(heard, _KEPT_TOO)
    (guest,) = hall.broker.guests
    assert (guest.identity, guest.largest) == ("nightcrier-hall-spring", LARGEST_TOLD)


def test_what_a_table_tells_of_its_games_comes_in_and_of_no_other():
    async def scene(hall: CalledHall) -> None:
        hall.broker.tell(TableTopics("stranger").results, b"theirs", kept=True)
        hall.broker.tell(ONE.results, b"ours", kept=True)
        await until(lambda: bool(hall.results))

    assert played(scene).results == [("one", b"ours")]


def test_a_table_that_has_left_is_listened_to_no_more():
    async def scene(hall: CalledHall) -> None:
        hall.broker.tell(TOPICS.table("one"), b"", kept=True)
        await until(lambda: ONE.results not in hall.broker.listened)
        hall.broker.tell(TOPICS.table("one"), msgspec.json.encode(JoinedTable("One")), kept=True)
        await until(lambda: ONE.results in hall.broker.listened)
        hall.desk.forget("one")
        await until(lambda: ONE.results not in hall.broker.listened)

    hall = played(scene)
    assert hall.broker.listened == {TOPICS.tables: _KEPT_TOO}
    assert hall.broker.said == [(TOPICS.table("one"), b"")]


def test_what_is_asked_goes_out_and_what_is_answered_comes_in():
    async def scene(hall: CalledHall) -> None:
        hall.desk.ask(None, Order.LOUDNESS, "7")
        hall.desk.ask(("one",), Order.MESSAGE, "Lunch")
        await until(lambda: len(hall.broker.said) == 2)
        hall.broker.tell(ONE.answer("spring"), b"done", about=marked(b"1"))
        hall.broker.tell(ONE.answer("spring"), b"net.night", about=marked(b"2"))
        await until(lambda: hall.desk.hall.tables["one"].asked[-1].word is not None)

    hall = played(scene)
    assert hall.broker.said == [(ONE.order(Order.LOUDNESS), b"7"), (ONE.order(Order.MESSAGE), b"Lunch")]
    at = ONE.answer("spring")
    assert hall.broker.about == {b"7": wanting_answer(at, b"1"), b"Lunch": wanting_answer(at, b"2")}
    (left,) = hall.desk.hall.tables["one"].asked
    assert (left.order, left.word) == (Order.MESSAGE, Refusal.BY_NIGHT)


def test_an_answer_that_was_kept_at_the_broker_answers_nothing():
    """Marks start again with the program, so a retained answer could count as the answer to a new order with the
    same mark."""

    async def scene(hall: CalledHall) -> None:
        hall.desk.ask(None, Order.LOUDNESS, "7")
        hall.desk.ask(None, Order.MESSAGE, "Lunch")
        hall.broker.tell(ONE.answer("spring"), b"done", kept=True, about=marked(b"1"))
        hall.broker.tell(ONE.answer("spring"), b"done", about=marked(b"2"))
        await until(lambda: len(hall.desk.hall.tables["one"].asked) < 2)

    (left,) = played(scene).desk.hall.tables["one"].asked
    assert (left.order, left.word) == (Order.LOUDNESS, None)


def test_a_broker_that_was_killed_is_listened_to_again_and_told_what_was_asked_meanwhile():
    async def scene(hall: CalledHall) -> None:
        await hall.broker.die()
        hall.broker.listened.clear()
        await until(lambda: len(hall.log) > 1)
        hall.desk.ask(None, Order.LOUDNESS, "7")
        await hall.broker.open()
        await hall.joined()
        await until(lambda: bool(hall.broker.said))

    hall = played(scene)
    assert hall.broker.said == [(ONE.order(Order.LOUDNESS), b"7")]
    assert hall.log[0] == hall.log[-1] == f"The broker 127.0.0.1, port {hall.broker.port}, is reached."
