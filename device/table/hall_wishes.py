"""What the organiser of a hall may do at a table from afar: say something on its glass, find it by its lamp, and answer
its call for help. A box that sleeps wakes for what is to be read."""

from msgspec.structs import replace

from device.kernel.ids import Seconds
from device.kernel.messages import tidy_message
from device.kernel.refusal import Refusal
from device.kernel.wishes import HelpedWish, IdentifyWish, MessageWish
from device.table.drawing import measure
from device.table.given_names import unshown_letter
from device.table.heeded import uncovered
from device.table.house import House
from device.table.page_kinds import MessagePage
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep

BLINKING: Seconds = 8.0


def show_message(house: House, table: Table, wish: MessageWish, at: Seconds) -> TableStep:
    return _told(house, table, wish.text, at), ()


def show_which(house: House, table: Table, wish: IdentifyWish, at: Seconds) -> TableStep:
    return replace(table, found_until=at + BLINKING), ()


def answer_call(house: House, table: Table, wish: HelpedWish, at: Seconds) -> TableStep:
    if not table.wants_help:
        return table, ()
    coming = house.words.screen(table.choices.language, "hall.coming")
    return _told(house, replace(table, wants_help=False), coming, at), ()


def _told(house: House, table: Table, text: str, at: Seconds) -> Table:
    """Over the page, in the place of a message before it. What the glass cannot show is not shown in part. Raises
    WishNotDone."""
    tidy = tidy_message(text)
    page = MessagePage(tidy, uncovered(table.page))
    told = replace(table, page=page, touched=at, asleep=False)
    if not tidy or unshown_letter(tidy, table.choices.language):
        raise WishNotDone(Refusal.UNSHOWN)
    if not measure(page.view(house, told), house.screen).whole:
        raise WishNotDone(Refusal.UNSHOWN)
    return told
