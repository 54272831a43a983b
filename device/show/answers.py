"""The answers of a stage."""

from typing import TypeAlias

from msgspec import Struct

from device.show.facts import Fact


class Option(Struct, frozen=True):
    """An answer of an `Ask`: `value` goes back to the game, `label` is what people read. In a secret turn an option
    without a value chooses nothing."""

    value: str
    label: Fact


NONE_OF_THEM = ""
"""The value of a choice that stands for none of the others; of a turn in which nothing was chosen."""

Picks: TypeAlias = tuple[str, ...]
"""What a seat has chosen so far in a secret turn, one value after the other."""

Answer: TypeAlias = str | Picks
"""What a stage was done with: the value of a choice, empty for a stage that only ends; of a secret turn, its row."""

BACK, SKIP = "back", "skip"
"""Answers that a stage may allow beside its own. They are never timed."""
TIME_UP, TALK_OVER = "time", "over"
"""How a talk ended: by its clock, or by the people."""


def one_value(answer: Answer) -> str:
    """Return the one value that was chosen; empty if there is none."""
    return answer if isinstance(answer, str) else next(iter(answer), "")


def all_values(answer: Answer) -> Picks:
    """Return all values that were chosen."""
    return answer if isinstance(answer, tuple) else (answer,) if answer else ()
