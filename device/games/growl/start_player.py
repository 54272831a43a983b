"""Who starts: in the first game whoever owns the marked tile, later who has most gold, by lot among equals."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import StepResult
from device.games.growl.day import DayTurn
from device.games.growl.phrases import growl_line, growl_lines, number_lines, seats_to_choose
from device.games.growl.village import Rules, Village
from device.show.facts import Word
from device.show.stages import Ask, Stage

FIRST_DAY = growl_lines("day.turn", "day.icons", "day.bites", "day.wounds", "day.keys")


class StartPlayer(Struct, frozen=True):
    """The table has the last word: the ledger only says which seat stands first on the screen."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        leader = richest(rules)
        said = (growl_line("start.gold"), *number_lines((leader,))) if leader else growl_lines("start.tile")
        return Ask(0, Word("growl.start"), seats_to_choose(village.all_seats), max(0, leader - 1), lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return StepResult(replace(village, active=int(value)), (DayTurn(FIRST_DAY),))


def richest(rules: Rules) -> int:
    """The seat with the most gold, drawn by lot where several have it; 0 where nobody has any."""
    most = max(rules.ledger, default=0)
    leaders = [seat for seat, gold in enumerate(rules.ledger, 1) if gold == most and gold]
    return leaders[rules.lot % len(leaders)] if leaders else 0
