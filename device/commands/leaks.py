"""`nightcrier leaks ONE OTHER`: two rehearsals of one script with other cards, compared in every channel."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from device.commands.named import path_named
from device.commands.progress import Patience
from device.kernel.errors import WrongUse

_CHANNELS = {
    "say": "the words",
    "signal": "the signals",
    "bed": "the bed",
    "window": "the windows",
    "lamp": "the lamp",
    "screen": "what all may see",
    "state": "the pages",
    "fault": "the log",
    "saved": "the log",
    "disk": "the disk",
    "bus": "the wires of the glass",
    "input": "the hands",
}
"""By the kind of row: each of these must be the same, and come at the same moment."""

_PRIVATE = ("ask", "tell")
"""What one seat sees may differ; how much light it makes may not."""
_ALIKE = 1.01
"""So many times as bright is as bright."""

LogRow: TypeAlias = dict[str, Any]


class _Stamped(Struct, frozen=True):
    """What every row has."""

    kind: str
    t: float


class Leak(Struct, frozen=True):
    """A difference: in which channel, when, and what stands there on each side."""

    channel: str
    at: float
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.at:.4f} s, {self.channel}:\n  {self.one}\n  {self.other}"


def add_leaks_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("one", type=path_named, help="a folder of `rehearse --secrets`")
    parser.add_argument("other", type=path_named, help="another: the same script, other cards (--seed)")
    parser.add_argument("--until", default="verdict", metavar="PAGE", help="the page that may differ again (verdict)")


def do_leaks(arguments: Namespace) -> int:
    """0 where nothing differs, 1 where something does."""
    with Patience("The two are compared"):
        one, other = (_read_rehearsal(folder, arguments.until) for folder in (arguments.one, arguments.other))
        leak = _first_leak(one, other)
    if leak:
        print(leak)
        return 1
    print(f"No difference in {len(one)} rows.")
    return 0


def _read_rehearsal(folder: Path, until: str) -> list[LogRow]:
    """Its rows before this page; a picture by its dots."""
    log = folder / "log.jsonl"
    try:
        rows = [_row(line) for line in _content(log).splitlines()]
        before = list(_before(rows, until))
        return [{**row, "frame": _dots(folder, row)} if "frame" in row else row for row in before]
    except (OSError, msgspec.MsgspecError) as error:
        raise WrongUse(f"{log}: cannot be read ({error}); name a folder of `rehearse --secrets`.") from None


def _content(file: Path) -> bytes:
    """A pipe would never end."""
    if file.exists() and not file.is_file():
        raise OSError("it is no plain file")
    return file.read_bytes()


def _row(line: bytes) -> LogRow:
    msgspec.json.decode(line, type=_Stamped)
    row: LogRow = msgspec.json.decode(line, type=dict[str, Any])
    return row


def _dots(folder: Path, row: LogRow) -> str:
    return _content(folder / str(row["frame"])).hex()


def _before(rows: Iterable[LogRow], until: str) -> Iterable[LogRow]:
    for row in rows:
        if row.get("page") == until or str(row.get("line", "")).startswith(f"{until}."):
            return
        yield row


def _first_leak(one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    """The earliest difference of all channels."""
    found = [_differing(channel, one, other) for channel in dict.fromkeys(_CHANNELS.values())]
    leaks = [leak for leak in (*found, _brighter((*one, *other))) if leak]
    return min(leaks, key=lambda leak: leak.at, default=None)


def _differing(channel: str, one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    here, there = ([row for row in rows if _CHANNELS.get(str(row["kind"])) == channel] for rows in (one, other))
    at = next((at for at, (row, its) in enumerate(zip(here, there, strict=False)) if row != its), None)
    if at is None and len(here) == len(there):
        return None
    at = min(len(here), len(there)) if at is None else at
    row, its = (rows[at] if at < len(rows) else None for rows in (here, there))
    return Leak(channel, min(float(each["t"]) for each in (row, its) if each), _told(row), _told(its))


def _told(row: LogRow | None) -> str:
    """A picture is too long to be read: its text stands beside it."""
    if row is None:
        return "nothing"
    return msgspec.json.encode({name: value for name, value in row.items() if name != "frame"}).decode()


def _brighter(rows: Sequence[LogRow]) -> Leak | None:
    """Two private pages of one kind that make another light."""
    for kind in _PRIVATE:
        lit = sorted((int(row["lit"]), float(row["t"])) for row in rows if row["kind"] == kind and "lit" in row)
        if lit and lit[-1][0] > lit[0][0] * _ALIKE:
            (least, _), (most, at) = lit[0], lit[-1]
            return Leak("the light", at, f"a page to {kind} with {most} lit dots", f"another with {least}")
    return None
