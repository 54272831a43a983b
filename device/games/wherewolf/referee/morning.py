"""The morning: who is out, whether it is over, the last two players, and what the tavern has heard."""

from device.games.wherewolf.referee.game_state import GameState, eliminate, holder, owner_of
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.referee.records import Departure, GameEnd, MorningRecord, NightRecord
from device.games.wherewolf.referee.victory import game_end
from device.games.wherewolf.rules.roles import Faction


def break_day(night: NightCourse, record: NightRecord) -> MorningRecord:
    """Begin a day: eliminations, then the end, then the two-player dawn, then the tavern. The first morning ends
    nothing."""
    state, gone, lost = night.state, list(record.causes), list[str]()
    state.widow = None
    for seat, causes in record.causes.items():
        lost += _carry_out(state, seat, causes)
    if state.number > 1:
        _try_to_end(state, gone, lost)
    return MorningRecord(tuple(gone), _tavern(night), tuple(lost))


def _try_to_end(state: GameState, gone: list[int], lost: list[str]) -> None:
    state.end = game_end(state)
    if state.end is None and len(state.in_play) == 2 and not gone:
        _lower_one_out(state, gone, lost)


def _carry_out(state: GameState, seat: int, causes: tuple[str, ...]) -> list[str]:
    """A Madman whom the wolves' attack eliminated has won, and cancels their next one."""
    player = state.players[seat]
    if player.holds == "madman" and "wolves" in causes:
        state.calm = True
        if player.faction is Faction.NONE:
            state.fulfilled.add(seat)
    return eliminate(state, seat, Departure(state.number, "night", causes))


def _lower_one_out(state: GameState, gone: list[int], lost: list[str]) -> None:
    """Take out the lower of the last two, if nobody was killed; or let both stay and end it together."""
    one, other = state.in_play
    if _rank(state, one) == _rank(state, other):
        state.end = GameEnd("together", state.number)
        return
    lower = max(one, other, key=lambda seat: _rank(state, seat))
    if owner_of(state, "amulet") == lower:
        del state.items["amulet"]
        lost.append("amulet")
        return
    gone.append(lower)
    lost += eliminate(state, lower, Departure(state.number, "day", ("two-players",)))
    state.end = game_end(state)


def _rank(state: GameState, seat: int) -> int:
    """The rank among the last two: Werewolves, Vampire, Progeny, everybody else; the highest is 0."""
    player = state.players[seat]
    if player.strength:
        return 0
    if player.holds == "vampire":
        return 1
    return 2 if player.faction is Faction.VAMPIRE else 3


def _tavern(night: NightCourse) -> str | None:
    """The news of the tavern, from the second day on, where Innkeeper or Bard is possible. The colour shows where its
    role is in play."""
    state = night.state
    if state.number == 1 or state.end is not None or not state.tavern:
        return None
    if night.seer_found and holder(state, "innkeeper") is not None:
        return "dark"
    if night.seer_found is False and holder(state, "bard") is not None:
        return "white"
    return "none"
