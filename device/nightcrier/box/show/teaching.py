"""Contains what a game can teach: topics besides its cards, the layout of the cards, and a practice night."""

from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import BACK, SKIP, Answer
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.show.stages import TABLE, Stage, Tell
from nightcrier.kernel.ids import LineId

PRACTICE_OVER = Tell(TABLE, (Word("practice.done"),), (LineId("practice.end"),), back=True)
"""The last stage of any practice night. START leads to the home page, where START begins the real game."""


def practice_opening(shown: str, said: LineId, *, timed: bool) -> Tell:
    """Return the stage before a practice night, which explains what people do, and that START begins. With `timed`, it
    adds that START ends the time of a role."""
    keys = ("ready", "role-done") if timed else ("ready",)
    lines = (said, *(LineId(f"practice.{key}") for key in keys))
    return Tell(TABLE, (Word(f"practice.{shown}"),), lines)


class Topic(Struct, frozen=True):
    """Something to explain: a title, and the lines that explain it. `of` is the card of the topic: whoever knows the
    card knows the topic. `before` means that the topic is only useful before a game. `later` means that the game itself
    explains it when needed; before the game only people who want to hear everything hear it."""

    title: Fact
    lines: tuple[LineId, ...]
    of: str = ""
    before: bool = False
    later: bool = False


class PracticePlay(Struct, frozen=True):
    """A practice night under way, one stage after another. The cards are face up, so nothing is secret."""

    stages: tuple[Stage, ...]
    at: int = 0

    def stage(self) -> Stage | None:
        return self.stages[self.at] if self.at < len(self.stages) else None

    @property
    def keeps_secrets(self) -> bool:
        return False

    def answer(self, value: Answer) -> "PracticePlay":
        """Return the practice night after this answer. BACK goes back one stage; SKIP skips those that allow it."""
        if value == BACK:
            return replace(self, at=max(0, self.at - 1))
        passed = (isinstance(stage, Tell) and stage.skip for stage in self.stages[self.at + 1 :])
        return replace(self, at=self.at + 1 + (len(tuple(takewhile(bool, passed))) if value == SKIP else 0))
