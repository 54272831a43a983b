"""Between whom a seat sits: the nearest living on either side, without a caged one."""

from msgspec import Struct

from device.games.growl.agenda import StepResult, TellStep
from device.games.growl.phrases import seats_to_choose
from device.games.growl.village import Rules, Village
from device.show.facts import Fact, Number, Word
from device.show.stages import Ask, Stage


class Whose(Struct, frozen=True):
    """Asks for a seat and shows its neighbors."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        return Ask(0, Word("growl.whose"), seats_to_choose(village.all_seats))

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return StepResult(village, (TellStep((sides(village, int(value)),), ()),))


def sides(village: Village, seat: int) -> Fact:
    """Left and right of a seat, dead or alive."""
    among = village.passing
    sides = {"left": Number(village.left(seat, among)), "right": Number(village.right(seat, among))}
    return Word("growl.sides", sides)
