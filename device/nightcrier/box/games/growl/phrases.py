"""Small pieces of what is said and asked, and between whom a seat sits: the nearest living on either side, without a
caged one."""

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
    """A line of this game."""
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
    """The count before all point: three, two, one, and all point on the word."""
    return (
        *say_lines(*first, growl_line("ready")),
        Gap(3.0),
        *COUNT_OF_THREE,
        Say(LineId("vote.now")),
        Gap(1.5),
        Say(growl_line("hold")),
    )


def dead_seats(seats: Iterable[int]) -> Fact:
    """The seats that have died, all of them at once."""
    return Word("verdict.dead", {"seats": seats_joined(seats)})


class Whose(Struct, frozen=True):
    """Asks for a seat and shows its neighbors."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Ask(0, Word("growl.whose"), seats_to_choose(village.all_seats), lines=growl_lines("whose"))

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (Neighbors(int(picks[0])),))


class Neighbors(Struct, frozen=True):
    """Show and say the neighbors of a seat. BACK from what comes passes over it, the seat asked for, and the turn that
    led there."""

    seat: int

    def stage(self, rules: Rules, village: Village) -> Stage:
        left, right = village.left(self.seat, village.passing), village.right(self.seat, village.passing)
        said = (screen_line("growl.left"), seat_line(left), screen_line("growl.right"), seat_line(right))
        return Tell(0, (sides(village, self.seat),), lines=said)

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, aside=3)


def sides(village: Village, seat: int) -> Fact:
    """The fact with the left and right neighbor of a seat, dead or alive."""
    among = village.passing
    sides = {"left": SeatMark(village.left(seat, among)), "right": SeatMark(village.right(seat, among))}
    return Word("growl.sides", sides)
