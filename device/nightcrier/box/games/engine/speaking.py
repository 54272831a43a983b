"""Says who has the floor, one after the other, in a round of talk: by what all know, and nothing else."""

from bisect import bisect
from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.engine.calls import is_night
from nightcrier.box.games.engine.model import Day, TalkRound


class KnownMorning(Struct, frozen=True):
    """Holds what all know on a morning: who speaks at all, in order; who has died; with whom the day before began, or
    0; and who has the mark by which the round begins."""

    seats: Sequence[int]
    died: Sequence[int] = ()
    began: int = 0
    holders: Sequence[int] = ()


def rounds_of_day(day: Day, night: int) -> list[TalkRound]:
    """Return the rounds of talk on the day after this night."""
    return [each for each in day.rounds if is_night(each, night)]


def speakers(row: TalkRound, morning: KnownMorning, *, down: bool) -> list[int]:
    """Return the seats in the order in which they have the floor, up or down from the first. Whoever holds the mark of
    the round speaks last. Without a holder it begins behind the lowest seat that has died, and without dead behind the
    seat with which the day before began, or with the lowest."""
    here = [seat for seat in morning.holders if seat in morning.seats]
    if row.first not in ("seat", "dead") and here:
        return _around(morning.seats, min(here), down=down)
    if row.first != "seat" and morning.died:
        return _around(morning.seats, min(morning.died), down=down)
    first = _around(morning.seats, morning.began, down=False)[:1]
    return [*first, *_around(morning.seats, first[0], down=down)[:-1]] if first else []


def _around(seats: Sequence[int], behind: int, *, down: bool) -> list[int]:
    """Return all seats in play, from the next one behind a seat on, which may be out itself."""
    seats = sorted(seats)
    at = bisect(seats, behind)
    if not down:
        return [*seats[at:], *seats[:at]]
    at -= behind in seats
    return [*reversed(seats[:at]), *reversed(seats[at:])]
