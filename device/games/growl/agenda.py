"""How a game goes on: a row of steps to do, each of which may put others before the rest. A value throughout."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.village import Rules, Village
from device.kernel.ids import LineId
from device.show.cues import Show
from device.show.stages import BACK, SKIP, Ask, Fact, Perform, Stage, Tell


class Moved(Struct, frozen=True):
    """What has come of a step: the village now, and what is to be done next, before or (`ends`) instead of the rest."""

    village: Village
    steps: tuple["Step", ...] = ()
    ends: bool = False


class Step(Protocol):
    """One thing to do. A step without a stage does itself, with an empty answer."""

    def stage(self, rules: Rules, village: Village) -> Stage | None: ...

    def done(self, rules: Rules, village: Village, value: str) -> Moved: ...


class Shown(Struct, frozen=True):
    """A step that people only take in."""

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        return Moved(village)


class Silent(Struct, frozen=True):
    """A step that does itself."""

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        return None


class Told(Shown, frozen=True):
    """Something to read and hear, until START. Who knows all this can skip what is of the same kind after it."""

    facts: tuple[Fact, ...]
    lines: tuple[LineId, ...]
    skip: bool = False

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Tell(0, self.facts, lines=self.lines, skip=self.skip)


class Played(Shown, frozen=True):
    """A show that is the same whatever has happened."""

    show: Show
    page: str

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Perform(self.show, self.page)


class Evening(Struct, frozen=True):
    """A game under way. `before` is what BACK leads to: the last stage at which people had a say."""

    rules: Rules
    village: Village
    steps: tuple[Step, ...]
    before: "Evening | None" = None

    def stage(self) -> Stage | None:
        stage = self.steps[0].stage(self.rules, self.village) if self.steps else None
        if isinstance(stage, Ask | Tell):
            return replace(stage, back=self.before is not None)
        return stage

    def answer(self, value: str) -> "Evening":
        if value == BACK and self.before:
            return self.before
        before = self if isinstance(self.stage(), Ask | Tell) else self.before
        return replace(self._skipped() if value == SKIP else self._done(value), before=before)

    def _done(self, value: str) -> "Evening":
        """The first step is done, and so are those after it that do themselves."""
        moved = self.steps[0].done(self.rules, self.village, value)
        onward = Evening(self.rules, moved.village, (*moved.steps, *(() if moved.ends else self.steps[1:])))
        by_itself = onward.steps and onward.steps[0].stage(onward.rules, onward.village) is None
        return onward._done("") if by_itself else onward

    def _skipped(self) -> "Evening":
        rest = self.steps
        while rest and isinstance(rest[0], Told) and rest[0].skip:
            rest = rest[1:]
        return replace(self, steps=rest)
