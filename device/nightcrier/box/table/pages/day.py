"""Contains the page of the day: minutes and seconds across the screen. The dial adds or removes 30 s, START continues
with the vote, BACK stops and starts the clock. A press shows the deck, and holding the dial explains."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import TALK_OVER, TIME_UP
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import Reached, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Session, Table, TableStep, TalkClock
from nightcrier.box.table.course.session import advance
from nightcrier.box.table.course.talk import speak
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.pages.deck import DeckPage
from nightcrier.box.table.pages.yes_or_no import ask_to_end

_STEP = 30.0
_KEPT_EVERY = 15
"""The seconds between two journal entries of the clock. After a power cut, at most so many seconds of the discussion
are lost."""


def run_clock(table: Table, session: Session, stage: Count, at: float) -> TableStep:
    """Advance the clock of a discussion: warn, tick, and end the discussion when the time is up."""
    clock = session.clock
    if clock is None or clock.zero is None:
        return table, ()
    before, second = clock.whole_seconds(table.now), clock.whole_seconds(at)
    if not clock.up and second <= 0:
        return advance(table, TIME_UP, at)
    if not clock.up and (line := next((line for moment, line in stage.warnings if second <= moment < before), None)):
        return speak(table, line)
    if second == before:
        return table, ()
    if not clock.up and second <= stage.last:
        return replace(table, token=table.token + 1), (PlaySignal(table.token + 1, "tick"),)
    return table, (Record(Reached(left=float(second))),) if second % _KEPT_EVERY == 0 else ()


def handle_day(table: Table, session: Session, stage: Count, event: Input) -> TableStep:
    clock = session.clock
    if clock is None:
        return table, ()
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return advance(table, TALK_OVER, event.at)
        case Control.BACK, Gesture.PRESS:
            return _set(table, session, _toggle(clock, event.at))
        case Control.BACK, Gesture.HOLD:
            return ask_to_end(table)
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=DeckPage(table.page)), ()
        case Control.DIAL, Gesture.HOLD:
            # What people ask the host while they talk, such as when nobody should die.
            return speak(table, *stage.explain) if stage.explain else (table, ())
        case Control.DIAL, Gesture.TURN:
            return _set(table, session, _change_time(clock, event.steps * _STEP, event.at))
    return table, ()


def day_view(house: House, table: Table, session: Session, stage: Count) -> View:
    language, words, clock = table.choices.language, house.words, session.clock
    seconds = clock.whole_seconds(table.now) if clock else 0
    digits = number(words, language, f"{seconds // 60}:{seconds % 60:02d}")
    stopped = clock is not None and clock.zero is None
    hint = words.screen(language, "day.stopped" if stopped else stage.foot)
    rows = Text(digits, Size.HUGE), Text(hint, Size.SMALL)
    return View("day", language, rows, kept=(Text(digits, Size.MEDIUM),))


def halt_talk(table: Table, at: float, *, halted: bool) -> TableStep:
    """Stop or start the clock of a discussion, for a person who cannot see whether the clock runs. If the time is up,
    nothing changes."""
    session = table.session
    clock = session.clock if session else None
    if session is None or clock is None or (clock.zero is None) is halted or not (clock.up or clock.seconds(at) > 0):
        return table, ()
    return _set(table, session, _toggle(clock, at))


def _toggle(clock: TalkClock, at: float) -> TalkClock:
    return clock.running(at) if clock.zero is None else clock.stop(at)


def _change_time(clock: TalkClock, seconds: float, at: float) -> TalkClock:
    """Add or remove time on the clock of a discussion. One second remains. Without an end nothing changes."""
    if clock.up:
        return clock
    changed = TalkClock(None, max(1.0, clock.seconds(at) + seconds))
    return changed if clock.zero is None else changed.running(at)


def _set(table: Table, session: Session, clock: TalkClock) -> TableStep:
    return replace(table, session=replace(session, clock=clock)), ()
