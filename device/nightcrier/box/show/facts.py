"""Contains the facts that a game passes to the table: words, roles, numbers and seats. Only the table knows their texts
in each language."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias, assert_never

from msgspec import Struct

from nightcrier.kernel.ids import LineId, number_line, role_line, screen_line, seat_first, seat_line


class RoleName(Struct, frozen=True, tag="role"):
    """A role, a card or a called moment, by its id in the word files."""

    id: str


class PrintedName(Struct, frozen=True, tag="printed"):
    """The name that is printed on a card, in English in every edition. If it is the only text of a row, its translation
    is written below it."""

    id: str


class Number(Struct, frozen=True, tag="number"):
    """A number, written with the digits of the language."""

    value: int


class SeatName(Struct, frozen=True, tag="seat"):
    """A seat, counted clockwise from 1. Its text is the name of its person, or else the word "seat" with the number."""

    seat: int


class SeatMark(Struct, frozen=True, tag="seat-mark"):
    """A seat in a list, or in a text that already says "seat". Its text is the name of its person, or the number."""

    seat: int


class Joined(Struct, frozen=True, tag="joined"):
    """Several facts in a row, separated by the text `between`."""

    parts: tuple["Fact", ...]
    between: str = ", "


class Word(Struct, frozen=True, tag="word"):
    """A word of the screen, with the facts that fill its gaps. `said` holds lines to speak instead, if the facts alone
    would say too little."""

    key: str
    fillings: Mapping[str, "Fact"] = {}
    said: tuple[LineId, ...] = ()


Fact: TypeAlias = Word | RoleName | PrintedName | Number | SeatName | SeatMark | Joined


EMPTY_ENTRY = Word("turn.blank", said=(screen_line("turn.nothing"),))
"""An entry of a list that stands for no choice."""
OWN_CHOICE = Word("turn.yours", said=(screen_line("turn.choose"),))
"""The text that tells a seat to dial whatever it likes."""


def seats_joined(seats: Iterable[int]) -> Joined:
    return Joined(tuple(map(SeatMark, seats)))


def seats_word(key: str, seats: Iterable[int], said: tuple[LineId, ...]) -> Word:
    """Return the word filled with the list of these seats. Voices say the lines in `said` instead."""
    return Word(key, {"seats": seats_joined(seats)}, said)


def fact_lines(fact: Fact) -> tuple[LineId, ...]:
    """Return the lines that say a fact. A word with gaps cannot be recorded, so its `said` lines are spoken, or else
    only the texts in the gaps."""
    match fact:
        case Word(key, fillings, said):
            return said or (fact_lines(Joined(tuple(fillings.values()))) if fillings else (screen_line(key),))
        case RoleName(name) | PrintedName(name):
            return (role_line(name),)
        case Number(value):
            return (number_line(value),)
        case SeatName(seat):
            return seat_first(seat)
        case SeatMark(seat):
            return (seat_line(seat),)
        case Joined(parts):
            return tuple(line for part in parts for line in fact_lines(part))
    assert_never(fact)
