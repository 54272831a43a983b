"""What is asked of the tables of a hall: who can take it, and what is to be sent to whom."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from device.hall.seen_hall import SeenHall
from device.hall.seen_table import AskedOrder, can_do, due_orders, with_asked, with_sent, without_done
from device.kernel.ids import Seconds
from device.net.mqtt.topics import Order


class WhoTakes(NamedTuple):
    """How many tables can take an order: of those that are there, and of those that do not answer, for which it
    waits a while."""

    here: int
    away: int


def who_takes(hall: SeenHall, names: Collection[str], order: Order, value: str) -> WhoTakes:
    able = [hall.tables[name].here for name in _able(hall, names, order, value)]
    return WhoTakes(able.count(True), able.count(False))


def _able(hall: SeenHall, names: Collection[str], order: Order, value: str) -> set[str]:
    return {name for name in names if name in hall.tables and can_do(hall.tables[name], order, value)}


def ask_tables(hall: SeenHall, names: Collection[str], order: Order, value: str, now: Seconds) -> SeenHall:
    """Those that could do it."""
    able = _able(hall, names, order, value)
    tables = {
        name: without_done(with_asked(table, order, value, now), now) if name in able else table
        for name, table in hall.tables.items()
    }
    return SeenHall(tables)


def due_now(hall: SeenHall, now: Seconds) -> Iterable[tuple[str, tuple[AskedOrder, ...]]]:
    """What is to be sent, table by table."""
    for name, table in hall.tables.items():
        if due := due_orders(table, now):
            yield name, due


def with_all_sent(hall: SeenHall, sent: Mapping[str, tuple[AskedOrder, ...]], now: Seconds) -> SeenHall:
    tables = {name: with_sent(table, sent.get(name, ()), now) for name, table in hall.tables.items()}
    return SeenHall({name: without_done(table, now) for name, table in tables.items()})
