"""Provides a game that has its aim and two of its three cards to explain, and returns what was said of it."""

from nightcrier.box.show.cues import Speak
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import Line
from tests.box.table.evening import Evening

EN = Language("en")
LINES = {
    "explain.game.toy.1": Line("You look for each other."),
    "explain.game.toy.2": Line("Who finds, wins."),
    "explain.role.seer": Line("The Seer sees."),
    "explain.role.robber": Line("The Robber robs."),
    "explain.role.robber.2": Line("Then the Robber runs."),
}
AIM = ("explain.game.toy.1", "explain.game.toy.2")
SEER = ("explain.role.seer",)
ROBBER = ("explain.role.robber", "explain.role.robber.2")


def said(evening: Evening) -> list[tuple[str, ...]]:
    """Return the lines that were spoken, each time, in order."""
    return [effect.lines for effect in evening.effects if isinstance(effect, Speak)]
