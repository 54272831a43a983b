"""Keeps all tables of a hall, as a value."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from device.hall.seen_table import SeenTable
from device.kernel.names import same_name, seen_name
from device.kernel.read_message import read_message
from device.net.mqtt.joined_table import JoinedTable
from device.net.mqtt.topics import TABLE_NAME

MOST_TABLES = 500
MOST_JOINED = 2**22
"""Bytes that all tables together may tell of their decks: eight thousand for each of so many."""
_FIGURES = re.compile(r"(\d+)")
_BEHIND = re.compile(r"\(([^()]*)\)$")


class SeenHall(Struct, frozen=True):
    tables: Mapping[str, SeenTable] = {}

    @property
    def in_order(self) -> tuple[SeenTable, ...]:
        """The tables in order: first those that need help, then those that are gone; then by name, 9 before 10."""
        return tuple(sorted(self.tables.values(), key=_place))

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles of all tables, by short name. A title that two tables have, or that reads like another with its
        short name, gets the short name behind it."""
        called = Counter(same_name(table.title) for table in self.tables.values())
        unclear = {
            name
            for name, table in self.tables.items()
            if called[same_name(table.title)] > 1 or self._ends_as_another(table)
        }
        return {
            name: f"{table.title} ({name})" if name in unclear else table.title for name, table in self.tables.items()
        }

    def with_tables(self, tables: Iterable[SeenTable]) -> "SeenHall":
        return SeenHall({**self.tables, **{table.name: table for table in tables}})

    def with_joined(self, name: str, payload: bytes) -> "SeenHall":
        """Add a table that joins. An empty message takes it off the list, as it takes the kept one off the broker; one
        that cannot be read changes nothing."""
        if not payload:
            return SeenHall({other: table for other, table in self.tables.items() if other != name})
        joined = read_message(payload, JoinedTable)
        if joined is None or not TABLE_NAME.fullmatch(name) or not self._has_room(name, len(payload)):
            return self
        table = self.tables.get(name) or SeenTable(name)
        titled = replace(joined, title=seen_name(joined.title[:32]))
        return self.with_tables([replace(table, joined=titled, told_bytes=len(payload))])

    def _has_room(self, name: str, size: int) -> bool:
        """Check the room beside all other tables: the broker keeps what they told, and would fill the memory again at
        each start."""
        others = [table.told_bytes for table in self.tables.values() if table.name != name]
        return len(others) < MOST_TABLES and sum(others) + size <= MOST_JOINED

    def _ends_as_another(self, table: SeenTable) -> bool:
        behind = _BEHIND.search(same_name(table.title))
        return behind is not None and behind[1] != table.name and behind[1] in self.tables


def _place(table: SeenTable) -> tuple[bool, bool, list[tuple[int, str]]]:
    parts = [part for part in _FIGURES.split(table.title.casefold()) if part]
    read = [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
    return not (table.wants_help and table.here), table.here, read
