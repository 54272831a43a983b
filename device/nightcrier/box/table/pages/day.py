"""Contains the page of the day: minutes and seconds across the screen, and below them the roles in play, one after the
other, each with its side. The dial turns them, too. START continues with the vote, BACK stops and starts the clock.
While the clock stands, the dial adds or removes 30 s. A press shows the deck, and holding the dial explains."""

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import TALK_OVER, TIME_UP
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import Reached, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, number
from nightcrier.box.table.core.page_kinds import StagePage
from nightcrier.box.table.core.state import Session, Table, TableStep, TalkClock
from nightcrier.box.table.course.session import advance
from nightcrier.box.table.course.talk import speak
from nightcrier.box.table.drawing import PageMeasure, measure
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View
from nightcrier.box.table.pages.deck import DeckPage
from nightcrier.box.table.pages.yes_or_no import ask_to_end
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import ScreenFormat

_STEP = 30.0
_SLIDE = 4
"""The seconds for which a role is shown. They are counted on the clock, which wakes the box every second anyway."""
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


def handle_day(table: Table, session: Session, stage: Count, page: StagePage, event: Input) -> TableStep:
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
        case Control.DIAL, Gesture.TURN if _can_be_set(clock):
            return _set(table, session, _change_time(clock, event.steps * _STEP))
        case Control.DIAL, Gesture.TURN:
            return replace(table, page=replace(page, index=page.index + event.steps)), ()
    return table, ()


def day_view(house: House, table: Table, session: Session, stage: Count, page: StagePage) -> View:
    language, words, clock = table.choices.language, house.words, session.clock or TalkClock(None)
    seconds = clock.whole_seconds(table.now)
    digits = number(words, language, f"{seconds // 60}:{seconds % 60:02d}")
    if _can_be_set(clock):
        below: Row = Pair(words.screen(language, "day.stopped"), words.screen(language, "day.set"))
    else:
        foot = Text(words.screen(language, "day.stopped" if clock.zero is None else stage.foot), Size.SMALL)
        slides = _slides(_roles_in_play(house, table, session), foot, language, house.screen)
        passed = seconds if clock.up else int(stage.seconds or 0) - seconds
        below = slides[(page.index + passed // _SLIDE) % len(slides)]
    return View("day", language, (Text(digits, Size.HUGE), below), kept=(Text(digits, Size.MEDIUM),))


def _roles_in_play(house: House, table: Table, session: Session) -> tuple[Pair, ...]:
    """Return the roles in play, each with its side. Return nothing if the cards of a game have no sides."""
    game, words, language = house.games[session.game], house.words, table.choices.language
    found = list[Pair]()
    for card, count in Counter(session.setup.deck).items():
        name, side = game.card_fact(card), game.card_side(card)
        counted = Word("lay.card", {"role": name, "n": Number(count)}) if count > 1 else name
        found.append(Pair(fact_text(words, language, counted), fact_text(words, language, side) if side else ""))
    return tuple(found) if any(role.value for role in found) else ()


@lru_cache(maxsize=2)
def _slides(roles: tuple[Pair, ...], foot: Text, language: Language, screen: ScreenFormat) -> tuple[Row, ...]:
    """Return what stands below the clock, one row after the other. The clock stays where it is, so a name that leaves
    no room for its side comes before it."""

    def measured(row: Row) -> PageMeasure:
        return measure(View("day", language, (Text("8:88", Size.HUGE), row)), screen)

    def fits(role: Pair) -> bool:
        found = measured(role)
        return found.whole and found.apart and found.boxes[0] == measured(foot).boxes[0]

    def rows(role: Pair) -> tuple[Row, ...]:
        return (role,) if fits(role) else tuple(Text(part, Size.SMALL) for part in (role.label, role.value) if part)

    return (foot, *(row for role in roles for row in rows(role)))


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


def _can_be_set(clock: TalkClock) -> bool:
    """Say whether the dial sets the clock: it stands, and the discussion has an end."""
    return clock.zero is None and not clock.up


def _change_time(clock: TalkClock, seconds: float) -> TalkClock:
    """Add or remove time on a clock that stands. One second remains."""
    return replace(clock, left=max(1.0, clock.left + seconds))


def _set(table: Table, session: Session, clock: TalkClock) -> TableStep:
    return replace(table, session=replace(session, clock=clock)), ()
