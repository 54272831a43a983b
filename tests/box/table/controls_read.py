"""The tables of controls in docs/proofs/controls.md, as they are read; and the gestures of their columns."""

from collections.abc import Mapping
from pathlib import Path

from nightcrier.box.events import Control, Gesture
from tests.box.table.expected_effects import HOLDS, phrase_for

PAGE = Path(__file__).parents[3] / "docs" / "proofs" / "controls.md"
COLUMNS = ("START", "BACK", "turn", "press")
GESTURES: Mapping[str, tuple[Control, Gesture]] = {
    "START": (Control.START, Gesture.PRESS),
    "BACK": (Control.BACK, Gesture.PRESS),
    "turn": (Control.DIAL, Gesture.TURN),
    "press": (Control.DIAL, Gesture.PRESS),
    "START:": (Control.START, Gesture.HOLD),
    "BACK:": (Control.BACK, Gesture.HOLD),
    "dial:": (Control.DIAL, Gesture.HOLD),
}


PRESS_OF = {"START:": "START", "BACK:": "BACK"}
"""The press of each button that may be held, by the names of the columns."""


def with_slow_presses(cells: Mapping[str, str]) -> dict[str, str]:
    """The cells of a row, and for each button held where no hold means anything the cell of its press."""
    slow = {held: cells.get(pressed, "") for held, pressed in PRESS_OF.items()}
    return {**slow, **{gesture: cell for gesture, cell in cells.items() if cell}}


def rows_of_the_table(section: str = "The house") -> dict[str, dict[str, str]]:
    """Page, and by gesture what the table of this section says of it; holds stand in one column, each with its control
    before it, or one for all three."""
    table = PAGE.read_text("utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    found: dict[str, dict[str, str]] = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 6 or not cells[0].startswith("**"):
            continue
        page = cells[0].split("**")[1]
        held = {name: phrase_for(cells[5], name) for name in HOLDS}
        found[page] = {**dict(zip(COLUMNS, cells[1:5], strict=True)), **held}
    return found
