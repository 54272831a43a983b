"""Computes what the screen and the lamp show now, and when an unused box dozes, dims, sleeps and switches itself off.

Each time is computed in one place, both for the wake-up and for the action. Two computations could differ in the last
bit, and the box would then wake again and again for an action that is never due."""

from collections.abc import Iterator
from itertools import takewhile, tee
from operator import not_

from msgspec.structs import replace

from nightcrier.box.show.conductor import Score, call_start
from nightcrier.box.show.cues import Call, Window
from nightcrier.box.show.stages import Count, Perform, in_the_dark, night_bed
from nightcrier.box.table.core.effects import Doze, PowerOff
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import Spelling
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.drawing.frame import Stand, has_room, is_whole, stands
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.evening.people import people_names, seating
from nightcrier.box.table.game.conducting import call_place, is_left_alone
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard import captions
from nightcrier.box.table.heard.captions import caption_due, caption_read, is_covered, is_cut, with_caption
from nightcrier.box.table.over.explain import explain_head
from nightcrier.box.table.over.faults import NoticePage, fault_name, mendable_faults
from nightcrier.box.table.over.loudness_dial import with_gauge
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.screen import LampState, ScreenFormat

LAST_MINUTE = 60
_NAME_FAULT = frozenset({"home", "day"})
"""The pages that name a broken part, above the last two of their rows."""
_FAINT, _BRIGHTEST = 4, 255
_DOZE_AFTER: Seconds = 20.0
_DIM_AFTER: Seconds = 60.0
"""The seconds without a touch after which the screen dims. When the box falls asleep is a setting."""


def glass_contrast(house: House, table: Table, view: View) -> int:
    """Return the contrast of the glass. The settings have one contrast for dimmed pages and one for all others, and
    people can choose a step above or below the latter."""
    screen = house.settings.screen
    if view.dim:
        return screen.night_contrast
    return {1: screen.contrast // _FAINT, 2: screen.contrast, 3: _BRIGHTEST}[table.choices.brightness]


def look(house: House, table: Table) -> View:
    """Return the view to show now. The home page and the page of the day also name a broken part."""
    if table.rest.asleep:
        return View("sleep", table.choices.language)
    house = house.with_letters(table.choices.letters)
    page = _page(house, table)
    view = with_caption(house, table, page, explain_head(house, table))
    lasting = mendable_faults(table)
    if lasting and view.page in _NAME_FAULT and view is page:
        view = _with_fault(house, view, fault_name(table.faults[lasting[0]]))
    # In the night a question or a pause is as dim: bright light is seen through closed eyes, and shows who leans over.
    view = replace(view, dim=view.dim or (table.stage is not None and in_the_dark(table.stage)) or _is_dimmed(table))
    if table.scan.offer is not None:
        from nightcrier.box.table.heard.scanning import with_offer

        view = with_offer(house, table, view)
    return with_gauge(house, table, _as_wanted(view, house.screen, table.choices.hands.turned))


def _page(house: House, table: Table) -> View:
    """Return the page with as many of its parts as there is room for. If a caption covers most of it, measuring is
    skipped."""
    view = _view_with_names(house, table)
    covered = is_covered(table, view)
    return view if view.kept and covered else with_room(view, house.screen, covered=covered)


def with_room(view: View, screen: ScreenFormat, *, covered: bool = False) -> View:
    """Return the view without its chips if they do not fit below its rows, and if necessary also without its foot."""
    if not (view.chips or view.foot):
        return view
    bare = replace(view, hidden=None)
    stand = stands(bare, screen) if covered or view.hidden else None  # others are laid to be drawn
    if stand is Stand.APART or (stand is not Stand.CUT and has_room(bare, screen)):
        return view
    return with_room(replace(view, chips=(), foot=view.foot if view.chips else None), screen, covered=covered)


def _as_wanted(view: View, screen: ScreenFormat, turned: bool) -> View:
    """Return a view with the size of letters that people have chosen, and upside down if they want that. The public
    view of a secret is treated in the same way. Otherwise a witness could tell whether a seat sees a secret."""
    public = view.hidden and replace(with_room(view.hidden.public, screen), least=screen.least, turned=turned)
    hidden = view.hidden and public and replace(view.hidden, public=public)
    return replace(view, least=screen.least, turned=turned, hidden=hidden)


def _with_fault(house: House, view: View, name: str) -> View:
    """Put the name of the broken part at the top of the page, above a smaller clock. If the rows do not fit, first drop
    the last row, and then all others."""
    named = Text(house.words.screen(view.language, name), Size.SMALL, inverse=True)
    last = (replace(row, size=Size.LARGE) if row.size is Size.HUGE else row for row in view.rows[-2:])
    headed = replace(view, rows=(named, *last))
    ways = (headed, replace(headed, rows=headed.rows[:2]))
    return next((each for each in ways if is_whole(each, house.screen)), replace(headed, rows=(named,)))


def caption_change_due(house: House, table: Table) -> float | None:
    read = caption_read(table)
    if read is None:
        return None
    page = _page(house, table)
    around = captions.around_caption(page, house.screen, explain_head(house, table))
    return caption_due(read, table.now, *around, cut=is_cut(table, page))


def cut_ahead(house: House, table: Table) -> Iterator[tuple[()]]:
    """Cut the captions after the present one into parts, one piece per step."""
    house, coming = house.with_letters(table.choices.letters), caption_read(table)
    while coming := coming and coming.then:
        around = captions.around_caption(_page(house, table), house.screen, explain_head(house, table))
        yield from takewhile(not_, captions.cutting(coming.text, coming.language, *around))


def _view_with_names(house: House, table: Table) -> View:
    """Return the view of the page with people's names, or with numbers if the names do not fit."""
    if not people_names(table) and not any(sitting.name for sitting in seating(table).values()):
        return surface(table).view(house, table)
    spelt = (surface(table).view(house, replace(table, spelling=spelling)) for spelling in Spelling)
    views, again = tee(spelt)
    view = _first_whole(views, house.screen)
    if view.hidden is None:
        return view
    # What everybody sees is spelt by its own room: by that of the page, names would tell how much a card says.
    public = _first_whole((each.hidden.public for each in again if each.hidden), house.screen)
    return replace(view, hidden=replace(view.hidden, public=public))


def _first_whole(views: Iterator[View], screen: ScreenFormat) -> View:
    view = next(views)
    while not is_whole(replace(view, chips=()), screen) and (shorter := next(views, None)):
        view = shorter
    return view


def lamp_sign(house: House, table: Table) -> tuple[LampState, int, int]:
    """Return the state of the lamp, the number of a call that begins, and how often that call was repeated. Everybody
    can hear all of this anyway. A call without a number shows that the window before it is over."""
    state, session = lamp(house, table), table.session
    if session is None or session.score is None or state is not LampState.CALL:
        return state, 0, 0
    (number, _), begun = call_place(house, session), session.score.show[: call_start(session.score)]
    if not number and begun and isinstance(begun[-1], Window):
        return LampState.CLOSED, 0, 0
    return state, number, session.said_again


def lamp(house: House, table: Table) -> LampState:
    """Return the state of the lamp. Features have priority over faults, these over sleep, and sleep over the game."""
    if called := next(filter(None, (each.lamp(table) for each in table.features.values())), None):
        return called
    if Part.SOUND in table.faults or isinstance(table.page, NoticePage):
        return LampState.FAULT
    session = table.session
    if table.rest.asleep:
        return LampState.OFF
    if session is None:
        return LampState.HOME
    if session.clock:
        last = not session.clock.up and session.clock.whole_seconds(table.now) <= LAST_MINUTE
        return LampState.LAST_MINUTE if last else LampState.DAY
    score = session.score
    if isinstance(session.stage, Perform) and session.stage.still:
        return LampState.NIGHT
    if isinstance(session.stage, Perform) and score and not score.over:
        return _lamp_of_call(score)
    if night_bed(session.stage):
        return LampState.NIGHT
    return LampState.DAY if isinstance(session.stage, Count) else LampState.HOME


def _lamp_of_call(score: Score) -> LampState:
    """Return the light during a show: a call begins, people act, or the time to act is over. In a pause the light is
    that of the night, so that a repeated call lights up again."""
    begun = score.show[call_start(score) : score.cue + 1]
    if score.paused or not any(isinstance(cue, Call | Window) for cue in begun):
        return LampState.NIGHT
    if isinstance(begun[-1], Window):
        return LampState.WINDOW
    return LampState.CLOSED if any(isinstance(cue, Window) for cue in begun) else LampState.CALL


def _is_dimmed(table: Table) -> bool:
    """Say whether the screen is dim because nobody uses the box."""
    return not is_occupied(table) and table.now >= _dim_at(table)


def is_occupied(table: Table) -> bool:
    """Say whether a game is under way and somebody still reacts to the box."""
    return table.session is not None and not is_left_alone(table.session)


def idle_due(house: House, table: Table) -> float | None:
    """Return the next time at which an unused box does something, or None while people play or try a call. A sleeping
    box only waits for the time to switch itself off."""
    if is_occupied(table) or table.trying is not None:
        return None
    off = _off_at(table)
    moments = [] if off is None else [off]
    if not table.rest.asleep:
        moments.append(_sleep_at(house, table))
        if not table.rest.dozing:
            moments.append(_doze_at(table))
        if not _is_dimmed(table):
            moments.append(_dim_at(table))
    return min(moments, default=None)


def pass_idle(house: House, table: Table, at: float) -> TableStep:
    """Do what is due on an unused box, at home or in a game that everybody has left: doze, sleep or switch off."""
    rest, off = table.rest, _off_at(table)
    doze, leaving = not rest.dozing and at >= _doze_at(table), off is not None and at >= off
    asleep = at >= _sleep_at(house, table)
    rest = replace(rest, dozing=rest.dozing or doze, asleep=asleep, leaving=rest.leaving or leaving)
    return replace(table, rest=rest), (*((Doze(),) if doze else ()), *((PowerOff(),) if leaving else ()))


def _doze_at(table: Table) -> float:
    return table.rest.touched + _DOZE_AFTER


def _dim_at(table: Table) -> float:
    return table.rest.touched + _DIM_AFTER


def _off_at(table: Table) -> float | None:
    """Return the time at which the box switches itself off, or None if nobody has chosen that, or if there is a game or
    a feature that people may continue."""
    is_begun = table.session is not None or any(each.keeps_on for each in table.features.values())
    if table.choices.idle_off == "never" or is_begun or table.rest.leaving:
        return None
    return table.rest.touched + 60.0 * int(table.choices.idle_off)


def _sleep_at(house: House, table: Table) -> float:
    return table.rest.touched + house.awake
