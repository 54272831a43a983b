"""A row of questions: a generator yields stages, is sent their answers, and returns what it has found out.

From the answers alone follows how far it has come, so a row may hold whatever one question leads to."""

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
    """Give the next stage of a row after these answers; at its end, what it has found."""
    try:
        stage = next(row)
        for answer in answers:
            stage = row.send(answer)
    except StopIteration as end:
        return cast("_Found", end.value)
    return stage


def ask_unless_known(question: Ask) -> AskingRow[Picks]:
    """Ask a question, unless there is one answer only: that is given."""
    return (question.choices[0].value,) if len(question.choices) == 1 else (yield question)


class RowStep(Struct, Generic[_Rules, _State], frozen=True, kw_only=True):
    """A step that asks a row, and does what it returns."""

    answers: tuple[Picks, ...] = ()

    def row(self, rules: _Rules, state: _State) -> AskingRow[StepResult[_State]]:
        """Begin the row anew: it is gone through again for each answer."""
        raise NotImplementedError

    def stage(self, rules: _Rules, state: _State) -> Stage | None:
        place = follow_row(self.row(rules, state), self.answers)
        return None if isinstance(place, StepResult) else place

    def result(self, rules: _Rules, state: _State, picks: Picks) -> StepResult[_State]:
        """Take the answer to the stage of now. The row is done once no stage is left."""
        place = follow_row(self.row(rules, state), self.answers)
        if isinstance(place, StepResult):
            return place
        return StepResult(state, (replace(self, answers=(*self.answers, picks)),))
