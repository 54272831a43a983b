"""An evening and its people: how it is decided, who sits where, and what a name is. The number of a person is the
place in the row of the evening: whoever moves, or comes after somebody who is removed, has another then, and keeps
the points."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from nightcrier.kernel.refusal import Refusal

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

    def has_lost(self, person: int) -> bool:
        """Whether this person took part and did not win."""
        return self.points.get(person) == 0


MOST_LETTERS = 24
"""Of one name, with their marks: more stand on no row of the glass."""
HALF_SPACE = "\u200c"
JOINERS = frozenset({HALF_SPACE, "\u200d"})
"""Persian words are written with them; of all signs that nobody sees, names keep these alone."""
_UNDRAWN = JOINERS.union("\u034f\u115f\u1160\u2800\u3164\uffa0", map(chr, range(0xFE00, 0xFE10)))
"""Nothing is drawn of the others either, though they pass for letters, pictures or marks."""
_LEFT_OUT = dict.fromkeys(map(ord, _UNDRAWN))
_ALIKE = str.maketrans(
    "авекмнорстухіїјѕё" + "αβεηικμνορτυχζ" + "\u064a\u0649\u0643" + "’ʼ‐‑",
    "abekmhopctyxiïjsë" + "abehikmnoptyxz" + "\u06cc\u06cc\u06a9" + "''--",
)
"""Small letters of Cyrillic and Greek, and the Latin ones that look like them, small or large; Arabic letters, and the
Persian ones drawn like them; apostrophes and hyphens: names are compared by what stands on the right."""
_WORDS = re.compile(r"[^ ]+")


def tidy_name(text: str) -> str:
    """The name as it is kept: letters in their usual form, single spaces, none at its ends."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFC", text)))


def visible_name(text: str) -> str:
    """Return the name that is read: without signs that nobody sees, or that turn round what follows them. Empty if
    nothing is drawn of all the rest, or marks alone."""
    seen = tidy_name("".join(sign for sign in text if sign in JOINERS or sign.isprintable()))
    return seen if any(map(_is_drawn, seen)) else ""


def plain_refusal(name: str) -> Refusal | None:
    """Why nobody anywhere can be called by that tidy name; None where somebody can."""
    if sum(unicodedata.category(sign)[0] != "M" for sign in name) > MOST_LETTERS or len(name) > 4 * MOST_LETTERS:
        return Refusal.LONG
    if not name:
        return Refusal.RESERVED
    seen = all(sign in JOINERS or sign.isprintable() for sign in name) and any(map(_is_drawn, name))
    return None if seen else Refusal.UNSEEN


def is_taken(name: str, others: Collection[str]) -> bool:
    return same_name(name) in map(same_name, others)


def _is_drawn(sign: str) -> bool:
    return sign not in _UNDRAWN and unicodedata.category(sign)[0] not in "MZ"


@lru_cache(maxsize=64)
def same_name(name: str) -> str:
    """Return what two names share that nobody can tell apart."""
    return unicodedata.normalize("NFKC", name.translate(_LEFT_OUT)).casefold().translate(_ALIKE)
