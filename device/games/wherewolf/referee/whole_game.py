"""A whole game, from the deal to whatever end its rounds reach: what `nightcrier judge` asks the referee for."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.wherewolf.referee.acts import DealtTable, RoundActs
from device.games.wherewolf.referee.day import play_day
from device.games.wherewolf.referee.game_state import GameState, deal_game
from device.games.wherewolf.referee.night import play_night
from device.games.wherewolf.referee.records import DayRecord, MorningRecord, NightRecord
from device.games.wherewolf.referee.victory import Victory, victory
from device.games.wherewolf.rules.refusal import RuleBroken


class RoundRecord(Struct, frozen=True):
    """A round as it was played: a night, its morning, and the day where there was one."""

    acts: RoundActs
    night: NightRecord
    morning: MorningRecord
    day: DayRecord | None


class GameRecord(Struct, frozen=True):
    """The record of a game: all rounds, the state in which it stands, and who has won it."""

    rounds: tuple[RoundRecord, ...]
    state: GameState
    victory: Victory


def judge_game(table: DealtTable, rounds: Sequence[RoundActs]) -> GameRecord:
    """Judge a game. Raises `RuleBroken` for one that breaks a rule."""
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
