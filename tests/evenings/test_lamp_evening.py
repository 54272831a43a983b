"""Tests that the lamp shows an evening to deaf people: each call, the time to act, and its end."""

from itertools import pairwise
from pathlib import Path

import pytest

from nightcrier.box.panel.gpio import FLASH, LOOKS
from nightcrier.kernel.screen import LampState
from tests.evenings.rehearsed import Rehearsed, Row

HERE = Path(__file__).parent


def played(script: Path, where: Path) -> list[Row]:
    return Rehearsed(where).play(script).rows


def test_the_lamp_tells_every_call_and_its_end_in_time(tmp_path):
    rows = played(HERE / "first-evening.txt", tmp_path)
    shown = [row for row in rows if row["kind"] == "lamp"]
    night = [(row["state"], row.get("call", 0)) for row in shown]
    begun, calls = night.index(("call", 0)), range(1, 5)
    told = [state for number in calls for state in (("call", number), ("window", 0), ("closed", 0))]
    assert night[begun + 1 : begun + 1 + len(told)] == told
    for row, after in pairwise(shown):
        assert len(LOOKS[LampState(row["state"])].steps(row.get("call", 0))) * FLASH < after["t"] - row["t"]
    windows = [row["t"] for row in rows if row["kind"] == "window"]
    assert [row["t"] for row in shown if row["state"] == "window"] == windows


@pytest.mark.parametrize("script", ["without-cards.txt", "wherewolf-box-eight.txt"])
def test_a_seat_is_called_by_its_own_number(script, tmp_path):
    rows = played(HERE / script, tmp_path)
    calls = [row.get("call", 0) for row in rows if row["kind"] == "lamp" and row["state"] == "call"]
    assert list(dict.fromkeys(calls))[:4] == [0, 1, 2, 3]
    if script.startswith("wherewolf"):
        assert [call for call in calls if call][-6:] == [2, 3, 4, 5, 6, 7]  # seat 1 is out by then


def test_a_practice_night_teaches_the_numbers_of_the_deck(tmp_path):
    """A practice night has no nightfall, and whoever is not on the deck's list, such as sleepers, gets no number."""
    rows = played(HERE / "practice-night.txt", tmp_path)
    night = next(n for n, row in enumerate(rows) if row["kind"] == "state" and row["page"] == "practice")
    calls = [row.get("call", 0) for row in rows[night:] if row["kind"] == "lamp" and row["state"] == "call"]
    assert calls[:5] == [1, 2, 3, 4, 0]


def test_a_call_that_is_asked_for_again_is_flashed_again(tmp_path):
    evening, script = Rehearsed(tmp_path), HERE / "first-evening.txt"
    for number, row in enumerate(script.read_text("utf-8").splitlines(), 1):
        if row.startswith("#! page night"):
            break
        evening.perform(script, number, row)
    evening.rehearsal.until(lambda: '"call":1' in evening.out.getvalue(), 60.0)
    evening.advance(0.1)
    for _ in range(2):
        before = len(evening.rows)
        evening.perform(script, 0, "1 back press")
        told = [row for row in evening.rows[before:] if row["kind"] == "lamp"]
        assert [(row["state"], row.get("call")) for row in told] == [("call", 1)]


def test_where_calls_have_no_numbers_the_lamp_tells_when_to_act_and_when_that_is_over(tmp_path):
    """In a round of GROWL, the windows to choose, shuffle and look follow each other at once."""
    shown = [row for row in played(HERE / "growl-four.txt", tmp_path) if row["kind"] == "lamp"]
    assert not any("call" in row for row in shown)
    first = [row["state"] for row in shown].index("window")
    assert [row["state"] for row in shown[first : first + 6]] == ["window", "closed"] * 3
