"""Writes rows for people: in aligned columns for printing, and as CSV for a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any


def align_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


_OF_A_FORMULA = "[-=+@\uff1d\uff0b\uff0d\uff20]"
"""The characters with which a formula can begin. The last four are the wide forms, which spreadsheets in East Asia
treat in the same way."""
_CELL_BEGINS = re.compile(rf"(^|[;\t\r\n])({_OF_A_FORMULA})")
"""The pattern of a formula. It may follow a semicolon, because many spreadsheets begin a new cell there, even in
quotes."""
_HEAD = ("evening", "kind", "number", "game", "scenario", "seat", "name", "points")


def scores_as_csv(rows: Iterable[tuple[Any, ...]], *, head: bool = True) -> str:
    """Return one line for each seat of each game, preceded by the titles of the columns if `head` is set."""
    return as_csv(_HEAD if head else (), rows)


def as_csv(head: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> str:
    """Return the rows below the titles of their columns, or nothing if there are no rows. No cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    if head:
        writer.writerow(head)
    writer.writerows([no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def no_formula(name: str) -> str:
    """Put an apostrophe before a name that a spreadsheet would treat as a formula."""
    return _CELL_BEGINS.sub(r"\1'\2", name)
