"""The facts that everybody may see by day, and whether there is time left, where one clock runs through talk and
votes."""

from msgspec import Struct

from device.games.wherewolf.table.phrases import seats_named, wolf_word
from device.games.wherewolf.table.pyre import NoPyre
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import TIME_UP, Picks
from device.show.facts import Fact, Number
from device.show.stages import Count, Stage


def village_facts(village: WolfVillage) -> tuple[Fact, ...]:
    """The facts that everybody may see by day."""
    state = village.known
    out = [seat for seat, player in enumerate(state.players) if player.out is not None]
    dead = (wolf_word("dead", seats=seats_named(out)),) if out else ()
    return (wolf_word("in-play", n=Number(len(state.in_play))), *dead)


def day_clock(rules: WolfRules, village: WolfVillage) -> str:
    """The name of the clock that goes on through this whole day, if one does: each day has its own."""
    return f"day {village.number}" if rules.options.timed_day else ""


def sun_is_down(rules: WolfRules, picks: Picks) -> bool:
    """Whether a talk ended a timed day."""
    return rules.options.timed_day and picks == (TIME_UP,)


class Daylight(Struct, frozen=True):
    """Whether there is time left for what comes `then`, where one clock runs through talk and votes."""

    then: WolfStep

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        return Count(None, clock=day_clock(rules, village), checks=True) if rules.options.timed_day else None

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, (NoPyre(),) if sun_is_down(rules, picks) else (self.then,))
