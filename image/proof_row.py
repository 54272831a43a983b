"""Defines a row of the table that the card's proof prints, and prints the table."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple


class CardRow(NamedTuple):
    what: str
    measured: str
    holds: bool | None = None
    """None if nothing was promised."""


_VERDICTS = {True: "holds", False: "FALLS SHORT", None: ""}


_NOT_IN_QEMU = ("screen", "sound", "panel")
"""Parts that QEMU's Pi lacks: no screen, no speaker, and pins that are all low. Complaints about them are right."""
_ENDS = "The box cannot play before this is mended: sound."


def check_row(line: str) -> CardRow:
    """Return the row for a line of `nightcrier check`: everything is fine except what QEMU lacks. A line with advice
    promises nothing."""
    how, _, found = line.partition(" ")
    part, _, told = found.strip().partition(" ")
    if how == "->":
        return CardRow("nightcrier check", line)
    of_qemu = part in _NOT_IN_QEMU or (part == "log" and told.strip().startswith(_NOT_IN_QEMU))
    return CardRow("nightcrier check", line, how == "fine" or of_qemu or line == _ENDS)


def later_row(turns: Sequence[tuple[int, int]]) -> CardRow:
    """Return the row for later starts, in seconds, each beside a start of Debian alone. Most must be no slower than
    Debian: a single one says little, because the computer also does other things."""
    seen = ", ".join(f"{ours} s and {theirs} s" for ours, theirs in turns)
    no_slower = sum(ours <= theirs for ours, theirs in turns)
    return CardRow("a later start, to ready, and Debian alone, to its prompt", seen, 2 * no_slower > len(turns))


def print_rows(rows: Iterator[CardRow], write: Callable[[str], object] = print) -> bool:
    """Print the table, and return whether all of it holds."""
    write("| what | measured | |")
    write("|---|---|---|")
    every = True
    for row in rows:
        write(f"| {row.what} | {row.measured} | {_VERDICTS[row.holds]} |")
        every = every and row.holds is not False
    return every
