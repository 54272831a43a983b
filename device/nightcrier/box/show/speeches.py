"""Gives people the floor one after the other, each for the same time. The speaker is called by name, warned by name,
and thanked. START gives up the rest of the time, and BACK gives the floor back to the previous speaker."""

from bisect import bisect
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from nightcrier.box.show.answers import FLOOR_BACK, FLOOR_TAKEN, TALK_OVER, TIME_UP
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Gap, Say, say_whole
from nightcrier.box.show.facts import Fact, SeatName
from nightcrier.box.show.stages import Count, Floor, Perform
from nightcrier.kernel.ids import LineId, seat_first

_Found = TypeVar("_Found")
_WARNED, _TO_WARN, _TICKS = 10.0, 20, 3.0
"""The seconds left when a speaker is warned, the shortest speech with a warning, and the last seconds that tick."""
_NEXT = Gap(0.5)


class SpeechLines(Struct, frozen=True):
    """Holds the lines that are said after a seat's number when it gets the floor and when its time is nearly over, and
    the thanks after each speech."""

    floor: LineId = LineId("day.floor")
    warn: LineId = LineId("day.warn")
    over: LineId = LineId("day.thanks")


def seats_around(seats: Sequence[int], behind: int, *, down: bool = False) -> list[int]:
    """Return all seats in play around the table, starting after the seat `behind`, which may itself be out of play.
    With `down`, the order is counterclockwise."""
    seats = sorted(seats)
    at = bisect(seats, behind)
    if not down:
        return [*seats[at:], *seats[:at]]
    at -= behind in seats
    return [*reversed(seats[:at]), *reversed(seats[at:])]


def hold_speeches(
    lines: SpeechLines,
    seats: Sequence[int],
    seconds: int,
    facts: tuple[Fact, ...] = (),
    after: Callable[[int, Sequence[_Found | None]], AskingRow[_Found | None]] | None = None,
    before: Sequence[_Found] = (),
) -> AskingRow[Sequence[_Found | None]]:
    """Let each of these seats speak for this many seconds, and ask what `after` yields after each speech. With 0
    seconds, nobody speaks. Return `before`, followed by the result of each speech. If a speech is repeated, its
    question is asked again."""
    at, thanks, found = 0, False, list[_Found | None](before)
    warnings = ((_WARNED, lines.warn),) if seconds >= _TO_WARN else ()
    seats = seats if seconds else ()
    while at < len(seats):
        floor = Floor(tuple(seats), at)
        thanked = (Say(lines.over), _NEXT) if thanks else ()
        called_up = (Call(SeatName(floor.seat)), *thanked, say_whole(seat_first(floor.seat, lines.floor)))
        called = yield Perform(called_up, "dawn", started=FLOOR_TAKEN, floor=floor)
        if called in {(TALK_OVER,), (TIME_UP,)}:  # a box of before November 29 counted last words without a call
            return found
        how = yield Count(float(seconds), warnings, last=_TICKS, facts=facts, foot="key.on", floor=floor)
        if thanks := how != (FLOOR_BACK,):
            found.append((yield from after(floor.seat, found)) if after else None)
            at += 1
        elif at:
            at -= 1
            found.pop()
    if seats:
        yield Perform((Call(SeatName(seats[-1])), Say(lines.over), _NEXT), "dawn")
    return found
