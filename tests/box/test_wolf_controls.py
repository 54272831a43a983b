"""Tests the sections of assets/controls.toml about Wherewolf: on each page, gestures do what its row names and says, at
all moments of two nights and two days."""

from collections.abc import Mapping

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Ask, Count, Perform, Tell
from nightcrier.box.table.game.secret import SheetPage
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.table.controls_read import GESTURES, rows_of_the_table, with_slow_presses
from tests.box.table.expected_effects import meaning
from tests.box.table.handled import what_came
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands

POSSIBLE = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "assassin")
NIGHTS = 2
TABLES = {"moderator": "Wherewolf with a moderator", "box": "Wherewolf without a moderator"}
"""The sections that say what gestures do, by who leads."""


def rows_written(host: str) -> Mapping[str, Mapping[str, str]]:
    """Return what each row says about each gesture."""
    return {page: with_slow_presses(row) for page, row in rows_of_the_table(TABLES[host]).items()}


def row_now(box: WolfBox) -> str:
    """Return the row to which this moment belongs, or an empty string in the deal, which has none."""
    stage, led = box.stage, box.village.led
    if isinstance(box.table.page, SheetPage):
        return "the sheet"
    match stage:
        case Ask():
            return "a question to you"
        case Tell():
            return "something told to you"
        case Count():
            return "the clock of a talk or a speech"
        case Perform(page="deal"):
            return ""
        case Perform(page="night") if led:
            return "the box speaks, at night"
        case Perform() if led:
            return "the box speaks, by day"
        case Perform() if box.window:
            return "your turn, at night or in a vote"
        case Perform(page="night"):
            return "between two turns, at night"
    return "between two turns of a vote"


def what_acts(box: WolfBox, row: Mapping[str, str]) -> set[str]:
    """Return the gestures that do something now, after checking that they do what the row says."""
    daemon, now = box.rehearsal.box.daemon, box.rehearsal.now
    seen = {name: what_came(daemon.house, box.table, now, *hand) for name, hand in GESTURES.items()}
    other = [name for name, hand in seen.items() if hand and name in row and not meaning("", row[name])(hand)]
    assert other == [], (row_now(box), row, box.stage)
    return {name for name, hand in seen.items() if hand}


@pytest.mark.parametrize("host", TABLES)
def test_what_a_row_names_happens_and_nothing_else(host, tmp_path):
    box = WolfBox(tmp_path, POSSIBLE, 8, 3, files=ForgetfulDisk(), host=host, assembly=5)
    box.begin()
    hands, found, rows = WolfHands(box), dict[str, set[str]](), rows_written(host)
    while box.village.number <= NIGHTS:
        row = row_now(box)
        found[row] = found.get(row, set()) | what_acts(box, rows.get(row, {}))
        if row == "a question to you" and box.village.number and "the sheet" not in found:
            box.do(Control.START, Gesture.HOLD)
            found[row_now(box)] = what_acts(box, rows[row_now(box)])
            box.do(Control.START)
        hands.act()
    found.pop("")
    assert found == {row: set(cells) for row, cells in rows.items()}
