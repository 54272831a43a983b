"""Reads what tables and their hall tell each other, and has the form of the results a table tells.

A message comes from another program, which may say anything. Nobody has to enter results: a table tells all that
counts of the evening, each time anew. So a message that is lost, or comes twice, changes nothing; and a game that
was struck is missed in the next one."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from nightcrier.kernel.people import MOST_PEOPLE, UNKNOWN_EVENING

_T = TypeVar("_T")


def read_message(payload: bytes, kind: type[_T]) -> _T | None:
    """Read a message of this kind; None if it is none."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


MOST_GAMES = 12
"""Told at once, the newest: of those before them the hall knows."""
_TEXT = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z"
"""A line of text: a form that names a game by it would bring another one back."""
_Id = Annotated[str, Meta(max_length=96, pattern=r"^[0-9A-Za-z/_.-]*\Z")]
_Short = Annotated[str, Meta(max_length=96, pattern=_TEXT)]
_Points = Annotated[int, Meta(ge=0, le=1_000)]
"""No game gives as many; a liar's are seen at a glance."""
_Number = Annotated[int, Meta(ge=UNKNOWN_EVENING, le=1_000_000_000)]


class ResultPlace(Struct, frozen=True):
    """Somebody who took part: the number and the name at the box, and the points; none to who lost."""

    place: Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
    points: _Points
    name: _Short = ""


class ResultGame(Struct, frozen=True):
    """A game that is told. `id` is drawn by chance when it begins, so that no other game of any box has it; it is empty
    if its box tells none. `number` is that in the evening, which another game may have after this one was struck."""

    number: _Number
    game: _Short
    title: Annotated[str, Meta(max_length=200, pattern=_TEXT)]
    places: Annotated[tuple[ResultPlace, ...], Meta(max_length=MOST_PEOPLE)]
    id: _Id = ""

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if len({place.place for place in self.places}) < len(self.places):
            raise ValueError("the same place twice")

    @property
    def winners(self) -> tuple[ResultPlace, ...]:
        return tuple(place for place in self.places if place.points)


class TableResults(Struct, frozen=True):
    """The newest games of an evening at one table: all of them from the number `since` on."""

    evening: _Number
    games: Annotated[tuple[ResultGame, ...], Meta(max_length=MOST_GAMES)]
    since: _Number = 0
