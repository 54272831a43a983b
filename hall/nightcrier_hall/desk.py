"""Hears the tables of a hall and sends the organizer's orders to them. An order that a table cannot do yet is sent
again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from msgspec.structs import replace

from nightcrier.broker.topics import BrokerMessage, HallTopics, TableTopics
from nightcrier.kernel.ids import Seconds
from nightcrier.web.changes import Changes
from nightcrier.wire.orders import PRESS, Order
from nightcrier_hall.seen_tables import AskedOrder, SeenHall, SeenTable

_Results = Callable[[str, bytes], object]
_Heard = Callable[[bytes, bytes], object]
COME_BACK: Seconds = 5.0
"""The seconds to wait after the broker is back. By then, every table that is still running has reported."""


class HallTalk(Protocol):
    """The conversation with the broker that a desk needs, such as `BrokerTalk`."""

    def say(self, message: BrokerMessage) -> None: ...

    def listen(self, topics: Iterable[str]) -> None: ...

    def unlisten(self, topics: Iterable[str]) -> None: ...


class HallDesk(Changes):
    """Keeps what is known of the hall in `hall`, and sends orders. `is_reached` says whether the broker is reached.
    Listeners are called when `hall` or `is_reached` changes. `results` is called with the results that a table sends.
    `run` is a random text, made when the program begins. It is a part of each order's mark, so that nobody can guess
    the mark of an answer."""

    def __init__(
        self, name: str, clock: Callable[[], Seconds], results: _Results = lambda *_: None, run: str = ""
    ) -> None:
        super().__init__()
        self.hall, self.name = SeenHall(), name
        self._topics, self._clock, self._results = HallTopics(name), clock, results
        self._heard = dict[str, _Heard]()  # by their topics: no other's than of tables that have joined
        self._run, self._asked = run, 0
        self._talk: HallTalk | None = None
        self._begun: Seconds = 0.0

    @property
    def is_reached(self) -> bool:
        return self._talk is not None

    def begin(self, talk: HallTalk) -> None:
        """Begin a conversation with the broker. The broker then sends all messages that it has kept."""
        self._talk, self._begun = talk, self._clock()
        for name in self.hall.tables:
            self._attend(name)
        self._changed()

    def end(self) -> None:
        """End the conversation. All tables count as gone, because without the broker nobody knows which are running."""
        self._talk = None
        self._see(table.with_here(False) for table in self.hall.tables.values())
        self._changed()

    def hear(self, topic: str, payload: bytes, mark: bytes = b"") -> None:
        """Handle a message of a table that has joined the hall, or that joins now. An answer has the `mark` of its
        order."""
        name = topic.removeprefix(self._topics.table(""))
        if topic in self._heard:
            self._heard[topic](payload, mark)
        elif name != topic:
            self._join(name, payload)

    def ask(self, names: Collection[str] | None, order: Order, value: str = PRESS) -> tuple[int, int]:
        """Send an order to these tables, or to all tables if `names` is None. Return two counts of tables that can do
        the order: tables that are there, and tables that are gone. For a gone table the order is kept for a while."""
        self._asked += 1
        asked = AskedOrder(order, value, self._clock(), f"{self._run}{self._asked}".encode())
        known = self.hall.tables
        meant = [known[name] for name in (known if names is None else names) if name in known]
        able = [table for table in meant if table.can_do(order, value)]
        self._see(table.with_asked(asked) for table in able)
        self.look()
        here = sum(table.here for table in able)
        return here, len(able) - here

    def forget(self, name: str) -> bool:
        """Remove a table from the list until it joins again, and return whether it was removed. A table that is there
        is not removed, because it would not join again. While the broker is away, the table is only marked. The table
        is removed later if it is still gone when the broker is back."""
        table = self.hall.tables.get(name)
        if table and self._talk is None:
            self._see([replace(table, leaves=True)])
        elif table and self._talk and not table.here:
            self._talk.say(BrokerMessage(self._topics.table(name), b"", kept=True))
            self._join(name, b"")
        return name not in self.hall.tables

    def look(self) -> None:
        """Send orders again when it is time, and drop old orders. The hall calls this every few seconds."""
        now = self._clock()
        self._see(table.without_old(now) for table in self.hall.tables.values())
        if self._talk is None:
            return
        if now - self._begun >= COME_BACK:
            for name in [name for name, table in self.hall.tables.items() if table.leaves]:
                self.forget(name)
        due = [(table, orders) for table in self.hall.tables.values() if (orders := table.due_orders(now))]
        for table, orders in due:
            for asked in orders:
                self._talk.say(self._message(TableTopics(table.name), asked))
        self._see(table.with_sending_time(orders, now) for table, orders in due)

    def _message(self, table: TableTopics, asked: AskedOrder) -> BrokerMessage:
        at = table.answer(self.name)
        return BrokerMessage(table.order(asked.order), asked.value.encode(), answer_at=at, mark=asked.mark)

    def _handlers_of(self, name: str) -> Mapping[str, _Heard]:
        topics = TableTopics(name)

        def see(change: Callable[[SeenTable], SeenTable]) -> None:
            self._see([change(self.hall.tables[name])])
            self.look()

        return {
            topics.availability: lambda said, _: see(lambda table: table.with_here(said == b"online")),
            topics.state: lambda said, _: see(lambda table: table.with_state(said, self._clock())),
            topics.left: lambda said, _: see(lambda table: table.with_left(said, self._clock())),
            topics.results: lambda said, _: self._results(name, said),
            topics.answer(self.name): lambda said, mark: see(lambda table: table.with_answer(said, mark)),
        }

    def _join(self, name: str, payload: bytes) -> None:
        is_new = name not in self.hall.tables
        self._turn_to(self.hall.with_joined(name, payload))
        if is_new and name in self.hall.tables:
            self._attend(name)
        elif not is_new and name not in self.hall.tables:
            self._leave(name)
        self.look()

    def _attend(self, name: str) -> None:
        heard = self._handlers_of(name)
        self._heard |= heard
        if self._talk:
            self._talk.listen(tuple(heard))

    def _leave(self, name: str) -> None:
        heard = tuple(self._handlers_of(name))
        for topic in heard:
            self._heard.pop(topic, None)
        if self._talk:
            self._talk.unlisten(heard)

    def _see(self, tables: Iterable[SeenTable]) -> None:
        self._turn_to(self.hall.with_tables(tables))

    def _turn_to(self, hall: SeenHall) -> None:
        before, self.hall = self.hall, hall
        if hall != before:
            self._changed()
