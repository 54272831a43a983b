"""The votes and signals of a simulated day."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.wherewolf.referee.accusation import count_accusation
from device.games.wherewolf.referee.acts import DayActs, VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.rules.roles import CITY_ROLES
from device.games.wherewolf.simulated.strategies import SeerFindings, Strategy
from device.kernel.chance import Chance

_SIGNAL_ONE_IN, _SEVERAL_ONE_IN = 4, 2
"""How often a free power is used in a vote: a signal, and the Merchant's second vote."""


class _Voting(Struct, frozen=True):
    """The votes of a table under way: who votes how, and for whom one may vote."""

    state: GameState
    found: SeerFindings
    strategy: Strategy
    chance: Chance
    open_to: Sequence[int]

    def of(self, seat: int) -> int:
        return self.strategy.vote(self.state, self.found, seat, self.open_to, self.chance)


def draw_day(state: GameState, found: SeerFindings, strategy: Strategy, chance: Chance) -> DayActs:
    """An accusation, and the run-off where one is needed."""
    voting = _Voting(state, found, strategy, chance, state.in_play)
    accusation = _sheet(voting, state.in_play, _pettifogger(voting))
    accused = count_accusation(state.twin(), accusation).accused
    if len(accused) < 2 or len(state.in_play) == 2:
        return DayActs(accusation)
    return DayActs(accusation, _run_off(_Voting(state, found, strategy, chance, accused)))


def _run_off(voting: _Voting) -> VoteSheet:
    state, accused = voting.state, voting.open_to
    voters = [seat for seat in state.in_play if seat not in accused or state.players[seat].holds in CITY_ROLES]
    return _sheet(voting, voters, (*_mayor(voting), *_orator(voting)))


def _sheet(voting: _Voting, voters: Sequence[int], signals: tuple[VoteSignal, ...]) -> VoteSheet:
    silent = {signal.seat for signal in signals}
    votes: dict[int, tuple[int, ...]] = {seat: (voting.of(seat),) for seat in voters if seat not in silent}
    merchant = holder(voting.state, "merchant")
    if merchant is not None and merchant in votes and voting.chance.below(_SEVERAL_ONE_IN) == 0:
        votes[merchant] = tuple(dict.fromkeys((*votes[merchant], voting.of(merchant))))
    return VoteSheet(votes, None, signals)


def _signals(voting: _Voting, power: str) -> int | None:
    """The seat that signals with this power now, if it does."""
    seat = holder(voting.state, power)
    return seat if seat is not None and voting.chance.below(_SIGNAL_ONE_IN) == 0 else None


def _pettifogger(voting: _Voting) -> tuple[VoteSignal, ...]:
    if voting.state.switches.pettifogger_once and "pettifogger" in voting.state.spent:
        return ()
    seat = _signals(voting, "pettifogger")
    target = None if seat is None else voting.of(seat)
    return () if seat is None or target is None or target == seat else (VoteSignal(seat, "pettifogger", (target,)),)


def _mayor(voting: _Voting) -> tuple[VoteSignal, ...]:
    seat = _signals(voting, "mayor")
    return () if seat is None else (VoteSignal(seat, "mayor", (voting.of(seat),)),)


def _orator(voting: _Voting) -> tuple[VoteSignal, ...]:
    seat = _signals(voting, "orator")
    if seat is None or seat in voting.open_to:
        return ()
    return (VoteSignal(seat, "orator", (voting.chance.pick(voting.open_to),)),)
