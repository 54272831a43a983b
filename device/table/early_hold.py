"""The dial is held as soon as a seat is called, before its window opens: what is to be seen is seen as that opens. Each
call wants a hold of its own, so nobody who still holds at the next seat's call sees what is that seat's."""

from collections.abc import Iterable

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, Part
from device.show.cues import ShowEffect, WindowOpened
from device.show.score import Score, call_start
from device.table.session_state import Session
from device.table.state import Table
from device.table.turns import current_turn, turn_state


def holds_early(session: Session, event: Input) -> bool:
    """Whether after this gesture the dial is held in a call whose window is not open yet. In the pause nobody is
    called."""
    if event.control is not Control.DIAL:
        return session.early
    if current_turn(session) or (session.score and session.score.paused):
        return False
    return event.gesture is Gesture.HOLD or (session.early and event.gesture is Gesture.PRESS_TURN)


def is_same_call(session: Session, score: Score) -> bool:
    """Whether the show goes on in the call that it was in."""
    return session.score is not None and not score.paused and call_start(score) == call_start(session.score)


def take_up_hold(table: Table, asked: Iterable[ShowEffect]) -> Table:
    """Once the window is open, the dial is held since then."""
    session, turn = table.session, current_turn(table.session)
    opened = next((effect.seconds for effect in asked if isinstance(effect, WindowOpened)), None)
    if opened is None or session is None or turn is None or session.score is None or session.score.until is None:
        return table
    acting = turn_state(session, turn[0])
    if session.early and not acting.late and Part.SCREEN not in table.faults:
        acting = replace(acting, held=session.score.until - opened, looked=True, touched=True)
    return replace(table, session=replace(session, acting=acting, early=False))
