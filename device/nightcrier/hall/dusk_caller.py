"""Announces one dusk for all tables of a hall, by the hall's clock, and knows which tables wait for the dusk.

A table gets the time of the hall's clock whenever it asks. All tables are told when the nights begin. Only a table on
which START was pressed begins its night."""

from collections.abc import Callable

import msgspec

from nightcrier.broker.hall_messages import ClockAnswer, ClockAsked, DuskMoment, read_message
from nightcrier.broker.topics import TABLE_NAME, BrokerMessage, ClockTopics
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Seconds
from nightcrier.web.changes import Changes
from nightcrier.wire.wishes import LONGEST_DUSK

SOONEST_DUSK: Seconds = 5.0
"""The shortest time from the announcement to the dusk. In this time each table must receive the dusk, measure its
clock, and inform its box."""
MOST_WAITING = 1000
_Say = Callable[[BrokerMessage], None]


class DuskCaller(Changes):
    """Announces the dusk. `run` is a random text, made when the program begins, so that this clock is not confused with
    an earlier one. `topics` are the topics to listen to, also for kept messages. `waiting` are the tables on which
    START was pressed. Listeners are called when `waiting` changes, or when the dusk changes."""

    def __init__(self, hall: str, run: str, clock: Callable[[], float]) -> None:
        super().__init__()
        self._topics, self._run, self._clock = ClockTopics(hall), run, clock
        self.topics = self._topics.asked, self._topics.waits
        self._say: _Say | None = None
        self._dusk: float | None = None
        self._latest, self._is_off = float("-inf"), False
        self.waiting: frozenset[str] = frozenset()

    @property
    def left(self) -> Seconds | None:
        """The seconds until the announced dusk, or None if no dusk is announced."""
        left = None if self._dusk is None else self._dusk - self._clock()
        return left if left is not None and left > 0 else None

    def speak_to(self, say: _Say | None) -> None:
        """Set the function that sends to the broker, or None while the broker is not reached. Tables that know the dusk
        already begin without the broker."""
        self._say = say
        self.look()

    def announce(self, ahead: Seconds) -> None:
        """Announce a dusk in `ahead` seconds. This replaces a dusk that was announced before. Raises WrongUse."""
        if not SOONEST_DUSK <= ahead <= LONGEST_DUSK:
            raise WrongUse(
                f"The nights can begin in {SOONEST_DUSK:.0f} to {LONGEST_DUSK:.0f} seconds; choose a moment between."
            )
        self._dusk, self._is_off = self._clock() + ahead, False
        self._latest = max(self._latest, self._dusk)
        self.look()
        self._changed()

    def call_off(self) -> None:
        """Cancel the dusk. Each table begins its night when its people like."""
        self._dusk, self._is_off = None, True
        self._tell(DuskMoment(self._run, None))
        self._changed()

    def look(self) -> None:
        """Announce the dusk again, for tables that have missed the announcement. The hall calls this every few seconds.
        A cancelled dusk is announced as cancelled until its moment is over."""
        if self._dusk is not None and self.left is None:
            self._dusk = None
            self._changed()
        if self._dusk is not None or (self._is_off and self._clock() < self._latest):
            self._tell(DuskMoment(self._run, self._dusk))

    def hear(self, topic: str, payload: bytes) -> bool:
        """Handle a message, and return whether it was about the dusk. A question for the time is answered at once. Its
        time of arrival is read from the clock first of all."""
        heard, table = self._clock(), self._topics.table_of(topic)
        if not TABLE_NAME.fullmatch(table):
            return bool(table)
        at = ClockTopics(self._topics.hall, table)
        if topic == at.asked and (asked := read_message(payload, ClockAsked)) and self._say:
            answer = ClockAnswer(asked.number, self._run, heard, self._clock())
            self._say(BrokerMessage(at.told, msgspec.json.encode(answer)))
        elif topic == at.waits:
            others = self.waiting - {table}
            self.waiting = others | {table} if payload == b"yes" and len(others) < MOST_WAITING else others
            self._changed()
        return True

    def forget(self, table: str) -> None:
        """Remove a table from the tables that wait for the dusk. Its kept message at the broker is deleted."""
        if table in self.waiting and self._say:
            self._say(BrokerMessage(ClockTopics(self._topics.hall, table).waits, b"", kept=True))
        self.waiting -= {table}
        self._changed()

    def _tell(self, dusk: DuskMoment) -> None:
        if self._say:
            self._say(BrokerMessage(self._topics.dusk, msgspec.json.encode(dusk)))
