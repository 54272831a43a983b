"""How a phone finds the page of this box: its address, and a code that lets it in as long as it stands on the glass.
Whoever reads the code sits at the table."""

import re
from enum import Enum, auto
from typing import assert_never

from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.kernel.screen import ScreenFormat
from device.table.drawing import measure
from device.table.drawing.clusters import BREAK_HERE
from device.table.drawing.strikes import SizeStep
from device.table.heeded import is_root_asked
from device.table.house import House
from device.table.new_game import next_seed
from device.table.own_wifi import switch_wifi
from device.table.page_kinds import PhonePage, ShownPage
from device.table.pages.own_wifi_views import WifiPicture, chore_at, wifi_view
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View
from device.words.catalogue import LAST_RESORT

_CODES = 10**6
_PARTS = re.compile(r"^\d+\.\d+\.(?=\d)|[a-z0-9]{8}(?=[a-z0-9]{3})|-|\.(?=[a-z])|:")
"""After these an address may be broken: the halves of one in figures, and parts of names, long ones inside, too."""


class PagePicture(Enum):
    """Where the page is, and how it is known to be that of this box."""

    ADDRESS = auto()
    PRINT = auto()


def open_phone(table: Table) -> TableStep:
    """With a code of its own each time: nobody finds the seed of the table from it."""
    code = f"{derived(table.seed, 'phone') % _CODES:06}"
    return replace(table, seed=next_seed(table.seed), page=PhonePage(table.page, code)), ()


class ShownPhone(ShownPage, frozen=True):
    page: PhonePage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """The dial turns through the pictures, in a ring. Any press leads back, where START does nothing else: the code
        is worth nothing from then on."""
        pictures = _pictures(table, self.page)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN if len(pictures) > 1:
                return replace(
                    table, page=replace(self.page, index=(self.page.index + event.steps) % len(pictures))
                ), ()
            case Control.START, Gesture.PRESS if chore := chore_at(_shown(table, self.page)):
                return switch_wifi(table, chore, event.at)
        leaves = event.gesture is Gesture.PRESS or (event.control, event.gesture) == (Control.BACK, Gesture.HOLD)
        return (replace(table, page=self.page.under) if leaves else table), ()

    def view(self, house: House, table: Table) -> View:
        match shown := _shown(table, self.page):
            case PagePicture.ADDRESS:
                return _address_view(house, table, self.page)
            case PagePicture.PRINT:
                return _print_view(table, self.page)
            case WifiPicture():
                return wifi_view(house, table, self.page, shown, len(_pictures(table, self.page)))
            case _:
                assert_never(shown)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _shown(table: Table, page: PhonePage) -> PagePicture | WifiPicture:
    pictures = _pictures(table, page)
    return pictures[page.index % len(pictures)]


def _pictures(table: Table, page: PhonePage) -> tuple[PagePicture | WifiPicture, ...]:
    """What there is to see: a phone joins the box's own Wi-Fi before it finds anything there."""
    proves = (PagePicture.PRINT,) if page.address and page.print else ()
    if table.wifi is None and not page.alone and not page.fault:
        return PagePicture.ADDRESS, *proves
    if is_root_asked(table):
        return (WifiPicture.ASKED,)
    if table.wifi is None:
        return (WifiPicture.OFFER,)
    return WifiPicture.JOIN, PagePicture.ADDRESS, *proves, WifiPicture.END


def _address_view(house: House, table: Table, page: PhonePage) -> View:
    """With a picture of the address where it fits into one; a very long one has no words above it."""
    language, words = table.choices.language, house.words.screen
    heading = Text(words(language, "phone.open"), Size.SMALL)
    if not page.address:
        waits = Text(words(language, "phone.waits"), Size.SMALL)
        return View("phone", language, (heading, waits, _code(page, Size.LARGE)), head=True)
    where = Text(_PARTS.sub(rf"\g<0>{BREAK_HERE}", page.address), Size.SMALL, language=LAST_RESORT)
    ways = (
        View("phone", language, (where, _code(page, Size.MEDIUM)), scanned=f"{_scheme(page)}://{page.address}/"),
        View("phone", language, (heading, where, _code(page, Size.LARGE)), head=True),
    )
    bare = View("phone", language, (where, _code(page, Size.LARGE)))
    return next((view for view in ways if _is_readable(view, house.screen)), bare)


def _scheme(page: PhonePage) -> str:
    return "https" if page.print else "http"


def _print_view(table: Table, page: PhonePage) -> View:
    """As the phone shows it, to be compared: all of it, in rows of sixteen."""
    fours = [page.print[at : at + 4] for at in range(0, len(page.print), 4)]
    rows = (Text(" ".join(fours[at : at + 4]), Size.SMALL, language=LAST_RESORT) for at in range(0, len(fours), 4))
    return View("phone", table.choices.language, tuple(rows))


def _is_readable(view: View, screen: ScreenFormat) -> bool:
    """Whether all of it is there, and the code in letters that are read at arm's length."""
    measured = measure(view, screen)
    return measured.whole and measured.boxes[-1].level >= SizeStep.MEDIUM


def _code(page: PhonePage, size: Size) -> Text:
    return Text(f"{page.code[:3]} {page.code[3:]}", size, language=LAST_RESORT)
