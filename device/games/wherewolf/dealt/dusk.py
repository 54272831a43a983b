"""Dusk: everybody comes once, reads who they are, dials as often as all others, reads what follows from it and
presses."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.dealt.dusk_acts import round_acts, still_possible
from device.games.wherewolf.dealt.dusk_lists import dusk_lists, dusk_picks, powers_of
from device.games.wherewolf.dealt.own_facts import own_facts, role_facts
from device.games.wherewolf.dealt.seat_turn import SeatTurn
from device.games.wherewolf.dealt.secret_round import seats_called
from device.games.wherewolf.dealt.sights_in_words import answer_facts
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.night_course import NightCourse, new_course
from device.games.wherewolf.referee.pack import PACK_POWERS
from device.games.wherewolf.referee.sights import ask_mage, ask_medium, ask_seer
from device.games.wherewolf.table.phrases import seat_number, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.cues import CHOSEN, Bed, Call, Show, say_lines
from device.show.facts import Fact, Joined

_LEAST, _FIRST_PICK, _FURTHER_PICK = 6.0, 22.0, 8.0
_ASKS = {"seer": ask_seer, "mage": ask_mage, "medium": ask_medium}


class DuskRound(Struct, frozen=True):
    """A round in which everybody reads and chooses. Answers are those of the state at nightfall: every one of these
    calls comes before anything changes."""

    page: str = "night"

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = _FIRST_PICK + _FURTHER_PICK * (len(dusk_picks(rules, village)) - 1)
        return (
            Call(wolf_word("moment.dusk")),
            *say_lines(wolf_line("nightfall")),
            Bed(CHOSEN),
            *say_lines(wolf_line("box.dusk")),
            *seats_called(village, rules.options, time, _LEAST),
        )

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        seen = own_facts(village, seat, _proposals(rules, village, seat, rows))
        return SeatTurn(seat, dusk_lists(rules, village, seat), seen, _answers(village.known, seat), final=True)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        acts = round_acts(rules, village, rows)
        night = still_possible(village.known, [action for done in acts.values() for action in done.actions])
        suspects = {seat: done.suspects for seat, done in acts.items()}
        return StepResult(replace(village, night=night, suspects=(*village.suspects, suspects)))


def _proposals(rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> tuple[Fact, ...]:
    """The prey that the wolves before this one want, told to wolves alone; the referee counts the strongest."""
    if not village.known.players[seat].strength:
        return ()
    actions = [action for done in round_acts(rules, village, rows).values() for action in done.actions]
    wanted = tuple([_prey_fact(action) for action in actions if action.power in PACK_POWERS])
    return (wolf_word("pack-wants", seats=Joined(wanted)),) if wanted else ()


def _prey_fact(action: NightAction) -> Fact:
    prey = Joined(tuple(map(seat_number, action.targets)), "+")
    return Joined((seat_number(action.seat), prey), "→")


def _answers(state: GameState, seat: int) -> Mapping[str, tuple[Fact, ...]]:
    """The facts that a seat that asks would read, by the seat it asks about."""
    own = powers_of(state, seat).own
    if own is None or own.power not in _ASKS:
        return {}
    role = role_facts(own.power)[:1]
    return {str(target): (*role, *_answer(state, NightAction(seat, own.power, (target,)))) for target in own.targets}


def _answer(state: GameState, action: NightAction) -> tuple[Fact, ...]:
    course: NightCourse = new_course(state)
    course.chosen[action.power] = action
    _ASKS[action.power](course)
    return answer_facts(course.told)
