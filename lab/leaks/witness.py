"""Compares deals by what the kernel saw of them: with the same hands and other cards, in random settings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from math import inf

from msgspec import Struct, field

from lab.leaks.evening import BEGINS, OVER, TALK
from lab.leaks.settings import Setting
from lab.leaks.traced import Seen, Watch, Watched

_ALIKE = 1.01
"""The factor up to which two secret pages count as equally bright."""

_HELD, _MAPPED = 128, 512
"""The most pages of used memory by which two deals may differ, and of memory that is only mapped, which Python takes
in blocks of 256."""


class Difference(Struct, frozen=True):
    """Holds the first difference between two deals of a setting."""

    setting: Setting
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.setting}:\n  {self.one}\n  {self.other}"


class Compared(Struct):
    """Holds what was compared so far. `channels` counts what was seen in each channel, and `apart` is the largest
    difference in memory between two deals."""

    deals: int = 0
    settings: int = 0
    channels: Counter[str] = field(default_factory=Counter)
    other_cards: int = 0
    talks: int = 0
    apart: int = 0

    def __str__(self) -> str:
        named = ", ".join(f"{name} {times:,}" for name, times in self.channels.most_common())
        return (
            f"Compared: {self.deals} deals in {self.settings} settings, in {self.other_cards} of which seats saw other "
            f"cards, {self.talks} to the end of a talk; {self.channels.total():,} events with their moments: {named}. "
            f"Memory differed by at most {self.apart} of {_HELD} pages.\n"
            "Not compared: games that somebody leads, who looks at the glass and ends each call; GROWL, where the box "
            "deals nothing and asks all at once; other channels; what follows a talk or news that differ."
        )


def compare_deals(settings: Iterable[Setting], watch: Watch, told: Compared, first: int = 0) -> Iterator[Difference]:
    """Play two deals of each setting, and yield the first difference of each setting that has one."""
    for seed, setting in enumerate(settings, first):
        one, other = (watch(setting, deal) for deal in (2 * seed, 2 * seed + 1))
        spans = list(_spans(one, other))
        told.deals, told.settings = told.deals + 2, told.settings + 1
        told.other_cards += one.cards != other.cards
        told.channels.update(channel_of(each) for each in one.seen if _is_in(spans, each.moment))
        del told.channels[TALK]
        told.talks += any(channel_of(each) == TALK and _is_in(spans, each.moment, at_end=True) for each in one.seen)
        told.apart = max(told.apart, *(apart for apart, _ in _memory_apart(one, other, spans)))
        if pair := first_difference(one, other):
            yield Difference(setting, *pair)


def channel_of(seen: Seen) -> str:
    """Return where others could notice an event: a wire, a file written, opened or synced, the log, or a wait."""
    if seen.what.startswith("BOX/channels/"):
        return seen.what.rpartition("/")[2]
    return {"write": "writes", "pwrite64": "writes", "openat": "files"}.get(seen.call, seen.call)


def first_difference(one: Watched, other: Watched) -> tuple[str, str] | None:
    """Return the first event that two deals do not share while everybody at the table knows the same. After events come
    the pictures that everybody may see in a turn, if both deals show one then, and values that cannot be equal to the
    byte: memory, and light, because secret pages of one kind must be equally bright. The content left in files that can
    be mapped counts if everybody knew the same to the end."""
    spans = list(_spans(one, other))
    seen, its_seen = ([each for each in deal.seen if _is_in(spans, each.moment)] for deal in (one, other))
    for its, theirs in zip_longest(seen, its_seen):
        if its != theirs:
            return str(its), str(theirs)
    for moment in sorted(one.covers.keys() & other.covers.keys(), key=float):
        if one.covers[moment] != other.covers[moment] and _is_in(spans, moment):
            return str(one.covers[moment]), str(other.covers[moment])
    for apart, moment in _memory_apart(one, other, spans):
        if apart > _HELD:
            return f"{moment} s: memory", f"{apart} pages more or less"
    if [known for _, known in one.known] == [known for _, known in other.known] and one.left != other.left:
        return f"files that may be mapped: {one.left}", str(other.left)
    return _brighter([*one.lit, *other.lit])


def _memory_apart(one: Watched, other: Watched, spans: Iterable[tuple[float, float]]) -> Iterator[tuple[int, str]]:
    yield 0, ""
    for (moment, mapped, *used), (_, its_mapped, *its_used) in zip(one.held, other.held, strict=False):
        if _is_in(spans, moment):
            yield (
                max(abs(mapped - its_mapped) - _MAPPED, *(abs(x - y) for x, y in zip(used, its_used, strict=True))),
                moment,
            )


def _spans(one: Watched, other: Watched) -> Iterator[tuple[float, float]]:
    """Yield the spans of time in which two deals must be the same: each game until it is over, or until everybody at
    the table learns something that differs."""
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


def _is_in(spans: Iterable[tuple[float, float]], moment: str, *, at_end: bool = False) -> bool:
    at = float(moment)
    return any(since <= at < until or (at_end and at == until) for since, until in spans)


def _brighter(lit: list[tuple[str, int, str]]) -> tuple[str, str] | None:
    for kind in ("ask", "tell"):
        pages = sorted((dots, moment) for each, dots, moment in lit if each == kind)
        if pages and pages[-1][0] > pages[0][0] * _ALIKE:
            return tuple(f"{moment} s: a page to {kind} with {dots} lit dots" for dots, moment in (pages[0], pages[-1]))  # type: ignore[return-value]
    return None
