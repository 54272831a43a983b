"""The deal: everybody comes once and reads who they are."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.wherewolf.dealt.own_facts import role_facts
from device.games.wherewolf.dealt.seat_turn import SeatTurn
from device.games.wherewolf.dealt.secret_round import seats_called, under_bed
from device.games.wherewolf.table.phrases import wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.cues import Call, Show, say_lines

_WHOLE, _LEAST = 20.0, 6.0


class DealRound(Struct, frozen=True):
    """A round in which everybody reads the own role. No turn passes before its seat has looked."""

    page: str = "deal"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        opening = (Call(wolf_word("moment.deal")), *say_lines(wolf_line("box.open")))
        night = (Call(wolf_word("moment.nightfall")), *say_lines(wolf_line("box.how")))
        return (*opening, *under_bed(seats_called(village, rules.options, _WHOLE, _LEAST)), *night)

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        return SeatTurn(seat, seen=role_facts(village.known.table.roles[seat]), until_read=True)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        return StepResult(village)
