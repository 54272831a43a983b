"""The votes and signals of a simulated day."""

from collections.abc import Sequence

from device.games.wherewolf.referee.accusation import count_accusation
from device.games.wherewolf.referee.acts import DayActs, VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.rules.roles import CITY_ROLES
from device.games.wherewolf.simulated.strategies import SimulatedTable

_SIGNAL_ONE_IN, _SEVERAL_ONE_IN = 4, 2
"""How often a free power is used in a vote: a signal, and the Merchant's second vote."""


def draw_day(table: SimulatedTable) -> DayActs:
    """An accusation, and the run-off where one is needed."""
    state = table.state
    accusation = _sheet(table, state.in_play, state.in_play, _pettifogger(table))
    accused = count_accusation(state.twin(), accusation).accused
    if len(accused) < 2 or len(state.in_play) == 2:
        return DayActs(accusation)
    voters = [seat for seat in state.in_play if seat not in accused or state.players[seat].holds in CITY_ROLES]
    return DayActs(accusation, _sheet(table, voters, accused, (*_mayor(table, accused), *_orator(table, accused))))


def _sheet(
    table: SimulatedTable, voters: Sequence[int], open_to: Sequence[int], signals: tuple[VoteSignal, ...]
) -> VoteSheet:
    silent = {signal.seat for signal in signals}
    votes: dict[int, tuple[int, ...]] = {seat: (table.vote(seat, open_to),) for seat in voters if seat not in silent}
    merchant = holder(table.state, "merchant")
    if merchant is not None and merchant in votes and table.chance.below(_SEVERAL_ONE_IN) == 0:
        votes[merchant] = tuple(dict.fromkeys((*votes[merchant], table.vote(merchant, open_to))))
    return VoteSheet(votes, None, signals)


def _signals(table: SimulatedTable, power: str) -> int | None:
    """The seat that signals with this power now, if it does."""
    seat = holder(table.state, power)
    return seat if seat is not None and table.chance.below(_SIGNAL_ONE_IN) == 0 else None


def _pettifogger(table: SimulatedTable) -> tuple[VoteSignal, ...]:
    if table.state.switches.pettifogger_once and "pettifogger" in table.state.spent:
        return ()
    seat = _signals(table, "pettifogger")
    target = None if seat is None else table.vote(seat, table.state.in_play)
    return () if seat is None or target is None or target == seat else (VoteSignal(seat, "pettifogger", (target,)),)


def _mayor(table: SimulatedTable, accused: Sequence[int]) -> tuple[VoteSignal, ...]:
    seat = _signals(table, "mayor")
    return () if seat is None else (VoteSignal(seat, "mayor", (table.vote(seat, accused),)),)


def _orator(table: SimulatedTable, accused: Sequence[int]) -> tuple[VoteSignal, ...]:
    seat = _signals(table, "orator")
    return () if seat is None or seat in accused else (VoteSignal(seat, "orator", (table.chance.pick(accused),)),)
