"""Wishes that the box has not taken: the page says why, as far as that can be known here, and keeps what was typed."""

import unicodedata
from collections.abc import Mapping

from msgspec import Struct

from device.kernel.names import JOINERS, MOST_LETTERS, same_name, tidy_name
from device.kernel.public_record import TableShown
from device.kernel.wishes import NameWish
from device.net.wish_outcome import BoxSeen, SentWish

_MOST_KEPT = 64
"""As many as there are phones."""


class Untaken(Struct, frozen=True):
    """The word for why, the fields of the form as they were sent, and the part of the page it stands on; `stood` is
    what the glass showed."""

    word: str
    fields: Mapping[str, str]
    part: str
    stood: object = None


class UntakenWishes:
    """The last of each phone, by the digest of its pass, until it wishes for something else or the glass shows another
    page."""

    def __init__(self) -> None:
        self._kept: dict[str, Untaken] = {}

    def settle(self, digest: str, sent: SentWish, fields: Mapping[str, str], part: str, now: BoxSeen) -> None:
        """What the box shows once it has had its time."""
        self._kept.pop(digest, None)
        if not sent.has_come(now):
            self._kept[digest] = Untaken(why_untaken(sent, now), dict(fields), part, _standing(now.table))
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def of(self, digest: str, part: str, table: TableShown | None) -> Untaken | None:
        found = self._kept.get(digest)
        return found if found and (found.part, found.stood) == (part, _standing(table)) else None


def why_untaken(sent: SentWish, now: BoxSeen) -> str:
    """The word for it. What is wrong with a name has to be mended wherever the glass is."""
    fault = _name_fault(sent.wish, now) if isinstance(sent.wish, NameWish) else ""
    if fault:
        return fault
    if not now.is_at_rest and now.table is not None and now.table.phase == "home":
        return "net.untaken.away"
    return "net.untaken.name" if isinstance(sent.wish, NameWish) else "net.untaken"


def _name_fault(wish: NameWish, now: BoxSeen) -> str:
    """What can be known without the letters of the glass and the words of the games."""
    name = tidy_name(wish.name)
    letters = [each for each in name if each not in JOINERS and not unicodedata.category(each).startswith("M")]
    if len(letters) > MOST_LETTERS:
        return "net.untaken.long"
    others = (same_name(each.name) for each in now.people if each.person != wish.person)
    return "net.untaken.taken" if same_name(name) in others else ""


def _standing(table: TableShown | None) -> tuple[str, str] | None:
    return (table.phase, table.page) if table else None
