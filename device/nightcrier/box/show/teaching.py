"""The things that a game can teach: topics beside its cards, how they are laid out, and a practice night, in which all
keep their eyes open."""

from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import BACK, SKIP, Answer
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.show.stages import TABLE, Stage, Tell
from nightcrier.kernel.ids import LineId

PRACTICE_OVER = Tell(TABLE, (Word("practice.done"),), (LineId("practice.end"),), back=True, foot=Word("practice.home"))
"""The end of any practice night: START leads home, and there it begins the game."""


def practice_opening(shown: str, said: LineId, *, timed: bool) -> Tell:
    """Return the stage before a practice night: what everybody does, and that START begins it; if a role has time, that
    START ends that."""
    keys = ("ready", "role-done") if timed else ("ready",)
    lines = (said, *(LineId(f"practice.{key}") for key in keys))
    return Tell(TABLE, (Word(f"practice.{shown}"),), lines, foot=Word("window.ready"))


class Topic(Struct, frozen=True):
    """One thing that can be explained: what it is called, and the lines that say it. `of` is the card it belongs to:
    where that is known, so is this. `before`: of use only before a game; `last`: what to do when all lies
    ready. `listed`: what the lines speak of, one after the other."""

    title: Fact
    lines: tuple[LineId, ...]
    of: str = ""
    before: bool = False
    last: bool = False
    listed: tuple[Fact, ...] = ()


class PracticePlay(Struct, frozen=True):
    """A practice night under way: one stage after the other. Cards lie open, so nothing is secret."""

    stages: tuple[Stage, ...]
    at: int = 0

    def stage(self) -> Stage | None:
        return self.stages[self.at] if self.at < len(self.stages) else None

    @property
    def keeps_secrets(self) -> bool:
        return False

    def answer(self, value: Answer) -> "PracticePlay":
        """Return the play after this answer: BACK leads a step back, SKIP past all that may be passed."""
        if value == BACK:
            return replace(self, at=max(0, self.at - 1))
        passed = (isinstance(stage, Tell) and stage.skip for stage in self.stages[self.at + 1 :])
        return replace(self, at=self.at + 1 + (len(tuple(takewhile(bool, passed))) if value == SKIP else 0))
