"""Facts that a game says to the table: words, roles, numbers and seats. The table alone knows how they read in a
language."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import LineId


class RoleName(Struct, frozen=True, tag="role"):
    """A role, a card, or a moment that is called, under the name the words give it."""

    id: str


class PrintedName(Struct, frozen=True, tag="printed"):
    """The name on a card of the box: English in every edition. If it stands alone, its name in the language of the
    table stands below it."""

    id: str


class Number(Struct, frozen=True, tag="number"):
    """A number, in the figures of the language."""

    value: int


class SeatName(Struct, frozen=True, tag="seat"):
    """A seat as people call it, counted clockwise from 1: by who sits there, else by its number."""

    seat: int


class SeatMark(Struct, frozen=True, tag="seat-mark"):
    """A seat in a list or in the midst of a word that speaks of a seat already: by name or by the bare number."""

    seat: int


class Joined(Struct, frozen=True, tag="joined"):
    """Facts one after the other, with `between` in their midst."""

    parts: tuple["Fact", ...]
    between: str = ", "


class Word(Struct, frozen=True, tag="word"):
    """A word of the screen, with what fills the gaps in it. `said` is what is said in its place, where what fills it
    would tell too little alone."""

    key: str
    fillings: Mapping[str, "Fact"] = {}
    said: tuple[LineId, ...] = ()


Fact: TypeAlias = Word | RoleName | PrintedName | Number | SeatName | SeatMark | Joined


def seats_joined(seats: Iterable[int]) -> Joined:
    """A list of seats."""
    return Joined(tuple(map(SeatMark, seats)))
