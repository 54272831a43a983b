"""The table: takes an event, gives the next state and what is to be done. All that people do goes through here."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.events import Caption, Ended, Event, Fault, Gesture, Input, Part, Standings, Tick, Touched
from device.kernel.ids import LineId
from device.show import conductor
from device.show.effects import Sound
from device.show.stages import Perform
from device.table.beginning import prepared
from device.table.caption import due as caption_due
from device.table.effects import Effect, Entry, LookUp, Rouse
from device.table.house import House
from device.table.idleness import idle_due, pass_idle
from device.table.pages.page import page_of, staged
from device.table.pages.question import ask
from device.table.rebuilding import restored
from device.table.session import conduct, go_on, hold
from device.table.state import FILES, Notice, Table, Turn
from device.table.talk import speak, volume

NOBODY_WAITS = 0
"""The token of a sound whose end means nothing."""


def boot(house: House, table: Table, entries: Sequence[Entry], *, fell: bool = False) -> Turn:
    """Power-on: if a game was cut off, offer to go on with it. A box that fell goes on by itself: people sit there with
    their eyes shut."""
    ready = (volume(table), *prepared(house, table))
    session = restored(house, entries)
    if session is None:
        return table, ready
    cut = replace(table, session=session)
    taken, effects = go_on(cut, table.now) if fell else ask(cut, "go-on")
    return taken, (*ready, *effects)


def step(house: House, table: Table, event: Event) -> Turn:
    """One event. A hand's gesture first lets time catch up, so that nothing due is overtaken by it."""
    late: tuple[Effect, ...] = ()
    if isinstance(event, Input) and _is_due(table, event.at):
        table, late = step(house, table, Tick(event.at))
    before = _announced(house, table)
    moved, effects = _act(house, table, event)
    if _felt(table, moved, event):
        effects = (*effects, Sound(NOBODY_WAITS, "tick"))
    moved = replace(moved, now=max(table.now, event.at))
    after = _announced(house, moved)
    if isinstance(event, Input | Fault) and after and after != before and _speaks_menus(house, moved):
        moved, said = speak(moved, *after, menu=True)
        effects = (*effects, *said)
    return moved, (*late, *effects)


def _felt(table: Table, moved: Table, event: Event) -> bool:
    """A hold acts at its moment, with a sound: fingers cannot see it. In a game the box speaks instead, or must not."""
    held = isinstance(event, Input) and event.gesture is Gesture.HOLD
    return held and table.session is None and moved.page != table.page


def due(house: House, table: Table) -> float | None:
    """When the table wants its next tick."""
    reading = caption_due(table.caption, table.now) if table.caption else None
    wanted = (page_of(table).due(table), _staged_due(table), reading, idle_due(house, table))
    moments = [moment for moment in wanted if moment is not None]
    return min(moments, default=None)


def _act(house: House, table: Table, event: Event) -> Turn:
    match event:
        case Touched(at):
            return _touched(house, table, at)
        case Input() if table.swallow and event.gesture is not Gesture.RELEASE:
            return replace(table, swallow=False, touched=event.at), ()
        case Input(at):
            return page_of(table).step(house, replace(table, touched=at), event)
        case Fault():
            return _fault(house, table, event)
        case Standings():
            return replace(table, standings=event), ()
        case Caption():
            return replace(table, caption=event), ()
        case Ended() if table.caption and event.token >= table.caption.token:
            return _pass_on(house, replace(table, caption=None), event)
        case Tick(at) if table.session is None:
            return pass_idle(house, table, at)
    return _pass_on(house, table, event)


def _pass_on(house: House, table: Table, event: Event) -> Turn:
    """Time and ends of sounds belong to the game under way, whatever stands before it."""
    page = staged(table)
    return page.step(house, table, event) if page else (table, ())


def _touched(house: House, table: Table, at: float) -> Turn:
    """A hand moved. A sleeping box wakes, and does not act on what woke it. The first hand after power-on finds the box
    remembering how the evening stands, before a game asks for it."""
    rouse = (Rouse(), *prepared(house, table)) if table.dozing else ()
    look_up = () if table.looked_up else (LookUp(),)
    awake = replace(table, touched=at, dozing=False, asleep=False, swallow=table.asleep, looked_up=True)
    return awake, (*rouse, *look_up)


def _fault(house: House, table: Table, fault: Fault) -> Turn:
    faults = {part: what for part, what in table.faults.items() if part is not fault.part}
    if not fault.mended:
        faults[fault.part] = _together(table.faults.get(fault.part, ""), fault)
    table = replace(table, faults=faults)
    if fault.part is Part.SOUND and table.session and isinstance(table.session.stage, Perform):
        return _sound_mended(table, fault) if fault.mended else hold(table, fault.at)
    return _noticed(table, fault), ()


def _noticed(table: Table, fault: Fault) -> Table:
    """A notice comes up where no game is under way, and goes when the part works again."""
    page = table.page
    if isinstance(page, Notice) and page.part is fault.part:
        page = page.under
    if fault.mended or table.session:
        return replace(table, page=page)
    return replace(table, page=Notice(fault.part, table.faults[fault.part], page))


def _together(before: str, fault: Fault) -> str:
    """Files can be wrong in several places, and all are worth reading; a device has one fault at a time."""
    several = fault.part in FILES and before and fault.what not in before
    return f"{before} {fault.what}" if several else fault.what


def _sound_mended(table: Table, fault: Fault) -> Turn:
    session = table.session
    if session is None or session.score is None or not session.held:
        return table, ()
    released = replace(table, session=replace(session, held=False))
    return conduct(released, conductor.resume(replace(session.score, token=table.token), fault.at))


def _staged_due(table: Table) -> float | None:
    page = staged(table)
    return page.due(table) if page else None


def _is_due(table: Table, at: float) -> bool:
    moment = _staged_due(table)
    return moment is not None and moment <= at


def _announced(house: House, table: Table) -> tuple[LineId, ...]:
    return page_of(table).spoken(house, table)


def _speaks_menus(house: House, table: Table) -> bool:
    return table.choices.spoken_menu or not house.sees(table.faults)
