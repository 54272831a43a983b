"""What a name is to everybody who keeps one: its usual form, how long it may be, and when two are the same."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from device.kernel.refusal import Refusal

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


def seen_name(text: str) -> str:
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
