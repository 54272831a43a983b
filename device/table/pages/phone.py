"""How a phone finds the page of this box: its address, and a code that lets it in as long as it stands on the glass.
Whoever reads the code sits at the table."""

from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.events import Control, Gesture, Input
from device.table.house import House
from device.table.new_game import next_seed
from device.table.page_kinds import PhonePage
from device.table.state import Table, TableStep
from device.table.view import Row, Size, Text, View
from device.words.catalogue import LAST_RESORT

_CODES = 10**6


def open_phone(table: Table) -> TableStep:
    """With a code of its own each time: nobody finds the seed of the table from it."""
    code = f"{derived(table.seed, 'phone') % _CODES:06}"
    return replace(table, seed=next_seed(table.seed), page=PhonePage(table.page, code)), ()


def handle_phone(table: Table, page: PhonePage, event: Input) -> TableStep:
    """Any press leads back: the code is worth nothing from then on."""
    leaves = event.gesture is Gesture.PRESS or (event.control, event.gesture) == (Control.BACK, Gesture.HOLD)
    return (replace(table, page=page.under) if leaves else table), ()


def phone_view(house: House, table: Table, page: PhonePage) -> View:
    language, screen = table.choices.language, house.words.screen
    where = Text(page.address, Size.SMALL, language=LAST_RESORT) if page.address else _waits(house, table)
    code = Text(f"{page.code[:3]} {page.code[3:]}", Size.LARGE, language=LAST_RESORT)
    rows: tuple[Row, ...] = (Text(screen(language, "phone.open"), Size.SMALL), where, code)
    return View("phone", language, rows, head=True)


def _waits(house: House, table: Table) -> Text:
    return Text(house.words.screen(table.choices.language, "phone.waits"), Size.SMALL)
