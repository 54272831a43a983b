"""Contains the page of the day: minutes and seconds across the screen, and below them the roles in play, one after the
other, each with its side. The dial turns them, too. START continues with the vote, BACK stops and starts the clock.
While the clock stands, the dial adds or removes 30 s. A press shows the deck, and holding the dial explains."""

from collections import Counter
from functools import lru_cache, partial

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import TALK_OVER, TIME_UP
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.facts import Fact, Number, Word, fact_lines
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import Reached, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, number
from nightcrier.box.table.core.signs import card_sign
from nightcrier.box.table.core.state import Cursor, Session, Table, TableStep
from nightcrier.box.table.core.talk_clock import TalkClock
from nightcrier.box.table.drawing import PageMeasure, measure, with_every_row
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.heard.talk import answer_aloud, speak
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.yes_or_no import ask_to_end
from nightcrier.kernel.ids import Language, LineId, number_line
from nightcrier.kernel.people import MOST_PEOPLE
from nightcrier.kernel.screen import ScreenFormat

_STEP = 30.0
_STANDS, _RUNS = map(LineId, ("day.stands", "day.runs"))
_SO_FAR, _MINUTES, _SECONDS = map(LineId, ("day.so-far", "day.minutes", "day.seconds"))
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
    return table, (Record(Reached(left=float(second)), beside=True),) if second % _KEPT_EVERY == 0 else ()


def handle_day(house: House, table: Table, session: Session, stage: Count, cursor: Cursor, event: Input) -> TableStep:
    """Do what a gesture means while people talk: end the talk, stop its clock, change its time, or show the deck."""
    clock = session.clock
    if clock is None:
        return table, ()
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return advance(table, TALK_OVER, event.at)
        case Control.BACK, Gesture.PRESS:
            foot = replace(cursor, index=-_slides_passed(clock, stage, event.at))  # which says that the clock stands
            return _with_clock(table, replace(session, cursor=foot), _toggle(clock, event.at)), ()
        case Control.BACK, Gesture.HOLD:
            return ask_to_end(table)
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=DeckPage(table.page)), ()
        case Control.DIAL, Gesture.HOLD:
            # What people ask the host while they talk, such as when nobody should die.
            return speak(table, *stage.explain) if stage.explain else (table, ())
        case Control.DIAL, Gesture.TURN if _can_be_set(clock):
            changed = _change_time(clock, event.steps * _STEP)
            return answer_aloud(house, _with_clock(table, session, changed), *_time_lines(changed, event.at))
        case Control.DIAL, Gesture.TURN:
            turned = table.with_cursor(replace(cursor, index=cursor.index + event.steps))
            return answer_aloud(house, turned, *_slide_lines(house, turned, session, stage))
    return table, ()


def day_lines(table: Table, session: Session, stage: Count) -> tuple[LineId, ...]:
    """Return the lines that say what the talk is for, whether the clock runs, and the time. A clock that counts up
    begins without it."""
    clock = session.clock or TalkClock(None)
    begins = clock.up and not clock.whole_seconds(table.now)
    return *stage.named, _STANDS if clock.zero is None else _RUNS, *(() if begins else _time_lines(clock, table.now))


def _slide_lines(house: House, table: Table, session: Session, stage: Count) -> tuple[LineId, ...]:
    """Return the lines of the role below the clock. Where no role is shown, return those of the time."""
    _, role = _slide_now(house, table, session, stage, table.session.cursor if table.session else Cursor())
    return fact_lines(role) if role else _time_lines(session.clock or TalkClock(None), table.now)


def _time_lines(clock: TalkClock, at: float) -> tuple[LineId, ...]:
    """Return the lines that say the time on a clock; of one that counts up, that it is the time so far. Above what
    every voice counts, the seconds are said to the next half minute."""
    seconds, so_far = clock.whole_seconds(at), (_SO_FAR,) if clock.up else ()
    if seconds <= MOST_PEOPLE:
        return *so_far, _SECONDS, number_line(seconds)
    minutes, half = divmod(min(round(seconds / _STEP), 2 * MOST_PEOPLE), 2)
    said = (*so_far, _MINUTES, number_line(minutes)) if minutes else so_far
    return (*said, _SECONDS, number_line(int(_STEP))) if half else said


def day_view(house: House, table: Table, session: Session, stage: Count, cursor: Cursor) -> View:
    language, words, clock = table.choices.language, house.words, session.clock or TalkClock(None)
    seconds = clock.whole_seconds(table.now)
    digits = number(words, language, f"{seconds // 60}:{seconds % 60:02d}")
    if _can_be_set(clock) and house.screen.least:
        below: Row = Text(words.screen(language, "day.stopped"), Size.SMALL)
    elif _can_be_set(clock):
        below = Pair(words.screen(language, "day.stopped"), words.screen(language, "day.set"))
    else:
        below, _ = _slide_now(house, table, session, stage, cursor)
    view = View("day", language, (Text(digits, Size.HUGE), below), kept=(Text(digits, Size.MEDIUM),))
    return with_every_row(view, house.screen)


def _slide_now(house: House, table: Table, session: Session, stage: Count, cursor: Cursor) -> tuple[Row, Fact | None]:
    """Return the row below the clock, and the role that it shows. The first row shows no role, but what START does."""
    language, words, clock = table.choices.language, house.words, session.clock or TalkClock(None)
    roles = roles_in_play(house, session)
    game, text = house.games[session.game], partial(fact_text, words, language)
    shown = tuple(
        Pair(text(role), text(side) if side else "", sign=card_sign(game, card)) for card, role, side in roles
    )
    foot = Text(words.screen(language, "day.stopped" if clock.zero is None else stage.foot), Size.SMALL)
    slides = _slides(shown, foot, language, house.screen)
    row, place = slides[(cursor.index + _slides_passed(clock, stage, table.now)) % len(slides)]
    return row, None if place is None else roles[place][1]


def _slides_passed(clock: TalkClock, stage: Count, at: float) -> int:
    seconds = clock.whole_seconds(at)
    return (seconds if clock.up else int(stage.seconds or 0) - seconds) // _SLIDE


def roles_in_play(house: House, session: Session) -> tuple[tuple[str, Fact, Fact | None], ...]:
    """Return the cards in play, each with its role and its side. Return nothing if a game's cards have no sides."""
    game = house.games[session.game]
    found = list[tuple[str, Fact, Fact | None]]()
    for card, count in Counter(session.setup.deck).items():
        name = game.card_fact(card)
        counted = Word("lay.card", {"role": name, "n": Number(count)}) if count > 1 else name
        found.append((card, counted, game.card_side(card)))
    return tuple(found) if any(side for *_, side in found) else ()


@lru_cache(maxsize=2)
def _slides(
    roles: tuple[Pair, ...], foot: Text, language: Language, screen: ScreenFormat
) -> tuple[tuple[Row, int | None], ...]:
    """Return what stands below the clock, one row after the other, each with the number of its role. The clock stays
    where it is, so a name that leaves no room for its side comes before it."""

    def measured(row: Row) -> PageMeasure:
        return measure(View("day", language, (Text("8:88", Size.HUGE), row)), screen)

    clock = measured(foot).boxes[0]

    def fits(role: Pair) -> bool:
        found = measured(role)
        return found.whole and found.apart and found.boxes[0] == clock

    def rows(role: Pair) -> tuple[Row, ...]:
        parts = (part for part in (role.label, role.value) if part)
        return (role,) if fits(role) else tuple(Text(part, Size.SMALL, sign=role.sign) for part in parts)

    return ((foot, None), *((row, place) for place, role in enumerate(roles) for row in rows(role)))


def halt_talk(table: Table, at: float, *, halted: bool) -> TableStep:
    """Stop or start the clock of a discussion, for a person who cannot see whether the clock runs. If the time is up,
    nothing changes."""
    session = table.session
    clock = session.clock if session else None
    if session is None or clock is None or (clock.zero is None) is halted or not (clock.up or clock.seconds(at) > 0):
        return table, ()
    return _with_clock(table, session, _toggle(clock, at)), ()


def _toggle(clock: TalkClock, at: float) -> TalkClock:
    return clock.running(at) if clock.zero is None else clock.stop(at)


def _can_be_set(clock: TalkClock) -> bool:
    """Say whether the dial sets the clock: it stands, and the discussion has an end."""
    return clock.zero is None and not clock.up


def _change_time(clock: TalkClock, seconds: float) -> TalkClock:
    """Add or remove time on a clock that stands. One second remains."""
    return replace(clock, left=max(1.0, clock.left + seconds))


def _with_clock(table: Table, session: Session, clock: TalkClock) -> Table:
    return replace(table, session=replace(session, clock=clock))
