"""Describes an evening and its people: how the evening is decided, who sits where, and what a valid name is. A person's
number is the place in the list of the evening. The number changes when somebody moves, or when an earlier person is
removed. The points stay with the person."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from nightcrier.kernel.refusal import Refusal

MOST_PEOPLE = 36
"""The maximum number of people in an evening. No game has more seats."""

UNKNOWN_EVENING = -1
"""The number of an evening on a disk that cannot be read now. An evening that has no number yet has 0."""


class Presence(StrEnum):
    """The ways in which a person takes part: plays the next game, sits out, or has left."""

    PLAYS = "plays"
    SITS_OUT = "sits-out"
    LEFT = "left"


class EveningKind(StrEnum):
    OPEN = "open"
    SHORT = "short"  # first to `target` points; a tie at the top plays on
    LONG = "long"  # who has lost twice is out; the last one in has won


DEFAULT_TARGET, HIGHEST_TARGET = 5, 999
"""The points that win a short evening by default, and the highest number that people can set."""


class EveningPerson(Struct, frozen=True):
    """A person of an evening. `name` is empty if the person is known only by number."""

    name: str = ""
    presence: Presence = Presence.PLAYS

    @property
    def plays(self) -> bool:
        return self.presence is Presence.PLAYS


class SeatedPerson(Struct, frozen=True):
    """A person at a seat of one game: the number in the evening, and the name, which may be empty."""

    person: int
    name: str = ""


class NumberedPerson(SeatedPerson, frozen=True):
    """A person in a game that calls everybody by number. The screen shows the number beside the name."""


class GameResult(Struct, frozen=True):
    """A game of the evening, with the points of each person who played; losers have 0. `id` is drawn at random when the
    game begins, and no other game has it. It is empty if nothing was drawn."""

    number: int
    game: str
    scenario: str
    points: Mapping[int, int]
    id: str = ""

    def has_lost(self, person: int) -> bool:
        """Say whether this person played and did not win."""
        return self.points.get(person) == 0


MOST_LETTERS = 24
"""The maximum number of letters in a name. Marks on a letter are not counted. A row of the glass has no more room."""
HALF_SPACE = "\u200c"
JOINERS = frozenset({HALF_SPACE, "\u200d"})
"""The two invisible characters that a name may contain, because Persian words need them."""
ROW_BREAKS = "\u00ad\u200b"
"""The two invisible marks that a title may keep: a row of text may break there."""
_UNDRAWN = JOINERS.union("\u034f\u115f\u1160\u2800\u3164\uffa0", map(chr, range(0xFE00, 0xFE10)))
"""The characters that show nothing, although Unicode counts some of them as letters, pictures or marks."""
_LEFT_OUT = dict.fromkeys(map(ord, _UNDRAWN.union(ROW_BREAKS)))
_ALIKE = str.maketrans(
    "авекмнорстухіїјѕё" + "αβεηικμνορτυχζ" + "\u064a\u0649\u0643" + "’ʼ‐‑",
    "abekmhopctyxiïjsë" + "abehikmnoptyxz" + "\u06cc\u06cc\u06a9" + "''--",
)
"""Pairs of characters that look alike: Cyrillic and Greek letters with Latin letters, Arabic letters with Persian
letters, apostrophes, and hyphens. Names are compared with the second character of each pair."""
_WORDS = re.compile(r"[^ ]+")


def tidy_name(text: str) -> str:
    """Return the name in its stored form: letters in normal form, single spaces, no spaces at the ends."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFC", text)))


def visible_name(text: str) -> str:
    """Return a name without invisible characters, and without those that change the direction of the text. Return an
    empty text if no letter would be visible."""
    seen = tidy_name("".join(sign for sign in text if sign in JOINERS or sign.isprintable()))
    return seen if any(map(_is_drawn, seen)) else ""


def is_all_visible(title: str) -> bool:
    """Say whether a title is shown completely: nothing in it is hidden, or changes the direction of the text."""
    seen = "".join(sign for sign in title if sign not in ROW_BREAKS)
    return bool(visible_name(seen)) and visible_name(seen) == tidy_name(seen)


def plain_refusal(name: str) -> Refusal | None:
    """Return the reason why nobody can have this name, which must be tidy. Return None if the name is allowed."""
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
