"""Calls out things to fetch, one by one at the speed of hands. The screen shows three of them, and follows the voice.

A press ticks off the thing called last, and calls the next without a wait; a press on one that is ticked takes the tick
back. The dial calls another thing, holding it begins anew. START goes on at any time. Once all are ticked off, the box
goes on by itself."""

from typing import TypeGuard

from msgspec.structs import replace

from nightcrier.box.events import Ended, Gesture, Input, Tick
from nightcrier.box.show.stages import Checklist, Tell
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_lines, fact_text
from nightcrier.box.table.core.page_kinds import Page, StagePage
from nightcrier.box.table.core.signs import fact_sign
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.course.evening import seating
from nightcrier.box.table.course.session import advance
from nightcrier.box.table.course.talk import say_again, speak
from nightcrier.box.table.drawing.view import Pair, Size, Text, View

_ROWS = 3
_TICK = "✓"
_UNHEARD = 3
"""How many paces the next call waits, if nothing tells that the last one was heard to its end."""


def handle_checklist(table: Table, stage: Tell, checklist: Checklist, page: StagePage, event: Input) -> TableStep:
    """Do what a gesture of the dial means in a list that is called out."""
    match event.gesture:
        case Gesture.TURN:
            index = 0 if page.called is None else max(0, min(len(stage.facts) - 1, page.index + event.steps))
            return _call(table, stage, checklist, replace(page, index=index), event.at)
        case Gesture.PRESS:
            return _tick(table, stage, checklist, page, event.at)
        case Gesture.HOLD:
            return say_again(replace(table, page=StagePage(marked=page.marked)))
    return table, ()


def run_checklist(table: Table, stage: Tell, checklist: Checklist, event: Tick | Ended) -> TableStep:
    """Call the next thing, once the last one was heard and hands had time for it."""
    page = table.page
    if not is_calling(page, stage):
        return table, ()
    if isinstance(event, Ended):
        earliest = event.at if page.called is None else page.called + checklist.pace
        heard = event.token == table.token
        return (replace(table, page=replace(page, call_at=max(event.at, earliest))) if heard else table), ()
    if page.call_at is None or page.call_at > event.at:
        return table, ()
    first = 0 if page.called is None else page.index + 1
    left = (index for index in range(first, len(stage.facts)) if index not in page.marked)
    return _call(table, stage, checklist, replace(page, index=next(left, len(stage.facts))), event.at)


def is_calling(page: Page, stage: Tell) -> TypeGuard[StagePage]:
    """Say whether this page still calls out what the stage lists."""
    return isinstance(page, StagePage) and page.index < len(stage.facts)


def checklist_view(house: House, table: Table, stage: Tell, page: StagePage) -> View:
    """Show the thing called last, with its neighbours. Before the first call and after the last, show what the list is
    for and what START does."""
    language, calls = table.choices.language, page.called is not None and is_calling(page, stage)
    first = page.index // _ROWS * _ROWS
    shown = stage.facts[first : first + _ROWS] if calls else (stage.title, stage.foot)
    texts = [fact_text(house.words, language, fact, seating(table)) for fact in shown if fact]
    if not calls:
        sizes = Size.LARGE, Size.SMALL
        return View("tell", language, tuple(map(Text, texts, sizes)))
    sign = fact_sign(house, table, stage.facts[page.index])
    rows = (
        Pair(text, _TICK if index in page.marked else "", Size.MEDIUM, index == page.index, sign)
        for index, text in enumerate(texts, first)
    )
    return View("tell", language, tuple(rows))


def _tick(table: Table, stage: Tell, checklist: Checklist, page: StagePage, at: float) -> TableStep:
    """Tick off the thing called last, or take its tick back. Where nothing is called, only call the first that is
    left."""
    here = {page.index} if page.called is not None and is_calling(page, stage) else set()
    if not here.isdisjoint(page.marked):
        return replace(table, page=replace(page, marked=tuple(set(page.marked) - here))), ()
    ticked = replace(page, marked=tuple(sorted({*page.marked, *here})))
    left = [index for index in range(len(stage.facts)) if index not in ticked.marked]
    if not left:
        return advance(table, "", at)
    following = next((index for index in left if here and index > page.index), left[0])
    return _call(table, stage, checklist, replace(ticked, index=following), at)


def _call(table: Table, stage: Tell, checklist: Checklist, page: StagePage, at: float) -> TableStep:
    """Say the thing of this page, or what comes after the list."""
    is_over = page.index == len(stage.facts)
    call_at = None if is_over else at + _UNHEARD * checklist.pace
    called = replace(page, called=at, call_at=call_at)
    return speak(replace(table, page=called), *(checklist.after if is_over else fact_lines(stage.facts[page.index])))
