"""The day, stage by stage: assembly, accusation, the Accused speak, run-off, pyre."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.hosted.asking import host_show
from device.games.wherewolf.referee.accusation import count_accusation
from device.games.wherewolf.referee.acts import DayActs, VoteSheet
from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.table.daylight import Daylight, day_clock, sun_is_down, village_facts
from device.games.wherewolf.table.phrases import wolf_line
from device.games.wherewolf.table.pyre import NoPyre, pyre_show
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, after_votes
from device.games.wherewolf.table.vote_giving import call_to_speak, count_again, name_accused, vote_steps
from device.kernel.ids import Seconds
from device.show.agenda import SilentStep, StepResult
from device.show.answers import Picks
from device.show.facts import Fact
from device.show.stages import Count, Stage

DEFENCE: Seconds = 60.0
"""The seconds for each of the Accused."""
_MINUTE_LEFT: Seconds = 60.0
_TO_CHOOSE = 2
"""The fewest between whom there is something to choose: two people choose once only."""


def village_talk(rules: WolfRules, facts: tuple[Fact, ...], clock: str = "") -> Count:
    """The assembly: as long as it likes, or by the clock."""
    seconds = rules.options.talk
    warnings = ((_MINUTE_LEFT, wolf_line("minute")),) if seconds else ()
    return Count(seconds, warnings, (wolf_line("explain"),), facts=facts, clock=clock)


class VillageTalk(Struct, frozen=True):
    """The village talks: as long as it likes, or by the clock."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        return village_talk(rules, village_facts(village), day_clock(rules, village))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if sun_is_down(rules, picks):
            return StepResult(village, (NoPyre(),))
        return StepResult(village, (*vote_steps(rules, village, ()), Daylight(VillageTally())))


class VillageTally(SilentStep, frozen=True):
    """Count who is Accused. Hands that cannot be are counted again."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        try:
            accused = count_accusation(village.known.twin(), village.accusation or VoteSheet()).accused
        except RuleBroken:
            return StepResult(village, (*count_again(rules, village, ()), Daylight(VillageTally())))
        told = host_show(name_accused(rules, accused, led=village.led), "vote")
        if len(village.known.in_play) == _TO_CHOOSE or len(accused) < _TO_CHOOSE:
            return StepResult(village, (told, Burning()))
        return StepResult(village, (told, call_to_speak(accused[0]), Defence(accused)))


class Defence(Struct, frozen=True):
    """Let one of the Accused speak; then the next one, and after the last one begin the run-off."""

    accused: tuple[int, ...]
    spoken: int = 0

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        return Count(DEFENCE, facts=village_facts(village), foot="day.next", clock=day_clock(rules, village))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if sun_is_down(rules, picks):
            return StepResult(village, (NoPyre(),))
        spoken = self.spoken + 1
        if spoken < len(self.accused):
            return StepResult(village, (call_to_speak(self.accused[spoken]), Defence(self.accused, spoken)))
        return StepResult(village, (*vote_steps(rules, village, self.accused), Daylight(Burning())))


class Burning(SilentStep, frozen=True):
    """Burn the one who is to burn, if anybody, and never say why not."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        acts = DayActs(village.accusation or VoteSheet(), village.run_off)
        try:
            over = after_votes(village, acts)
        except RuleBroken:
            again = replace(village, run_off=None)
            accused = count_accusation(village.known.twin(), acts.accusation).accused
            return StepResult(again, (*count_again(rules, again, accused), Daylight(Burning())))
        return StepResult(over, (pyre_show(rules, over),))
