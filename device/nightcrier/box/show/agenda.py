"""Plays a game as a list of small steps. Each step may add other steps to the list.

A game is one value that contains rules and a state, in its own types. The rules never change; the state does."""

from functools import reduce
from itertools import takewhile
from typing import Any, Generic, Protocol, Self, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.answers import BACK, FOULS, GOES, LEAVES, SKIP, Answer, Option, Picks, all_values, is_act
from nightcrier.box.show.asking_rows import AskingRow, follow_row
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict
from nightcrier.kernel.ids import LineId

_Rules = TypeVar("_Rules")
_State = TypeVar("_State")
_RulesTaken_contra = TypeVar("_RulesTaken_contra", contravariant=True)


class StepResult(Struct, Generic[_State], frozen=True):
    """The result of a step: the new state, and `steps` to do before the remaining ones, or instead of them if it `ends`
    them. If the step `settles`, BACK cannot undo any earlier step. BACK also skips the last `aside` stages, in which
    people only looked something up."""

    state: _State
    steps: "tuple[AgendaStep[Any, _State], ...]" = ()
    ends: bool = False
    settles: bool = False
    aside: int = 0


class AgendaStep(Protocol[_RulesTaken_contra, _State]):
    """Defines a step of a game. A step without a stage runs by itself, with empty picks."""

    def stage(self, rules: _RulesTaken_contra, state: _State, /) -> Stage | None: ...

    def result(self, rules: _RulesTaken_contra, state: _State, picks: Picks, /) -> StepResult[_State]: ...


class PlainStep(Struct, frozen=True):
    """A step in which people only read or hear something. Their answer changes nothing."""

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state)


class SilentStep(Struct, frozen=True):
    """A step that runs by itself, without a stage."""

    def stage(self, rules: object, state: object, /) -> Stage | None:
        return None


class StageStep(Struct, frozen=True):
    """A step that always shows the same stage. SKIP skips a row of such steps, except those that are `kept`. BACK
    cannot go back past a step that `settles`."""

    shown: Stage
    kept: bool = False
    settles: bool = False

    def stage(self, rules: object, state: object, /) -> Stage:
        return self.shown

    def result(self, rules: object, state: _State, picks: Picks, /) -> StepResult[_State]:
        return StepResult(state, settles=self.settles)


class RowStep(Struct, Generic[_Rules, _State], frozen=True, kw_only=True):
    """A step that asks a row of questions, and returns the result of the row."""

    answers: tuple[Picks, ...] = ()

    def row(self, rules: _Rules, state: _State) -> AskingRow[StepResult[_State]]:
        """Start the row of questions. It is run again from its beginning after each answer."""
        raise NotImplementedError

    def stage(self, rules: _Rules, state: _State) -> Stage | None:
        place = follow_row(self.row(rules, state), self.answers)
        return None if isinstance(place, StepResult) else place

    def result(self, rules: _Rules, state: _State, picks: Picks) -> StepResult[_State]:
        """Add the answer to the present question. After the last question, return the result of the row."""
        answered = replace(self, answers=(*self.answers, picks))
        place = follow_row(self.row(rules, state), answered.answers)
        return place if isinstance(place, StepResult) else StepResult(state, (answered,))


class OneAnswerLess(Struct, frozen=True, eq=False):
    """The game before its last answer. All of these are equal, because comparing the answers of two games is enough."""

    game: "AgendaGame[Any, Any]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OneAnswerLess)

    def __hash__(self) -> int:
        return 0


class AgendaGame(Struct, Generic[_Rules, _State], frozen=True):
    """A game under way. `at_first_stage` starts it. `before` is the game to which BACK returns, at the last stage that
    people could answer. `acts` are all answers since the first stage, without those that were undone. `last` leads to
    the game before each of them, so that it need not be played again."""

    rules: _Rules
    state: _State
    steps: tuple[AgendaStep[_Rules, _State], ...]
    now: Stage | None = None
    before: Self | None = None
    keeps_secrets: bool = False
    last: OneAnswerLess | None = None
    acts: tuple[Answer, ...] = ()

    def stage(self) -> Stage | None:
        return self.now

    def games(self) -> tuple[Self, ...]:
        """Return the game before each of its answers, oldest first, and then the game itself."""
        games = [self]
        while last := games[-1].last:
            games.append(cast("Self", last.game))
        return tuple(reversed(games))

    @property
    def is_led(self) -> bool:
        """True if a moderator leads the game and has the glass."""
        return False

    def seats_in_play(self) -> tuple[int, ...]:
        """Return the seats that may leave the game now, counted from 0. By default nobody can leave a game."""
        return ()

    def seats_out(self) -> tuple[int, ...]:
        """Return the seats that everybody knows to be out of the game."""
        return ()

    def leave_line(self, seat: int) -> LineId:
        """Return the line that is said before the number of a seat that leaves the game."""
        return LineId("game.leaves")

    def without(self, seat: int) -> Self:
        """Return the game after this seat has left it by the game's own rules. The seat is never asked again."""
        raise NotImplementedError

    def ways_to_go(self, *, now: bool = True) -> tuple[Option, ...]:
        """Return the rules by which a seat may leave play without a vote, now or on any day. The default is none."""
        return ()

    def gone(self, seat: int, way: str) -> Self:
        """Return the game after this seat has left play by one of the `ways_to_go`."""
        raise NotImplementedError

    def led_by_box(self) -> Self | None:
        """Return the game as it continues without its moderator, or None if it cannot."""
        return None

    def back(self, stages: int) -> Self | None:
        """Return the game after this many presses of BACK, or None if BACK does not lead that far."""
        before = self.before
        return before.back(stages - 1) if before and stages > 1 else before

    def answer(self, value: Answer) -> Self:
        if value == BACK and self.before:
            return self._back_to(self.before)
        return replace(self._answered(value), last=OneAnswerLess(self), acts=(*self.acts, value))

    def _back_to(self, before: Self) -> Self:
        """Return this earlier game with the fouls that were counted since then, because BACK does not undo fouls."""
        fouls = (act for act in self.acts[len(before.acts) :] if act[:1] == (FOULS,))
        return reduce(AgendaGame.answer, fouls, before)

    def _after_act(self, what: str, *given: str) -> Self:
        if what == FOULS:
            return self
        if what == GOES:
            game: Self | None = self.gone(int(given[0]), given[1])
        else:
            game = self.without(int(given[0])) if what == LEAVES else self.led_by_box()
        return at_first_stage(replace(game or self, before=self))

    def _answered(self, value: Answer) -> Self:
        if isinstance(value, tuple) and is_act(value):
            return self._after_act(*value)
        before = None if isinstance(self.now, Perform) and self.now.acts else self.before  # nobody undoes a secret turn
        game = replace(self, before=self if isinstance(self.now, Ask | Tell) else before)
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
    """Do all steps without a stage, and return the game at its next stage, which offers BACK if there is a way back."""
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
    """Return the remaining steps after SKIP: without the present step, and without the explanations directly after it
    that are not kept."""
    told = tuple(takewhile(_may_be_skipped, steps))
    kept = tuple(step for step in told[1:] if isinstance(step, StageStep) and step.kept)
    return (*kept, *steps[len(told) :])


def _may_be_skipped(step: AgendaStep[Any, Any]) -> bool:
    return isinstance(step, StageStep) and isinstance(step.shown, Tell) and step.shown.skip
