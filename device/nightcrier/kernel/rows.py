"""Writes rows for people: in columns under each other where they are printed, and as CSV for a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any


def align_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write one line for each row."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


_OF_A_FORMULA = "[-=+@\uff1d\uff0b\uff0d\uff20]"
"""The last four are as wide as Chinese and Japanese letters; spreadsheets there take them for the same."""
_CELL_BEGINS = re.compile(rf"(^|[;\t\r\n])({_OF_A_FORMULA})")
_APOSTROPHE = re.compile(rf"(^|[;\t\r\n])'({_OF_A_FORMULA})")
"""Spreadsheets of many countries part cells by semicolons, whatever stands in quotes."""
_HEAD = ("evening", "kind", "number", "game", "scenario", "seat", "name", "points")


def scores_as_csv(rows: Iterable[tuple[Any, ...]]) -> str:
    """Write one line for each seat of each game, below a line that says what stands where."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_HEAD)
    writer.writerows([no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def no_formula(name: str) -> str:
    """The name of a person or a deck as a spreadsheet shows it: it would calculate what begins like a formula."""
    return _CELL_BEGINS.sub(r"\1'\2", name)


def without_apostrophe(name: str) -> str:
    """The name again, where such a file comes back."""
    return _APOSTROPHE.sub(r"\1\2", name)
