"""Who opens the eyes at a call, and what a Doppelganger goes on with at once."""

from device.games.one_night.referee.card_state import CardState
from device.games.one_night.rules.night_calls import NightCall
from device.games.one_night.rules.roles import DOPPELGANGER, ROLES, Copied


def awake_seats(state: CardState, call: NightCall) -> tuple[int, ...]:
    """The seats that open their eyes at this call."""
    seats = range(state.seats)
    if call.copied:
        return tuple(seat for seat in seats if _copied(state, seat) == call.role)
    if ROLES[call.role].gathers:
        return tuple(seat for seat in seats if state.holds(seat, call.role))
    return tuple(seat for seat in seats if state.printed[seat] == call.role)


def copied_at_once(state: CardState, seat: int) -> str | None:
    """The role a Doppelganger performs directly after her look, if it is one of those."""
    role = _copied(state, seat)
    return role if role and ROLES[role].copied is Copied.AT_ONCE else None


def _copied(state: CardState, seat: int) -> str | None:
    return state.nights[seat] if state.printed[seat] == DOPPELGANGER else None
