"""The people of an evening, each with a number for good, and who of them sits where in one game."""

from enum import StrEnum

from msgspec import Struct

MOST_PEOPLE = 36
"""No game seats more."""


class Presence(StrEnum):
    """Whether somebody plays the next game."""

    PLAYS = "plays"
    SITS_OUT = "sits-out"
    LEFT = "left"


class EveningPerson(Struct, frozen=True):
    """Somebody of an evening; `name` is empty for who is known by a seat's number."""

    name: str = ""
    presence: Presence = Presence.PLAYS


class SeatedPerson(Struct, frozen=True):
    """Who sits at a seat of one game: the number in the evening, and the name, if any."""

    person: int
    name: str = ""
