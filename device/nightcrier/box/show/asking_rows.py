"""Asks a row of questions. A generator yields stages, receives their answers, and returns what it has found.

The place in a row follows from the answers alone, so one question may lead to any others."""

from collections.abc import Generator, Sequence
from typing import Generic, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.stages import Ask, Stage

_Found = TypeVar("_Found")
_Rules = TypeVar("_Rules")
_State = TypeVar("_State")
AskingRow: TypeAlias = Generator[Stage, Picks, _Found]


def follow_row(row: AskingRow[_Found], answers: Sequence[Picks]) -> Stage | _Found:
    """Return the next stage of a row after these answers, or the result of the row at its end."""
    try:
        stage = next(row)
        for answer in answers:
            stage = row.send(answer)
    except StopIteration as end:
        return cast("_Found", end.value)
    return stage


def ask_unless_known(question: Ask) -> AskingRow[Picks]:
    """Ask a question, or return its answer at once if there is only one."""
    return (question.choices[0].value,) if len(question.choices) == 1 else (yield question)


class RowStep(Struct, Generic[_Rules, _State], frozen=True, kw_only=True):
    """A step that asks a row of questions and returns the result of the row."""

    answers: tuple[Picks, ...] = ()

    def row(self, rules: _Rules, state: _State) -> AskingRow[StepResult[_State]]:
        """Begin the row. It runs again from its beginning for each answer."""
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
