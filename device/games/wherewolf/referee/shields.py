"""The players who are protected from an attack of the Shadow, and who stands in for whom."""

from device.games.wherewolf.referee.game_state import holder, lovers
from device.games.wherewolf.referee.night_course import NightCourse

_THIEF_ATTACKED = "thief-attacked"
"""Among what is spent: the Thief's one protection."""


def is_shielded(night: NightCourse, prey: int) -> bool:
    """Whether an attack of any creature of the Shadow is cancelled. The Thief's first one always is."""
    state = night.state
    player = state.players[prey]
    if player.holds == "thief" and _THIEF_ATTACKED not in state.spent:
        state.spent.add(_THIEF_ATTACKED)
        return True
    return night.warded == prey or player.holds == "hermit" or _is_loved(night, prey)


def _is_loved(night: NightCourse, prey: int) -> bool:
    """Whether the prey is Romeo, while Juliet is in play."""
    couple = lovers(night.state)
    return couple is not None and couple[1] == prey and night.state.players[couple[0]].out is None


def stand_in(night: NightCourse, prey: int) -> int | None:
    """The Guardian Angel, where the prey is the Beloved."""
    return holder(night.state, "guardian-angel") if night.state.beloved == prey else None
