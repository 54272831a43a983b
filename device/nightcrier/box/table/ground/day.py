"""Contains the page of the day: minutes and seconds beside a sign, and below them the keys, then the roles in play, one
after the other, each with its side. The dial turns through these. START continues with the vote, BACK stops and starts
the clock. While the clock is stopped, the dial adds or removes 30 s. A press shows the deck, and holding the dial
explains.

If one person has the floor, the page names who speaks below the clock. START ends the speech, BACK gives the floor back
to the previous speaker, and a press of the dial stops and starts the clock."""

from bisect import bisect_left, bisect_right
from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import FLOOR_BACK, TALK_OVER, TIME_UP
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.facts import Fact, Number, SeatName, Word, fact_lines
from nightcrier.box.show.stages import HALF_WAY, Count, Floor
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Reached, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, number
from nightcrier.box.table.core.signs import card_sign
from nightcrier.box.table.core.state import Cursor, Session, Table, TableStep
from nightcrier.box.table.core.talk_clock import TalkClock
from nightcrier.box.table.drawing.frame import with_every_row
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.heard.talk import answer_aloud, speak
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.yes_or_no import ask_to_end
from nightcrier.kernel.ids import Language, LineId, Seconds, number_line, seat_first
from nightcrier.kernel.people import MOST_PEOPLE

_STEP, _MINUTE = 30.0, 60.0
_STANDS, _RUNS = map(LineId, ("day.stands", "day.runs"))
_SO_FAR, _MINUTES, _SECONDS = map(LineId, ("day.so-far", "day.minutes", "day.seconds"))
_SLIDE = 4
"""The seconds for which each role is shown. They are counted on the clock, which wakes the box every second anyway."""
_APART: Seconds = 20.0  # the least time from an announcement to the remark half-way
_KEPT_EVERY = 15
"""The seconds between two journal entries of the clock. A power cut loses at most this much of a discussion."""


def run_clock(table: Table, session: Session, stage: Count, at: float) -> TableStep:
    """Advance the clock of a discussion: warn, tick, and end the discussion when the time is up."""
    clock = session.clock
    if clock is None or clock.zero is None:
        return table, ()
    before, second = clock.whole_seconds(table.now), clock.whole_seconds(at)
    if not clock.up and second <= 0:
        return advance(table, TIME_UP, at)
    line = next((line for moment, line in stage.warnings if second <= moment < before and not clock.up), None)
    if line and (line != HALF_WAY or _may_remark(table, session, at, left=second)):
        return speak(table, *(seat_first(stage.floor.seat, line) if stage.floor else (line,)))
    if second == before:
        return table, ()
    if not clock.up and second <= stage.last:
        return replace(table, token=table.token + 1), (PlaySignal(table.token + 1, "tick"),)
    return table, (Record(Reached(left=float(second)), beside=True),) if second % _KEPT_EVERY == 0 else ()


def _may_remark(table: Table, session: Session, at: float, left: Seconds) -> bool:
    """Say whether the halfway remark is true, because nobody has set the clock, and disturbs nobody, because the box
    has said nothing for a while, neither in answer to a touch nor about a fault."""
    heard = max(table.rest.touched, *(fault.at for fault in table.faults.values()), session.since)
    is_half = abs(at - session.since - left) < _APART
    return is_half and at - heard >= _APART and table.choices.theme == "full"


def handle_day(house: House, table: Table, session: Session, stage: Count, cursor: Cursor, event: Input) -> TableStep:
    """Do what a gesture means while people talk: end the talk, stop its clock, change its time, or show the deck."""
    clock = session.clock
    if clock is None:
        return table, ()
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return advance(table, TALK_OVER, event.at)
        case Control.BACK, Gesture.PRESS if stage.floor:
            return advance(table, FLOOR_BACK, event.at)
        case Control.DIAL, Gesture.PRESS if stage.floor:
            return _with_clock(table, session, _toggle(clock, event.at)), ()
        case Control.DIAL, Gesture.TURN if stage.floor:
            return table, ()  # all speak for an equal time
        case Control.BACK, Gesture.PRESS:
            at_keys = replace(cursor, index=-_slides_passed(clock, stage, event.at))  # once it runs again
            return _with_clock(table, replace(session, cursor=at_keys), _toggle(clock, event.at)), ()
        case Control.BACK, Gesture.HOLD:
            return ask_to_end(table)
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=DeckPage(table.page)), ()
        case Control.DIAL, Gesture.HOLD:
            # What people ask the host while they talk, such as when nobody should die.
            return speak(table, *stage.explain) if stage.explain else (table, ())
        case Control.DIAL, Gesture.TURN if _can_be_set(clock):
            changed = replace(clock, left=max(1.0, clock.left + event.steps * _STEP))
            return answer_aloud(house, _with_clock(table, session, changed), *_time_lines(changed, event.at))
        case Control.DIAL, Gesture.TURN:
            turned = _turned(house, table, session, stage, event.steps)
            return answer_aloud(house, turned, *_slide_lines(house, turned, session, stage))
    return table, ()


def day_lines(table: Table, session: Session, stage: Count) -> tuple[LineId, ...]:
    """Return the lines that say what the talk is for, whether the clock runs, and the time. A clock that counts up
    starts without the time."""
    clock = session.clock or TalkClock(None)
    begins = clock.up and not clock.whole_seconds(table.now)
    return *stage.named, _STANDS if clock.zero is None else _RUNS, *(() if begins else _time_lines(clock, table.now))


def _slide_lines(house: House, table: Table, session: Session, stage: Count) -> tuple[LineId, ...]:
    """Return the lines of the role below the clock, or those of the time if no role is shown."""
    slides, at = _slides(house, table, table.session or session, stage)
    return fact_lines(fact) if (fact := slides[at].fact) else _time_lines(session.clock or TalkClock(None), table.now)


def _time_lines(clock: TalkClock, at: float) -> tuple[LineId, ...]:
    """Return the lines that say the time on a clock. If it counts up, they call it the time so far. Seconds beyond the
    numbers that every voice has are rounded to half minutes."""
    seconds, so_far = clock.whole_seconds(at), (_SO_FAR,) if clock.up else ()
    if seconds <= MOST_PEOPLE:
        return *so_far, _SECONDS, number_line(seconds)
    minutes, half = divmod(min(round(seconds / _STEP), 2 * MOST_PEOPLE), 2)
    said = (*so_far, _MINUTES, number_line(minutes)) if minutes else so_far
    return (*said, _SECONDS, number_line(int(_STEP))) if half else said


def day_view(house: House, table: Table, session: Session, stage: Count) -> View:
    """Show the clock beside the sign of a role, and below it either the name and the side of the role, or the keys."""
    language, words, clock = table.choices.language, house.words, session.clock or TalkClock(None)
    seconds = clock.whole_seconds(table.now)
    digits = number(words, language, f"{seconds // 60}:{seconds % 60:02d}")
    if stage.floor:
        return _floor_view(house, language, stage.floor, digits, stands=clock.zero is None)
    (slides, at), keys = _slides(house, table, session, stage), foot_of(house, language, "day")
    slide = slides[at]
    sign, foot = slide.sign, replace(keys, start=words.screen(language, stage.foot)) if slide.fact is None else None
    below: tuple[Row, ...] = (Text(fact_text(words, language, slide.fact), Size.LARGE),) if slide.fact else ()
    if clock.zero is None and (not clock.up or slide.fact is None):
        stopped, set_by = words.screen(language, "day.stopped"), words.screen(language, "day.set")
        is_pair = _can_be_set(clock) and not house.screen.least
        sign, foot, below = "pause", None, (Pair(stopped, set_by) if is_pair else Text(stopped, Size.SMALL),)
    view = View(
        "day", language, (Text(digits, Size.HUGE, sign=sign), *below), foot=foot, kept=(Text(digits, Size.MEDIUM),)
    )
    return with_every_row(view, house.screen)


def _floor_view(house: House, language: Language, floor: Floor, digits: str, *, stands: bool) -> View:
    """Show the clock, with a sign if it is stopped, and below it who has the floor. The phone shows who is next."""
    speaker = Text(fact_text(house.words, language, SeatName(floor.seat)), Size.LARGE)
    if stands and house.screen.least:  # large letters leave no room for the sign
        speaker = Text(house.words.screen(language, "day.stopped"), Size.LARGE)
    clock = Text(digits, Size.HUGE, sign="pause" if stands else "")
    return with_every_row(View("day", language, (clock, speaker), kept=(Text(digits, Size.MEDIUM),)), house.screen)


class _Slide(Struct, frozen=True):
    """Content that is shown beside and below the clock for some seconds. Without a fact, the keys are shown below."""

    sign: str
    fact: Fact | None = None
    is_side: bool = False


def _slides(house: House, table: Table, session: Session, stage: Count) -> tuple[tuple[_Slide, ...], int]:
    """Return what is shown beside the clock in turn: the keys, then each role, and its side if that has another name.
    Also return the index of the slide shown now."""
    told = list[_Slide]()
    for card, role, side in roles_in_play(house, session):
        sign = card_sign(house.games[session.game], card)
        told.append(_Slide(sign, role))
        if side and len({fact_text(house.words, table.choices.language, each) for each in (role, side)}) > 1:
            told.append(_Slide(sign, side, is_side=True))
    passed = session.cursor.index + _slides_passed(session.clock or TalkClock(None), stage, table.now)
    return (_Slide(told[0].sign if told else ""), *told), passed % (len(told) + 1)


def _turned(house: House, table: Table, session: Session, stage: Count, steps: int) -> Table:
    """Turn to another role, this many roles away. From the side of a role, turning back leads to its name."""
    slides, at = _slides(house, table, session, stage)
    names = [place for place, slide in enumerate(slides) if not slide.is_side]
    first = bisect_left(names, at) if steps < 0 else bisect_right(names, at) - 1
    name = (first + steps) % len(names)
    return table.with_cursor(replace(session.cursor, index=session.cursor.index + names[name] - at))


def _slides_passed(clock: TalkClock, stage: Count, at: float) -> int:
    seconds = clock.whole_seconds(at)
    return (seconds if clock.up else int(stage.seconds or 0) - seconds) // _SLIDE


def roles_in_play(house: House, session: Session) -> tuple[tuple[str, Fact, Fact | None], ...]:
    """Return the cards in play, each with its role and its side, or nothing if the cards of the game have no sides."""
    game = house.games[session.game]
    found = list[tuple[str, Fact, Fact | None]]()
    for card, count in Counter(session.setup.deck).items():
        name = game.card_fact(card)
        counted = Word("lay.card", {"role": name, "n": Number(count)}) if count > 1 else name
        found.append((card, counted, game.card_side(card)))
    return tuple(found) if any(side for *_, side in found) else ()


def give_minute(table: Table) -> TableStep:
    """Add a minute to a discussion that has an end, even if its clock is stopped, unless somebody speaks alone."""
    session = table.session
    clock = session.clock if session else None
    if session is None or clock is None or clock.up or (isinstance(session.stage, Count) and session.stage.floor):
        return table, ()
    longer = replace(clock, left=clock.left + _MINUTE) if clock.zero is None else TalkClock(clock.zero + _MINUTE)
    return _with_clock(table, session, longer), ()


def halt_talk(table: Table, at: float, *, halted: bool) -> TableStep:
    """Stop or start the clock of a discussion, as asked by a person who may not see whether it runs. If it already is
    in that state, or if time is up, nothing changes."""
    session = table.session
    clock = session.clock if session else None
    if session is None or clock is None or (clock.zero is None) is halted or not (clock.up or clock.seconds(at) > 0):
        return table, ()
    return _with_clock(table, session, _toggle(clock, at)), ()


def _toggle(clock: TalkClock, at: float) -> TalkClock:
    return clock.running(at) if clock.zero is None else clock.stop(at)


def _can_be_set(clock: TalkClock) -> bool:
    """Say whether the dial sets the clock: if the clock is stopped, and the discussion has an end."""
    return clock.zero is None and not clock.up


def _with_clock(table: Table, session: Session, clock: TalkClock) -> Table:
    return replace(table, session=replace(session, clock=clock))
