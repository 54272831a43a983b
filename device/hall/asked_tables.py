"""What is asked of the tables of a hall: who can take it, and what is to be sent to whom."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from device.hall.seen_hall import SeenHall
from device.hall.seen_table import AskedOrder, can_do, due_orders, with_asked, with_sent, without_old
from device.kernel.ids import Seconds


class WhoTakes(NamedTuple):
    """How many tables can take an order: of those that are there, and of those that do not answer, for which it
    waits a while."""

    here: int
    away: int


def ask_tables(hall: SeenHall, names: Collection[str], asked: AskedOrder) -> tuple[SeenHall, WhoTakes]:
    """Those that could do it."""
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


def without_all_old(hall: SeenHall, now: Seconds) -> SeenHall:
    return SeenHall({name: without_old(table, now) for name, table in hall.tables.items()})
