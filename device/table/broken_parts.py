"""Follows a part of the box that breaks or works again: a game that needs it waits; else a notice comes up."""

from msgspec.structs import replace

from device.kernel.events import Cause, Fault, Part
from device.kernel.ids import screen_line
from device.show import conductor
from device.table.conducted import conduct, hold, lacks_a_part, needed_parts
from device.table.new_game import NO_SCREEN
from device.table.pages.notice import NoticePage
from device.table.pages.question import QuestionPage
from device.table.session_state import is_for_nobody
from device.table.state import FILES, MACHINE, Table, TableStep, step_after
from device.table.talk import speak
from device.table.turns import blinded_session


def follow_fault(table: Table, fault: Fault) -> TableStep:
    faults = {part: known for part, known in table.faults.items() if part is not fault.part}
    if not fault.mended:
        faults[fault.part] = _together(table.faults.get(fault.part), fault)
    table = replace(table, faults=faults)
    if fault.cause is Cause.EMPTY:
        return _warned(table, fault)
    if table.session and fault.part in needed_parts(table.session.stage):
        return _mended(table, fault) if fault.mended else _lost(table, fault)
    return _noticed(table, fault), ()


def _lost(table: Table, fault: Fault) -> TableStep:
    """Let the show wait. A lost screen is said aloud: eyes are shut, and whoever was called sees a dark glass."""
    if fault.part is Part.SCREEN and table.session:
        table = replace(table, session=blinded_session(table.session))
    held, effects = hold(table, fault.at)
    if fault.part is Part.SOUND or held is table:
        return held, effects
    return step_after(effects, speak(held, NO_SCREEN))


def _warned(table: Table, fault: Fault) -> TableStep:
    """Say that the box is about to end, whatever is played: everybody hears it before it is silent. The game is
    kept."""
    held, effects = _paused(table, fault.at) if table.session else (_noticed(table, fault), ())
    return step_after(effects, speak(held, screen_line("fault.battery.empty")))


def _paused(table: Table, at: float) -> TableStep:
    session = table.session
    if session is None or session.score is None or is_for_nobody(session.stage):
        return table, ()
    return conduct(table, conductor.pause_show(session.score, at))


def tell_untold(table: Table) -> Table:
    """Show what befell the machine in the game that is over now."""
    page = table.page
    for fault in table.untold:
        page = NoticePage(fault, page)
    return replace(table, page=page, untold=())


def _noticed(table: Table, fault: Fault) -> Table:
    """Put up a notice if no game is under way, and take it away when the part works again."""
    page = table.page
    if isinstance(page, NoticePage) and page.fault.part is fault.part:
        page = page.under
    if table.session and fault.part in MACHINE and not fault.mended:
        others = tuple(known for known in table.untold if known.part is not fault.part)
        return replace(table, untold=(*others, fault))
    if fault.mended or table.session:
        return replace(table, page=page)
    return replace(table, page=NoticePage(table.faults[fault.part], page))


def _together(before: Fault | None, fault: Fault) -> Fault:
    """Join two faults of one part. Files can be wrong in several places, and all are worth reading; a device has one
    fault at a time."""
    if before is None or fault.part not in FILES:
        return fault
    if fault.what in before.what:
        return before
    return replace(fault, what=f"{before.what} {fault.what}", flaws=before.flaws + fault.flaws)


def _mended(table: Table, fault: Fault) -> TableStep:
    session = table.session
    if session is None or session.score is None or not session.held or lacks_a_part(table, session):
        return table, ()
    if isinstance(table.page, QuestionPage):
        return replace(table, session=replace(session, held=False)), ()  # whoever is asked says whether it goes on
    return conduct(table, conductor.resume_show(replace(session.score, token=table.token), fault.at))
