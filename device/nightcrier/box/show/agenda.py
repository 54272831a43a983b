"""Plays a game of many small steps, in a row to which each step may add others.

A game is one value. Its rules never change; its state is what it knows by now. Both have types of the game's own."""

from itertools import takewhile
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import BACK, SKIP, Answer, Picks, all_values
from nightcrier.box.show.asking_rows import AskingRow, follow_row
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict

_Rules = TypeVar("_Rules")
_State = TypeVar("_State")
_RulesTaken_contra = TypeVar("_RulesTaken_contra", contravariant=True)


class StepResult(Struct, Generic[_State], frozen=True):
    """The result of a step: the new state, and the steps to do next, before the rest, or instead of it if `ends`. If
    the step `settles`, nothing before it can be taken back. BACK passes over the last `aside` stages, in which people
    only looked something up."""

    state: _State
    steps: "tuple[AgendaStep[Any, _State], ...]" = ()
    ends: bool = False
    settles: bool = False
    aside: int = 0


class AgendaStep(Protocol[_RulesTaken_contra, _State]):
    """A step of a game. A step without a stage runs by itself, with no picks."""

    def stage(self, rules: _RulesTaken_contra, state: _State, /) -> Stage | None: ...

    def result(self, rules: _RulesTaken_contra, state: _State, picks: Picks, /) -> StepResult[_State]: ...


class PlainStep(Struct, frozen=True):
    """A step that people only take in."""

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state)


class SilentStep(Struct, frozen=True):
    """A step that runs by itself, without a stage."""

    def stage(self, rules: object, state: object, /) -> Stage | None:
        return None


class StageStep(Struct, frozen=True):
    """A step that always shows the same stage. SKIP passes over such steps in a row, except those that are `kept`. BACK
    cannot return past a step that `settles`."""

    shown: Stage
    kept: bool = False
    settles: bool = False

    def stage(self, rules: object, state: object, /) -> Stage:
        return self.shown

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state, settles=self.settles)


class RowStep(Struct, Generic[_Rules, _State], frozen=True, kw_only=True):
    """A step that asks a row of questions and returns the result of the row."""

    answers: tuple[Picks, ...] = ()

    def row(self, rules: _Rules, state: _State) -> AskingRow[StepResult[_State]]:
        """Begin the row. The row runs again from its beginning for each answer."""
        raise NotImplementedError

    def stage(self, rules: _Rules, state: _State) -> Stage | None:
        place = follow_row(self.row(rules, state), self.answers)
        return None if isinstance(place, StepResult) else place

    def result(self, rules: _Rules, state: _State, picks: Picks) -> StepResult[_State]:
        """Add the answer to the present stage. Once no stage is left, the row is done."""
        place = follow_row(self.row(rules, state), self.answers)
        if isinstance(place, StepResult):
            return place
        return StepResult(state, (replace(self, answers=(*self.answers, picks)),))


class AgendaGame(Struct, Generic[_Rules, _State], frozen=True):
    """A game under way, begun with `at_first_stage`. `before` is the game to which BACK leads: at the last stage at
    which people had a say."""

    rules: _Rules
    state: _State
    steps: tuple[AgendaStep[_Rules, _State], ...]
    now: Stage | None = None
    before: Self | None = None
    keeps_secrets: bool = False

    def stage(self) -> Stage | None:
        return self.now

    def back(self, stages: int) -> Self | None:
        """Return the game after BACK was pressed this many times, if BACK leads so far."""
        before = self.before
        return before.back(stages - 1) if before and stages > 1 else before

    def answer(self, value: Answer) -> Self:
        if value == BACK and self.before:
            return self.before
        game = replace(self, before=self) if isinstance(self.now, Ask | Tell) else self
        if value == SKIP:
            return at_first_stage(replace(game, steps=_steps_after_skip(self.steps)))
        return at_first_stage(_with_step_done(game, all_values(value)))


_Game = TypeVar("_Game", bound=AgendaGame[Any, Any])


def _with_step_done(game: _Game, picks: Picks) -> _Game:
    moved = game.steps[0].result(game.rules, game.state, picks)
    before = None if moved.settles else game.back(1 + moved.aside)
    steps = (*moved.steps, *(() if moved.ends else game.steps[1:]))
    return replace(game, state=moved.state, steps=steps, before=before)


def at_first_stage(game: _Game) -> _Game:
    """Return the game at its next stage, with the steps before it done. The stage offers BACK if BACK leads
    somewhere."""
    while game.steps and (stage := game.steps[0].stage(game.rules, game.state)) is None:
        game = _with_step_done(game, ())
    if not game.steps:
        return replace(game, now=None)
    if isinstance(stage, Ask | Tell | Verdict) and game.before:
        stage = replace(stage, back=True)
    elif isinstance(stage, Perform) and stage.back and not game.before:
        stage = replace(stage, back=False)
    return replace(game, now=stage)


def _steps_after_skip(steps: tuple[AgendaStep[_Rules, _State], ...]) -> tuple[AgendaStep[_Rules, _State], ...]:
    """Return the steps left after SKIP at a stage that somebody knows already, without the similar steps after it."""
    told = tuple(takewhile(_may_be_skipped, steps))
    kept = tuple(step for step in told[1:] if isinstance(step, StageStep) and step.kept)
    return (*kept, *steps[len(told) :])


def _may_be_skipped(step: AgendaStep[Any, Any]) -> bool:
    return isinstance(step, StageStep) and isinstance(step.shown, Tell) and step.shown.skip
