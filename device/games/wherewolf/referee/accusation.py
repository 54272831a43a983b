"""The accusation: votes, the Pettifogger's signal, reductions, the ranking, and the Angel in the Beloved's place."""

from msgspec import Struct

from device.games.wherewolf.referee.acts import VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.reductions import reduce_votes
from device.games.wherewolf.referee.vote_rules import check_signals, raw_counts, remark_silent
from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.rules.roles import Faction

_NAME = "accusation"
_CANCELLED_BY_PETTIFOGGER = (Faction.CITY, Faction.CRIMINALS)


class AccusationResult(Struct, frozen=True):
    """The votes after every power, the leaders of the ranking, and the Accused in the order of the seats."""

    counts: dict[int, int]
    leaders: tuple[int, ...]
    accused: tuple[int, ...]


def count_accusation(state: GameState, sheet: VoteSheet) -> AccusationResult:
    """Count an accusation: the votes, and who is Accused."""
    signal = check_signals(state, sheet, ("pettifogger",), _NAME).get("pettifogger")
    counts = raw_counts(state, sheet, state.in_play, state.in_play, _NAME)
    remark_silent(state, sheet, state.in_play)
    extra = None if signal is None else _apply_signal(state, signal, counts)
    reduce_votes(state, counts)
    leaders, accused = _ranking(counts)
    if extra is not None:
        accused = accused | {extra}
    if state.beloved in accused:
        accused = {angel_for(state, seat) for seat in accused}
    return AccusationResult(counts, leaders, tuple(sorted(accused)))


def _apply_signal(state: GameState, signal: VoteSignal, counts: dict[int, int]) -> int | None:
    """Apply a signal: City roles and Criminals lose their votes; anybody else is Accused in addition."""
    if len(signal.targets) != 1 or signal.targets == (signal.seat,):
        raise RuleBroken("the Pettifogger signals one other player", signal.seat, state.number)
    if state.switches.pettifogger_once and "pettifogger" in state.spent:
        raise RuleBroken("the Pettifogger signals once in a game, as the switch says", signal.seat, state.number)
    state.spent.add("pettifogger")
    (target,) = signal.targets
    if state.players[target].faction not in _CANCELLED_BY_PETTIFOGGER:
        return target
    if target in counts:
        counts[target] = 0
    return None


def _ranking(counts: dict[int, int]) -> tuple[tuple[int, ...], set[int]]:
    """The leaders, and the Accused: tied leaders, or one leader and all tied second places. 0 is no place."""
    places = sorted(set(counts.values()) - {0}, reverse=True)
    if not places:
        return (), set()
    leaders = tuple([seat for seat, votes in counts.items() if votes == places[0]])
    if len(leaders) > 1 or len(places) == 1:
        return leaders, set(leaders)
    return leaders, {seat for seat, votes in counts.items() if votes in places[:2]}


def angel_for(state: GameState, seat: int) -> int:
    """The seat that is accused in the place of this one: the Angel in play for the Beloved, else the seat itself."""
    angel = holder(state, "guardian-angel") if state.beloved == seat else None
    return seat if angel is None else angel
