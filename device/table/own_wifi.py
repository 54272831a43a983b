"""A Wi-Fi of the box's own, where there is no network: asked of root by a hand at the page *Phone*, ended there, or by
itself once the box sleeps and no phone has changed anything for as long."""

from msgspec.structs import replace

from device.kernel.chores import WifiChore, WifiDown, WifiFault, WifiNews, WifiUp
from device.kernel.ids import Seconds
from device.table.effects import AskRoot
from device.table.page_kinds import PhonePage
from device.table.state import OwnWifi, Table, TableStep


def switch_wifi(table: Table, chore: WifiChore, at: Seconds) -> TableStep:
    """Until root has answered it may be there or not; what was wrong before is tried anew."""
    asked = replace(table, wifi=OwnWifi(None, at))
    return _at_phone(asked, None), (AskRoot(chore),)


def end_wifi(table: Table) -> TableStep:
    """Nobody is there. Where root cannot, it says so, and is asked again after as long."""
    return _at_phone(replace(table, wifi=None), None), (AskRoot(WifiChore.OFF),)


def follow_wifi(table: Table, news: WifiNews, at: Seconds) -> TableStep:
    """The box is found elsewhere now: the second program says where."""
    wifi = OwnWifi(news, at) if isinstance(news, WifiUp) else None
    return _at_phone(replace(table, wifi=wifi), news.fault if isinstance(news, WifiDown) else None), ()


def _at_phone(table: Table, fault: WifiFault | None) -> Table:
    """Where that page stands, it says so; what it knew of an address holds no more."""
    page = table.page
    return replace(table, page=PhonePage(page.under, page.code, fault=fault)) if isinstance(page, PhonePage) else table
