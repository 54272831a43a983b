"""The day: minutes and seconds across the screen. The dial adds or takes 30 s, START goes on to the vote,
BACK stops the clock and starts it again, a press shows the deck, holding the dial explains."""

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input, Tick
from device.show.effects import Sound
from device.show.stages import Count
from device.table.caption import shown
from device.table.effects import Reached, Record
from device.table.house import House
from device.table.pages.names import number
from device.table.pages.question import ask
from device.table.session import advance
from device.table.state import Countdown, Deck, Table, Turn
from device.table.talk import speak
from device.table.view import Size, Text, View

STEP = 30.0
KEPT_EVERY = 15
"""Seconds of talk a power cut may cost: the journal is written no oftener."""


def step(house: House, table: Table, event: Event) -> Turn:
    clock = table.session.countdown if table.session else None
    if clock is None:
        return table, ()
    match event:
        case Tick(at):
            return _run(table, clock, at)
        case Input():
            return _hand(table, clock, event)
    return table, ()


def _hand(table: Table, clock: Countdown, event: Input) -> Turn:
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS:
            return _set(table, _toggled(clock, event.at)), ()
        case Control.BACK, Gesture.HOLD:
            return ask(table, "end-game")
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=Deck(table.page)), ()
        case Control.DIAL, Gesture.HOLD:
            return _explained(table)
        case Control.DIAL, Gesture.TURN:
            return _set(table, _changed(clock, event.steps * STEP, event.at)), ()
    return table, ()


def _explained(table: Table) -> Turn:
    """What people ask the host while they talk, such as when nobody should die."""
    stage = table.session.stage if table.session else None
    return speak(table, *stage.explain) if isinstance(stage, Count) and stage.explain else (table, ())


def due(table: Table) -> float | None:
    """The next whole second on the clock."""
    clock = table.session.countdown if table.session else None
    return clock.next_second(table.now) if clock else None


def view(house: House, table: Table) -> View:
    language = table.choices.language
    clock = table.session.countdown if table.session else None
    seconds = clock.shown_seconds(table.now) if clock else 0
    words = house.words
    digits = number(words, language, f"{seconds // 60}:{seconds % 60:02d}")
    stopped = clock is not None and clock.ends is None
    hint = words.screen(language, "day.stopped" if stopped else "day.hint")
    hint = shown(table.caption, table.now) if table.caption else hint
    return View("day", language, (Text(digits, Size.HUGE), Text(hint, Size.SMALL)))


def _run(table: Table, clock: Countdown, at: float) -> Turn:
    stage = table.session.stage if table.session else None
    if not isinstance(stage, Count) or clock.ends is None:
        return table, ()
    before, second = clock.shown_seconds(table.now), clock.shown_seconds(at)
    if second <= 0:
        return advance(table, "", at)
    for moment, line in stage.warnings:
        if second <= moment < before:
            return speak(table, line)
    if second == before:
        return table, ()
    if second <= stage.last:
        return replace(table, token=table.token + 1), (Sound(table.token + 1, "tick"),)
    return table, (Record(Reached(left=float(second))),) if second % KEPT_EVERY == 0 else ()


def _toggled(clock: Countdown, at: float) -> Countdown:
    if clock.ends is None:
        return Countdown(at + clock.left)
    return Countdown(None, float(clock.shown_seconds(at)))


def _changed(clock: Countdown, seconds: float, at: float) -> Countdown:
    """Never below one second: time taken away ends the talk by itself, in a moment."""
    left = max(1.0, clock.remaining(at) + seconds)
    return Countdown(None, left) if clock.ends is None else Countdown(at + left)


def _set(table: Table, clock: Countdown) -> Table:
    return replace(table, session=replace(table.session, countdown=clock)) if table.session else table
