"""The tables of controls in docs/wherewolf.md, row by row: what hands do on a page is what its row names, over all
moments of two nights and two days."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from device.kernel.events import Control, Gesture, Input
from device.show.stages import Ask, Count, Perform, Tell
from device.table.effects import LookUp
from device.table.look import look
from device.table.state import SheetPage, Table
from device.table.step import step
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.memory.conftest import ForgetfulDisk
from tests.table.test_controls_table import GESTURES, rows_of_the_table

PAGE = Path(__file__).parents[2] / "docs" / "wherewolf.md"
TITLE = "### What hands do, page by page"
POSSIBLE = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "assassin")
NIGHTS = 2
TABLES = {"moderator": 1, "box": 2}
"""Who leads, and which of the tables tells what hands do then."""


def rows_written(host: str) -> Mapping[str, set[str]]:
    """By row, the gestures that do something."""
    part = PAGE.read_text("utf-8").split(TITLE)[TABLES[host]]
    return {
        page: {gesture for gesture in GESTURES if row.get(gesture)} for page, row in rows_of_the_table(part).items()
    }


def row_now(box: WolfBox) -> str:
    """The row that this moment belongs to; the deal has no row of its own."""
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


def does_something(box: WolfBox, control: Control, gesture: Gesture) -> bool:
    house, table = box.rehearsal.box.daemon.house, box.table
    steps = 1 if gesture is Gesture.TURN else 0
    moved, effects = step(house, table, Input(box.rehearsal.now, control, gesture, steps))
    told = [effect for effect in effects if not isinstance(effect, LookUp)]
    changed = (moved.page, _until(moved)) != (table.page, _until(table))
    return bool(told) or changed or look(house, moved) != look(house, table)


def _until(table: Table) -> float | None:
    score = table.session.score if table.session else None
    return score.until if score else None


def what_acts(box: WolfBox) -> set[str]:
    return {name for name, (control, gesture) in GESTURES.items() if does_something(box, control, gesture)}


@pytest.mark.parametrize("host", TABLES)
def test_what_a_row_names_happens_and_nothing_else(host: str, tmp_path: Path) -> None:
    box = WolfBox(tmp_path, POSSIBLE, 8, 1, files=ForgetfulDisk(), host=host, assembly=5)
    box.begin()
    hands, found = WolfHands(box), dict[str, set[str]]()
    while box.village.number <= NIGHTS:
        row = row_now(box)
        found[row] = found.get(row, set()) | what_acts(box)
        if row == "a question to you" and box.village.number and "the sheet" not in found:
            box.do(Control.START, Gesture.HOLD)
            found[row_now(box)] = what_acts(box)
            box.do(Control.START)
        hands.act()
    found.pop("")
    assert found == rows_written(host)
