"""The desk of the organiser: hears the tables of a hall, and sends them what they are asked to do; again,
where a table answers that it could not do it yet, or not at all."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from device.hall.seen_hall import (
    HeardOf,
    SeenHall,
    WhoTakes,
    all_gone,
    ask_tables,
    due_now,
    with_all_sent,
    with_leaving,
    with_told,
)
from device.hall.seen_table import AskedOrder, without_old
from device.kernel.ids import Seconds
from device.net.changes import Changes
from device.net.mqtt.public_state import BrokerMessage
from device.net.mqtt.topics import HallTopics, TableTopics
from device.net.orders import PRESS, Order

_Results = Callable[[str, bytes], object]
COME_BACK: Seconds = 5.0
"""After the broker is back: a table that is still there has said so by then."""


class HallTalk(Protocol):
    """`BrokerTalk` is one."""

    def say(self, message: BrokerMessage) -> None: ...

    def listen(self, topics: Iterable[str]) -> None: ...

    def unlisten(self, topics: Iterable[str]) -> None: ...


class HallDesk(Changes):
    """`hall` is what is known, `is_reached` whether the broker is; listeners are called when any of it changes.
    `results` takes what a table of the hall tells of its games; `run` was drawn by chance when the program began:
    nobody who has not seen an order knows the mark of its answer."""

    def __init__(
        self, name: str, clock: Callable[[], Seconds], results: _Results = lambda *_: None, run: str = ""
    ) -> None:
        super().__init__()
        self.hall, self.name = SeenHall(), name
        self._topics, self._clock, self._results = HallTopics(name), clock, results
        self._told, self._asked = dict[str, tuple[str, HeardOf]](), 0
        self._run = run
        self._talk: HallTalk | None = None
        self._begun: Seconds = 0.0
        self._followers: list[Callable[[str], object]] = []

    @property
    def attended(self) -> frozenset[str]:
        """The topics of tables that have joined: no other's at this broker are listened to."""
        return frozenset(self._told)

    @property
    def is_reached(self) -> bool:
        return self._talk is not None

    def follow_leaving(self, follower: Callable[[str], object]) -> None:
        """Called with the name of each table that is none of the hall's any more."""
        self._followers.append(follower)

    def begin(self, talk: HallTalk) -> None:
        """A conversation with the broker: all that it has kept comes in now."""
        self._talk, self._begun = talk, self._clock()
        for name in self.hall.tables:
            self._attend(name)
        self._changed()

    def end(self) -> None:
        self._talk = None
        self._turn_to(all_gone(self.hall))
        self._changed()

    def hear(self, topic: str, payload: bytes, mark: bytes = b"") -> None:
        name, told = self._told.get(topic) or (topic.removeprefix(self._topics.table("")), HeardOf.JOINED)
        is_new = name not in self.hall.tables
        if told is HeardOf.RESULTS and not is_new:
            self._results(name, payload)
        if name == topic or told is HeardOf.RESULTS:
            return
        self._turn_to(with_told(self.hall, name, told, payload, self._clock(), mark))
        if is_new and name in self.hall.tables:
            self._attend(name)
        elif not is_new and name not in self.hall.tables:
            self._leave(name)
        self.look()

    def ask(self, names: Collection[str] | None, order: Order, value: str = PRESS) -> WhoTakes:
        """These tables, or all of them. Gives who can take it."""
        self._asked += 1
        asked = AskedOrder(order, value, self._clock(), f"{self._run}{self._asked}".encode())
        hall, takes = ask_tables(self.hall, tuple(self.hall.tables) if names is None else names, asked)
        self._turn_to(hall)
        self.look()
        return takes

    def forget(self, name: str) -> bool:
        """It is none of the hall's any more, until it says so again. Whether that is done: not with a table that
        answers, which would not say so again; and without the broker once that is back, where it does not answer
        then."""
        if self._talk is None:
            self._turn_to(with_leaving(self.hall, name))
        elif name in self.hall.tables and not self.hall.tables[name].here:
            self._talk.say(BrokerMessage(self._topics.table(name), b"", kept=True))
            self.hear(self._topics.table(name), b"")
        return name not in self.hall.tables

    def look(self) -> None:
        """Time has passed: something may have to be said again, or no more."""
        now = self._clock()
        self._turn_to(SeenHall({name: without_old(table, now) for name, table in self.hall.tables.items()}))
        if self._talk is None:
            return
        if now - self._begun >= COME_BACK:
            for name in [name for name, table in self.hall.tables.items() if table.leaves]:
                self.forget(name)
        due = due_now(self.hall, now)
        for name, orders in due.items():
            for asked in orders:
                self._talk.say(self._message(TableTopics(name), asked))
        self._turn_to(with_all_sent(self.hall, due, now))

    def _message(self, table: TableTopics, asked: AskedOrder) -> BrokerMessage:
        at = table.answer(self.name)
        return BrokerMessage(table.order(asked.order), asked.value.encode(), answer_at=at, mark=asked.mark)

    def _heard(self, name: str) -> Mapping[str, HeardOf]:
        topics = TableTopics(name)
        return {
            topics.availability: HeardOf.AVAILABILITY,
            topics.state: HeardOf.STATE,
            topics.left: HeardOf.LEFT,
            topics.results: HeardOf.RESULTS,
            topics.answer(self.name): HeardOf.ANSWER,
        }

    def _attend(self, name: str) -> None:
        heard = self._heard(name)
        self._told |= {topic: (name, of) for topic, of in heard.items()}
        if self._talk:
            self._talk.listen(tuple(heard))

    def _leave(self, name: str) -> None:
        """What it says from now on is nothing."""
        heard = tuple(self._heard(name))
        for topic in heard:
            self._told.pop(topic, None)
        if self._talk:
            self._talk.unlisten(heard)
        for follower in self._followers:
            follower(name)

    def _turn_to(self, hall: SeenHall) -> None:
        before, self.hall = self.hall, hall
        if hall != before:
            self._changed()
