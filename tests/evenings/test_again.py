"""Tests playing a deck again: the next game is two presses away from the verdict, and one from a power-on."""

from itertools import pairwise
from pathlib import Path

from tests.evenings.rehearsed import Rehearsed, Row

SCRIPT = Path(__file__).parent / "same-deck-again.txt"
_OWN = "one-night.again"
"""The first line of the steps that come before a game's night."""


def test_two_presses_lead_from_a_verdict_to_the_same_deck_and_one_from_a_power_on(tmp_path):
    evening = Rehearsed(tmp_path)
    for number, row in enumerate(SCRIPT.read_text("utf-8").splitlines(), start=1):
        evening.perform(SCRIPT, number, row)
    marks = [(_mark(row), at) for at, row in enumerate(evening.rows) if _mark(row)]
    counts = [(begin, end, _presses(evening.rows[a:b])) for (begin, a), (end, b) in pairwise(marks)]
    assert ("verdict", "again", 2) in counts
    assert ("power-on", "again", 1) in counts
    assert counts.count(("again", "night", 1)) == 2


def _mark(row: Row) -> str:
    if row["kind"] == "state":
        return "power-on" if not row["from"] else row["page"] if row["page"] in {"verdict", "night"} else ""
    return "again" if row.get("line") == _OWN else ""


def _presses(rows: list[Row]) -> int:
    return sum(row["kind"] == "input" and row["gesture"] != "release" for row in rows)
