"""Contains small building blocks for the questions and lines of GROWL: lines, seats to choose, the count before
everybody points, and the neighbors of a seat: the nearest living players who are not caged."""

from collections.abc import Iterable

from msgspec import Struct

from nightcrier.box.games.growl.village import GrowlResult, GrowlRules, GrowlVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Picks, seats_to_choose
from nightcrier.box.show.cues import COUNT_OF_THREE, Gap, Say, Show, say_lines
from nightcrier.box.show.facts import Fact, SeatMark, Word
from nightcrier.box.show.stages import Ask, Stage, Tell
from nightcrier.kernel.ids import LineId, screen_line, seat_first

NOBODY_MORE = Word("nobody")


def growl_line(name: str) -> LineId:
    return LineId(f"growl.{name}")


def growl_lines(*names: str) -> tuple[LineId, ...]:
    return tuple(map(growl_line, names))


def seats_first(seats: Iterable[int], line: LineId) -> tuple[LineId, ...]:
    """Return the lines that call these seats one by one, and then say this line to all of them."""
    return (*(each for seat in seats for each in seat_first(seat)), line)


def count_in(*first: LineId) -> Show:
    """Return the show that counts down before everybody points: three, two, one, now."""
    return (
        *say_lines(*first, growl_line("ready")),
        Gap(3.0),
        *COUNT_OF_THREE,
        Say(LineId("vote.now")),
        Gap(1.5),
        Say(growl_line("hold")),
    )


class AskWhoseNeighbors(Struct, frozen=True):
    """The step that asks for a seat and shows its neighbors."""

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage:
        return Ask(0, Word("growl.whose"), seats_to_choose(village.all_seats), lines=growl_lines("whose"))

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(village, (ShowNeighbors(int(picks[0])),))


class ShowNeighbors(Struct, frozen=True):
    """The step that shows and speaks the neighbors of a seat. A later BACK skips this page, its question and the turn
    before the question."""

    seat: int

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage:
        left, right = village.left(self.seat, village.passing), village.right(self.seat, village.passing)
        said = (screen_line("growl.left"), *seat_first(left), screen_line("growl.right"), *seat_first(right))
        return Tell(0, (neighbors_fact(village, self.seat),), lines=said)

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(village, aside=3)


def neighbors_fact(village: GrowlVillage, seat: int) -> Fact:
    """Return the left and the right neighbor of a seat as a fact. The player at the seat may be dead."""
    among = village.passing
    both = {"left": SeatMark(village.left(seat, among)), "right": SeatMark(village.right(seat, among))}
    return Word("growl.sides", both)
