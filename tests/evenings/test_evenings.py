"""Scripted evenings. A script is what `rehearse` reads; lines `#! ...` say what must be so at that point:

#! page night              the page that stands on the screen
#! shows Seat 2            text on the screen now
#! says day.one-minute     a line heard since the last such check
#! lamp fault              what the lamp says
#! fault speaker           a fault told since the last such check
"""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from device.box.folders import standard_folders
from device.box.record import RecordWitness
from device.box.rehearsal import Rehearsal
from device.commands.rehearse import parse_action, perform_action
from device.kernel.clock import VirtualClock
from device.sound.players.silent import SilentPlayer

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*.txt"))


class Rehearsed:
    """One evening under way, with its record."""

    def __init__(self, where: Path) -> None:
        self.out, self.player = StringIO(), SilentPlayer()
        self.rehearsal = Rehearsal(
            standard_folders({}, where), VirtualClock(), self.player, 1, RecordWitness(self.out, where / "out")
        )
        self.seen = {"says": 0, "fault": 0}

    def check(self, kind: str, wanted: str) -> None:
        rows = [json.loads(row) for row in self.out.getvalue().splitlines()]
        match kind:
            case "page":
                assert self._last(rows, "state")["page"] == wanted
            case "lamp":
                assert self._last(rows, "lamp")["state"] == wanted
            case "shows":
                assert any(wanted in line for line in self._last(rows, "screen")["lines"]), self._last(rows, "screen")
            case "says":
                self._heard(rows, "says", "say", "line", wanted)
            case "fault":
                self._heard(rows, "fault", "fault", "what", wanted)
            case _:
                raise AssertionError(f"no such check: {kind}")

    def _heard(self, rows: list[dict[str, Any]], check: str, kind: str, field: str, wanted: str) -> None:
        """In order: what was found once is not looked for again."""
        found = [n for n, row in enumerate(rows) if row["kind"] == kind and wanted in row[field]]
        new = [n for n in found if n >= self.seen[check]]
        assert new, f"{wanted} not {check} since"
        self.seen[check] = new[0] + 1

    def _last(self, rows: list[dict[str, Any]], kind: str) -> dict[str, Any]:
        return next(row for row in reversed(rows) if row["kind"] == kind)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_evening_goes_as_written(script: Path, tmp_path: Path) -> None:
    evening = Rehearsed(tmp_path)
    for number, row in enumerate(script.read_text("utf-8").splitlines(), start=1):
        if row.startswith("#!"):
            kind, _, wanted = row[2:].strip().partition(" ")
            evening.check(kind, wanted)
        elif (action := parse_action(script, number, row)) is not None:
            evening.rehearsal.advance(action.after)
            perform_action(evening.rehearsal, evening.player, action)


def test_a_newcomer_needs_at_most_25_gestures() -> None:
    gestures = [row for row in (HERE / "newcomer.txt").read_text("utf-8").splitlines() if row and row[0].isdigit()]
    assert len(gestures) <= 25
