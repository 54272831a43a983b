"""All tables of a hall, as a value: what was heard of each."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.hall.seen_table import (
    AskedOrder,
    SeenTable,
    can_do,
    due_orders,
    read_left,
    with_answer,
    with_asked,
    with_here,
    with_sent,
    with_state,
)
from device.kernel.ids import Seconds
from device.kernel.names import same_name, seen_name
from device.kernel.read_message import read_message
from device.kernel.refusal import Refusal
from device.net.mqtt.joined_table import JoinedTable
from device.net.mqtt.public_state import ToldState
from device.net.mqtt.topics import DONE, TABLE_NAME

MOST_TABLES = 500
LONGEST_STATE_TOLD = 4096
"""Bytes. An honest one has a quarter of that."""
MOST_JOINED = 2**22
"""Bytes of what all tables together have told of their decks: of so many tables eight thousand each."""
_FIGURES = re.compile(r"(\d+)")
_BEHIND = re.compile(r"\(([^()]*)\)$")


class HeardOf(StrEnum):
    """What a table tells, each at a topic of its own."""

    JOINED = "joined"
    AVAILABILITY = "availability"
    STATE = "state"
    LEFT = "left"
    RESULTS = "results"
    ANSWER = "answer"


class SeenHall(Struct, frozen=True):
    tables: Mapping[str, SeenTable] = {}

    @property
    def in_order(self) -> tuple[SeenTable, ...]:
        """Who needs help stands first, who is gone next; then by name, the ninth before the tenth."""
        return tuple(sorted(self.tables.values(), key=_place))

    @property
    def titles(self) -> Mapping[str, str]:
        """What people call each table; with its short name behind where two are called the same, or where one is
        called as another would stand there then."""
        called = Counter(same_name(table.title) for table in self.tables.values())
        unclear = {
            name
            for name, table in self.tables.items()
            if called[same_name(table.title)] > 1 or self._ends_as_another(table)
        }
        return {
            name: f"{table.title} ({name})" if name in unclear else table.title for name, table in self.tables.items()
        }

    def _ends_as_another(self, table: SeenTable) -> bool:
        behind = _BEHIND.search(same_name(table.title))
        return behind is not None and behind[1] != table.name and behind[1] in self.tables


def _place(table: SeenTable) -> tuple[bool, bool, list[tuple[int, str]]]:
    parts = [part for part in _FIGURES.split(table.title.casefold()) if part]
    read = [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
    return not (table.wants_help and table.here), table.here, read


def with_told(hall: SeenHall, name: str, told: HeardOf, payload: bytes, now: Seconds, mark: bytes = b"") -> SeenHall:
    """A table that is none of the hall is not heard; what cannot be read has not been said. An answer has the `mark` of
    what was asked; results are the tournament's."""
    if told is HeardOf.JOINED:
        return _with_joined(hall, name, payload)
    table = hall.tables.get(name)
    if table is None:
        return hall
    match told:
        case HeardOf.AVAILABILITY:
            return _with(hall, with_here(table, payload == b"online"))
        case HeardOf.STATE:
            state = read_message(payload, ToldState) if len(payload) <= LONGEST_STATE_TOLD else None
            return _with(hall, with_state(table, state, now)) if state else hall
        case HeardOf.LEFT:
            return _with(hall, replace(table, left=read_left(payload), told=now))
        case HeardOf.ANSWER:
            return _with(hall, _with_answer(table, payload.decode("ascii", "replace"), mark))
        case HeardOf.RESULTS:
            return hall
        case _:
            assert_never(told)


def _with_answer(table: SeenTable, said: str, mark: bytes) -> SeenTable:
    known = {DONE: None, **{word.value: word for word in Refusal}}
    return with_answer(table, mark, known[said]) if said in known else table


def _with_joined(hall: SeenHall, name: str, payload: bytes) -> SeenHall:
    """An empty word takes it off the list, as it takes what was kept off the broker."""
    if not payload:
        return SeenHall({other: table for other, table in hall.tables.items() if other != name})
    joined = read_message(payload, JoinedTable)
    if joined is None or not TABLE_NAME.fullmatch(name) or not _has_room(hall, name, len(payload)):
        return hall
    table = hall.tables.get(name) or SeenTable(name)
    known = replace(table, joined=replace(joined, title=seen_name(joined.title[:32])), told_bytes=len(payload))
    return _with(hall, known)


def _has_room(hall: SeenHall, name: str, size: int) -> bool:
    """Beside all others: what is kept at the broker would fill the memory again each time this program begins."""
    others = [table.told_bytes for table in hall.tables.values() if table.name != name]
    return len(others) < MOST_TABLES and sum(others) + size <= MOST_JOINED


def _with(hall: SeenHall, table: SeenTable) -> SeenHall:
    return SeenHall({**hall.tables, table.name: table})


def all_gone(hall: SeenHall) -> SeenHall:
    """The broker is not reached: who is there is not known."""
    return SeenHall({name: with_here(table, False) for name, table in hall.tables.items()})


def with_leaving(hall: SeenHall, name: str) -> SeenHall:
    """That one is to be taken off the list, where it still stands there."""
    leaves = {name: replace(hall.tables[name], leaves=True)} if name in hall.tables else {}
    return SeenHall({**hall.tables, **leaves})


class WhoTakes(NamedTuple):
    """How many tables can take an order: of those that are there, and of those that do not answer, for which it
    waits a while."""

    here: int
    away: int


def ask_tables(hall: SeenHall, names: Collection[str], asked: AskedOrder) -> tuple[SeenHall, WhoTakes]:
    """Ask those of the tables that can do it; return the hall, and how many are here and away."""
    able = [name for name in names if name in hall.tables and can_do(hall.tables[name], asked.order, asked.value)]
    here = [hall.tables[name].here for name in able]
    tables = {**hall.tables, **{name: with_asked(hall.tables[name], asked) for name in able}}
    return SeenHall(tables), WhoTakes(here.count(True), here.count(False))


def due_now(hall: SeenHall, now: Seconds) -> Mapping[str, tuple[AskedOrder, ...]]:
    """What is to be sent, table by table."""
    due = {name: due_orders(table, now) for name, table in hall.tables.items()}
    return {name: orders for name, orders in due.items() if orders}


def with_all_sent(hall: SeenHall, sent: Mapping[str, tuple[AskedOrder, ...]], now: Seconds) -> SeenHall:
    told = {name: with_sent(hall.tables[name], orders, now) for name, orders in sent.items()}
    return SeenHall({**hall.tables, **told}) if told else hall
