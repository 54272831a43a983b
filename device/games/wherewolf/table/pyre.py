"""The pyre as it is told: who burns, or nobody; the same sentence whatever kept it from burning."""

from device.games.wherewolf.hosted.asking import host_show
from device.games.wherewolf.referee.acts import DayActs, VoteSheet
from device.games.wherewolf.table.phrases import (
    role_said,
    role_word,
    seat_number,
    seats_said,
    wolf_line,
    wolf_word,
)
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, after_votes
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Picks
from device.show.cues import Call, say_lines
from device.show.facts import Fact


def pyre_show(rules: WolfRules, village: WolfVillage) -> StageStep:
    """The show of the pyre of the day that is just over."""
    day = village.rounds[-1].day
    burned = day.burned if day else None
    if burned is None:
        return host_show((Call(wolf_word("no-burned")), *say_lines(wolf_line("no-burned"))), "vote")
    role = village.known.table.roles[burned]
    card = (wolf_line("was"), role_said(role)) if rules.options.role_reveal else ()
    lines = (wolf_line("burned"), *seats_said([burned]), *card)
    return host_show((Call(_title_of_pyre(rules, burned, role)), *say_lines(*lines)), "vote")


def _title_of_pyre(rules: WolfRules, seat: int, role: str) -> Fact:
    who = seat_number(seat)
    return wolf_word(
        "burned", n=wolf_word("seat-role", n=who, role=role_word(role)) if rules.options.role_reveal else who
    )


class NoPyre(SilentStep, frozen=True):
    """The day is over before the votes are."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        over = after_votes(village, DayActs(VoteSheet(hands={})))
        show = (Call(wolf_word("no-burned")), *say_lines(wolf_line("time-up")))
        return StepResult(over, (host_show(show, "vote"),))
