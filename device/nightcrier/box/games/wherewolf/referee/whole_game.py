"""Judges a day with its votes and its pyre, and a whole game of nights and days. The game may have no end yet."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.box.games.engine.referee.votes import leaders
from nightcrier.box.games.wherewolf.referee.game_state import (
    GameState,
    NightRecord,
    deal_game,
    eliminate,
    lovers,
    owner_of,
)
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.records import DayActs, DayRecord, DealtTable, RoundActs, VoteSheet
from nightcrier.box.games.wherewolf.referee.victory import Victory, victory
from nightcrier.box.games.wherewolf.referee.votes import angel_for, count_accusation, count_run_off, orator_keeps
from nightcrier.box.games.wherewolf.rulebook import Faction


def play_wolf_day(before: GameState, acts: DayActs) -> tuple[GameState, DayRecord]:
    """Judge the day after the last night. Return the state at its end and the record of the day. Raises RefusedGame for
    a vote that breaks a rule."""
    state = before.twin()
    day = _prevent_pyre(state, _stake(state, count_accusation(state, acts.accusation), acts.run_off))
    state.jester_day = False
    if day.burned is not None:
        day = replace(day, destroyed=_burn(state, day.burned))
    return state, day


def _stake(state: GameState, day: DayRecord, run_off: VoteSheet | None) -> DayRecord:
    """Decide who will burn. Of the last two players the one with more votes burns, without a run-off. A single Accused
    burns at once; two or more Accused have the run-off."""
    two = len(state.in_play) == 2
    if not two and len(day.accused) > 1:
        if run_off is None:
            named = ", ".join(f"P{seat + 1}" for seat in day.accused)
            raise state.wrong(None, f"{named} are Accused, so there has to be a run-off")
        return _decide_pyre(state, day, run_off)
    if run_off is not None:
        why = "two players are left" if two else "one player at most is Accused"
        raise state.wrong(None, f"there is no run-off where {why}")
    if not day.accused:
        return day
    if not two:
        return _burning(state, day, day.accused[0], "direct")
    first = leaders(day.accusation)
    return _burning(state, day, angel_for(state, first[0]), "burned") if len(first) == 1 else replace(day, pyre="tie")


def _burning(state: GameState, day: DayRecord, seat: int, how: str) -> DayRecord:
    return _cancelled(day, "orator") if orator_keeps(state, seat) else replace(day, burned=seat, pyre=how)


def _cancelled(day: DayRecord, by: str) -> DayRecord:
    return replace(day, burned=None, pyre="cancelled", cancelled_by=by)


def _decide_pyre(state: GameState, day: DayRecord, run_off: VoteSheet) -> DayRecord:
    """Decide who will burn after a run-off. The seat with the most votes burns. In a tie, the only seat that the Orator
    does not keep burns."""
    counts, kept = count_run_off(state, day.accused, run_off)
    day, first, passive = replace(day, run_off=counts), leaders(counts), state.switches.orator_passive_in_ties
    left = [seat for seat in first if seat not in kept and not (passive and orator_keeps(state, seat))]
    if len(left) == 1:
        return _burning(state, day, left[0], "burned")
    return _cancelled(day, "orator") if first and not left else replace(day, pyre="tie")


def _prevent_pyre(state: GameState, day: DayRecord) -> DayRecord:
    """Cancel the pyre on the Jester's day, or if the Amulet saves its owner."""
    if day.burned is None:
        return day
    if state.jester_day:
        return _cancelled(day, "jester")
    if owner_of(state, "amulet") != day.burned:
        return day
    del state.items["amulet"]
    return replace(_cancelled(day, "amulet"), destroyed=("amulet",))


def _burn(state: GameState, seat: int) -> tuple[str, ...]:
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
    return eliminate(state, seat, Leaving(state.number, "day", ("burned",)))


class RoundRecord(Struct, frozen=True):
    """A played round: a night, its morning, and its day. A game that ends in the morning has no day."""

    acts: RoundActs
    night: NightRecord
    day: DayRecord | None


class GameRecord(Struct, frozen=True):
    """The record of a game: all rounds, the last state, and the winners."""

    rounds: tuple[RoundRecord, ...]
    state: GameState
    victory: Victory


def judge_game(table: DealtTable, rounds: Sequence[RoundActs]) -> GameRecord:
    """Judge a whole game. Raises RefusedGame if the game breaks a rule."""
    state, records = deal_game(table), list[RoundRecord]()
    for acts in rounds:
        state.check_goes_on([played.day for played in records])
        outcome = play_wolf_night(state, acts.night)
        state, day = outcome.state, None
        if acts.day is not None:
            state.check_day()
            state, day = play_wolf_day(state, acts.day)
        records.append(RoundRecord(acts, outcome, day))
    return GameRecord(tuple(records), state, victory(state))
