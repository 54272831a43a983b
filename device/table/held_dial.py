"""Slow hands press the dial for long before they turn it: they mean the loudness, and what the hold has begun by then
is taken back."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.show.answers import BACK
from device.show.cues import Hush, Speak
from device.show.stages import Ask, Tell
from device.table.effects import Effect
from device.table.loudness import turn_loudness
from device.table.page_kinds import DeckPage, Page
from device.table.pages.notice import NoticePage
from device.table.pages.scores import ScoresPage
from device.table.pages.sheet import SheetPage
from device.table.session import advance
from device.table.state import HeldDial, Table, TableStep


def with_held(event: Input, table: Table, moved: Table, effects: Sequence[Effect]) -> Table:
    """It remembers what this gesture has begun, where it is the dial that is held."""
    if (event.control, event.gesture) != (Control.DIAL, Gesture.HOLD):
        return moved
    if table.session and moved.session and moved.session.play is not table.session.play:
        return replace(moved, held_dial=HeldDial.ANSWER)
    if _under(table.page) == moved.page:
        return replace(moved, held_dial=table.page)
    spoken = any(isinstance(effect, Speak) for effect in effects)
    return replace(moved, held_dial=HeldDial.SPEECH) if spoken else moved


def _under(page: Page) -> Page | None:
    """Where a hold on the dial leads from this page; None where it does not lead away."""
    return page.under if isinstance(page, DeckPage | NoticePage | ScoresPage | SheetPage) else None


def page_again(table: Table, event: Input) -> Table:
    """The page that was left by holding the dial comes back where the dial turns yet, pressed as it is."""
    turned = (event.control, event.gesture) == (Control.DIAL, Gesture.PRESS_TURN)
    left = table.held_dial
    if not isinstance(left, Page) or not turned or _under(left) != table.page:
        return table
    return replace(table, page=left)


def turn_after_hold(held: HeldDial | Page, table: Table, event: Input) -> TableStep:
    """The pressed dial turns: another loudness, and no more of what it was held for."""
    undone: tuple[Effect, ...] = ()
    match held:
        case HeldDial.NOTHING | Page():
            taken = table
        case HeldDial.SPEECH:
            taken, undone = replace(table, caption=None), (Hush(),)
        case HeldDial.ANSWER:
            taken, undone = _taken_back(table, event.at)
        case _:
            assert_never(held)
    turned, effects = turn_loudness(taken, event)
    return turned, (*undone, *effects)


def _taken_back(table: Table, at: float) -> TableStep:
    stage = table.session.stage if table.session else None
    return advance(table, BACK, at) if isinstance(stage, Ask | Tell) and stage.back else (table, ())
