"""Rows of questions. What can lie in one place only is asked once, what can only be one thing never.

A row is a generator: it yields questions, is sent their answers, and returns what it has found out. From the answers
alone follows how far it has come."""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Generic, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import LineId, seat_line
from device.show.agenda import StepResult
from device.show.answers import NONE_OF_THEM, Answer, Option, Picks
from device.show.facts import SeatMark, SeatName, Word
from device.show.stages import Ask, Stage, Tell

NOBODY_VALUE = "0"

_Found = TypeVar("_Found")
_Rules = TypeVar("_Rules")
_State = TypeVar("_State")
AskingRow: TypeAlias = Generator[Ask | Tell, Answer, _Found]


def follow_row(row: AskingRow[_Found], answers: Sequence[Answer]) -> Ask | Tell | _Found:
    """Its next question after these answers; at its end, what it has found. A question that has one answer answers
    itself."""
    given = list(answers)
    try:
        question = next(row)
        while (own := _own_answer(question)) is not None or given:
            question = row.send(given.pop(0) if own is None else own)
    except StopIteration as end:
        return cast("_Found", end.value)
    return question


def _own_answer(question: Ask | Tell) -> str | None:
    """What a question with one answer answers itself. Where several may be marked, none may be an answer too."""
    if isinstance(question, Tell):
        return None
    fewest = question.marks.least if question.marks else 1
    return question.choices[0].value if len(question.choices) == fewest == 1 else None


class RowStep(Struct, Generic[_Rules, _State], frozen=True):
    """Asks a row, and does what it returns."""

    row: Callable[[_Rules, _State], AskingRow[StepResult[_State]]]
    answers: tuple[Picks, ...] = ()

    def stage(self, rules: _Rules, state: _State) -> Stage | None:
        place = follow_row(self.row(rules, state), self.answers)
        return None if isinstance(place, StepResult) else place

    def done(self, rules: _Rules, state: _State, picks: Picks) -> StepResult[_State]:
        place = follow_row(self.row(rules, state), self.answers)
        if isinstance(place, StepResult):
            return place
        return StepResult(state, (replace(self, answers=(*self.answers, picks)),))


def seat_choices(seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats to choose from."""
    return tuple(Option(str(seat), SeatName(seat)) for seat in seats)


def seats_to_mark(seats: Iterable[int], least: int) -> tuple[Option, ...]:
    """Seats of which several may be marked; none, where an entry says so."""
    return (*(() if least else (Option(NONE_OF_THEM, Word("nobody")),)), *seat_choices(seats))


def seat_question(key: str, seat: int) -> Word:
    """A question about a seat, on the screen and aloud: the line that leads to its number or its name."""
    return Word(key, {"n": SeatMark(seat)}, (LineId(key), seat_line(seat)))
