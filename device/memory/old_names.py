"""Names of older boxes, which took any text: without what nobody sees, no longer than names of today, and two of an
evening that nobody could tell apart are told apart by a number. One with letters that no screen shows, or one that
reads as a seat, as in "Seat 2", stays, though nobody could give it today."""

import unicodedata
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from device.kernel.names import JOINERS, MOST_LETTERS, same_name, tidy_name

if TYPE_CHECKING:
    from device.memory.safe_database import Connection

_NO_SIGN = frozenset({"Cf", "Co", "Cs", "Cn", "So", "Sk"})
"""Kinds of letters that nobody sees, or that are pictures."""

_ALL_NAMES = "SELECT rowid, evening, CAST(name AS BLOB) FROM seat WHERE typeof(name) = 'text' ORDER BY evening, seat"


def tidy_kept_names(connection: "Connection") -> None:
    """In all evenings. What is no text stays, for whoever looks at the whole database."""
    rows = list(connection.execute(_ALL_NAMES))
    taken: dict[int, list[str]] = {}
    for row, evening, kept in rows:
        with suppress(UnicodeDecodeError):
            others = taken.setdefault(evening, [])
            others.append(_told_apart(mended_name(kept.decode()), others))
            connection.execute("UPDATE seat SET name = ? WHERE rowid = ?", (others[-1], row))


def mended_name(name: str) -> str:
    """What can be kept of a name: none where no letter is left, as of a number alone."""
    tidy = tidy_name("".join(_seen(unicodedata.normalize("NFC", name))))
    if not any(unicodedata.category(letter)[0] == "L" for letter in tidy):
        return ""
    return _shortened(tidy, MOST_LETTERS)


def _seen(name: str) -> Iterator[str]:
    for letter in name:
        kind = unicodedata.category(letter)
        if kind == "Cc" or kind[0] == "Z":
            yield " "
        elif letter in JOINERS or kind not in _NO_SIGN:
            yield letter


def _shortened(name: str, most: int) -> str:
    """So many letters with their marks, and not too many of these."""
    letters = [at for at, letter in enumerate(name) if unicodedata.category(letter)[0] != "M"]
    return tidy_name(name[: letters[most]] if len(letters) > most else name)[: 4 * most]


def _told_apart(name: str, others: Collection[str]) -> str:
    taken = set(map(same_name, others))
    if not name or same_name(name) not in taken:
        return name
    numbered = (f"{_shortened(name, MOST_LETTERS - 3)} {number}" for number in count(2))
    return next(each for each in numbered if same_name(each) not in taken)
