"""The dial is held before a window opens, as soon as the box has said to: what is to be seen is seen as that opens.
Each window wants a hold of its own: nobody who still holds at the next seat's call sees what is that seat's."""

from collections.abc import Iterable

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, Part
from device.show.cues import ShowEffect, Window, WindowOpened
from device.show.score import Score, call_start
from device.table.session_state import Session
from device.table.state import Table
from device.table.turns import current_turn, turn_state


def holds_early(session: Session, event: Input) -> bool:
    """Whether after this gesture the dial is held while no window is open. In the pause nobody is called."""
    if event.control is not Control.DIAL:
        return session.early
    if current_turn(session) or (session.score and session.score.paused):
        return False
    return event.gesture is Gesture.HOLD or (session.early and event.gesture is Gesture.PRESS_TURN)


def holds_on(session: Session, score: Score) -> bool:
    """Whether who held early still does, now that the show has come here: past no window, and in no pause."""
    before = session.score
    if not session.early or before is None or before.show is not score.show or score.paused:
        return False
    return not any(isinstance(cue, Window) for cue in score.show[call_start(before) : score.cue])


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
