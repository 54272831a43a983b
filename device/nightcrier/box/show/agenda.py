"""Plays a game of many small steps: a row of steps to do, each of which may put others before the rest.

A value throughout. The rules of a game are the same all game; its state is what it knows by now. Both are types of the
game's own."""

from itertools import takewhile
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import BACK, SKIP, Answer, Picks, all_values
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict

_Rules = TypeVar("_Rules")
_State = TypeVar("_State")
_RulesTaken_contra = TypeVar("_RulesTaken_contra", contravariant=True)


class StepResult(Struct, Generic[_State], frozen=True):
    """The result of a step: the state now, and what is to be done next, before or (`ends`) instead of the rest. Once it
    `settles` what was done so far, nothing before it can be taken back. BACK passes over as many stages as were
    `aside`: people only looked something up there."""

    state: _State
    steps: "tuple[AgendaStep[Any, _State], ...]" = ()
    ends: bool = False
    settles: bool = False
    aside: int = 0


class AgendaStep(Protocol[_RulesTaken_contra, _State]):
    """A step of a game. One without a stage does itself, with no picks."""

    def stage(self, rules: _RulesTaken_contra, state: _State, /) -> Stage | None: ...

    def result(self, rules: _RulesTaken_contra, state: _State, picks: Picks, /) -> StepResult[_State]: ...


class PlainStep(Struct, frozen=True):
    """A step that people only take in."""

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state)


class SilentStep(Struct, frozen=True):
    """A step that does itself."""

    def stage(self, rules: object, state: object, /) -> Stage | None:
        return None


class StageStep(Struct, frozen=True):
    """Show the same stage whatever happened before. SKIP passes it with its like, unless it is `kept`; if it `settles`,
    BACK stops after it."""

    shown: Stage
    kept: bool = False
    settles: bool = False

    def stage(self, rules: object, state: object, /) -> Stage:
        return self.shown

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state, settles=self.settles)


class AgendaGame(Struct, Generic[_Rules, _State], frozen=True):
    """A game under way, begun with `at_first_stage`. `before` is what BACK leads to: the last stage at which people had
    a say."""

    rules: _Rules
    state: _State
    steps: tuple[AgendaStep[_Rules, _State], ...]
    now: Stage | None = None
    before: Self | None = None
    keeps_secrets: bool = False

    def stage(self) -> Stage | None:
        return self.now

    def back(self, stages: int) -> Self | None:
        """Return the game to which so many of BACK lead."""
        before = self.before
        return before.back(stages - 1) if before and stages > 1 else before

    def answer(self, value: Answer) -> Self:
        if value == BACK and self.before:
            return self.before
        game = replace(self, before=self) if isinstance(self.now, Ask | Tell) else self
        if value == SKIP:
            return at_first_stage(replace(game, steps=_steps_after_skip(self.steps)))
        return at_first_stage(_after(game, all_values(value)))


_Game = TypeVar("_Game", bound=AgendaGame[Any, Any])


def _after(game: _Game, picks: Picks) -> _Game:
    """The first step is done."""
    moved = game.steps[0].result(game.rules, game.state, picks)
    before = None if moved.settles else game.back(1 + moved.aside)
    steps = (*moved.steps, *(() if moved.ends else game.steps[1:]))
    return replace(game, state=moved.state, steps=steps, before=before)


def at_first_stage(game: _Game) -> _Game:
    """Return the game at the first stage of its steps: the steps that do themselves are done. BACK is offered where it
    leads somewhere."""
    while game.steps and (stage := game.steps[0].stage(game.rules, game.state)) is None:
        game = _after(game, ())
    if not game.steps:
        return replace(game, now=None)
    if isinstance(stage, Ask | Tell | Verdict) and game.before:
        stage = replace(stage, back=True)
    elif isinstance(stage, Perform) and stage.back and not game.before:
        stage = replace(stage, back=False)
    return replace(game, now=stage)


def _steps_after_skip(steps: tuple[AgendaStep[_Rules, _State], ...]) -> tuple[AgendaStep[_Rules, _State], ...]:
    """Return the steps that are left once somebody has said that he knows the step under way, and those like it."""
    told = tuple(takewhile(_may_be_skipped, steps))
    kept = tuple(step for step in told[1:] if isinstance(step, StageStep) and step.kept)
    return (*kept, *steps[len(told) :])


def _may_be_skipped(step: AgendaStep[Any, Any]) -> bool:
    return isinstance(step, StageStep) and isinstance(step.shown, Tell) and step.shown.skip
