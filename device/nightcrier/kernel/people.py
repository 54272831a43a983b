"""Describes an evening and its people: how the evening is decided, who sits where, and what a name is. The number of a
person is the place in the list of the evening. The number changes when somebody moves or an earlier person is removed;
the points stay with the person."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from nightcrier.kernel.refusal import Refusal

MOST_PEOPLE = 36
"""The most people of an evening: no game seats more."""

UNKNOWN_EVENING = -1
"""The number of an evening on a disk that cannot be read now. An evening without a number yet has 0."""


class Presence(StrEnum):
    """The answers to whether somebody plays the next game."""

    PLAYS = "plays"
    SITS_OUT = "sits-out"
    LEFT = "left"


class EveningKind(StrEnum):
    """The ways in which an evening is decided."""

    OPEN = "open"
    SHORT = "short"  # first to `target` points; a tie at the top plays on
    LONG = "long"  # who has lost twice is out; the last one in has won


DEFAULT_TARGET, HIGHEST_TARGET = 5, 999
"""The points that win a short evening, and the most that may be set."""


class EveningPerson(Struct, frozen=True):
    """Somebody of an evening; `name` is empty for a person who is known by the number of a seat."""

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
    """A person in a game that calls everybody by number. The screen shows the number beside the name."""


class GameResult(Struct, frozen=True):
    """A game of the evening, and the points of each person who took part; losers have 0. `id` was drawn when the game
    began and belongs to no other game. `id` is empty for a game without a draw."""

    number: int
    game: str
    scenario: str
    points: Mapping[int, int]
    id: str = ""

    def has_lost(self, person: int) -> bool:
        """Say whether this person took part and did not win."""
        return self.points.get(person) == 0


MOST_LETTERS = 24
"""The most letters of one name, each with its marks: no row of the glass holds more."""
HALF_SPACE = "\u200c"
JOINERS = frozenset({HALF_SPACE, "\u200d"})
"""The two invisible signs that a name may keep: Persian words are written with them."""
_UNDRAWN = JOINERS.union("\u034f\u115f\u1160\u2800\u3164\uffa0", map(chr, range(0xFE00, 0xFE10)))
"""The signs that show nothing, though Unicode counts some of them as letters, pictures or marks."""
_LEFT_OUT = dict.fromkeys(map(ord, _UNDRAWN))
_ALIKE = str.maketrans(
    "авекмнорстухіїјѕё" + "αβεηικμνορτυχζ" + "\u064a\u0649\u0643" + "’ʼ‐‑",
    "abekmhopctyxiïjsë" + "abehikmnoptyxz" + "\u06cc\u06cc\u06a9" + "''--",
)
"""Pairs of signs that look alike: Cyrillic and Greek letters with Latin ones, Arabic letters with Persian ones,
apostrophes and hyphens. Names are compared by the second sign of a pair."""
_WORDS = re.compile(r"[^ ]+")


def tidy_name(text: str) -> str:
    """Return the name as it is kept: letters in their usual form, single spaces, none at its ends."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFC", text)))


def visible_name(text: str) -> str:
    """Return a name without signs that nobody sees, or that turn the direction of the text. The result is empty if
    nothing but marks would be drawn."""
    seen = tidy_name("".join(sign for sign in text if sign in JOINERS or sign.isprintable()))
    return seen if any(map(_is_drawn, seen)) else ""


def plain_refusal(name: str) -> Refusal | None:
    """Return why nobody anywhere can have this tidy name; None where somebody can."""
    if sum(unicodedata.category(sign)[0] != "M" for sign in name) > MOST_LETTERS or len(name) > 4 * MOST_LETTERS:
        return Refusal.LONG
    if not name:
        return Refusal.RESERVED
    seen = all(sign in JOINERS or sign.isprintable() for sign in name) and any(map(_is_drawn, name))
    return None if seen else Refusal.UNSEEN


def is_taken(name: str, others: Collection[str]) -> bool:
    return name_key(name) in map(name_key, others)


def _is_drawn(sign: str) -> bool:
    return sign not in _UNDRAWN and unicodedata.category(sign)[0] not in "MZ"


@lru_cache(maxsize=64)
def name_key(name: str) -> str:
    """Return a form of a name that is equal for all names that look alike."""
    return unicodedata.normalize("NFKC", name.translate(_LEFT_OUT)).casefold().translate(_ALIKE)
