"""Calls every player at dusk: what each seat reads, the lists it dials, and its actions.

All players dial the same number of lists with the same entries in the same order. A seat without a choice is told which
entry to dial. BACK undoes a choice until the player looks at its result. If the time of a seat runs out, a required
choice is made at random, and an optional power is not used."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import house_word
from nightcrier.box.games.engine.secret_turns import DialList, SeatTurn, dial_fact, given_option, marked_list
from nightcrier.box.games.wherewolf.dealt.deal import WolfRound, dusk_facts, players_called, trait_fact
from nightcrier.box.games.wherewolf.referee.game_state import GameState, holder
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.night_choices import PowerChoice, night_choices
from nightcrier.box.games.wherewolf.referee.night_turns import TRAITS
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.games.wherewolf.rulebook import ITEMS, MYSTICS, PACK_POWERS
from nightcrier.box.games.wherewolf.table.phrases import role_word, seat_number, seat_options, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, wolf_seats_asked
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import NIGHTFALL, Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined
from nightcrier.kernel.chance import SeededChance, derive_seed

_NOT_TONIGHT, KEEPS = "not-tonight", "keeps"
"""The values of two answers that name no seat: a power is not used tonight, and an item is kept."""
FIRST, SECOND = "first", "second"
"""The names of two presses. FIRST chooses the target of a power. SECOND chooses the Mystic's turn or the second prey.
Items have presses with other names."""


def _powers_of(state: GameState, seat: int) -> tuple[PowerChoice | None, Mapping[str, PowerChoice]]:
    """Return the powers of a seat at nightfall: the power of its role, and those of its items. A Progeny has no powers,
    and a used-up power is left out."""
    found = {choice.power: choice for choice in night_choices(state) if choice.seat == seat}
    own = next((choice for power, choice in found.items() if power not in ITEMS), None)
    return own, {power: choice for power, choice in found.items() if power in ITEMS}


def dusk_picks(rules: WolfRules, village: WolfVillage) -> tuple[str, ...]:
    """Return the purpose of each press of tonight. It depends only on public knowledge: the number of the night, the
    possible roles, the items, and whether somebody burned yesterday."""
    if village.number == 1:
        return (FIRST,)
    burned = bool(village.rounds and village.rounds[-1].day and village.rounds[-1].day.burned is not None)
    second = rules.has_windows or (burned and "young-wolf" in rules.possible)
    return (FIRST, *((SECOND,) if second else ()), *rules.items)


def _list(rules: WolfRules, village: WolfVillage, seat: int, pick: str) -> DialList:
    lot, turns = derive_seed(_lot(rules, village, seat), pick), _turns(rules) if pick == SECOND else ()
    return seat_list(village, dialled_seats(rules, village), _options(village.known, seat, pick), lot, turns)


def dialled_seats(rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
    """Return the seats of every list: those in play, and if a Medium is possible, also the dead."""
    return tuple(range(rules.players)) if "medium" in rules.possible else tuple(village.known.in_play)


def _turns(rules: WolfRules) -> tuple[str, ...]:
    """Return the Mystics in whose turns somebody else might act."""
    return tuple(sorted(MYSTICS.intersection(rules.possible))) if rules.has_windows else ()


def seat_list(
    village: WolfVillage, seats: Sequence[int], options: Sequence[Option], lot: int, turns: Sequence[str] = ()
) -> DialList:
    """Return a list with an entry for each of these seats and turns, in their order, and an entry for none of them. If
    the last of a seat's `options` names neither a seat nor a turn, it is used for that entry. A seat without options is
    told to dial one of the turns, or if there are no turns, one of the seats that are asked."""
    own = options or given_option(_turn_options(turns) or seat_options(wolf_seats_asked(village)), lot)
    entries = (*seat_options(seats), *_turn_options(turns))
    named = {entry.value for entry in entries}
    none = next((option for option in own if option.value not in named), NO_SEAT)
    return marked_list((*entries, none), own, lot)


def _turn_options(turns: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(role, role_word(role)) for role in turns)


def _options(state: GameState, seat: int, pick: str) -> Sequence[Option]:
    """Return the options of a seat for one press. Without a power for this press, the seat has none."""
    own, items = _powers_of(state, seat)
    if pick in items:
        places = {target: Joined((role_word(pick), seat_number(target)), " → ") for target in items[pick].targets}
        return (*(Option(str(target), place) for target, place in places.items()), Option(KEEPS, wolf_word("keeps")))
    if pick == SECOND and own and own.windows:
        return (*_turn_options(own.windows), Option(_NOT_TONIGHT, wolf_word("not-tonight")))
    if own and own.targets and (pick == FIRST or (pick == SECOND and own.number > 1)):
        return seat_options(own.targets) if own.duty else (*seat_options(own.targets), NO_SEAT)
    return ()


NO_SEAT = Option("nobody", house_word("nobody"))


def dusk_acts(rules: WolfRules, village: WolfVillage, seat: int, row: Picks) -> tuple[NightAction, ...]:
    """Return the actions of a seat. They depend only on the state at nightfall, so the order of turns has no effect."""
    state, (own, items) = village.known, _powers_of(village.known, seat)
    chosen = dict(zip(dusk_picks(rules, village), row, strict=False))
    lot = derive_seed(_lot(rules, village, seat), "duty")
    acts = [] if own is None else [_act(state, own, chosen, lot)]
    acts += [_act(state, choice, {FIRST: chosen.get(item, "")}, lot) for item, choice in items.items()]
    return tuple([action for action in acts if action is not None])


def _lot(rules: WolfRules, village: WolfVillage, seat: int) -> int:
    return derive_seed(rules.seed, f"dusk {village.number} {seat}")


def round_acts(rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> tuple[NightAction, ...]:
    """Return the actions of all seats whose turn has ended, in the order of the seats in play."""
    turns = zip(wolf_seats_asked(village), rows, strict=False)
    return tuple(action for seat, row in turns for action in dusk_acts(rules, village, seat, row))


def _act(state: GameState, choice: PowerChoice, chosen: Mapping[str, str], lot: int) -> NightAction | None:
    """Return the action of a seat with a power, if any. A seat that ran out of time keeps its items."""
    if choice.windows:
        return _in_window(state, choice, chosen)
    targets = [_seat(chosen.get(pick, "")) for pick in (FIRST, SECOND)[: choice.number]]
    if choice.duty and targets == [None]:
        targets = [SeededChance(lot).pick(choice.targets)]
    pointed = tuple([target for target in targets if target is not None])
    return NightAction(choice.seat, choice.power, pointed) if pointed else None


def _in_window(state: GameState, choice: PowerChoice, chosen: Mapping[str, str]) -> NightAction | None:
    """Return the action of a seat in a Mystic's turn. The action has a target only if the Mystic is not in play."""
    during = chosen.get(SECOND, "")
    if during not in choice.windows:
        return None
    target = _seat(chosen[FIRST]) if choice.targets and holder(state, during) is None else None
    return NightAction(choice.seat, choice.power, () if target is None else (target,), during)


def _seat(value: str) -> int | None:
    return int(value) if value.isdecimal() else None


def still_possible(state: GameState, actions: Sequence[NightAction]) -> tuple[NightAction, ...]:
    """Return the actions that are still possible. A new Progeny, for example, loses its act in the Healer's turn."""
    turned = play_wolf_night(state, actions).turned
    lost = {seat for seat, how in turned.items() if how == "progeny"}
    return tuple([action for action in actions if action.during != "healer" or action.seat not in lost])


_LEAST, _FIRST_PICK, _FURTHER_PICK = 6.0, 22.0, 8.0


class DuskRound(WolfRound, frozen=True):
    """The secret round in which every player reads and chooses. The answers depend only on the state at nightfall."""

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = _FIRST_PICK + _FURTHER_PICK * (len(dusk_picks(rules, village)) - 1)
        return (
            Call(wolf_word("moment.dusk")),
            *NIGHTFALL,
            *say_lines(wolf_line("nightfall", village.number), wolf_line("box.dusk", village.number)),
            *players_called(rules, village, time, _LEAST),
        )

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        lists = tuple(_list(rules, village, seat, pick) for pick in dusk_picks(rules, village))
        seen = dusk_facts(village, seat, dial_fact(lists), _proposals(rules, village, rows))
        return SeatTurn(seat, lists, seen, _answers(village.known, seat))

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        turns, lists = zip(wolf_seats_asked(village), rows, strict=True), len(dusk_picks(rules, village))
        unread = tuple(seat for seat, row in turns if len(row) <= lists)
        acts = round_acts(rules, village, rows)
        night = still_possible(village.known, [each for each in acts if not set(village.left) & set(each.targets)])
        return StepResult(replace(village, night=night, unread=unread))


def _proposals(rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> Mapping[int, Sequence[int]]:
    """Return the prey that the wolves before this turn want, by wolf. Only the choice of the strongest counts."""
    acts = round_acts(rules, village, rows)
    return {action.seat: action.targets for action in acts if action.power in PACK_POWERS}


def _answers(state: GameState, seat: int) -> Mapping[str, tuple[Fact, ...]]:
    """Return what a seat learns if its power asks about a seat, by the seat asked about."""
    own, _ = _powers_of(state, seat)
    if own is None or own.power not in TRAITS:
        return {}
    found = {target: TRAITS[own.power](state.players[target]) for target in own.targets}
    return {str(target): (trait_fact(own.power, target, has_trait=has),) for target, has in found.items()}
