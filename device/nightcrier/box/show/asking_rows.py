"""Asks a row of questions. A generator yields stages, receives their answers, and returns its result.

The answers alone decide which question comes next, so a question may lead to any other question."""

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar, cast

from nightcrier.box.show.answers import Picks
from nightcrier.box.show.stages import Ask, Stage

_Found = TypeVar("_Found")
AskingRow: TypeAlias = Generator[Stage, Picks, _Found]


def follow_row(row: AskingRow[_Found], answers: Sequence[Picks]) -> Stage | _Found:
    """Return the next stage of a row after these answers, or the result of the row if it has ended."""
    try:
        stage = next(row)
        for answer in answers:
            stage = row.send(answer)
    except StopIteration as end:
        return cast("_Found", end.value)
    return stage


def ask_unless_known(question: Ask) -> AskingRow[Picks]:
    """Ask a question, but if only one answer is possible, return that answer instead."""
    return (question.choices[0].value,) if len(question.choices) == 1 else (yield question)
