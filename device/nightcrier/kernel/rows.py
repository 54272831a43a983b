"""Writes rows for people: in columns under each other where they are printed, and as CSV for a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any


def align_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write each row as one line, with its columns under those of the other rows."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


_OF_A_FORMULA = "[-=+@\uff1d\uff0b\uff0d\uff20]"
"""The signs that begin a formula; the last four are the wide forms, which spreadsheets in East Asia treat alike."""
_CELL_BEGINS = re.compile(rf"(^|[;\t\r\n])({_OF_A_FORMULA})")
_APOSTROPHE = re.compile(rf"(^|[;\t\r\n])'({_OF_A_FORMULA})")
"""The apostrophe before a formula, also after a semicolon, at which many spreadsheets part cells, even in quotes."""
_HEAD = ("evening", "kind", "number", "game", "scenario", "seat", "name", "points")


def scores_as_csv(rows: Iterable[tuple[Any, ...]]) -> str:
    """Write one line for each seat of each game, below a line with the titles of the columns."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_HEAD)
    writer.writerows([no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def no_formula(name: str) -> str:
    """Put an apostrophe before a name that a spreadsheet would take for a formula and calculate."""
    return _CELL_BEGINS.sub(r"\1'\2", name)


def without_apostrophe(name: str) -> str:
    """Take away the apostrophe that `no_formula` has put before a name."""
    return _APOSTROPHE.sub(r"\1\2", name)
