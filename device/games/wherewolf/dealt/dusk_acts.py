"""The acts that follow from what a seat has dialled at dusk: actions of the night, and suspects for the story. Out of
time a duty is drawn by lot, and a free power is not used."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.games.wherewolf.dealt.dusk_lists import FIRST, SECOND, SeatPowers, dusk_picks, powers_of
from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.night import play_night
from device.games.wherewolf.referee.open_choices import PowerChoice
from device.games.wherewolf.table.village import WolfRules, WolfVillage
from device.kernel.chance import SeededChance, derived
from device.show.answers import Picks


class DuskActs(Struct, frozen=True):
    """The acts of one seat at dusk. `suspects` are those it dialled without a power for it."""

    actions: tuple[NightAction, ...]
    suspects: tuple[int, ...]


def dusk_acts(rules: WolfRules, village: WolfVillage, seat: int, row: Picks) -> DuskActs:
    """The acts of a seat, by the state at nightfall, so that it does not matter who comes first."""
    state, powers = village.known, powers_of(village.known, seat)
    chosen = dict(zip(dusk_picks(rules, village), row, strict=False))
    lot = derived(rules.seed, f"duty {village.number} {seat}")
    own = () if powers.own is None else _own(state, powers.own, chosen, lot)
    named = [_seat(value) for pick, value in chosen.items() if not _uses(powers, pick, chosen)]
    suspects = dict.fromkeys(other for other in named if other is not None)
    return DuskActs((*own, *_hand_over(powers, chosen)), tuple(suspects))


def round_acts(rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> Mapping[int, DuskActs]:
    """The acts of all seats that have had their turn, in the order of the seats in play."""
    return {seat: dusk_acts(rules, village, seat, row) for seat, row in zip(village.known.in_play, rows, strict=False)}


def _own(state: GameState, choice: PowerChoice, chosen: Mapping[str, str], lot: int) -> tuple[NightAction, ...]:
    """The action of a seat with the power of its role."""
    if choice.windows:
        return _in_window(state, choice, chosen)
    targets = [_seat(chosen.get(pick, "")) for pick in (FIRST, SECOND)[: choice.number]]
    if choice.duty and targets == [None]:
        targets = [SeededChance(lot).pick(choice.targets)]
    pointed = tuple([target for target in targets if target is not None])
    return (NightAction(choice.seat, choice.power, pointed),) if pointed else ()


def _in_window(state: GameState, choice: PowerChoice, chosen: Mapping[str, str]) -> tuple[NightAction, ...]:
    """The action of a seat in a Mystic's turn. It has a target only where that Mystic is not in play."""
    during = chosen.get(SECOND, "")
    if during not in choice.windows:
        return ()
    target = _seat(chosen[FIRST]) if choice.targets and holder(state, during) is None else None
    return (NightAction(choice.seat, choice.power, () if target is None else (target,), during),)


def _hand_over(powers: SeatPowers, chosen: Mapping[str, str]) -> tuple[NightAction, ...]:
    """An item goes to its next owner; out of time it is kept."""
    found = [(choice, _seat(chosen.get(item, ""))) for item, choice in powers.items.items()]
    return tuple([NightAction(choice.seat, choice.power, (other,)) for choice, other in found if other is not None])


def _uses(powers: SeatPowers, pick: str, chosen: Mapping[str, str]) -> bool:
    """Whether this pick is for a power."""
    own = powers.own
    if own is None or pick in powers.items:
        return pick in powers.items
    if own.windows:
        return pick == FIRST and bool(own.targets) and chosen.get(SECOND, "") in own.windows
    return pick == FIRST or (pick == SECOND and own.number > 1)


def _seat(value: str) -> int | None:
    return int(value) if value.isdecimal() else None


def still_possible(state: GameState, actions: Sequence[NightAction]) -> tuple[NightAction, ...]:
    """The actions that still can be done: a player who became a Progeny before the Healer's turn has no power left in
    it."""
    turned = play_night(state, actions).night.turned
    lost = {seat for seat, how in turned.items() if how == "progeny"}
    return tuple([action for action in actions if action.during != "healer" or action.seat not in lost])
