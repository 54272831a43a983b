"""The sheet that the referee counts, made of marked ballots. A mark of somebody who has no power for it counts nothing,
and nobody learns of it."""

from collections.abc import Mapping

from device.games.wherewolf.dealt.ballot_lists import BallotPaper, MarkedBallot
from device.games.wherewolf.referee.acts import VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.rules.roles import CITY_ROLES


def vote_sheet(state: GameState, paper: BallotPaper, ballots: Mapping[int, MarkedBallot]) -> VoteSheet:
    """The sheet made of these ballots, legal whatever was dialled."""
    signals = [signal for seat, ballot in ballots.items() if (signal := _signal(state, paper, seat, ballot))]
    raised = {signal.seat for signal in signals}
    merchant = holder(state, "merchant")
    votes = {
        seat: ballot.all if seat == merchant else (ballot.vote,)
        for seat, ballot in ballots.items()
        if seat not in raised and _votes(state, paper, seat)
    }
    return VoteSheet(votes, signals=tuple(signals))


def _votes(state: GameState, paper: BallotPaper, seat: int) -> bool:
    """An Accused has no vote in the run-off, but with a City role."""
    return not paper.run_off or seat not in paper.open_to or state.players[seat].holds in CITY_ROLES


def _signal(state: GameState, paper: BallotPaper, seat: int, ballot: MarkedBallot) -> VoteSignal | None:
    """The card of a power that this vote knows; any other card is a hand."""
    role = state.players[seat].holds
    if not ballot.card:
        return None
    if paper.run_off:
        if role == "mayor":
            return VoteSignal(seat, role, (ballot.vote,))
        return VoteSignal(seat, role, ballot.all) if role == "orator" and seat not in paper.open_to else None
    used = state.switches.pettifogger_once and role in state.spent
    may = role == "pettifogger" and ballot.vote != seat and not used
    return VoteSignal(seat, role, (ballot.vote,)) if may else None
