"""The table: takes an event, gives the next state and what is to be done. All that people do goes through here."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import (
    BoothSaid,
    Caption,
    Ceiling,
    DiskPace,
    Ended,
    Event,
    Fault,
    Gesture,
    Input,
    Part,
    Standings,
    Stop,
    Tick,
    Touched,
)
from device.kernel.ids import NOBODY_WAITS, screen_line
from device.show import conductor
from device.show.cues import Hush, PlaySignal, Speak
from device.table.booth import follow_booth, leave_unused
from device.table.call_to_try import run_trying, trying_due
from device.table.captions import caption_due, is_performed
from device.table.conducted import conduct
from device.table.effects import Effect, Entry, LookUp, Rouse
from device.table.held_dial import held_by, turn_after_hold
from device.table.house import House, WelcomeStep
from device.table.levels import loudness_now
from device.table.look import idle_due, is_occupied, pass_idle
from device.table.loudness import gauge_due, is_for_loudness
from device.table.lying_cards import lying_restored
from device.table.new_game import NO_SCREEN
from device.table.other_people import follow_standings
from device.table.page_kinds import HomePage, NoticePage, Question, QuestionPage, WelcomePage, WhoPage
from device.table.pages.explain import explain_head
from device.table.pages.page import handle_page, page_due, page_lines
from device.table.pages.question import ask_over
from device.table.pages.stage import run_stage, stage_due
from device.table.pages.welcome import open_welcome
from device.table.restored_game import restore_session
from device.table.roster import seating
from device.table.session import go_on, hold, lacks_a_part, needed_parts
from device.table.state import FILES, HeldDial, Table, TableStep
from device.table.talk import speak
from device.table.tonight import first_words
from device.table.turns import blinded_session


def boot(house: House, table: Table, entries: Sequence[Entry], *, crashed: bool = False) -> TableStep:
    """Power-on: if a game was cut off, offer to go on with it. A box that crashed goes on by itself: people sit there
    with their eyes shut."""
    ready = (loudness_now(table), *first_words(house, table))
    session = restore_session(house, entries)
    if session is None:
        greets = table.choices.welcome is not WelcomeStep.DONE
        return _greeted(house, table, ready) if greets else (table, ready)
    cut = replace(table, session=session, lying=lying_restored(table.lying, session))
    taken, effects = go_on(cut, table.now) if crashed else ask_over(cut, Question.GO_ON)
    return taken, (*ready, *effects)


def _greeted(house: House, table: Table, ready: tuple[Effect, ...]) -> TableStep:
    """A box that was never used before speaks first."""
    opened, effects = open_welcome(table, table.choices.welcome)
    said, spoken = speak(opened, *page_lines(house, opened), menu=True)
    return said, (*ready, *effects, *spoken)


def step(house: House, table: Table, event: Event) -> TableStep:
    """One event. A hand's gesture first lets time catch up, so that nothing due is overtaken by it."""
    late: tuple[Effect, ...] = ()
    if isinstance(event, Input) and _is_due(table, event.at):
        table, late = step(house, table, Tick(event.at))
    moved, effects = _act(house, table, event)
    if _is_felt(table, moved, event):
        effects = (*effects, PlaySignal(NOBODY_WAITS, "tick"))
    if table.session and not moved.session:
        effects = (*effects, *first_words(house, moved))  # of the game that follows: other words than the first one's
    if moved.anew and isinstance(moved.page, HomePage):
        moved = replace(moved, anew=False)  # the game that was to begin a new evening did not begin
    moved, left = leave_unused(replace(moved, now=max(table.now, event.at)))
    effects = (*effects, *left)
    if isinstance(event, Input | Fault) and _speaks_menus(house, moved):
        moved, effects = _speak_page(house, table, moved, effects)
    return moved, (*late, *effects)


def _is_felt(table: Table, moved: Table, event: Event) -> bool:
    """A hold acts at its moment, with a sound: fingers cannot see it. In a game the box speaks instead, or must not."""
    held = isinstance(event, Input) and event.gesture is Gesture.HOLD
    return held and table.session is None and moved.page != table.page


def table_due(house: House, table: Table) -> float | None:
    """When the table wants its next tick."""
    above = explain_head(house, table)
    reading = caption_due(table.caption, table.now, house.screen, above) if table.caption else None
    wanted = (page_due(table), stage_due(table), reading, trying_due(table), gauge_due(table), idle_due(house, table))
    moments = [moment for moment in wanted if moment is not None]
    return min(moments, default=None)


def _act(house: House, table: Table, event: Event) -> TableStep:
    match event:
        case Touched(at):
            return _touched(house, table, at)
        case Input():
            return _hand(house, table, event)
        case Fault():
            return _fault(house, table, event)
        case Standings():
            return _stands(house, table, event)
        case Caption() | Ceiling() | DiskPace():
            return _noted(table, event)
        case Ended():
            return _sound_ended(table, event)
        case BoothSaid(news=news):
            return follow_booth(table, news)
        case Tick():
            return _time_passed(house, table, event)
        case Stop():
            return table, ()
        case _:
            assert_never(event)


def _noted(table: Table, event: Caption | Ceiling | DiskPace) -> TableStep:
    """What the box has found out about itself."""
    match event:
        case Caption():
            return replace(table, caption=event), ()
        case Ceiling(loudness=ceiling):
            under = replace(table, ceiling=ceiling)
            return under, (loudness_now(under),)
        case DiskPace(seconds=seconds):
            return replace(table, disk_pace=seconds), ()
        case _:
            assert_never(event)


def _hand(house: House, table: Table, event: Input) -> TableStep:
    if table.swallow and event.gesture is not Gesture.RELEASE:
        return replace(table, swallow=False, touched=event.at), ()
    touched = replace(table, touched=event.at, held_dial=HeldDial.NOTHING)
    if is_for_loudness(table, event):
        return turn_after_hold(table.held_dial, touched, event)
    read = _read(touched, event)
    moved, effects = handle_page(house, read, event)
    return replace(moved, held_dial=held_by(event, read, moved, effects)), effects


def _read(table: Table, event: Input) -> Table:
    """Whoever goes on has read what lies over the page; eyes that are shut have not."""
    reads_on = event.gesture is Gesture.RELEASE or table.trying is not None or is_performed(table)
    return table if reads_on else replace(table, caption=None)


def _sound_ended(table: Table, event: Ended) -> TableStep:
    read = table.caption is not None and event.token >= table.caption.token
    heard = replace(table, caption=None) if read else table
    return run_trying(heard, event) if heard.trying else run_stage(heard, event)


def _time_passed(house: House, table: Table, event: Tick) -> TableStep:
    if table.trying:
        return run_trying(table, event)
    return run_stage(table, event) if is_occupied(table) else pass_idle(house, table, event.at)


def _touched(house: House, table: Table, at: float) -> TableStep:
    """A hand moved. A sleeping box wakes, and does not act on what woke it. The first hand after a while finds the box
    remembering how the evening stands, before a game asks for it: somebody may have begun one by command."""
    rouse = (Rouse(), *first_words(house, table)) if table.dozing else ()
    look_up = () if table.looked_up and not table.dozing else (LookUp(),)
    awake = replace(table, touched=at, dozing=False, asleep=False, swallow=table.asleep, looked_up=True)
    return awake, (*rouse, *look_up)


def _stands(house: House, table: Table, standings: Standings) -> TableStep:
    """Who changed something of an evening that is over is told so, and looks at the new one from home."""
    followed, effects = follow_standings(house, table, standings)
    asked = table.page.under if isinstance(table.page, QuestionPage) else table.page
    if isinstance(asked, WhoPage) and table.standings and table.standings.people != standings.people:
        followed = replace(followed, page=asked.under)  # the question was about other people
    if not table.session and seating(followed) != seating(table):
        effects = (*effects, *first_words(house, followed))
    if not standings.other_evening or table.session:
        return followed, effects
    told, said = speak(replace(followed, page=HomePage()), screen_line("score.other-evening"))
    return told, (*effects, *said)


def _fault(house: House, table: Table, fault: Fault) -> TableStep:
    faults = {part: known for part, known in table.faults.items() if part is not fault.part}
    if not fault.mended:
        faults[fault.part] = _together(table.faults.get(fault.part), fault)
    table = replace(table, faults=faults)
    if table.session and fault.part in needed_parts(table.session.stage):
        return _mended(table, fault) if fault.mended else _lost(table, fault)
    return _noticed(table, fault), ()


def _lost(table: Table, fault: Fault) -> TableStep:
    """The show waits. That nobody can read is said: eyes are shut, and whoever was called sees a dark glass."""
    if fault.part is Part.SCREEN and table.session:
        table = replace(table, session=blinded_session(table.session))
    held, effects = hold(table, fault.at)
    if fault.part is Part.SOUND or held is table:
        return held, effects
    told, said = speak(held, NO_SCREEN)
    return told, (*effects, *said)


def _noticed(table: Table, fault: Fault) -> Table:
    """A notice comes up where no game is under way, and goes when the part works again."""
    page = table.page
    if isinstance(page, NoticePage) and page.fault.part is fault.part:
        page = page.under
    if fault.mended or table.session:
        return replace(table, page=page)
    return replace(table, page=NoticePage(table.faults[fault.part], page))


def _together(before: Fault | None, fault: Fault) -> Fault:
    """Files can be wrong in several places, and all are worth reading; a device has one fault at a time."""
    if before is None or fault.part not in FILES:
        return fault
    if fault.what in before.what:
        return before
    files = f"{before.file}, {fault.file}" if fault.file not in before.file else before.file
    return replace(fault, what=f"{before.what} {fault.what}", file=files)


def _mended(table: Table, fault: Fault) -> TableStep:
    session = table.session
    if session is None or session.score is None or not session.held:
        return table, ()
    if lacks_a_part(table, session):
        return table, ()
    if isinstance(table.page, QuestionPage):
        return replace(table, session=replace(session, held=False)), ()  # whoever is asked says whether it goes on
    return conduct(table, conductor.resume_show(replace(session.score, token=table.token), fault.at))


def _is_due(table: Table, at: float) -> bool:
    moment = stage_due(table)
    return moment is not None and moment <= at


def _speak_page(house: House, table: Table, moved: Table, effects: Sequence[Effect]) -> TableStep:
    """What is new on the page, for ears; after what was said with it, such as why a deck is refused. A question of a
    game says that itself: then it is said once."""
    lines = page_lines(house, moved)
    if not lines or lines == page_lines(house, table):
        return moved, tuple(effects)
    told = tuple(line for effect in effects if isinstance(effect, Speak) for line in effect.lines)
    if moved.session is None:
        lines = (*told, *(line for line in lines if line not in told))
    within = told and lines[: len(told)] == told
    kept = (effect for effect in effects if not (within and isinstance(effect, Hush | Speak)))
    said, spoken = speak(moved, *lines, menu=True)
    return said, (*kept, *spoken)


def _speaks_menus(house: House, table: Table) -> bool:
    return isinstance(table.page, WelcomePage) or table.choices.spoken_menu or not house.sees(table.faults)
