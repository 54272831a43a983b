"""How a game goes on: a row of steps to do, each of which may put others before the rest. A value throughout."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.cues import Show
from device.show.facts import Fact
from device.show.stages import BACK, SKIP, Answer, Ask, Perform, Stage, Tell, one_value


class StepResult(Struct, frozen=True):
    """What has come of a step: the village now, and what is to be done next, before or (`ends`) instead of the rest."""

    village: Village
    steps: tuple["GrowlStep", ...] = ()
    ends: bool = False


class GrowlStep(Protocol):
    """One thing to do. A step without a stage does itself, with an empty answer."""

    def stage(self, rules: Rules, village: Village) -> Stage | None: ...

    def done(self, rules: Rules, village: Village, value: str) -> StepResult: ...


class PlainStep(Struct, frozen=True):
    """A step that people only take in."""

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return StepResult(village)


class SilentStep(Struct, frozen=True):
    """A step that does itself."""

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        return None


class TellStep(PlainStep, frozen=True):
    """Something to read and hear, until START. Who knows all this can skip what is of the same kind after it."""

    facts: tuple[Fact, ...]
    lines: tuple[LineId, ...]
    skip: bool = False

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Tell(0, self.facts, lines=self.lines, skip=self.skip)


class ShowStep(PlainStep, frozen=True):
    """A show that is the same whatever has happened."""

    show: Show
    page: str

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Perform(self.show, self.page)


class GrowlGame(Struct, frozen=True):
    """A game under way. `before` is what BACK leads to: the last stage at which people had a say."""

    rules: Rules
    village: Village
    steps: tuple[GrowlStep, ...]
    now: Stage | None = None
    before: "GrowlGame | None" = None

    def stage(self) -> Stage | None:
        return self.now

    @property
    def keeps_secrets(self) -> bool:
        return False

    def answer(self, value: Answer) -> "GrowlGame":
        if value == BACK and self.before:
            return self.before
        before = self if isinstance(self.now, Ask | Tell) else self.before
        if value == SKIP:
            return _at(self.rules, self.village, _unskipped(self.steps), before)
        moved = self.steps[0].done(self.rules, self.village, one_value(value))
        rest = () if moved.ends else self.steps[1:]
        return _at(self.rules, moved.village, (*moved.steps, *rest), before)


def start_steps(rules: Rules, village: Village, steps: tuple[GrowlStep, ...]) -> GrowlGame:
    """The game at its first stage."""
    return _at(rules, village, steps, None)


def _at(rules: Rules, village: Village, steps: tuple[GrowlStep, ...], before: GrowlGame | None) -> GrowlGame:
    """The game at its next stage: the steps that do themselves are done."""
    while steps and (stage := steps[0].stage(rules, village)) is None:
        moved = steps[0].done(rules, village, "")
        village, steps = moved.village, (*moved.steps, *(() if moved.ends else steps[1:]))
    if not steps:
        return GrowlGame(rules, village, steps, None, before)
    if isinstance(stage, Ask | Tell) and before:
        stage = replace(stage, back=True)
    return GrowlGame(rules, village, steps, stage, before)


def _unskipped(steps: tuple[GrowlStep, ...]) -> tuple[GrowlStep, ...]:
    while steps and isinstance(steps[0], TellStep) and steps[0].skip:
        steps = steps[1:]
    return steps
