"""A night from nightfall to the morning, in the order of the calls."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.deaths_at_night import close_marks, heal
from device.games.wherewolf.referee.duties import remark_duties
from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.items import first_owner, hand_over
from device.games.wherewolf.referee.meetings import (
    choose_beloved,
    join_lovers,
    meet_criminals,
    meet_guards,
    meet_vampire,
    meet_wolves,
)
from device.games.wherewolf.referee.morning import break_day
from device.games.wherewolf.referee.night_course import NightCourse, new_course
from device.games.wherewolf.referee.night_rules import check_healing, sort_actions
from device.games.wherewolf.referee.pack import hunt
from device.games.wherewolf.referee.records import MorningRecord, NightRecord
from device.games.wherewolf.referee.sights import ask_mage, ask_medium, ask_seer, tell_hunter, tell_monk, tell_priest
from device.games.wherewolf.referee.vampire import bite
from device.games.wherewolf.referee.windows import open_window
from device.games.wherewolf.rules.calls import first_calls

CallTurn = Callable[[NightCourse], None]


class NightOutcome(Struct, frozen=True):
    """The state in the morning, the night, and what the morning announces."""

    state: GameState
    night: NightRecord
    morning: MorningRecord


def _ward(night: NightCourse) -> None:
    action = night.chosen.get("witch")
    if action is not None:
        (night.warded,) = action.targets


def _in_window(mystic: str, turn: CallTurn) -> CallTurn:
    """A Mystic's turn of a later night: first whoever uses a power in it."""

    def both(night: NightCourse) -> None:
        if night.windows:
            open_window(night, mystic)
        turn(night)

    return both


def _let_heal(night: NightCourse) -> None:
    """Let the Healer act. All marks are closed after the last window, so that she sees everybody."""
    close_marks(night)
    check_healing(night)
    heal(night)


_FIRST_TURNS: Mapping[str, CallTurn] = {
    "seer": ask_seer,
    "mage": ask_mage,
    "criminals": meet_criminals,
    "guards": meet_guards,
    "monk": tell_monk,
    "vampire-hunter": tell_hunter,
    "priest": tell_priest,
    "juliet": join_lovers,
    "guardian-angel": choose_beloved,
    "amulet": partial(first_owner, "amulet"),
    "sword": partial(first_owner, "sword"),
    "wolves": meet_wolves,
    "vampire": meet_vampire,
}
_LATER_TURNS: Mapping[str, CallTurn] = {
    "seer": _in_window("seer", ask_seer),
    "medium": _in_window("medium", ask_medium),
    "mage": _in_window("mage", ask_mage),
    "witch": _in_window("witch", _ward),
    "amulet": partial(hand_over, "amulet"),
    "sword": partial(hand_over, "sword"),
    "wolves": hunt,
    "vampire": bite,
    "healer": _in_window("healer", _let_heal),
}


def play_night(before: GameState, actions: Sequence[NightAction] = ()) -> NightOutcome:
    """The next night. Raises `RuleBroken` for a choice that breaks a rule."""
    night = _play_out(before, actions)
    record = night.record()
    return NightOutcome(night.state, record, break_day(night, record))


def state_until_now(before: GameState, actions: Sequence[NightAction]) -> GameState:
    """The state in a night that is under way: nobody goes out before its morning."""
    return _play_out(before, actions).state


def _play_out(before: GameState, actions: Sequence[NightAction]) -> NightCourse:
    state = before.twin()
    state.number += 1
    night = new_course(state)
    sort_actions(night, actions)
    remark_duties(night)
    if state.number == 1:
        for call in first_calls(state.table.possible, state.items):
            _FIRST_TURNS[call](night)
    else:
        for call in state.calls:
            _LATER_TURNS[call](night)
        if "healer" not in state.calls:
            close_marks(night)
    return night
