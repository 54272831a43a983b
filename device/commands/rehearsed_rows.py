"""The rows of a rehearsal that `leaks` compares, read with suspicion; and why two rehearsals cannot be compared."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from device.box.row_kinds import PRIVATE_ROWS, RowKind
from device.commands.named import known_name
from device.kernel.errors import WrongUse
from device.show.stages import STINGS

VERDICT = "verdict"
LogRow: TypeAlias = dict[str, Any]


class _CheckedRow(Struct, frozen=True):
    """What is looked at in a row; whatever else stands there is compared as it is."""

    kind: RowKind
    t: float
    page: str = ""
    lit: int = 0
    frame: str = ""


class RehearsedRows(Struct, frozen=True):
    """All rows of a folder, and those before the page from which they may differ, their pictures by their dots."""

    folder: Path
    every: Sequence[LogRow]
    before: Sequence[LogRow]

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row["page"] for row in self.every if row.get("page")))

    @property
    def private(self) -> list[object]:
        """What single eyes saw, in its order."""
        return [(row.get("who"), row.get("facts"), row.get("lines")) for row in self.before if _private(row)]


def belongs_to(row: Mapping[str, Any], page: str) -> bool:
    """Whether it is this page, one of its lines, or the sting of who has won, which comes before the verdict."""
    sting = page == VERDICT and row.get("name") in STINGS
    return sting or row.get("page") == page or str(row.get("line", "")).startswith(f"{page}.")


def read_rehearsal(folder: Path, until: str) -> RehearsedRows:
    log = folder / "log.jsonl"
    try:
        rows = [_row(line) for line in _content(log).splitlines()]
        before = [_pictured(folder, row) for row in _before(rows, until)]
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise WrongUse(f"{log}: cannot be read ({error}); name a folder of `rehearse --secrets`.") from None
    return RehearsedRows(folder, rows, before)


def check_comparable(one: RehearsedRows, other: RehearsedRows, until: str | None) -> None:
    """Refuses what would look like two rehearsals without a difference."""
    if one.folder.resolve() == other.folder.resolve():
        raise WrongUse(f"{one.folder}: is named twice; name two rehearsals, with another --seed each.")
    for each in (one, other):
        if not each.every:
            raise WrongUse(f"{each.folder}: nothing happened in it; rehearse a script that plays a game.")
        if not any(row.get("secret") for row in each.every):
            raise WrongUse(f"{each.folder}: was rehearsed without --secrets; rehearse it again with that option.")
    if until is not None and len(one.before) == len(one.every) and len(other.before) == len(other.every):
        known_name(until, (*one.pages, *other.pages), "page")


def check_other_cards(one: RehearsedRows, other: RehearsedRows) -> None:
    """Where nothing differs there must have been something to hide."""
    if not one.private and not other.private:
        raise WrongUse("Nobody looked at a card in either; let the script hold the dial when a seat is called.")
    if one.private == other.private:
        raise WrongUse("Both were played with the same cards; rehearse one of them with another --seed.")


def _private(row: LogRow) -> bool:
    return row["kind"] in PRIVATE_ROWS


def _row(line: bytes) -> LogRow:
    msgspec.json.decode(line, type=_CheckedRow)
    row: LogRow = msgspec.json.decode(line, type=dict[str, Any])
    return row


def _content(file: Path) -> bytes:
    """A pipe would never end."""
    if file.exists() and not file.is_file():
        raise OSError("it is no plain file")
    return file.read_bytes()


def _before(rows: Sequence[LogRow], until: str) -> Iterator[LogRow]:
    for row in rows:
        if belongs_to(row, until):
            return
        yield row


def _pictured(folder: Path, row: LogRow) -> LogRow:
    return {**row, "frame": _content(folder / row["frame"]).hex()} if "frame" in row else row
