"""Plays one evening and keeps its record, and checks what a script demands of it (`CONTRIBUTING.md`)."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any, Self

from nightcrier.box.record import SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import Frame
from nightcrier.tools.simulation import parse_action, perform_action

Row = dict[str, Any]

_FOUND: dict[str, Callable[[Row, str], bool]] = {
    "says": lambda row, wanted: row["kind"] == "say" and wanted in row["line"],
    "hears": lambda row, wanted: row["kind"] == "say" and wanted in row["text"],
    "told": lambda row, wanted: "secret" in row and wanted in told_text(row),
    "fault": lambda row, wanted: row["kind"] == "fault" and wanted in row["what"],
}


def _parted(row: Row) -> list[Row]:
    """Return the row. If it is a sentence with a number in it, add the line and the number as separate rows."""
    lead, whole, number = row["line"].rpartition(".number.") if row["kind"] == "say" else ("", "", "")
    return [row, *({**row, "line": said} for said in (lead, f"number.{number}") if whole)]


def told_text(row: Row) -> str:
    """Return, on one line, what only one person saw."""
    return " | ".join(row["lines"])


class UnpaintedRecord(SecretRecordWitness):
    """Records every word, but only checks that each picture can be drawn."""

    def _picture(self, frame: Frame, path: Path) -> None:
        """Draw nothing, as nobody looks at the picture."""


class Rehearsed:
    """Plays the real box in virtual time. `rows` holds what was seen and heard so far."""

    def __init__(self, where: Path, seed: int = 1, config: Path | None = None, *, newcomers: bool = False) -> None:
        self.out, self.player, self.rows = StringIO(), SilentPlayer(), list[Row]()
        witness = UnpaintedRecord(self.out, where / "out")
        folders = standard_folders({}, where)
        self.rehearsal = Rehearsal(folders, VirtualClock(), self.player, seed, witness, config, newcomers=newcomers)
        self.seen = dict.fromkeys(_FOUND, 0)
        self._keep()

    def perform(self, script: Path, number: int, line: str) -> None:
        """Perform one line of a script: an action, a check, or a comment."""
        if line.startswith("#!"):
            kind, _, wanted = line[2:].strip().partition(" ")
            self.check(kind, wanted)
        elif (action := parse_action(script, number, line)) is not None:
            self.rehearsal.advance(action.after)
            perform_action(self.rehearsal, self.player, action)
            self._keep()

    def play(self, script: Path) -> Self:
        """Perform all lines of a script."""
        for number, line in enumerate(script.read_text("utf-8").splitlines(), start=1):
            self.perform(script, number, line)
        return self

    def advance(self, seconds: float) -> None:
        """Let this many seconds pass, and add what happens to the record."""
        self.rehearsal.advance(seconds)
        self._keep()

    def check(self, kind: str, wanted: str) -> None:
        match kind:
            case "page":
                assert self.last("state")["page"] == wanted
            case "lamp":
                assert self.last("lamp")["state"] == wanted
            case "shows":
                assert any(wanted in line for line in self.last("screen")["lines"]), self.last("screen")
            case _:
                self._find(kind, wanted)

    def last(self, kind: str) -> Row:
        """Return the last row of this kind."""
        return next(row for row in reversed(self.rows) if row["kind"] == kind)

    def _find(self, check: str, wanted: str) -> None:
        """Find a row after the last one that this check found."""
        new = range(self.seen[check], len(self.rows))
        found = next((n for n in new if _FOUND[check](self.rows[n], wanted)), None)
        assert found is not None, f"{wanted!r} not {check} since"
        self.seen[check] = found + 1

    def _keep(self) -> None:
        for row in map(json.loads, self.out.getvalue().splitlines()):
            self.rows += _parted(row)
        self.out.seek(0)
        self.out.truncate()
