"""Reads the wishes of a second program, a line of JSON each, and tidies a message for the glass of the table. The
second program is `nightcrier net`. Each wish is read strictly, and is something that a hand could do: the table
checks it as if one had. A message is one row of text, not too long."""

import unicodedata
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from nightcrier.kernel.chores import Chore
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.people import JOINERS, MOST_PEOPLE, UNKNOWN_EVENING, Presence, tidy_name

LONGEST_WISH = 512
"""Bytes of a line. The longest honest one, a name of 24 letters with their marks, has half of that."""

LOUDEST_WISH = 20
LONGEST_DUSK: Seconds = 600.0
"""A dusk is not announced for later, and no table waits longer for one."""
LONGEST_ID = 64
_Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
_Person: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
_BySeat: TypeAlias = Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_PEOPLE)], ...], Meta(max_length=MOST_PEOPLE)]
_Evening: TypeAlias = Annotated[int, Meta(ge=UNKNOWN_EVENING, le=1_000_000_000)]
_Game: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class LookWish(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Asks how the evening stands."""


class LoudnessWish(Struct, frozen=True, tag="loudness", forbid_unknown_fields=True):
    """A wish for this loudness, from 1; all that is above the ceiling means the ceiling."""

    loudness: Annotated[int, Meta(ge=1, le=LOUDEST_WISH)]


class PauseWish(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    """The clock of the talk stands, or goes on."""

    paused: bool


class ScenarioWish(Struct, frozen=True, tag="scenario", forbid_unknown_fields=True):
    """A wish for this deck of this game, as the dial at home finds it."""

    game: _Id
    scenario: _Id


class CardWish(Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """Asks for so many copies of a card in the deck of a scenario, for one number of players. The roles menu does the
    same."""

    game: _Id
    scenario: _Id
    players: _Person
    card: _Id
    count: Annotated[int, Meta(ge=0, le=MOST_PEOPLE)]


class SettingWish(Struct, frozen=True, tag="setting", forbid_unknown_fields=True):
    """A wish for this value of an item of a menu, by the text it has there."""

    menu: _Id
    item: _Id
    value: Annotated[str, Meta(max_length=80)]


class NameWish(Struct, frozen=True, tag="name", forbid_unknown_fields=True):
    """Somebody of the evening is called so; nothing takes the name away."""

    person: _Person
    name: Annotated[str, Meta(max_length=96)]


class PresenceWish(Struct, frozen=True, tag="presence", forbid_unknown_fields=True):
    """Whether somebody plays the next game."""

    person: _Person
    presence: Presence


class NewcomerWish(Struct, frozen=True, tag="newcomer", forbid_unknown_fields=True):
    """Somebody comes, after the last seat."""


class MoveWish(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Somebody sits down at another place; who is between moves up."""

    person: _Person
    place: _Person


class MendWish(Struct, frozen=True, tag="mend", forbid_unknown_fields=True):
    """The last game was dialled in wrong: these won it. Of no other than the one that was shown, by its numbers."""

    evening: _Evening
    game: _Game
    winners: Annotated[tuple[_Person, ...], Meta(max_length=MOST_PEOPLE)]


class StrikeWish(Struct, frozen=True, tag="strike", forbid_unknown_fields=True):
    """The last game counts no more. Of no other than the one that was shown, by its numbers."""

    evening: _Evening
    game: _Game


class AnswerWish(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answers a question about a result. The question appeared on the glass at `at`. There are several values if
    several answers may be marked."""

    at: Annotated[float, Meta(ge=0, le=1e9)]
    values: Annotated[tuple[_Id, ...], Meta(max_length=MOST_PEOPLE)]


class ResultWish(Struct, frozen=True, tag="result", forbid_unknown_fields=True):
    """The result as it was entered in one picture of the table, from the question on that has stood on the glass since
    `at`: by seat whom it points at (0: nobody) and which of the cards of the picture it has, from 1 (0: none of them),
    and who died. Empty, or none, is what was not entered."""

    at: Annotated[float, Meta(ge=0, le=1e9)]
    points: _BySeat = ()
    dead: _BySeat | None = None
    cards: _BySeat = ()


class ChoreWish(Struct, frozen=True, tag="chore", forbid_unknown_fields=True):
    """Root is to take what a phone has sent, or to save everything for a phone to fetch."""

    chore: Chore


class ReachedAt(Struct, frozen=True, tag="reached", forbid_unknown_fields=True):
    """The address at which a phone finds the page: it stands on the glass beside the code; empty if this machine is in
    no network. An encrypted page has the print of its certificate."""

    address: Annotated[str, Meta(pattern=r"^[a-z0-9.:\[\]-]{0,48}\Z")]
    print: Annotated[str, Meta(pattern=r"^([0-9A-F]{64})?\Z")] = ""


class DuskWish(Struct, frozen=True, tag="dusk", forbid_unknown_fields=True):
    """The nights of all tables of a hall begin at this moment of the box's own clock; None: each when it likes."""

    at: Annotated[float, Meta(ge=0, le=1e9)] | None


class ClockWish(Struct, frozen=True, tag="clock", forbid_unknown_fields=True):
    """A question for the box's clock. It is answered at the door, with the same number; the table hears nothing of
    it."""

    number: Annotated[int, Meta(ge=0, le=1_000_000_000)]


class MessageWish(Struct, frozen=True, tag="message", forbid_unknown_fields=True):
    """A message that stands on the glass until somebody presses anything. Letters are counted with their marks there
    (`device/nightcrier/wire/wishes.py`), here without."""

    text: Annotated[str, Meta(min_length=1, max_length=160)]


class IdentifyWish(Struct, frozen=True, tag="identify", forbid_unknown_fields=True):
    """Which box is this? Its lamp blinks for a while."""


class HelpedWish(Struct, frozen=True, tag="helped", forbid_unknown_fields=True):
    """The organiser has seen that this table needs help, and comes."""


HallWish: TypeAlias = MessageWish | IdentifyWish | HelpedWish | DuskWish
"""Of whoever looks after many tables; a phone at the table has none of them."""
_TableWish: TypeAlias = LoudnessWish | PauseWish | ScenarioWish | CardWish | SettingWish | AnswerWish | ResultWish
_EveningWish: TypeAlias = NameWish | PresenceWish | NewcomerWish | MoveWish | MendWish | StrikeWish
PhoneWish: TypeAlias = _TableWish | _EveningWish | ChoreWish
"""What a guest may ask for: not when the tables of a hall begin, nor what an organiser or the second program says."""
Wish: TypeAlias = LookWish | PhoneWish | HallWish | ReachedAt


class Do(Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """A wish that is answered: with `WishDone` or `WishRefused` of the same number, to whoever made it alone."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    wish: Wish


AtDoor: TypeAlias = Wish | Do | ClockWish


def wish_line(wish: AtDoor) -> bytes:
    """Write a wish for the socket."""
    return msgspec.json.encode(wish) + b"\n"


def is_heard(wish: AtDoor) -> bool:
    """Whether the box would take its line for this wish. Signs that nobody sees are six letters each in JSON: whoever
    says a line that is too long is shown out."""
    return read_wish(wish_line(wish).rstrip()) is not None


def read_wish(line: bytes) -> AtDoor | None:
    """Read a wish; None if it is none."""
    if len(line) > LONGEST_WISH:
        return None
    try:
        wish: AtDoor = msgspec.json.decode(line, type=AtDoor)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return wish


MOST_MESSAGE_LETTERS = 60
"""With their marks: more would be too small to be read across a table."""


def tidy_message(text: str) -> str:
    """Return a message as it is shown: letters in their usual form, single spaces, none at its ends. Empty if it is no
    message."""
    tidy = tidy_name(text)
    hidden = any(unicodedata.category(sign)[0] in "CZ" for sign in tidy if sign not in {" ", *JOINERS})
    letters = sum(not unicodedata.category(sign).startswith("M") for sign in tidy)
    return "" if hidden or letters > MOST_MESSAGE_LETTERS else tidy
