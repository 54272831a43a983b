"""The desk of the organiser: hears the tables of a hall, and sends them what they are asked to do; again,
where a table could not do it yet."""

from collections.abc import Callable, Collection

from device.hall.seen_hall import (
    HeardOf,
    SeenHall,
    all_gone,
    ask_tables,
    due_now,
    with_all_sent,
    with_told,
)
from device.hall.seen_table import AskedOrder
from device.kernel.ids import Seconds
from device.net.mqtt.public_state import BrokerMessage
from device.net.mqtt.topics import FOR_ALL, HallTopics, Order, TableTopics

_PRESS = "PRESS"
_Say = Callable[[BrokerMessage], None]
_Listen = Callable[[Collection[str]], None]
_Results = Callable[[str, bytes], object]


class HallDesk:
    """`hall` is what is known, `is_reached` whether the broker is; listeners are called when either changes. `results`
    takes what a table of the hall tells of its games."""

    def __init__(self, name: str, clock: Callable[[], Seconds], results: _Results = lambda *_: None) -> None:
        self.hall, self.name = SeenHall(), name
        self._topics, self._clock, self._results = HallTopics(name), clock, results
        self._told: dict[str, tuple[str, HeardOf]] = {}
        self._of_games: dict[str, str] = {}
        self._say: _Say | None = None
        self._listen: _Listen | None = None
        self._listeners: set[Callable[[], None]] = set()

    @property
    def is_reached(self) -> bool:
        return self._say is not None

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Called at every change. Gives what ends it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def begin(self, say: _Say, listen: _Listen) -> None:
        """A conversation with the broker: all that it has kept comes in now."""
        self._say, self._listen = say, listen
        for name in self.hall.tables:
            self._attend(name)
        self._changed()

    def end(self) -> None:
        self._say = self._listen = None
        self._turn_to(all_gone(self.hall))
        self._changed()

    def hear(self, topic: str, payload: bytes) -> None:
        table = self._of_games.get(topic)
        if table is None:
            self._hear_table(topic, payload)
        elif table in self.hall.tables:
            self._results(table, payload)

    def _hear_table(self, topic: str, payload: bytes) -> None:
        name, told = self._told.get(topic, ("", HeardOf.JOINED))
        if not name:
            name = topic.removeprefix(self._topics.table(""))
            if name == topic:
                return
        is_new = name not in self.hall.tables
        self._turn_to(with_told(self.hall, name, told, payload, self._clock()))
        if is_new and name in self.hall.tables:
            self._attend(name)
        elif not is_new and name not in self.hall.tables:
            self._leave(name)
        self.look()

    def ask(self, names: Collection[str] | None, order: Order, value: str = _PRESS) -> None:
        """These tables, or all of them: those are told by one word."""
        now, meant = self._clock(), tuple(self.hall.tables) if names is None else names
        self._turn_to(ask_tables(self.hall, meant, order, value, now))
        if names is None and order in FOR_ALL and self._say:
            self._say(BrokerMessage(self._topics.order(order), value.encode()))
            waiting = {name: _of(order, table.asked) for name, table in self.hall.tables.items() if table.here}
            self._turn_to(with_all_sent(self.hall, waiting, now))
        self.look()

    def forget(self, name: str) -> None:
        """It is none of the hall's any more, until it says so again."""
        if self._say and name in self.hall.tables:
            self._say(BrokerMessage(self._topics.table(name), b"", kept=True))
            self.hear(self._topics.table(name), b"")

    def look(self) -> None:
        """Time has passed: something may have to be said again."""
        if self._say is None:
            return
        now = self._clock()
        due = dict(due_now(self.hall, now))
        for name, orders in due.items():
            for asked in orders:
                self._say(BrokerMessage(TableTopics(name).order(asked.order), asked.value.encode()))
        self._turn_to(with_all_sent(self.hall, due, now))

    def _attend(self, name: str) -> None:
        """A table that joined is heard, and no other at this broker."""
        topics = TableTopics(name)
        heard = {
            topics.availability: (name, HeardOf.AVAILABILITY),
            topics.state: (name, HeardOf.STATE),
            topics.left: (name, HeardOf.LEFT),
        }
        self._told |= heard
        self._of_games[topics.results] = name
        if self._listen:
            self._listen((*heard, topics.results))

    def _leave(self, name: str) -> None:
        """What it says from now on is nothing."""
        self._told = {each: of for each, of in self._told.items() if of[0] != name}
        self._of_games.pop(TableTopics(name).results, None)

    def _turn_to(self, hall: SeenHall) -> None:
        before, self.hall = self.hall, hall
        if hall != before:
            self._changed()

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


def _of(order: Order, asked: tuple[AskedOrder, ...]) -> tuple[AskedOrder, ...]:
    return tuple(each for each in asked if each.order is order)
