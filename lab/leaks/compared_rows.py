"""Compares the rows of two rehearsals of the same script with different cards, in every channel."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from nightcrier.box.record import PRIVATE_ROWS, RowKind
from nightcrier.box.show.stages import STINGS
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools.command_line import find_name

DAY, VERDICT = "day", "verdict"
LogRow: TypeAlias = dict[str, Any]


class _CheckedRow(Struct, frozen=True):
    """The fields of a row that must have the right type. All other fields are only compared."""

    kind: RowKind
    t: float
    page: str = ""
    lit: int = 0
    frame: str = ""


class RehearsedRows(Struct, frozen=True):
    """The rows of a rehearsal. `every` holds all rows. `before` holds the rows before the first page that may differ
    between rehearsals, with the dots of their pictures."""

    folder: Path
    every: Sequence[LogRow]
    before: Sequence[LogRow]

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row["page"] for row in self.every if row.get("page")))

    @property
    def private(self) -> list[object]:
        rows = (row for row in self.before if row["kind"] in PRIVATE_ROWS)
        return [(row.get("who"), row.get("facts"), row.get("lines")) for row in rows]


CHANNELS = {
    RowKind.SAY: "the words",
    RowKind.SIGNAL: "the signals",
    RowKind.BED: "the bed",
    RowKind.DRONE: "the drone",
    RowKind.WINDOW: "the windows",
    RowKind.LAMP: "the lamp",
    RowKind.SCREEN: "what all may see",
    RowKind.STATE: "the pages",
    RowKind.FAULT: "the log",
    RowKind.SAVED: "the log",
    RowKind.DISK: "the disk",
    RowKind.BUS: "the wires of the glass",
    RowKind.INPUT: "the hands",
}
"""The channel of each kind of row. Two rehearsals must have equal rows at equal moments in every channel."""

_LIT = (RowKind.ASK, RowKind.TELL)
"""Kinds of pages for one seat. Their content may differ, but not the amount of light they make."""
_ALIKE = 1.01
"""Two pages count as equally bright if one has at most this many times the light of the other."""


class Leak(Struct, frozen=True):
    """A difference between two rehearsals: its channel, its time, and the row of each rehearsal."""

    channel: str
    at: float
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.at:.4f} s, {self.channel}:\n  {self.one}\n  {self.other}"


def first_leak(one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    found = [_difference(channel, one, other) for channel in dict.fromkeys(CHANNELS.values())]
    leaks = [leak for leak in (*found, _brighter((*one, *other))) if leak]
    return min(leaks, key=lambda leak: leak.at, default=None)


def _difference(channel: str, one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    here, there = ([row for row in rows if CHANNELS.get(row["kind"]) == channel] for rows in (one, other))
    at = next((at for at, (row, its) in enumerate(zip(here, there, strict=False)) if row != its), None)
    if at is None and len(here) == len(there):
        return None
    at = min(len(here), len(there)) if at is None else at
    row, its = (rows[at] if at < len(rows) else None for rows in (here, there))
    return Leak(channel, min(float(each["t"]) for each in (row, its) if each), _row_text(row), _row_text(its))


def _row_text(row: LogRow | None) -> str:
    """Return a row as text, without its picture, which is too long to read."""
    if row is None:
        return "nothing"
    return msgspec.json.encode({name: value for name, value in row.items() if name != "frame"}).decode()


def _brighter(rows: Sequence[LogRow]) -> Leak | None:
    """Return a leak if two private pages of the same kind make different amounts of light, and otherwise None."""
    for kind in _LIT:
        lit = sorted((int(row["lit"]), float(row["t"])) for row in rows if row["kind"] == kind and "lit" in row)
        if lit and lit[-1][0] > lit[0][0] * _ALIKE:
            (least, _), (most, at) = lit[0], lit[-1]
            return Leak("the light", at, f"a page to {kind} with {most} lit dots", f"another with {least}")
    return None


def belongs_to(row: Mapping[str, Any], page: str) -> bool:
    """Say whether a row belongs to a page. The row is the page itself, one of its lines, or the short music of a
    victory before the verdict."""
    sting = page == VERDICT and row.get("name") in STINGS
    return sting or row.get("page") == page or str(row.get("line", "")).startswith(f"{page}.")


def read_rehearsal(folder: Path, until: str) -> RehearsedRows:
    log = folder / "log.jsonl"
    try:
        lines = _content(log).splitlines()
        for line in lines:
            msgspec.json.decode(line, type=_CheckedRow)
        rows = [msgspec.json.decode(line, type=LogRow) for line in lines]
        before = [_with_picture(folder, row) for row in takewhile(lambda row: not belongs_to(row, until), rows)]
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise WrongUse(f"{log}: cannot be read ({error}); name a folder of `rehearse --secrets`.") from None
    return RehearsedRows(folder, rows, before)


def check_comparable(one: RehearsedRows, other: RehearsedRows, until: str | None) -> None:
    """Raise WrongUse if two rehearsals cannot be compared, for example because both are the same rehearsal, or because
    no game was played."""
    if one.folder.resolve() == other.folder.resolve():
        raise WrongUse(f"{one.folder}: is named twice; name two rehearsals, with another --seed each.")
    for each in (one, other):
        if not each.every:
            raise WrongUse(f"{each.folder}: nothing happened in it; rehearse a script that plays a game.")
        if not any(row.get("secret") for row in each.every):
            raise WrongUse(f"{each.folder}: was rehearsed without --secrets; rehearse it again with that option.")
    if until is not None and len(one.before) == len(one.every) and len(other.before) == len(other.every):
        find_name(until, (*one.pages, *other.pages), "page")


def check_other_cards(one: RehearsedRows, other: RehearsedRows) -> None:
    """Raise WrongUse if nobody looked at a card in the rehearsals, or if both rehearsals have the same cards."""
    if not one.private and not other.private:
        raise WrongUse("Nobody looked at a card in either; let the script hold the dial when a seat is called.")
    if one.private == other.private:
        raise WrongUse("Both were played with the same cards; rehearse one of them with another --seed.")


def _content(file: Path) -> bytes:
    """Return the content of a plain file. A pipe is refused, because it might never end."""
    if file.exists() and not file.is_file():
        raise OSError("it is no plain file")
    return file.read_bytes()


def _with_picture(folder: Path, row: LogRow) -> LogRow:
    return {**row, "frame": _content(folder / row["frame"]).hex()} if "frame" in row else row
