"""Saves each count as somebody last approved it, and compares later counts with it.

Only `./run bench NAME ... --mark --why "..."` writes `bench/marks.toml`. It moves the marks of counts that are 5 % off,
and notes the reason beside each."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bench.rows import Held, Result, Row

FILE = Path(__file__).with_name("marks.toml")
APART = 0.05
"""The fraction of its mark by which a count may be higher, or lower, because a gain could later be lost unnoticed."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
HEAD = '# Moved by `./run bench NAME --mark --why "..."` alone. A count is red where it is 5 % more, or less.\n'


class Mark(Struct, frozen=True, omit_defaults=True):
    """Holds the approved count, the reason, and the Python version if that makes a difference."""

    count: int | float
    why: str
    python: str = ""


Marks = Mapping[str, Mapping[str, Mark]]
"""Maps benchmarks to their rows, and rows to their marks."""


def read_marks() -> Marks:
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, dict[str, Mark]], strict=False)


def write_marks(marks: Marks) -> None:
    FILE.write_text(HEAD + "".join(line for name in marks for line in _lines(name, marks[name])), "utf-8")


def _lines(name: str, rows: Mapping[str, Mark]) -> Iterator[str]:
    yield f"\n[{name}]\n"
    for what, mark in rows.items():
        fields = (f"{key} = {_quoted(value)}" for key, value in msgspec.to_builtins(mark).items())
        yield f"{_quoted(what)} = {{ {', '.join(fields)} }}\n"


def _quoted(value: object) -> str:
    """Return a text or a number as TOML, which writes both like JSON."""
    return json.dumps(value, ensure_ascii=False)


def held_to(marks: Mapping[str, Mark], result: Result) -> Result:
    """Give each count its mark as its bar. A mark without a count is a failure."""
    came = {row.what for row in result.rows if row.held}
    gone = [Row(what, None, mark.count, "", than="kept mark") for what, mark in marks.items() if what not in came]
    rows = [_held(row, marks.get(row.what)) if row.held else row for row in result.rows]
    return replace(result, rows=[*rows, *gone])


def _held(row: Row, mark: Mark | None) -> Row:
    if mark is None:
        return row
    if mark.python not in ("", PYTHON):
        return replace(row, held=None, note=f"no mark for Python {PYTHON}, but for {mark.python}; {row.note}")
    under = row.found is not None and row.found < mark.count * (1 - APART)
    bar = mark.count * (1 - APART if under else 1 + APART)
    note = f"fewer than its mark, move it; {row.note}" if under else row.note
    return replace(row, bar=bar, least=under, rival=mark.count, than="kept mark", note=note)


def moved(marks: Marks, results: Sequence[Result], why: str) -> Marks:
    """Return the marks, updated with the counts of these results that are off their marks or have none yet."""
    return {**marks, **{each.name: dict(_marks_of(each, marks.get(each.name, {}), why)) for each in results}}


def _marks_of(result: Result, kept: Mapping[str, Mark], why: str) -> Iterator[tuple[str, Mark]]:
    for row in (row for row in result.rows if row.held and row.found is not None):
        mark = kept.get(row.what)
        python = PYTHON if row.held is Held.PYTHON else ""
        stays = mark is not None and mark.python == python and _held(row, mark).holds
        yield row.what, mark if stays and mark else Mark(_short(row.found), why, python)


def _short(count: float | None) -> float:
    """Return a count rounded to its meaningful digits."""
    return float(f"{count or 0:.4g}") if count != round(count or 0) else round(count or 0)
