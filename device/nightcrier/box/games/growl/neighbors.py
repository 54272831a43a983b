"""Show the neighbors of a seat of GROWL: the nearest living players who are not caged."""

from msgspec import Struct

from nightcrier.box.games.growl.phrases import growl_lines, seats_to_choose
from nightcrier.box.games.growl.village import GrowlResult, GrowlVillage, Rules
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.facts import Fact, SeatMark, Word
from nightcrier.box.show.stages import Ask, Stage, Tell
from nightcrier.kernel.ids import screen_line, seat_first


class AskWhoseNeighbors(Struct, frozen=True):
    """The step that asks for a seat and shows its neighbors."""

    def stage(self, rules: Rules, village: GrowlVillage) -> Stage:
        return Ask(0, Word("growl.whose"), seats_to_choose(village.all_seats), lines=growl_lines("whose"))

    def result(self, rules: Rules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(village, (ShowNeighbors(int(picks[0])),))


class ShowNeighbors(Struct, frozen=True):
    """The step that shows and speaks the neighbors of a seat. A later BACK skips this page, its question and the turn
    before the question."""

    seat: int

    def stage(self, rules: Rules, village: GrowlVillage) -> Stage:
        left, right = village.left(self.seat, village.passing), village.right(self.seat, village.passing)
        said = (screen_line("growl.left"), *seat_first(left), screen_line("growl.right"), *seat_first(right))
        return Tell(0, (neighbors_fact(village, self.seat),), lines=said)

    def result(self, rules: Rules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(village, aside=3)


def neighbors_fact(village: GrowlVillage, seat: int) -> Fact:
    """Return the left and the right neighbor of a seat as a fact. The player at the seat may be dead."""
    among = village.passing
    both = {"left": SeatMark(village.left(seat, among)), "right": SeatMark(village.right(seat, among))}
    return Word("growl.sides", both)
