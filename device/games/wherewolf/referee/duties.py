"""The duties of a night that were not done: each is judged as not done, and people are told."""

from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.referee.night_course import NightCourse
from device.games.wherewolf.referee.records import Remark
from device.games.wherewolf.rules.roles import FIRST, LATER, ROLE_TABLE, NightChoice

_DUTIES = {
    when: tuple(card.id for card in ROLE_TABLE.values() if card.choice is NightChoice.DUTY and when in card.chooses)
    for when in (FIRST, LATER)
}


def _open_duties(night: NightCourse) -> list[tuple[int, str]]:
    """The seats that must choose and have not, with the role. Without eliminated players the Medium's turn is empty."""
    state = night.state
    undone = [role for role in _DUTIES[FIRST if state.number == 1 else LATER] if role not in night.chosen]
    seats = [(holder(state, role), role) for role in undone if role in state.seats]
    nobody_out = len(state.in_play) == len(state.players)
    return [(seat, role) for seat, role in seats if seat is not None and not (role == "medium" and nobody_out)]


def remark_duties(night: NightCourse) -> None:
    """Remark each duty that was not done."""
    for seat, role in _open_duties(night):
        night.state.remarks.append(Remark("duty-not-done", night.state.number, seat, role))
