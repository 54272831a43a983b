"""Finds out what a scripted evening looks like, by rehearsing it in virtual time, which draws its pages."""

import tempfile
from pathlib import Path

import program  # noqa: F401 - what follows is of the installed box
from rows import say

from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import GLASS
from nightcrier.tools.simulation import perform_action, read_script


class DrawnPages(LogWitness):
    """Collects every picture of an evening, with the text on it."""

    def __init__(self, script: Path) -> None:
        say("rehearsing", script.stem)
        self._texts: dict[bytes, set[str]] = {}
        player = SilentPlayer()
        with tempfile.TemporaryDirectory() as state:
            evening = Rehearsal(standard_folders({}, Path(state)), VirtualClock(), player, 1, self)
            for action in read_script(script):
                evening.advance(action.after)
                perform_action(evening, player, action)

    def see(self, at: float, view: View) -> None:
        self._texts.setdefault(draw(view, GLASS), set()).update(view_lines(view))

    def tell(self, picture: bytes, wanted: str) -> bool:
        """Say whether this is one of the pictures with such a text."""
        return any(wanted in line for line in self._texts.get(picture, ()))
