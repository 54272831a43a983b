"""Contains the facts that a game tells the table: words, roles, numbers and seats. Only the table knows their texts in
a language."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import LineId


class RoleName(Struct, frozen=True, tag="role"):
    """A role, a card, or a called moment, by its id in the words."""

    id: str


class PrintedName(Struct, frozen=True, tag="printed"):
    """The name printed on a card, in English in every edition. Where the name stands alone, its translation stands
    below it."""

    id: str


class Number(Struct, frozen=True, tag="number"):
    """A number, shown in the figures of the language."""

    value: int


class SeatName(Struct, frozen=True, tag="seat"):
    """A seat, counted clockwise from 1. The text is the name of its person, or the number with the word "seat"."""

    seat: int


class SeatMark(Struct, frozen=True, tag="seat-mark"):
    """A seat in a list, or in a word that already says "seat", written as the person's name or the bare number."""

    seat: int


class Joined(Struct, frozen=True, tag="joined"):
    """Several facts in a row, with `between` between them."""

    parts: tuple["Fact", ...]
    between: str = ", "


class Word(Struct, frozen=True, tag="word"):
    """A word of the screen with the facts that fill its gaps. `said` holds the lines to say instead, if the fillings
    alone would tell too little."""

    key: str
    fillings: Mapping[str, "Fact"] = {}
    said: tuple[LineId, ...] = ()


Fact: TypeAlias = Word | RoleName | PrintedName | Number | SeatName | SeatMark | Joined


def seats_joined(seats: Iterable[int]) -> Joined:
    return Joined(tuple(map(SeatMark, seats)))
