"""The day: whose turn it is, which card of the pile it has come to, and deaths that are told to the box."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.cards import NIGHTS
from device.games.growl.ending import DeathRoll, ending
from device.games.growl.nightfall import Active
from device.games.growl.phrases import Whose, growl_lines
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId
from device.show.agenda import SilentStep, StepResult
from device.show.facts import RoleName, SeatMark, Word
from device.show.stages import Ask, Option, Picks, Stage

_NEXT, _NIGHT, _DEAD, _NEIGHBORS = "next", "night", "dead", "neighbors"


class DayTurn(Struct, frozen=True):
    """The pointer. A table that does not press START every turn loses nothing: at night it is asked whose turn it is.

    Where the pile should have come to a Night card, that stands first on the screen."""

    lines: tuple[LineId, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        choices = tuple(_choices(rules, village))
        due = village.taken == rules.supplies.depths[village.nights]
        start = next(n for n, choice in enumerate(choices) if choice.value == _NIGHT) if due else 0
        return Ask(0, Word("growl.turn", {"n": SeatMark(village.turn)}), choices, start, lines=self.lines)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        match picks[0]:
            case "night":
                return StepResult(village, (Active(), Dawn()))
            case "dead":
                return StepResult(village, (DeathRoll("dead", growl_lines("who-died")), DayTurn()))
            case "neighbors":
                return StepResult(village, (Whose(), DayTurn()))
        following = village.left(village.turn, village.living)
        return StepResult(replace(village, active=following, taken=village.taken + 1), (DayTurn(),))


class Dawn(SilentStep, frozen=True):
    """The cage opens, and the turn is the next living player's. After the Final Night it is over."""

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if village.nights > NIGHTS:
            return StepResult(village, ending("end"), ends=True)
        following = village.left(village.active, village.living)
        return StepResult(replace(village, active=following, caged=0), (DayTurn(growl_lines("day.again")),))


def _choices(rules: Rules, village: Village) -> Iterator[Option]:
    """No further turn where all cards are given: then it must be night."""
    if village.taken < rules.supplies.pile:
        yield Option(_NEXT, Word("growl.turn.next", {"n": SeatMark(village.left(village.turn, village.living))}))
    yield Option(_NIGHT, Word("growl.turn.night") if village.nights < NIGHTS else RoleName("final-night"))
    yield Option(_DEAD, Word("growl.turn.dead"))
    yield Option(_NEIGHBORS, Word("growl.neighbors"))
