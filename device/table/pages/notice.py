"""The page that tells what is broken: what it is and what to do, in the language of the table. Behind it, by dial,
where it is wrong, by the names of the files as they are, and which command says all of it to whoever mends it."""

from collections.abc import Iterator

from msgspec.structs import replace

from device.kernel.events import Cause, Control, Fault, Flaw, Gesture, Input
from device.kernel.ids import Language, LineId, screen_line
from device.table.drawing import measure
from device.table.house import House
from device.table.page_kinds import Page
from device.table.state import Table, TableStep
from device.table.view import Row, Size, Text, View
from device.words.catalogue import LAST_RESORT

_COLUMNS = 20
"""Letters of a row of the glass: names are parted anywhere, as they have no words."""
_HALF = 8


class NoticePage(Page, frozen=True, tag="notice"):
    """The page that tells what is broken, to read through by dial. Any press goes on."""

    fault: Fault
    under: Page
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if event.control is Control.DIAL and event.gesture is Gesture.TURN:
            last = len(_behind(house, table.choices.language, self.fault))
            return replace(table, page=replace(self, index=max(0, min(last, self.index + event.steps)))), ()
        if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
            return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        behind = _behind(house, language, self.fault)
        if self.index > 0:
            return behind[min(self.index, len(behind)) - 1]
        told = _screen(house, language, self.fault, Text(house.words.screen(language, _help(self.fault)), Size.SMALL))
        named = next((named for named in _named(told, self.fault) if _fits(house, named)), told)
        return named if _fits(house, named) else replace(named, head=False)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return screen_line(f"fault.{self.fault.part}"), screen_line(_help(self.fault))


def _named(told: View, fault: Fault) -> Iterator[View]:
    """Add the names of all files, or of the first, its middle left out if need be; whole, all stand behind. If there is
    no room for the title, what to do says by itself which part it is."""
    names = list(dict.fromkeys(flaw.name for flaw in fault.flaws))
    if names:
        shown = [_as_it_is(name) for name in (", ".join(names), names[0], f"{names[0][:_HALF]}…{names[0][-_HALF:]}")]
        yield from (replace(told, rows=(*told.rows, name)) for name in shown)
        yield replace(told, rows=(*told.rows[1:], shown[-1]), head=False)


def _help(fault: Fault) -> str:
    """Return the word for what to do."""
    return "fault.inside" if fault.cause is Cause.INSIDE else f"fault.{fault.part}.{fault.cause}"


def _behind(house: House, language: Language, fault: Fault) -> list[View]:
    """Return a screen for each place that is wrong, then the command that says all of it."""
    told = "report" if fault.cause is Cause.INSIDE else "check"
    command = (Text(house.words.screen(language, f"flaw.{told}"), Size.SMALL), _as_it_is(f"{house.call} {told}"))
    places = (view for flaw in dict.fromkeys(fault.flaws) for view in _of_flaw(house, language, fault, flaw))
    return [*places, _screen(house, language, fault, *command)]


def _of_flaw(house: House, language: Language, fault: Fault, flaw: Flaw) -> list[View]:
    """Show a flaw on as many screens as its names need."""
    kind = "place" if flaw.place else "whole"
    sentence = Text(house.words.screen(language, f"flaw.{kind}"), Size.SMALL)
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
    title = Text(house.words.screen(language, f"fault.{fault.part}"), Size.SMALL, inverse=True)
    return View("fault", language, (title, *rows), head=True)


def _as_it_is(name: str) -> Text:
    return Text(name, Size.SMALL, language=LAST_RESORT)
