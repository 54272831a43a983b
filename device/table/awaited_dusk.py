"""The first night of a game, where the hall has announced one dusk for all its tables: it waits for that moment, once
its people have pressed START, and begins by itself. Nobody else is needed for it, and nobody is held for ever."""

from msgspec.structs import replace

from device.kernel.ids import NOBODY_WAITS
from device.kernel.wishes import LONGEST_DUSK, DuskWish
from device.show.cues import PlaySignal, Prepare, Say
from device.show.stages import Perform, Stage
from device.table.begun_stage import begin_performing
from device.table.effects import Effect
from device.table.given_answers import first_page
from device.table.heard_seats import with_numbers
from device.table.house import House
from device.table.page_kinds import DuskPage, Page
from device.table.pages.question import in_the_dark
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep


def may_await_dusk(table: Table, _: DuskWish) -> bool:
    """Whether a dusk that is announced now is still one for this table: no night of its game has begun."""
    session = table.session
    if session is None:
        return True
    return not session.had_night and not (in_the_dark(session.stage) and session.score is not None)


def follow_dusk(house: House, table: Table, wish: DuskWish, at: float) -> TableStep:
    """One that is over, or too far away, is none. It begins nothing: what it changes is a moment. Raises
    WishNotDone."""
    is_ahead = wish.at is not None and at < wish.at <= at + LONGEST_DUSK
    if not is_ahead and wish.at is not None:
        raise WishNotDone
    return replace(table, dusk=wish.at), ()


def awaits_dusk(table: Table, stage: Stage, at: float, cue: int) -> bool:
    """Whether this stage is one that waits: a night from its beginning, the first of its game. A practice waits for
    nobody."""
    session = table.session
    if session is None or session.had_night or session.setup.practice or cue:
        return False
    return isinstance(stage, Perform) and in_the_dark(stage) and table.dusk is not None and table.dusk > at


def await_dusk(table: Table, stage: Perform, at: float) -> TableStep:
    """With a tick, for who looks elsewhere. What is said first is made ready: it is to begin on the moment."""
    first = next((cue.lines for cue in stage.show if isinstance(cue, Say)), ())
    ready: tuple[Effect, ...] = (with_numbers(table, Prepare(first, table.choices.bed)),) if first else ()
    return replace(table, page=DuskPage(at)), (PlaySignal(NOBODY_WAITS, "tick"), *ready)


def dusk_due(page: Page, dusk: float | None) -> float | None:
    """When the night begins by itself: where it was called off, or put off again and again, at the latest so long after
    START."""
    if not isinstance(page, DuskPage):
        return None
    latest = page.since + LONGEST_DUSK
    return latest if dusk is None else min(dusk, latest)


def pass_dusk(table: Table, at: float) -> TableStep:
    """Time went by."""
    due = dusk_due(table.page, table.dusk)
    return begin_night(table, at) if due is not None and due <= at else (table, ())


def begin_night(table: Table, at: float) -> TableStep:
    session = table.session
    if session is None or not isinstance(session.stage, Perform):
        return table, ()
    page = first_page(session.stage, session.before)
    ready = replace(table, page=page, dusk=None, session=replace(session, since=at))
    return begin_performing(ready, session.stage, at, 0)
