"""Judges a night from nightfall to the morning, in the order of the calls."""

from collections.abc import Sequence

from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.box.games.wherewolf.referee.attacks import close_marks, open_window
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightRecord, eliminate, holder, owner_of
from nightcrier.box.games.wherewolf.referee.night_choices import sort_actions
from nightcrier.box.games.wherewolf.referee.night_turns import FIRST_TURNS, LATER_TURNS, remark_duties
from nightcrier.box.games.wherewolf.referee.records import MorningRecord, NightAction
from nightcrier.box.games.wherewolf.referee.victory import game_end
from nightcrier.box.games.wherewolf.rulebook import Faction, calls_made


def _break_day(night: NightRecord) -> MorningRecord:
    """Begin a day. First the killed players are eliminated, and the game may end. Special rules for two players follow,
    and then the news of the tavern. The first morning never ends the game."""
    state, gone, lost = night.state, list(night.killed), list[str]()
    state.widow = None
    for seat, causes in night.causes.items():
        lost += _carry_out(state, seat, causes)
    if state.number > 1:
        state.end = game_end(state)
        if state.end is None and len(state.in_play) == 2 and not gone:
            _lower_one_out(state, gone, lost)
    return MorningRecord(tuple(gone), _tavern(night), tuple(lost))


def _carry_out(state: GameState, seat: int, causes: tuple[str, ...]) -> tuple[str, ...]:
    """Eliminate a player. A Madman who is killed by the wolves wins, and cancels their next attack."""
    player = state.players[seat]
    if player.holds == "madman" and "wolves" in causes:
        state.calm = True
        if player.faction is Faction.NONE:
            state.fulfilled.add(seat)
    return eliminate(state, seat, Leaving(state.number, "night", causes))


def _lower_one_out(state: GameState, gone: list[int], lost: list[str]) -> None:
    """Remove the lower-ranked of the last two players. A player with the Amulet loses only the Amulet. If both have
    equal rank, both stay, and the game ends with both in play."""
    one, other = state.in_play
    if _rank(state, one) == _rank(state, other):
        state.end = "together"
        return
    lower = max(one, other, key=lambda seat: _rank(state, seat))
    if owner_of(state, "amulet") == lower:
        del state.items["amulet"]
        lost.append("amulet")
        return
    gone.append(lower)
    lost += eliminate(state, lower, Leaving(state.number, "day", ("two-players",)))
    state.end = game_end(state)


def _rank(state: GameState, seat: int) -> int:
    """Return the rank of one of the last two players. A Werewolf has rank 0, the highest. A Vampire, a Progeny and all
    other players have lower ranks, in this order."""
    player = state.players[seat]
    if player.strength:
        return 0
    if player.holds == "vampire":
        return 1
    return 2 if player.faction is Faction.VAMPIRE else 3


def _tavern(night: NightRecord) -> str | None:
    """Return the news of the tavern: dark, white or none. A color is named only if the role for this color is in play.
    Return None after the end of the game, and if neither Innkeeper nor Bard is possible. Also return None on the first
    day, unless a house switch says otherwise."""
    state = night.state
    early = state.number == 1 and not state.switches.tavern_first_morning
    if early or state.end is not None or not state.tavern:
        return None
    if night.seer_found and holder(state, "innkeeper") is not None:
        return "dark"
    if night.seer_found is False and holder(state, "bard") is not None:
        return "white"
    return "none"


def play_wolf_night(before: GameState, actions: Sequence[NightAction] = ()) -> NightRecord:
    """Judge the next night until the morning. Raises RefusedGame for a choice that breaks a rule."""
    night = _play_out(before, actions)
    night.morning = _break_day(night)
    return night


def state_until_now(before: GameState, actions: Sequence[NightAction]) -> GameState:
    """Return the state during a night, after these actions. No player goes out before the morning."""
    return _play_out(before, actions).state


def _play_out(before: GameState, actions: Sequence[NightAction]) -> NightRecord:
    state = before.twin()
    state.number += 1
    night = NightRecord(state)
    sort_actions(night, actions)
    remark_duties(night)
    first = state.number == 1
    for call in calls_made(1, (*state.table.possible, *state.items)) if first else state.calls:
        night.call = call
        if call in night.windows:
            open_window(night, call)
        (FIRST_TURNS if first else LATER_TURNS)[call](night)
    if not first and "healer" not in state.calls:
        close_marks(night)
    return night
