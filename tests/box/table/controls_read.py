"""Reads the rows of assets/controls.toml, by the gestures of hands."""

from collections.abc import Mapping

from docs.controls import CONTROLS
from nightcrier.box.events import Control, Gesture

GESTURES: Mapping[str, tuple[Control, Gesture]] = {
    "START": (Control.START, Gesture.PRESS),
    "BACK": (Control.BACK, Gesture.PRESS),
    "turn": (Control.DIAL, Gesture.TURN),
    "press": (Control.DIAL, Gesture.PRESS),
    "hold START": (Control.START, Gesture.HOLD),
    "hold BACK": (Control.BACK, Gesture.HOLD),
    "hold dial": (Control.DIAL, Gesture.HOLD),
}


PRESS_OF = {"hold START": "START", "hold BACK": "BACK"}
"""The name of the press for each button that can be held."""


def with_slow_presses(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the cells of a row. A button without a meaning for holding it gets the cell of its press."""
    return {**{held: cells[pressed] for held, pressed in PRESS_OF.items() if pressed in cells}, **cells}


def rows_of_the_table(section: str = "The house") -> dict[str, dict[str, str]]:
    """Return what this section of the table says about each gesture on each page."""
    return {
        page: {name: cell for name in GESTURES if (cell := row.get(name, name[:5] == "hold " and row.get("hold")))}
        for page, row in CONTROLS[section].items()
    }
