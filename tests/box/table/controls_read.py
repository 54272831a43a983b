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
