"""Small pieces of what GROWL says and asks, and the seats beside a seat: the nearest living neighbors who are not
caged."""

from collections.abc import Iterable

from msgspec import Struct

from nightcrier.box.games.growl.cards import GROWL_MOST
from nightcrier.box.games.growl.village import GrowlResult, Rules, Village
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import COUNT_OF_THREE, Gap, Say, Show, say_lines
from nightcrier.box.show.facts import Fact, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.stages import Ask, Stage, Tell
from nightcrier.kernel.ids import LineId, number_line, screen_line, seat_line

NOBODY_MORE = Word("nobody")
_SEATS = {seat: Option(str(seat), SeatName(seat)) for seat in range(1, GROWL_MOST + 1)}


def growl_line(name: str) -> LineId:
    return LineId(f"growl.{name}")


def growl_lines(*names: str) -> tuple[LineId, ...]:
    return tuple(map(growl_line, names))


def number_lines(many: Iterable[int]) -> tuple[LineId, ...]:
    return tuple(map(number_line, many))


def seat_lines(seats: Iterable[int]) -> tuple[LineId, ...]:
    return tuple(map(seat_line, seats))


def seats_to_choose(seats: Iterable[int]) -> tuple[Option, ...]:
    return tuple(_SEATS[seat] for seat in seats)


def count_in(*first: LineId) -> Show:
    """Return the count before all point: three, two, one, now."""
    return (
        *say_lines(*first, growl_line("ready")),
        Gap(3.0),
        *COUNT_OF_THREE,
        Say(LineId("vote.now")),
        Gap(1.5),
        Say(growl_line("hold")),
    )


def dead_seats(seats: Iterable[int]) -> Fact:
    """Return the fact that these seats have died, all at once."""
    return Word("verdict.dead", {"seats": seats_joined(seats)})


class Whose(Struct, frozen=True):
    """Asks for a seat and then shows the neighbors of that seat."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Ask(0, Word("growl.whose"), seats_to_choose(village.all_seats), lines=growl_lines("whose"))

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (Neighbors(int(picks[0])),))


class Neighbors(Struct, frozen=True):
    """Shows and says the neighbors of a seat. A later BACK skips this page, the question for the seat, and the turn
    before it."""

    seat: int

    def stage(self, rules: Rules, village: Village) -> Stage:
        left, right = village.left(self.seat, village.passing), village.right(self.seat, village.passing)
        said = (screen_line("growl.left"), seat_line(left), screen_line("growl.right"), seat_line(right))
        return Tell(0, (sides(village, self.seat),), lines=said)

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, aside=3)


def sides(village: Village, seat: int) -> Fact:
    """Return the fact with the left and right neighbor of a seat, whose player may be dead."""
    among = village.passing
    sides = {"left": SeatMark(village.left(seat, among)), "right": SeatMark(village.right(seat, among))}
    return Word("growl.sides", sides)
