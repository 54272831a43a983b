"""Reads the wishes of a second program, each a line of JSON, and tidies a message for the glass.

The second program is `nightcrier net`. Each wish is checked strictly. A wish asks only for what a hand could do, and
the table checks it like the action of a hand. A message is one short row of text."""

import unicodedata
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from nightcrier.kernel.chores import Chore
from nightcrier.kernel.people import JOINERS, MOST_PEOPLE, UNKNOWN_EVENING, Presence, tidy_name

LONGEST_WISH = 512
"""The maximum length of a line, in bytes. The longest real wish, a name of 24 letters with marks, has half of that."""

LOUDEST_WISH = 20
LONGEST_ID = 64
_Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
_Person: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
_BySeat: TypeAlias = Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_PEOPLE)], ...], Meta(max_length=MOST_PEOPLE)]
_Evening: TypeAlias = Annotated[int, Meta(ge=UNKNOWN_EVENING, le=1_000_000_000)]
_Game: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class LookWish(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Asks for the standing of the evening."""


class LoudnessWish(Struct, frozen=True, tag="loudness", forbid_unknown_fields=True):
    """Asks for this loudness, from 1. If it is above the ceiling, the ceiling is used."""

    loudness: Annotated[int, Meta(ge=1, le=LOUDEST_WISH)]


class PauseWish(Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    """Asks to stop the clock of the discussion, or to start it again."""

    paused: bool


class MinuteWish(Struct, frozen=True, tag="minute", forbid_unknown_fields=True):
    """Asks for one more minute on the clock of the discussion."""


class ScenarioWish(Struct, frozen=True, tag="scenario", forbid_unknown_fields=True):
    """Asks for this scenario of this game. The dial offers the same on the home page."""

    game: _Id
    scenario: _Id


class CardWish(Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """Asks for a number of copies of a card in the deck of a scenario, for one number of players. The roles menu offers
    the same."""

    game: _Id
    scenario: _Id
    players: _Person
    card: _Id
    count: Annotated[int, Meta(ge=0, le=MOST_PEOPLE)]


class SettingWish(Struct, frozen=True, tag="setting", forbid_unknown_fields=True):
    """Asks for a value of an item of a menu. The value is named by its text."""

    menu: _Id
    item: _Id
    value: Annotated[str, Meta(max_length=80)]


class NameWish(Struct, frozen=True, tag="name", forbid_unknown_fields=True):
    """Asks to give a person of the evening this name. An empty name removes the old name."""

    person: _Person
    name: Annotated[str, Meta(max_length=96)]


class PresenceWish(Struct, frozen=True, tag="presence", forbid_unknown_fields=True):
    """Asks that a person plays in the next game, or sits out."""

    person: _Person
    presence: Presence


class NewcomerWish(Struct, frozen=True, tag="newcomer", forbid_unknown_fields=True):
    """Asks to add a person to the evening, after the last seat."""


class MoveWish(Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Asks to move a person to another place. The people between the two places move by one place."""

    person: _Person
    place: _Person


class MendWish(Struct, frozen=True, tag="mend", forbid_unknown_fields=True):
    """Asks to correct the winners of the last game. The numbers identify the game that the page showed, so that no
    other game is corrected."""

    evening: _Evening
    game: _Game
    winners: Annotated[tuple[_Person, ...], Meta(max_length=MOST_PEOPLE)]


class StrikeWish(Struct, frozen=True, tag="strike", forbid_unknown_fields=True):
    """Asks to remove the last game from the scores. The numbers identify the game that the page showed, so that no
    other game is removed."""

    evening: _Evening
    game: _Game


class AnswerWish(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answers a question about a result. `at` is the time at which the question appeared on the glass. There are
    several values if several answers may be chosen together."""

    at: Annotated[float, Meta(ge=0, le=1e9)]
    values: Annotated[tuple[_Id, ...], Meta(max_length=MOST_PEOPLE)]


class ResultWish(Struct, frozen=True, tag="result", forbid_unknown_fields=True):
    """Enters a result in one picture of the table. The wish answers the question that appeared on the glass at `at`,
    and all questions after it. For each seat the wish has the seat at which it points (0: nobody), and the card of the
    picture, from 1 (0: none of them). The wish also lists who died. An empty field, or None, was not entered."""

    at: Annotated[float, Meta(ge=0, le=1e9)]
    points: _BySeat = ()
    dead: _BySeat | None = None
    cards: _BySeat = ()


class ChoreWish(Struct, frozen=True, tag="chore", forbid_unknown_fields=True):
    """Asks root to take the files that a phone has sent, or to save everything for a phone to fetch."""

    chore: Chore


class ReachedAt(Struct, frozen=True, tag="reached", forbid_unknown_fields=True):
    """Reports the address at which a phone finds the page, or an empty text if this machine has no network. The glass
    shows the address beside the code. For an encrypted page the fingerprint of the certificate is reported, too."""

    address: Annotated[str, Meta(pattern=r"^[a-z0-9.:\[\]-]{0,48}\Z")]
    print: Annotated[str, Meta(pattern=r"^([0-9A-F]{64})?\Z")] = ""


class MessageWish(Struct, frozen=True, tag="message", forbid_unknown_fields=True):
    """Asks to show a message on the glass until somebody presses anything. `text` has at most 160 characters, and a
    mark on a letter counts as one. `tidy_message` counts a letter together with its marks as one."""

    text: Annotated[str, Meta(min_length=1, max_length=160)]


class IdentifyWish(Struct, frozen=True, tag="identify", forbid_unknown_fields=True):
    """Asks the box to show which of many boxes it is. The lamp of the box blinks for a while."""


class HelpedWish(Struct, frozen=True, tag="helped", forbid_unknown_fields=True):
    """Reports to the table that the organizer has seen its call for help, and comes."""


HallWish: TypeAlias = MessageWish | IdentifyWish | HelpedWish
"""The wishes of people who look after many tables. A phone at the table cannot send them."""
_DayWish: TypeAlias = LoudnessWish | PauseWish | MinuteWish
_TableWish: TypeAlias = _DayWish | ScenarioWish | CardWish | SettingWish | AnswerWish | ResultWish
_EveningWish: TypeAlias = NameWish | PresenceWish | NewcomerWish | MoveWish | MendWish | StrikeWish
PhoneWish: TypeAlias = _TableWish | _EveningWish | ChoreWish
"""The wishes that a guest may send. The messages of an organizer or of the second program are not among them."""
Wish: TypeAlias = LookWish | PhoneWish | HallWish | ReachedAt


class Do(Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """A wish that is answered with `WishDone` or `WishRefused` of the same number. Only the guest that sent the wish
    gets the answer."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]
    wish: Wish


AtDoor: TypeAlias = Wish | Do


def wish_line(wish: AtDoor) -> bytes:
    return msgspec.json.encode(wish) + b"\n"


def is_heard(wish: AtDoor) -> bool:
    """Say whether the line of this wish is short enough for the box. An invisible character needs six letters in JSON,
    and a guest whose line is too long is disconnected."""
    return read_wish(wish_line(wish).rstrip()) is not None


def read_wish(line: bytes) -> AtDoor | None:
    if len(line) > LONGEST_WISH:
        return None
    try:
        wish: AtDoor = msgspec.json.decode(line, type=AtDoor)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return wish


MOST_MESSAGE_LETTERS = 60
"""The maximum number of letters in a message. A letter and its marks count as one. More letters would be too small to
read across a table."""


def tidy_message(text: str) -> str:
    """Return a message as the glass shows it: letters in their normal form, single spaces, no spaces at the ends.
    Return an empty text if the text is not a valid message."""
    tidy = tidy_name(text)
    hidden = any(unicodedata.category(sign)[0] in "CZ" for sign in tidy if sign not in {" ", *JOINERS})
    letters = sum(not unicodedata.category(sign).startswith("M") for sign in tidy)
    return "" if hidden or letters > MOST_MESSAGE_LETTERS else tidy
