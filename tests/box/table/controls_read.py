"""The table of controls in docs/play.md, as it is read; and the gestures of its columns."""

from collections.abc import Mapping
from pathlib import Path

from nightcrier.box.events import Control, Gesture
from tests.box.table.expected_effects import HOLDS, phrase_for

PAGE = Path(__file__).parents[3] / "docs" / "play.md"
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


def rows_of_the_table(text: str = "") -> dict[str, dict[str, str]]:
    """Of docs/play.md, or of the text of another page. Page, and by gesture what the table says of it; holds stand in
    one column, each with its control before it, or one for all three."""
    found: dict[str, dict[str, str]] = {}
    for line in (text or PAGE.read_text("utf-8")).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 6 or not cells[0].startswith("**"):
            continue
        page = cells[0].split("**")[1]
        held = {name: phrase_for(cells[5], name) for name in HOLDS}
        found[page] = {**dict(zip(COLUMNS, cells[1:5], strict=True)), **held}
    return found
