"""Compares deals by what the kernel saw of them: the same hands, other cards, in settings that are drawn anew."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from msgspec import Struct, field

from lab.leaks.evening import BEGINS, OVER, TALK
from lab.leaks.settings import Setting
from lab.leaks.traced import Seen, Watched, watch_deal

Watch: TypeAlias = Callable[[Setting, int, Path, Path], Watched]
_ALIKE = 1.01
"""Two secret pages count as equally bright if one has at most this many times the light of the other."""


class Difference(Struct, frozen=True):
    """The first thing that is not the same in two deals of a setting."""

    setting: Setting
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.setting}:\n  {self.one}\n  {self.other}"


class Compared(Struct):
    """What was compared until now. `channels` counts what was seen in each."""

    deals: int = 0
    settings: int = 0
    channels: Counter[str] = field(default_factory=Counter)
    other_cards: int = 0
    talks: int = 0

    def __str__(self) -> str:
        named = ", ".join(f"{name} {times:,}" for name, times in self.channels.most_common())
        return (
            f"Compared: {self.deals} deals in {self.settings} settings, in {self.other_cards} of which seats saw other "
            f"cards, {self.talks} to the end of a talk; {self.channels.total():,} events with their moments: {named}.\n"
            "Not compared: games that somebody leads, GROWL, other channels, what follows a talk or news that differ."
        )


def compare_deals(
    settings: Iterable[Setting], root: Path, told: Compared, watch: Watch = watch_deal, first: int = 0
) -> Iterator[Difference]:
    """Play two deals of each setting, other ones in each, and yield the first difference of each that has one."""
    with TemporaryDirectory(prefix="nightcrier-leaks-") as folder:
        for seed, setting in enumerate(settings, first):
            one, other = (watch(setting, deal, Path(folder, "run"), root) for deal in (2 * seed, 2 * seed + 1))
            told.deals, told.settings = told.deals + 2, told.settings + 1
            told.other_cards += one.cards != other.cards
            spans = list(_spans(one, other))
            told.channels.update(channel_of(each) for each in one.seen if _is_in(spans, each))
            del told.channels[TALK]
            told.talks += any(channel_of(each) == TALK and _is_in(spans, each, at_end=True) for each in one.seen)
            if pair := first_difference(one, other):
                yield Difference(setting, *pair)


def channel_of(seen: Seen) -> str:
    """Return where others could notice it: a wire, a file that is written, opened or synced, the log, or a wait."""
    if seen.what.startswith("BOX/channels/"):
        return seen.what.rpartition("/")[2]
    return {"write": "writes", "pwrite64": "writes", "openat": "files"}.get(seen.call, seen.call)


def first_difference(one: Watched, other: Watched) -> tuple[str, str] | None:
    """Return the first event that two deals do not share while all at the table know the same. Then comes light: secret
    pages of one kind have to shine alike."""
    spans = list(_spans(one, other))
    for its, theirs in zip_longest(*([each for each in deal.seen if _is_in(spans, each)] for deal in (one, other))):
        if its != theirs:
            return str(its), str(theirs)
    return _brighter([*one.lit, *other.lit])


def _spans(one: Watched, other: Watched) -> Iterator[tuple[float, float]]:
    """Yield from when until when two deals have to be the same: each game until it is over, or until all at the table
    learn something that differs."""
    since = 0.0
    for its, theirs in zip(one.known, other.known, strict=False):
        if its != theirs:
            yield since, min(float(its[0]), float(theirs[0]))
            return
        if its[1] == OVER:
            yield since, float(its[0])
            since = inf
        elif its[1] == BEGINS:
            since = min(since, float(its[0]))
    yield since, inf


def _is_in(spans: Iterable[tuple[float, float]], seen: Seen, *, at_end: bool = False) -> bool:
    at = float(seen.moment)
    return any(since <= at < until or (at_end and at == until) for since, until in spans)


def _brighter(lit: list[tuple[str, int, str]]) -> tuple[str, str] | None:
    for kind in ("ask", "tell"):
        pages = sorted((dots, moment) for each, dots, moment in lit if each == kind)
        if pages and pages[-1][0] > pages[0][0] * _ALIKE:
            return tuple(f"{moment} s: a page to {kind} with {dots} lit dots" for dots, moment in (pages[0], pages[-1]))  # type: ignore[return-value]
    return None
