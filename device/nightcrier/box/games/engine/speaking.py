"""Decides who gets the floor next in a round of talk, by public knowledge alone."""

from collections.abc import Sequence

from nightcrier.box.games.engine.calls import is_night
from nightcrier.box.games.engine.model import Day, TalkRound
from nightcrier.box.show.speeches import seats_around


def rounds_of_day(day: Day, night: int) -> list[TalkRound]:
    return [each for each in day.rounds if is_night(each, night)]


def speakers(
    row: TalkRound, seats: Sequence[int], died: Sequence[int], began: int, holders: Sequence[int], *, down: bool
) -> list[int]:
    """Return these seats in the order in which they get the floor, up or down from the first. The lowest holder of the
    round's mark speaks last. Without a holder, the order begins after the lowest seat that has died; if nobody died,
    after the seat that began the day before, or else with the lowest seat."""
    here = [seat for seat in holders if seat in seats]
    if row.first not in ("seat", "dead") and here:
        return seats_around(seats, min(here), down=down)
    if row.first != "seat" and died:
        return seats_around(seats, min(died), down=down)
    first = seats_around(seats, began)[:1]
    return [*first, *seats_around(seats, first[0], down=down)[:-1]] if first else []
