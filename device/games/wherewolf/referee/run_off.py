"""The run-off between the Accused: who may vote, the Mayor's signal, and whom the Orator keeps from the pyre."""

from collections.abc import Mapping

from msgspec import Struct

from device.games.wherewolf.referee.acts import VoteSheet, VoteSignal
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.reductions import city_in_play, reduce_votes
from device.games.wherewolf.referee.vote_rules import check_signals, raw_counts, remark_silent
from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.rules.roles import CITY_ROLES

_NAME = "run-off"


class RunOffResult(Struct, frozen=True):
    """The votes after every power, who leads, and whom the Orator signalled."""

    counts: dict[int, int]
    leaders: tuple[int, ...]
    kept: tuple[int, ...]


def count_run_off(state: GameState, accused: tuple[int, ...], sheet: VoteSheet) -> RunOffResult:
    """The votes for each Accused; City roles vote even if they are among them."""
    signals = check_signals(state, sheet, ("mayor", "orator"), _NAME)
    free = [seat for seat in state.in_play if seat not in accused]
    voters = {*free, *(seat for seat in accused if state.players[seat].holds in CITY_ROLES)}
    counts = dict.fromkeys(accused, 0)
    for place, votes in raw_counts(state, sheet, voters, accused, _NAME).items():
        counts[place] += votes
    remark_silent(state, sheet, free)
    _add_mayor(state, signals, counts)
    kept = _orator_signal(state, signals, accused)
    reduce_votes(state, counts)
    most = max(counts.values())
    return RunOffResult(counts, tuple([seat for seat, votes in counts.items() if votes == most > 0]), kept)


def _add_mayor(state: GameState, signals: Mapping[str, VoteSignal], counts: dict[int, int]) -> None:
    """Add the Mayor's signal: it is worth the City roles in play and one more vote."""
    signal = signals.get("mayor")
    if signal is None:
        return
    if len(signal.targets) != 1 or signal.targets[0] not in counts:
        raise RuleBroken("the Mayor signals one Accused", signal.seat, state.number)
    counts[signal.targets[0]] += len(city_in_play(state)) + 1


def _orator_signal(state: GameState, signals: Mapping[str, VoteSignal], accused: tuple[int, ...]) -> tuple[int, ...]:
    signal = signals.get("orator")
    if signal is None:
        return ()
    if signal.seat in accused:
        raise RuleBroken("the Orator signals only while he is not Accused", signal.seat, state.number)
    if not signal.targets or len(set(signal.targets)) != len(signal.targets):
        raise RuleBroken("the Orator signals one or more players, each once", signal.seat, state.number)
    return signal.targets


def orator_keeps(state: GameState, seat: int) -> bool:
    """Whether the Orator keeps this seat from the pyre without any signal: another City player than himself, while he
    is in play."""
    orator = holder(state, "orator")
    return orator is not None and seat != orator and seat in city_in_play(state)


def rest_of_tie(state: GameState, result: RunOffResult) -> tuple[int, ...]:
    """The tied leaders whom the Orator does not keep."""
    passive = state.switches.orator_passive_in_ties
    return tuple(
        [seat for seat in result.leaders if seat not in result.kept and not (passive and orator_keeps(state, seat))]
    )
