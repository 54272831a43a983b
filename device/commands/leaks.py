"""`nightcrier leaks ONE OTHER`: two rehearsals of one script with other cards, compared in every channel."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from device.box.row_kinds import RowKind
from device.commands.named import path_named
from device.commands.progress import Patience
from device.commands.rehearsed_rows import VERDICT, LogRow, check_comparable, check_other_cards, read_rehearsal

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
"""By the kind of row: each of these must be the same, and come at the same moment."""

_LIT = (RowKind.ASK, RowKind.TELL)
"""What one seat sees may differ; how much light it makes may not."""
_ALIKE = 1.01
"""So many times as bright is as bright."""


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
    parser.add_argument("--until", metavar="PAGE", help=f"the page from which they may differ ({VERDICT})")


def do_leaks(arguments: Namespace) -> int:
    """0 where nothing differs, 1 where something does."""
    with Patience("The two are compared"):
        until = arguments.until or VERDICT
        one, other = (read_rehearsal(folder, until) for folder in (arguments.one, arguments.other))
        check_comparable(one, other, arguments.until)
        leak = _first_leak(one.before, other.before)
    if leak:
        print(leak)
        return 1
    check_other_cards(one, other)
    print(f"No difference in {len(one.before)} rows.")
    return 0


def _first_leak(one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    """The earliest difference of all channels."""
    found = [_differing(channel, one, other) for channel in dict.fromkeys(CHANNELS.values())]
    leaks = [leak for leak in (*found, _brighter((*one, *other))) if leak]
    return min(leaks, key=lambda leak: leak.at, default=None)


def _differing(channel: str, one: Sequence[LogRow], other: Sequence[LogRow]) -> Leak | None:
    here, there = ([row for row in rows if CHANNELS.get(row["kind"]) == channel] for rows in (one, other))
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
    for kind in _LIT:
        lit = sorted((int(row["lit"]), float(row["t"])) for row in rows if row["kind"] == kind and "lit" in row)
        if lit and lit[-1][0] > lit[0][0] * _ALIKE:
            (least, _), (most, at) = lit[0], lit[-1]
            return Leak("the light", at, f"a page to {kind} with {most} lit dots", f"another with {least}")
    return None
