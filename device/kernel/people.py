"""An evening: how it is decided, its people, and who of them sits where in one game. The number of a person is the
place in the row of the evening: whoever moves, or comes after somebody who is removed, has another then, and keeps the
points."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

MOST_PEOPLE = 36
"""No game seats more."""

UNKNOWN_EVENING = -1
"""The number of an evening that lies on a disk which cannot be read now. 0 is that of one which has none yet."""


class Presence(StrEnum):
    """Whether somebody plays the next game."""

    PLAYS = "plays"
    SITS_OUT = "sits-out"
    LEFT = "left"


class EveningKind(StrEnum):
    """How an evening is decided."""

    OPEN = "open"
    SHORT = "short"  # first to `target` points; a tie at the top plays on
    LONG = "long"  # who has lost twice is out; the last one in has won


DEFAULT_TARGET, HIGHEST_TARGET = 5, 999
"""Points that win a short evening. No evening lasts for more than the second."""


class EveningPerson(Struct, frozen=True):
    """Somebody of an evening; `name` is empty for who is known by a seat's number."""

    name: str = ""
    presence: Presence = Presence.PLAYS

    @property
    def plays(self) -> bool:
        return self.presence is Presence.PLAYS


class SeatedPerson(Struct, frozen=True):
    """A person at a seat of one game: the number in the evening, and the name, if any."""

    person: int
    name: str = ""


class NumberedPerson(SeatedPerson, frozen=True):
    """A person in a game in which all are called by number: the number stands beside the name, so that people find
    themselves."""


class GameResult(Struct, frozen=True):
    """A game of the evening, and its points by person, for people who took part: nothing for the losers. `id` was drawn
    when it began, and no other game has it; empty if it was counted without."""

    number: int
    game: str
    scenario: str
    points: Mapping[int, int]
    id: str = ""

    def lost_by(self, person: int) -> bool:
        """Whether this person took part and did not win."""
        return self.points.get(person) == 0
