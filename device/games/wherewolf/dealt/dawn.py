"""Dawn: everybody comes once more and reads what the night has done to them, also where that is nothing. The Healer,
where there may be one, sees the dead and saves; then everybody else names whom they trust, which is written nowhere."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.dealt.dawn_facts import dawn_facts
from device.games.wherewolf.dealt.dusk_lists import suspects
from device.games.wherewolf.dealt.seat_turn import DialList, SeatTurn, dial_list
from device.games.wherewolf.dealt.secret_round import seats_called
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.night import play_night
from device.games.wherewolf.table.phrases import seat_options, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.kernel.chance import derived
from device.show.agenda import StepResult
from device.show.answers import Option, Picks
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Show, say_lines

_LEAST, _READING, _CHOOSING = 4.5, 14.0, 22.0


class DawnRound(Struct, frozen=True):
    """The night is resolved as it was chosen at dusk: nobody after the Healer sees whom she has saved."""

    page: str = "night"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = _CHOOSING if _heals(rules, village) else _READING
        return (
            Call(wolf_word("moment.dawn")),
            Bed(CHOSEN),
            *say_lines(wolf_line("box.dawn")),
            *seats_called(village, rules.options, time, _LEAST),
            SILENCE,
        )

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        seen = dawn_facts(village, seat)
        if not _heals(rules, village):
            return SeatTurn(seat, seen=seen)
        return SeatTurn(seat, (_list(rules, village, seat),), seen, reads=False)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        chosen = dict(zip(village.known.in_play, rows, strict=True))
        healing = tuple(
            NightAction(seat, "healer", (int(value),))
            for seat, value in ((seat, value) for seat, row in chosen.items() for value in row)
            if value in _heal_options(village, seat)
        )
        return StepResult(replace(village, night=(*village.night, *healing)))


def _heals(rules: WolfRules, village: WolfVillage) -> bool:
    """Whether there is a choice tonight, as all may know."""
    return "healer" in rules.possible and village.number > 1


def _list(rules: WolfRules, village: WolfVillage, seat: int) -> DialList:
    """The list of a seat at dawn: those whom the Healer may save, for all others everybody in play; and nobody."""
    trusted = suspects(village.known)
    may_save = _heal_options(village, seat)
    options = (*may_save.values(), trusted[-1]) if may_save else trusted
    return dial_list(options, len(trusted), derived(rules.seed, f"dawn {village.number} {seat}"))


def _heal_options(village: WolfVillage, seat: int) -> dict[str, Option]:
    """The options of those whom this seat may save: none, but for a Healer who has not saved yet."""
    state: GameState = village.known
    if seat != holder(state, "healer") or "healer" in state.spent:
        return {}
    killed = play_night(state, village.night).night.killed
    own = state.switches.healer_may_save_self
    return {option.value: option for option in seat_options([dead for dead in killed if own or dead != seat])}
