"""The offer to the first dead player to lead from then on: nights are then called as with any moderator."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.table.phrases import seat_number, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Option, Picks
from device.show.stages import TABLE, Ask, Stage

_YES = "yes"


def offer_to_lead(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """The offer to lead, made once, before the night after the first death."""
    out = {seat: player.out for seat, player in enumerate(village.known.players) if player.out is not None}
    asked = village.led or village.offered or not rules.options.dead_lead
    first = sorted(out, key=lambda seat: (out[seat].number, out[seat].when == "day"))
    return () if asked or not first else (MayLead(first[0]),)


class MayLead(Struct, frozen=True):
    """Ask the table whether the first dead player leads."""

    seat: int

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        options = (Option("no", wolf_word("lead.no")), Option(_YES, wolf_word("lead.yes")))
        return Ask(TABLE, wolf_word("ask.lead", n=seat_number(self.seat)), options, lines=(wolf_line("box.lead"),))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(replace(village, led=picks == (_YES,)))
