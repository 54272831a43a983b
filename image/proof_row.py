"""A row of the table that the card's proof prints, and the printing."""

from collections.abc import Callable, Iterator
from typing import NamedTuple


class CardRow(NamedTuple):
    what: str
    measured: str
    holds: bool | None = None
    """None where nothing was promised."""


_VERDICTS = {True: "holds", False: "FALLS SHORT", None: ""}


def print_rows(rows: Iterator[CardRow], write: Callable[[str], object] = print) -> bool:
    """The table; whether all of it holds."""
    write("| what | measured | |")
    write("|---|---|---|")
    every = True
    for row in rows:
        write(f"| {row.what} | {row.measured} | {_VERDICTS[row.holds]} |")
        every = every and row.holds is not False
    return every
