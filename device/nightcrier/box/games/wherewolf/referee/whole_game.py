"""Judge a day with its votes and its pyre, and a whole game of nights and days. The game may have no end yet."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.game_state import GameState, deal_game, eliminate, lovers, owner_of
from nightcrier.box.games.wherewolf.referee.night import play_night
from nightcrier.box.games.wherewolf.referee.records import (
    DayActs,
    DayRecord,
    DealtTable,
    Departure,
    MorningRecord,
    NightRecord,
    RoundActs,
    VoteSheet,
)
from nightcrier.box.games.wherewolf.referee.victory import Victory, victory
from nightcrier.box.games.wherewolf.referee.votes import (
    AccusationResult,
    RunOffResult,
    angel_for,
    count_accusation,
    count_run_off,
    orator_keeps,
    rest_of_tie,
)
from nightcrier.box.games.wherewolf.rulebook import Faction, RuleBroken


class DayOutcome(Struct, frozen=True):
    """The state at the end of a day, and the record of the day."""

    state: GameState
    day: DayRecord


class _Pyre(Struct, frozen=True):
    """The seat that will burn, or None, and the reason."""

    how: str
    seat: int | None = None
    votes: dict[int, int] = {}
    by: str = ""


def _cancel_pyre(by: str, votes: dict[int, int] | None = None) -> _Pyre:
    return _Pyre("cancelled", None, votes or {}, by)


def play_day(before: GameState, acts: DayActs) -> DayOutcome:
    """Judge the day after the last night. Raises `RuleBroken` for a vote that breaks a rule."""
    state = before.twin()
    accusation = count_accusation(state, acts.accusation)
    pyre = _two_players(state, accusation, acts.run_off) if len(state.in_play) == 2 else _stake(state, accusation, acts)
    destroyed = list[str]()
    pyre = _prevent_pyre(state, pyre, destroyed)
    state.jester_day = False
    if pyre.seat is not None:
        destroyed += _burn(state, pyre.seat)
    burned = (pyre.votes, pyre.seat, pyre.how, tuple(destroyed), pyre.by)
    record = DayRecord(accusation.counts, accusation.accused, *burned)
    return DayOutcome(state, record)


def _stake(state: GameState, accusation: AccusationResult, acts: DayActs) -> _Pyre:
    """Decide who will burn. A single Accused burns at once; two or more Accused have the run-off."""
    accused = accusation.accused
    if len(accused) < 2:
        _check_no_run_off(state, acts.run_off, "one player at most is Accused")
        return _sole(state, accused[0]) if accused else _Pyre("none")
    if acts.run_off is None:
        named = ", ".join(f"P{seat + 1}" for seat in accused)
        raise RuleBroken(f"{named} are Accused, so there has to be a run-off", None, state.number)
    return _decide_pyre(state, count_run_off(state, accused, acts.run_off))


def _check_no_run_off(state: GameState, run_off: VoteSheet | None, why: str) -> None:
    if run_off is not None:
        raise RuleBroken(f"there is no run-off where {why}", None, state.number)


def _sole(state: GameState, seat: int) -> _Pyre:
    return _cancel_pyre("orator") if orator_keeps(state, seat) else _Pyre("direct", seat)


def _decide_pyre(state: GameState, result: RunOffResult) -> _Pyre:
    """Decide who will burn after a run-off. The seat with the most votes burns. In a tie, the only seat that the Orator
    does not keep burns."""
    if not result.leaders:
        return _Pyre("tie", None, result.counts)
    if len(result.leaders) == 1:
        (seat,) = result.leaders
        kept = seat in result.kept or orator_keeps(state, seat)
        return _cancel_pyre("orator", result.counts) if kept else _Pyre("burned", seat, result.counts)
    left = rest_of_tie(state, result)
    if len(left) == 1 and not orator_keeps(state, left[0]):
        return _Pyre("burned", left[0], result.counts)
    return _Pyre("tie", None, result.counts) if len(left) > 1 else _cancel_pyre("orator", result.counts)


def _two_players(state: GameState, accusation: AccusationResult, run_off: VoteSheet | None) -> _Pyre:
    """Decide which of the last two players will burn. There is only one vote on this day, and the player with more
    votes burns."""
    _check_no_run_off(state, run_off, "two players are left")
    if len(accusation.leaders) != 1:
        return _Pyre("tie" if accusation.accused else "none")
    seat = angel_for(state, accusation.leaders[0])
    return _cancel_pyre("orator") if orator_keeps(state, seat) else _Pyre("burned", seat)


def _prevent_pyre(state: GameState, pyre: _Pyre, destroyed: list[str]) -> _Pyre:
    """Cancel the pyre on the Jester's day, or if the Amulet saves its owner."""
    if pyre.seat is None:
        return pyre
    if state.jester_day:
        return _cancel_pyre("jester", pyre.votes)
    if owner_of(state, "amulet") != pyre.seat:
        return pyre
    del state.items["amulet"]
    destroyed.append("amulet")
    return _cancel_pyre("amulet", pyre.votes)


def _burn(state: GameState, seat: int) -> list[str]:
    """Burn a seat, and return the lost items. A burned Jester or Young Wolf changes the next day or night, and a lover
    dies after a burned partner."""
    player = state.players[seat]
    if player.holds == "jester":
        state.jester_day = True
        if player.faction is Faction.NONE:
            state.fulfilled.add(seat)
    if player.holds == "young-wolf":
        state.attacks = 2
    couple = lovers(state)
    if couple is not None and seat in couple:
        state.widow = couple[1] if seat == couple[0] else couple[0]
    return eliminate(state, seat, Departure(state.number, "day", ("burned",)))


class RoundRecord(Struct, frozen=True):
    """A played round: a night, its morning, and its day. A game that ends in the morning has no day."""

    acts: RoundActs
    night: NightRecord
    morning: MorningRecord
    day: DayRecord | None


class GameRecord(Struct, frozen=True):
    """The record of a game: all rounds, the last state, and the winners."""

    rounds: tuple[RoundRecord, ...]
    state: GameState
    victory: Victory


def judge_game(table: DealtTable, rounds: Sequence[RoundActs]) -> GameRecord:
    """Judge a whole game. Raises `RuleBroken` if the game breaks a rule."""
    state, records = deal_game(table), list[RoundRecord]()
    for number, acts in enumerate(rounds, 1):
        _check_goes_on(state, records, number)
        outcome = play_night(state, acts.night)
        state, day = outcome.state, None
        if acts.day is not None:
            if state.end is not None:
                raise RuleBroken("the game ended in the morning, so there is no day", None, number)
            played = play_day(state, acts.day)
            state, day = played.state, played.day
        records.append(RoundRecord(acts, outcome.night, outcome.morning, day))
    return GameRecord(tuple(records), state, victory(state))


def _check_goes_on(state: GameState, records: Sequence[RoundRecord], number: int) -> None:
    if state.end is not None:
        raise RuleBroken(f"the game ended before the morning of round {number - 1}", None, number)
    if records and records[-1].day is None:
        raise RuleBroken("a round in the middle of a game needs its day", None, number - 1)
