"""The clocks of talks as stages come and go: taken up, kept running, looked at."""

from device.kernel.ids import Seconds
from device.show.answers import TALK_OVER, TIME_UP
from device.show.stages import Count
from device.table.entries import ClockKept
from device.table.session_state import Session
from device.table.talk_clock import LastingClock, TalkClock


def talk_clock(session: Session, stage: Count, left: Seconds = 0.0) -> TalkClock:
    """As it is taken up: from a power cut in this talk, from the talk before, or fresh."""
    if session.lasting and session.lasting.name == stage.clock and not left:
        return session.lasting.clock
    if stage.seconds is None:
        return TalkClock(None, left, up=True)
    return TalkClock(None, left or stage.seconds)


def checked_clock(session: Session, stage: Count, at: float) -> str:
    """Whether the time was up: the answer of a talk that is none."""
    clock = talk_clock(session, stage)
    return TIME_UP if not clock.up and clock.shown_seconds(at) <= 0 else TALK_OVER


def lasting_clock(session: Session) -> LastingClock | None:
    """The clock that goes on after this stage."""
    if isinstance(session.stage, Count) and session.stage.clock and session.clock:
        return LastingClock(session.stage.clock, session.clock)
    return session.lasting


def kept_clock(lasting: LastingClock, at: float) -> ClockKept:
    """The same for the journal."""
    return ClockKept(lasting.name, lasting.clock.seconds(at), lasting.clock.up)
