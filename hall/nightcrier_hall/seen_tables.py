"""Holds all tables as the hall sees them: the messages of each table, and the orders that the table has not done yet. A
table that plays or is gone does its orders later."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.broker.hall_messages import JoinedTable, read_message
from nightcrier.broker.public_state import ToldState
from nightcrier.broker.topics import DONE, TABLE_NAME
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.people import is_all_visible, name_key, visible_name
from nightcrier.kernel.refusal import FOR_NOW, Refusal
from nightcrier.wire.orders import Order

ASKED_FOR: Seconds = 900.0
"""The seconds after which an order is dropped, because nobody remembers it any more."""
UPDATED_FOR: Seconds = 7200.0
"""The seconds after which an order to update is dropped: many, because boxes fetch the update one after the other,
and some must first finish a game."""
ASKED_AGAIN: Seconds = 5.0
LOOKED_FOR: Seconds = 10.0
"""The seconds after which an order to blink is dropped, because nobody is looking for the lamp any more."""
LONGEST_STATE_TOLD = 4096
"""The longest accepted message with the state of a table, in bytes. A normal table needs a quarter of this."""
_ANSWERS = {DONE: None, **{word.value: word for word in Refusal}}


class AskedOrder(Struct, frozen=True):
    """An order to a table. `since` is the time of the organizer's order, and `sent` the time at which it was last sent
    to the table. The answer has the same `mark`. `word` says why the table has not done the order, or is None before an
    answer."""

    order: Order
    value: str
    since: Seconds
    mark: bytes
    sent: Seconds | None = None
    word: Refusal | None = None

    @property
    def is_refused(self) -> bool:
        """Say whether the table refuses the order for good, so that it is useless to send the order again."""
        return self.word is not None and self.word not in FOR_NOW


class SeenTable(Struct, frozen=True):
    """A table as the hall sees it. `left` is the number of seconds left to play at the time `told`. `told_bytes` is the
    length of the message with which the table joined. `leaves` is true if the organizer removed the table while the
    broker was away."""

    name: str
    joined: JoinedTable = JoinedTable()
    here: bool = False
    state: ToldState | None = None
    left: int | None = None
    told: Seconds = 0.0
    asked: tuple[AskedOrder, ...] = ()
    told_bytes: int = 0
    leaves: bool = False

    @property
    def title(self) -> str:
        return self.joined.title or self.name

    @property
    def wants_help(self) -> bool:
        return self.state is not None and self.state.help

    @property
    def owes_answer(self) -> bool:
        """Say whether an order was sent to the table and was not answered yet."""
        return self.here and any(asked.sent is not None and asked.word is None for asked in self.asked)

    def minutes_left(self, now: Seconds) -> int | None:
        """Return the minutes left to play, rounded up, or None if they are unknown. A stopped clock does not run
        down."""
        if not self.here or self.state is None or self.left is None:
            return None
        gone = 0.0 if self.state.paused else now - self.told
        return max(0, ceil((self.left - gone) / 60))

    def with_here(self, here: bool) -> Self:
        """Record whether the table is there. Orders that were sent to a table that is now gone may be lost, so they are
        sent again when the table is back. An answer to a call for help is dropped instead, because the table may call
        for another reason by then."""
        left = (each for each in self.asked if each.sent is None or each.order is not Order.HELPED)
        asked = self.asked if here else tuple(replace(each, sent=None) for each in left)
        return replace(self, here=here, leaves=self.leaves and not here, asked=asked)

    def with_state(self, payload: bytes, now: Seconds) -> Self:
        """Record the state that a table has sent, if the message can be read. After a pause the clock continues from
        the last known seconds, because the table may not send them again. An order that was refused in one phase of a
        game is sent again in the next phase."""
        state = read_message(payload, ToldState) if len(payload) <= LONGEST_STATE_TOLD else None
        if state is None:
            return self
        before = self.state
        goes_on = before is not None and before.paused and not state.paused
        is_next = before is not None and before.phase != state.phase
        asked = tuple(replace(each, sent=None) if is_next and each.word else each for each in self.asked)
        return replace(self, state=state, told=now if goes_on else self.told, asked=asked)

    def with_left(self, payload: bytes, now: Seconds) -> Self:
        """Return the table with the seconds that are left in its day, as the table has sent them. If the message is not
        a number, the seconds are unknown (None)."""
        left = int(payload) if payload.isdigit() and len(payload) <= 6 else None
        return replace(self, left=left, told=now)

    def can_do(self, order: Order, value: str) -> bool:
        """Say whether the table can do this order at all. For a deck, the table must have the deck; for an update, it
        must accept updates."""
        if order is Order.UPDATE:
            return self.joined.update.updates
        return order is not Order.DECK or value in self.joined.decks

    def with_asked(self, asked: AskedOrder) -> Self:
        """Add an order. It replaces an earlier order of the same kind."""
        return replace(self, asked=(*(each for each in self.asked if each.order is not asked.order), asked))

    def with_answer(self, payload: bytes, mark: bytes) -> Self:
        """Record the answer to an order. An order is dropped if it was done, or if it was an update that root
        refused."""
        said = payload.decode("ascii", "replace")
        if said not in _ANSWERS:
            return self
        word = _ANSWERS[said]
        is_over = word in {None, Refusal.UPDATE}
        left = (each for each in self.asked if not (is_over and each.mark == mark))
        return replace(self, asked=tuple(replace(each, word=word) if each.mark == mark else each for each in left))

    def without_old(self, now: Seconds) -> Self:
        left = tuple(each for each in self.asked if now - each.since < _patience(each))
        return self if left == self.asked else replace(self, asked=left)

    def due_orders(self, now: Seconds) -> tuple[AskedOrder, ...]:
        """Return the orders to send now. These are new orders, and orders without success for ASKED_AGAIN seconds: not
        answered, or refused only for now. An order that was refused with BY_NIGHT waits for the next phase."""
        return tuple(each for each in self.asked if self.here and not each.is_refused and _is_due(each, now))

    def with_sending_time(self, sent: tuple[AskedOrder, ...], now: Seconds) -> Self:
        return replace(self, asked=tuple(replace(each, sent=now) if each in sent else each for each in self.asked))


def _patience(asked: AskedOrder) -> Seconds:
    return {Order.IDENTIFY: LOOKED_FOR, Order.UPDATE: UPDATED_FOR}.get(asked.order, ASKED_FOR)


def _is_due(asked: AskedOrder, now: Seconds) -> bool:
    return asked.sent is None or (asked.word is not Refusal.BY_NIGHT and now - asked.sent >= ASKED_AGAIN)


MOST_TABLES = 500
MOST_JOINED = 2**22
"""The most bytes that all tables together may send about their decks: about eight thousand for each of MOST_TABLES."""
_FIGURES = re.compile(r"(\d+)")
_BEHIND = re.compile(r"\(([^()]*)\)$")


class SeenHall(Struct, frozen=True):
    tables: Mapping[str, SeenTable] = {}

    @property
    def in_order(self) -> tuple[SeenTable, ...]:
        """The tables in the order of the list: first those that need help, then those that are gone, then the others.
        Within each group they are sorted by name, with 9 before 10."""
        return tuple(sorted(self.tables.values(), key=_place))

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles of all tables, by short name. The short name is added in brackets if two tables have the same
        title, or if a title ends with another table's short name in brackets."""
        called = Counter(name_key(table.title) for table in self.tables.values())
        unclear = {
            name
            for name, table in self.tables.items()
            if called[name_key(table.title)] > 1 or self._ends_as_another(table)
        }
        return {
            name: f"{table.title} ({name})" if name in unclear else table.title for name, table in self.tables.items()
        }

    def with_tables(self, tables: Iterable[SeenTable]) -> "SeenHall":
        return SeenHall({**self.tables, **{table.name: table for table in tables}})

    def with_joined(self, name: str, payload: bytes) -> "SeenHall":
        """Return the hall with a table that joins. An empty message removes the table. A message that cannot be read
        changes nothing."""
        if not payload:
            return SeenHall({other: table for other, table in self.tables.items() if other != name})
        joined = read_message(payload, JoinedTable)
        if joined is None or not TABLE_NAME.fullmatch(name) or not self._has_room(name, len(payload)):
            return self
        table = self.tables.get(name) or SeenTable(name)
        decks = {deck: title for deck, title in joined.decks.items() if is_all_visible(deck) and is_all_visible(title)}
        titled = replace(joined, title=visible_name(joined.title[:32]), decks=decks)
        return self.with_tables([replace(table, joined=titled, told_bytes=len(payload))])

    def _has_room(self, name: str, size: int) -> bool:
        """Say whether another table may join. The number is limited because the broker keeps the messages of all
        tables, and sends them at each start."""
        others = [table.told_bytes for table in self.tables.values() if table.name != name]
        return len(others) < MOST_TABLES and sum(others) + size <= MOST_JOINED

    def _ends_as_another(self, table: SeenTable) -> bool:
        behind = _BEHIND.search(name_key(table.title))
        return behind is not None and behind[1] != table.name and behind[1] in self.tables


def _place(table: SeenTable) -> tuple[bool, bool, list[tuple[int, str]]]:
    parts = [part for part in _FIGURES.split(table.title.casefold()) if part]
    read = [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
    return not (table.wants_help and table.here), table.here, read
