"""Calls out items to fetch, one by one, at the speed of hands. The screen shows three of them, and follows the voice.

A press ticks off the item that was called last, and calls the next one at once. A press on a ticked item removes the
tick. Turning the dial calls another item, and holding it starts again. START continues the game at any time. Once
everything is ticked off, the game continues by itself."""

from msgspec.structs import replace

from nightcrier.box.events import Ended, Gesture, Input, Tick
from nightcrier.box.show.facts import fact_lines
from nightcrier.box.show.stages import Checklist, Tell
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.signs import fact_sign
from nightcrier.box.table.core.state import Cursor, Table, TableStep
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.heard.talk import say_again, speak

_ROWS = 3
_TICK = "✓"
_UNHEARD = 3
"""The number of paces after which the next item is called even if nothing has reported the end of the last call."""


def handle_checklist(table: Table, stage: Tell, checklist: Checklist, cursor: Cursor, event: Input) -> TableStep:
    match event.gesture:
        case Gesture.TURN:
            index = 0 if cursor.called is None else max(0, min(len(stage.facts) - 1, cursor.index + event.steps))
            return _call(table, stage, checklist, replace(cursor, index=index), event.at)
        case Gesture.PRESS:
            return _tick(table, stage, checklist, cursor, event.at)
        case Gesture.HOLD:
            return say_again(table.with_cursor(Cursor(marked=cursor.marked)))
    return table, ()


def run_checklist(table: Table, stage: Tell, checklist: Checklist, event: Tick | Ended) -> TableStep:
    """Call the next item, once the last call was heard and hands have had time for it."""
    if table.session is None or not is_calling(table, stage):
        return table, ()
    cursor = table.session.cursor
    if isinstance(event, Ended):
        earliest = event.at if cursor.called is None else cursor.called + checklist.pace
        heard = event.token == table.token
        return (table.with_cursor(replace(cursor, call_at=max(event.at, earliest))) if heard else table), ()
    if cursor.call_at is None or cursor.call_at > event.at:
        return table, ()
    first = 0 if cursor.called is None else cursor.index + 1
    left = (index for index in range(first, len(stage.facts)) if index not in cursor.marked)
    return _call(table, stage, checklist, replace(cursor, index=next(left, len(stage.facts))), event.at)


def is_calling(table: Table, stage: Tell) -> bool:
    """Say whether the glass still shows the list of the stage, and some item is left to call out."""
    return table.page is None and table.session is not None and table.session.cursor.index < len(stage.facts)


def checklist_view(house: House, table: Table, stage: Tell, cursor: Cursor) -> View:
    """Show the item called last, with its neighbors. Before the first call and after the last, show what the list is
    for, and what START does."""
    language, calls = table.choices.language, cursor.called is not None and cursor.index < len(stage.facts)
    first = cursor.index // _ROWS * _ROWS
    shown = stage.facts[first : first + _ROWS] if calls else (stage.title,)
    texts = [fact_text(house.words, language, fact, seating(table)) for fact in shown if fact]
    foot = foot_of(house, language, "cards to lay out")
    if not calls:
        return View("tell", language, tuple(Text(text, Size.LARGE) for text in texts), foot=foot)
    sign = fact_sign(house, table, stage.facts[cursor.index])
    rows = (
        Pair(text, _TICK if index in cursor.marked else "", Size.MEDIUM, index == cursor.index, sign)
        for index, text in enumerate(texts, first)
    )
    return View("tell", language, tuple(rows), foot=foot)


def _tick(table: Table, stage: Tell, checklist: Checklist, cursor: Cursor, at: float) -> TableStep:
    """Tick off the item called last, or remove its tick. If nothing was called yet, only call the first item that is
    left."""
    here = {cursor.index} if cursor.called is not None and cursor.index < len(stage.facts) else set()
    if not here.isdisjoint(cursor.marked):
        return table.with_cursor(replace(cursor, marked=tuple(set(cursor.marked) - here))), ()
    ticked = replace(cursor, marked=tuple(sorted({*cursor.marked, *here})))
    left = [index for index in range(len(stage.facts)) if index not in ticked.marked]
    if not left:
        return advance(table, "", at)
    following = next((index for index in left if here and index > cursor.index), left[0])
    return _call(table, stage, checklist, replace(ticked, index=following), at)


def _call(table: Table, stage: Tell, checklist: Checklist, cursor: Cursor, at: float) -> TableStep:
    """Say the item that the cursor has reached, or after the last one the lines that follow the list."""
    is_over = cursor.index == len(stage.facts)
    call_at = None if is_over else at + _UNHEARD * checklist.pace
    called = replace(cursor, called=at, call_at=call_at)
    return speak(table.with_cursor(called), *(checklist.after if is_over else fact_lines(stage.facts[cursor.index])))
