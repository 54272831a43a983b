"""Handles a part of the box that breaks or works again. A game that needs the part waits; outside of a game a page says
what to do, in the language of the table. The dial leads to the names of the wrong files, and to the command that shows
everything to people who repair the box."""

from collections.abc import Iterator

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show import conductor
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing import has_room, measure
from nightcrier.box.table.drawing.view import Row, Size, Text, View, view_lines
from nightcrier.box.table.game.conducting import (
    conduct,
    darken_session,
    is_for_nobody,
    lacks_a_part,
    parts_needed,
    pause_for_fault,
)
from nightcrier.box.table.game.session import NO_SCREEN
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.faults import Cause, Fault, Flaw, Part
from nightcrier.kernel.ids import Language, LineId, name_line, screen_line
from nightcrier.words.catalogue import LAST_RESORT

_COLUMNS = 20
"""The number of letters in a row of the glass. A longer name of a file is split."""
_HALF = 8
_OF_FLAW = "flaw.place", "flaw.whole"
"""The words above the names of a wrong file. No voice has learned the names, so only live speech says them."""


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.TRIAL, Part.WORDS, Part.VOICES, Part.GAME})
"""The parts that are files. Nobody can repair a file while the box runs, so each of their faults is shown only once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""The parts of the machine under the box. If a fault comes during a game, it is shown after the game, even if
mended."""


def mendable_faults(table: Table) -> tuple[Part, ...]:
    """Return the broken parts that people can repair while the box runs. Home page and page of the day name them."""
    return tuple(part for part in table.faults if part not in FILES)


class NoticePage(Page, frozen=True, tag="notice"):
    """The page about what is broken, which people read with the dial. Any press leaves the page."""

    fault: Fault
    under: Page | None
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if event.control is Control.DIAL and event.gesture is Gesture.TURN:
            last = len(_behind(house, table.choices.language, self.fault))
            return replace(table, page=replace(self, index=max(0, min(last, self.index + event.steps)))), ()
        if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
            return take_up(house, replace(table, page=self.under))
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        behind, what_to_do = _behind(house, language, self.fault), house.words.screen(language, _help(self.fault))
        if self.index > 0:
            return behind[min(self.index, len(behind)) - 1]
        name = Text(house.words.screen(language, fault_name(self.fault)), Size.LARGE, sign=fault_sign(self.fault.part))
        large = View("fault", language, (name, Text(what_to_do, Size.SMALL)), foot=foot_of(house, language, "a fault"))
        if not self.fault.flaws and has_room(large, house.screen):
            return large
        told = _screen(house, language, self.fault, Text(what_to_do, Size.SMALL))
        named = next((named for named in _name_files(told, self.fault) if _fits(house, named)), told)
        return named if _fits(house, named) else replace(named, head=False)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        behind = _behind(house, table.choices.language, self.fault)
        if self.index == 0:
            return screen_line(fault_name(self.fault)), screen_line(_help(self.fault))
        if self.index == len(behind):
            told = "report" if self.fault.cause is Cause.INSIDE else "check"
            return screen_line(f"flaw.{told}"), name_line(f"{house.call} {told}")
        sentences = {house.words.screen(table.choices.language, key): screen_line(key) for key in _OF_FLAW}
        return tuple(sentences.get(row) or name_line(row) for row in view_lines(behind[self.index - 1])[1:])


def _name_files(told: View, fault: Fault) -> Iterator[View]:
    """Yield versions of the page: with the names of all wrong files, with the first name, and with that name shortened.
    The last version has no title, because the advice itself names the broken part."""
    names = list(dict.fromkeys(flaw.name for flaw in fault.flaws))
    if names:
        shown = [_as_it_is(name) for name in (", ".join(names), names[0], f"{names[0][:_HALF]}…{names[0][-_HALF:]}")]
        yield from (replace(told, rows=(*told.rows, name)) for name in shown)
        yield replace(told, rows=(*told.rows[1:], shown[-1]), head=False)


def fault_name(fault: Fault) -> str:
    """Return the word that names what is broken. What fails inside beside hands and machine breaks neither."""
    beside = fault.cause is Cause.INSIDE and fault.part in MACHINE | {Part.PANEL}
    return "check.wrong" if beside else f"fault.{fault.part}"


def fault_sign(part: Part) -> str:
    return "speaker" if part is Part.SOUND else "warning"


def _help(fault: Fault) -> str:
    """Return the word that says what to do about a fault."""
    return "fault.inside" if fault.cause is Cause.INSIDE else f"fault.{fault.part}.{fault.cause}"


def _behind(house: House, language: Language, fault: Fault) -> list[View]:
    """Return a screen for each wrong place, and one with the command that shows everything."""
    told = "report" if fault.cause is Cause.INSIDE else "check"
    command = (Text(house.words.screen(language, f"flaw.{told}"), Size.SMALL), _as_it_is(f"{house.call} {told}"))
    places = (view for flaw in dict.fromkeys(fault.flaws) for view in _of_flaw(house, language, fault, flaw))
    return [*places, _screen(house, language, fault, *command)]


def _of_flaw(house: House, language: Language, fault: Fault, flaw: Flaw) -> list[View]:
    """Return the screens for a flaw, as many as its names need."""
    kind = _OF_FLAW[0] if flaw.place else _OF_FLAW[1]
    sentence = Text(house.words.screen(language, kind), Size.SMALL)
    parted = (n[at : at + _COLUMNS] for n in (flaw.name, flaw.place) for at in range(0, len(n), _COLUMNS))
    names = map(_as_it_is, parted)
    screens: list[tuple[Row, ...]] = [(sentence,)]
    for row in names:
        longer = (*screens[-1], row)
        fits = _fits(house, _screen(house, language, fault, *longer))
        screens = [*screens[:-1], longer] if fits else [*screens, (row,)]
    return [_screen(house, language, fault, *rows) for rows in screens]


def _fits(house: House, view: View) -> bool:
    measured = measure(view, house.screen)
    return measured.whole and measured.apart and (measured.still or not view.head)


def _screen(house: House, language: Language, fault: Fault, *rows: Row) -> View:
    title = Text(house.words.screen(language, fault_name(fault)), Size.SMALL, inverse=True)
    return View("fault", language, (title, *rows), head=True)


def _as_it_is(name: str) -> Text:
    return Text(name, Size.SMALL, language=LAST_RESORT)


def take_up(house: House, table: Table) -> TableStep:
    """Begin again what the page says or asks, now that nothing lies over it."""
    return table.page.take_up(house, table) if table.page else (table, ())


def follow_fault(house: House, table: Table, fault: Fault) -> TableStep:
    """Tell of a broken part, or of one that works again. The program that failed inside beside a part, and works again,
    says nothing of that part: a low voltage stays until the voltage is right."""
    before, inside = table.faults.get(fault.part), fault.cause is Cause.INSIDE
    unlike = before is not None and inside is not (before.cause is Cause.INSIDE)
    if unlike and (inside or fault.mended) and fault.part not in FILES:
        return table, ()
    faults = {part: known for part, known in table.faults.items() if part is not fault.part}
    if not fault.mended:
        faults[fault.part] = _together(before, fault)
    table = replace(table, faults=faults)
    if fault.cause is Cause.EMPTY:
        return _warn_of_end(table, fault)
    if table.session and fault.part in parts_needed(table.session.stage):
        return _mend_part(table, fault) if fault.mended else _lose_part(table, fault)
    told = _with_notice(table, fault)
    is_back = fault.mended and (fault.part is Part.SOUND or told.page != table.page)
    return take_up(house, told) if is_back else (told, ())


def _lose_part(table: Table, fault: Fault) -> TableStep:
    """Let a show wait for its broken part. If the screen is broken, the voice says so, because the person who was
    called sees only a dark glass."""
    if fault.part is Part.SCREEN and table.session:
        table = replace(table, session=darken_session(table.session))
    held, effects = pause_for_fault(table, fault.at)
    if fault.part is Part.SOUND or held is table:
        return held, effects
    return step_after(effects, speak(held, NO_SCREEN))


def _warn_of_end(table: Table, fault: Fault) -> TableStep:
    """Say that the battery is nearly empty, whatever is played, so that everybody hears it before the box is silent.
    The game is kept."""
    held, effects = _pause_game(table, fault.at) if table.session else (_with_notice(table, fault), ())
    return step_after(effects, speak(held, screen_line("fault.battery.empty")))


def _pause_game(table: Table, at: float) -> TableStep:
    session = table.session
    if session is None or session.score is None or is_for_nobody(session.stage):
        return table, ()
    return conduct(table, conductor.pause_show(session.score, at))


def tell_untold(table: Table) -> Table:
    """Show the faults of the machine that came during the game that is now over."""
    page = table.page
    for fault in table.untold:
        page = NoticePage(fault, page)
    return replace(table, page=page, untold=())


def _with_notice(table: Table, fault: Fault) -> Table:
    """Show a notice if no game is under way. Remove the notice when the part works again. A box without sound only has
    a sign at home, and is told of it when a game begins."""
    page = table.page
    if isinstance(page, NoticePage) and page.fault.part is fault.part:
        page = page.under
    if table.session and fault.part in MACHINE and not fault.mended:
        others = tuple(known for known in table.untold if known.part is not fault.part)
        return replace(table, untold=(*others, fault))
    silent = fault.part is Part.SOUND and fault.cause is not Cause.INSIDE
    if fault.mended or table.session or (silent and _is_ground(page)):
        return replace(table, page=page)
    return replace(table, page=NoticePage(table.faults[fault.part], page))


def _is_ground(page: Page | None) -> bool:
    """Say whether only notices lie over the ground."""
    return page is None or (isinstance(page, NoticePage) and _is_ground(page.under))


def _together(before: Fault | None, fault: Fault) -> Fault:
    """Join two faults of one part. Files can be wrong in several places, and people should read all of them. A device
    has only one fault at a time."""
    if before is None or fault.part not in FILES:
        return fault
    if fault.what in before.what:
        return before
    return replace(fault, what=f"{before.what} {fault.what}", flaws=before.flaws + fault.flaws)


def _mend_part(table: Table, fault: Fault) -> TableStep:
    session = table.session
    if session is None or session.score is None or not session.held or lacks_a_part(table, session):
        return table, ()
    if isinstance(table.page, QuestionPage):
        return replace(table, session=replace(session, held=False)), ()  # whoever is asked says whether it goes on
    return conduct(table, conductor.resume_show(replace(session.score, token=table.token), fault.at))
