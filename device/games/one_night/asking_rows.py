"""Rows of questions. What can lie in one place only is asked once, what can only be one thing never.

A row is a generator: it yields questions, is sent their answers, and returns what it has found out. From the answers
alone follows how far it has come."""

from collections.abc import Generator, Iterable, Sequence
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import LineId, seat_line
from device.show.answers import NONE_OF_THEM, Answer, Option
from device.show.facts import SeatMark, SeatName, Word
from device.show.stages import Ask, Tell

NOBODY_VALUE = "0"

_Found = TypeVar("_Found")
AskingRow: TypeAlias = Generator[Ask | Tell, Answer, _Found]


class RowPlace(Struct, Generic[_Found], frozen=True):
    """Where a row has come to: at a question, or at its end, with what it found and the answers that came after it."""

    question: Ask | Tell | None = None
    found: _Found | None = None
    after: tuple[Answer, ...] = ()


def follow_row(row: AskingRow[_Found], answers: Sequence[Answer]) -> RowPlace[_Found]:
    """A question that has one answer answers itself. Where something can be taken back, BACK is offered."""
    given = list(answers)
    try:
        question = next(row)
        while given or _own_answer(question, given) is not None:
            own = _own_answer(question, given)
            question = row.send(given.pop(0) if own is None else own)
    except StopIteration as end:
        return RowPlace(found=end.value, after=tuple(given))
    return RowPlace(replace(question, back=bool(answers)))


def _own_answer(question: Ask | Tell, given: Sequence[Answer]) -> str | None:
    """What a question with one answer answers itself. Where several may be marked, none may be an answer too. What is
    told has none but START, which a game lacks that was begun when it was not told yet: what comes answers the next."""
    if isinstance(question, Tell):
        return "" if given and given[0] != "" else None
    fewest = question.marks.least if question.marks else 1
    return question.choices[0].value if len(question.choices) == fewest == 1 else None


def seat_choices(seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats to choose from."""
    return tuple(Option(str(seat), SeatName(seat)) for seat in seats)


def seats_to_mark(seats: Iterable[int], least: int) -> tuple[Option, ...]:
    """Seats of which several may be marked; none, where an entry says so."""
    return (*(() if least else (Option(NONE_OF_THEM, Word("nobody")),)), *seat_choices(seats))


def seat_question(key: str, seat: int) -> Word:
    """A question about a seat, on the screen and aloud: the line that leads to its number or its name."""
    return Word(key, {"n": SeatMark(seat)}, (LineId(key), seat_line(seat)))
