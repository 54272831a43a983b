"""Small building blocks for the questions and lines of GROWL: lines, seats to choose, the count before all point."""

from collections.abc import Iterable

from nightcrier.box.games.growl.cards import GROWL_MOST
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import COUNT_OF_THREE, Gap, Say, Show, say_lines
from nightcrier.box.show.facts import Fact, SeatName, Word, seats_joined
from nightcrier.kernel.ids import LineId, seat_first, seat_line

NOBODY_MORE = Word("nobody")
_SEATS = {seat: Option(str(seat), SeatName(seat)) for seat in range(1, GROWL_MOST + 1)}


def growl_line(name: str) -> LineId:
    return LineId(f"growl.{name}")


def growl_lines(*names: str) -> tuple[LineId, ...]:
    return tuple(map(growl_line, names))


def seat_lines(seats: Iterable[int]) -> tuple[LineId, ...]:
    return tuple(map(seat_line, seats))


def seats_first(seats: Iterable[int], line: LineId) -> tuple[LineId, ...]:
    """Return the lines that call these seats, and then tell them all this line."""
    return (*(each for seat in seats for each in seat_first(seat)), line)


def seats_to_choose(seats: Iterable[int]) -> tuple[Option, ...]:
    return tuple(_SEATS[seat] for seat in seats)


def count_in(*first: LineId) -> Show:
    """Return the show that counts before all point: three, two, one, now."""
    return (
        *say_lines(*first, growl_line("ready")),
        Gap(3.0),
        *COUNT_OF_THREE,
        Say(LineId("vote.now")),
        Gap(1.5),
        Say(growl_line("hold")),
    )


def dead_seats(seats: Iterable[int]) -> Fact:
    """Return the fact that these seats have died together."""
    return Word("verdict.dead", {"seats": seats_joined(seats)})
