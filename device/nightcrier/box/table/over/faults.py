"""Handles a part of the box that breaks or works again. A game that needs it waits; outside of a game, a page says what
to do, in the language of the table. The dial leads to the names of faulty files, and to the command that shows
everything to people who repair the box."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show import conductor
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.frame import has_room
from nightcrier.box.table.drawing.view import Size, Text, View
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
"""The number of letters in a row of the glass. A longer file name is split."""
_OF_FLAW = "flaw.place", "flaw.whole"
"""The words above the name of a faulty file. No recorded voice has such names, so only live speech says them."""


FILES = frozenset({Part.CONFIG, Part.ASIDE, Part.TRIAL, Part.TRIED, Part.WORDS, Part.VOICES, Part.GAME})
"""The parts that are files. They cannot be repaired while the box runs, so each of their faults is shown only once."""


MACHINE = frozenset({Part.POWER, Part.HEAT, Part.BATTERY})
"""The parts of the machine under the box. A fault during a game is shown after the game, even if it is over by then."""


def mendable_faults(table: Table) -> tuple[Part, ...]:
    """Return the broken parts that people can repair while the box runs. Home and the page of the day name them."""
    return tuple(part for part in table.faults if part not in FILES)


class NoticePage(Page, frozen=True, tag="notice"):
    """The page about a fault, which people read with the dial. Any press leaves the page."""

    fault: Fault
    under: Page | None
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if event.control is Control.DIAL and event.gesture is Gesture.TURN:
            last = len(_pages(house, table.choices.language, self.fault)) - 1
            return replace(table, page=replace(self, index=max(0, min(last, self.index + event.steps)))), ()
        if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
            return take_up(house, replace(table, page=self.under))
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        pages = _pages(house, language, self.fault)
        at = min(self.index, len(pages) - 1)
        return _page(house, language, pages[at], at + 1, len(pages))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        language, name = table.choices.language, screen_line(fault_name(self.fault))
        pages = _pages(house, language, self.fault)
        if self.index >= len(pages) - 1:
            told = "report" if self.fault.cause is Cause.INSIDE else "check"
            return screen_line(f"flaw.{told}"), name_line(f"{house.call} {told}")
        if self.index < len(_told(house, language, self.fault)):
            return *(() if self.index else (name,)), screen_line(_help(self.fault))
        sentences = {house.words.screen(language, key): screen_line(key) for key in _OF_FLAW}
        return tuple(sentences.get(row.text) or name_line(row.text) for row in pages[self.index])


def below_notices(page: Page | None, change: Callable[[Page | None], Page | None]) -> Page | None:
    """Change the page under the notices, and return the result with the notices over it."""
    if isinstance(page, NoticePage):
        return replace(page, under=below_notices(page.under, change))
    return change(page)


_Rows: TypeAlias = tuple[Text, ...]


def _page(house: House, language: Language, rows: _Rows, at: int = 1, of: int = 2) -> View:
    return View("fault", language, rows, foot=foot_of(house, language, "a fault", at, of))


def _pages(house: House, language: Language, fault: Fault) -> Sequence[_Rows]:
    """Return the pages about a fault: what is wrong and what to do, a page for each wrong place, and a page with the
    command that shows everything."""
    told = "report" if fault.cause is Cause.INSIDE else "check"
    command = Text(house.words.screen(language, f"flaw.{told}"), Size.SMALL), _as_it_is(f"{house.call} {told}")
    places = (rows for flaw in dict.fromkeys(fault.flaws) for rows in _of_flaw(house, language, flaw))
    return *_told(house, language, fault), *places, command


def _told(house: House, language: Language, fault: Fault) -> Sequence[_Rows]:
    """Return the sign and name of the broken part, with what to do on the same page if it fits, or else on the next."""
    name = Text(house.words.screen(language, fault_name(fault)), Size.LARGE, sign=fault_sign(fault.part))
    what = Text(house.words.screen(language, _help(fault)), Size.SMALL)
    return ((name, what),) if _fits(house, language, (name, what)) else ((name,), (what,))


def fault_name(fault: Fault) -> str:
    """Return the word for what is broken. An error inside the program is not blamed on controls or machine, even if it
    happened while the program used them."""
    beside = fault.cause is Cause.INSIDE and fault.part in MACHINE | {Part.PANEL}
    return "check.wrong" if beside else f"fault.{fault.part}"


def fault_sign(part: Part) -> str:
    return "speaker" if part is Part.SOUND else "warning"


def _help(fault: Fault) -> str:
    return "fault.inside" if fault.cause is Cause.INSIDE else f"fault.{fault.part}.{fault.cause}"


def _of_flaw(house: House, language: Language, flaw: Flaw) -> Sequence[_Rows]:
    """Return the rows for a flaw, on as many pages as its names need."""
    kind = _OF_FLAW[0] if flaw.place else _OF_FLAW[1]
    parted = (n[at : at + _COLUMNS] for n in (flaw.name, flaw.place) for at in range(0, len(n), _COLUMNS))
    pages: list[_Rows] = [(Text(house.words.screen(language, kind), Size.SMALL),)]
    for row in map(_as_it_is, parted):
        longer = (*pages[-1], row)
        pages = [*pages[:-1], longer] if _fits(house, language, longer) else [*pages, (row,)]
    return pages


def _fits(house: House, language: Language, rows: _Rows) -> bool:
    return has_room(_page(house, language, rows), house.screen)


def _as_it_is(name: str) -> Text:
    return Text(name, Size.SMALL, language=LAST_RESORT)


def take_up(house: House, table: Table) -> TableStep:
    """Repeat what the page says or asks, now that no other page covers it."""
    return table.page.take_up(house, table) if table.page else (table, ())


def follow_fault(house: House, table: Table, fault: Fault) -> TableStep:
    """Report that a part is broken, or works again. If the program itself failed while it used a part, its recovery
    says nothing about the part: a low voltage, for example, is reported until the voltage is right."""
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
    """Pause a show until its broken part works again. If the screen is broken, the voice says this, because the person
    who was called sees only a dark glass."""
    if fault.part is Part.SCREEN and table.session:
        table = replace(table, session=darken_session(table.session))
    held, effects = pause_for_fault(table, fault.at)
    if fault.part is Part.SOUND or held is table:
        return held, effects
    return step_after(effects, speak(held, NO_SCREEN))


def _warn_of_end(table: Table, fault: Fault) -> TableStep:
    """Say that the battery is nearly empty, whatever is playing, so that everybody hears it before the box switches
    off. The game under way is saved."""
    held, effects = _pause_game(table, fault.at) if table.session else (_with_notice(table, fault), ())
    return step_after(effects, speak(held, screen_line("fault.battery.empty")))


def _pause_game(table: Table, at: float) -> TableStep:
    session = table.session
    if session is None or session.score is None or is_for_nobody(session.stage):
        return table, ()
    return conduct(table, conductor.pause_show(session.score, at))


def tell_untold(table: Table) -> Table:
    """Show the faults of the machine that occurred during the game that has just ended."""
    page = table.page
    for fault in table.untold:
        page = NoticePage(fault, page)
    return replace(table, page=page, untold=())


def _with_notice(table: Table, fault: Fault) -> Table:
    """Show a notice if no game is under way, and remove it when the part works again. If only the sound is broken, home
    just shows a sign, and the notice appears when a game begins."""
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
    return page is None or (isinstance(page, NoticePage) and _is_ground(page.under))


def _together(before: Fault | None, fault: Fault) -> Fault:
    """Join two faults of one part. Files can be wrong in several places, and people should read about all of them. A
    device has only one fault at a time."""
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
