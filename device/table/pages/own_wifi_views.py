"""The box's own Wi-Fi on the glass: offered where there is no network, joined by a picture that a phone's camera reads,
and ended."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import assert_never

from device.kernel.chores import WIFI_PASSWORD_LENGTH, WifiChore, WifiUp
from device.table.drawing.clusters import BREAK_HERE
from device.table.drawing.scanned import WIFI_SCHEME
from device.table.house import House
from device.table.page_kinds import PhonePage
from device.table.state import Table
from device.table.view import Size, Text, View
from device.words.catalogue import LAST_RESORT

_MARK = 4
"""Figures at the end of the name, by which this box is told from another."""
_HALF = WIFI_PASSWORD_LENGTH // 2


class WifiPicture(Enum):
    """What the page *Phone* shows of it."""

    OFFER = auto()
    ASKED = auto()
    JOIN = auto()
    END = auto()


_CHORES: Mapping[object, WifiChore] = {WifiPicture.OFFER: WifiChore.ON, WifiPicture.END: WifiChore.OFF}


def chore_at(picture: object) -> WifiChore | None:
    """What START asks of root there."""
    return _CHORES.get(picture)


def wifi_view(house: House, table: Table, page: PhonePage, picture: WifiPicture, of: int) -> View:
    """`of` so many pictures in all."""
    up = table.wifi.up if table.wifi else None
    match picture:
        case WifiPicture.JOIN if up:
            return _join_view(table, up, of)
        case WifiPicture.ASKED | WifiPicture.JOIN:
            return _told(house, table, "stick.working")
        case WifiPicture.OFFER if page.fault:
            return _told(house, table, f"phone.wifi.{page.fault}", "take.again.open")
        case WifiPicture.OFFER:
            return _told(house, table, "phone.wifi.none", "phone.wifi.make")
        case WifiPicture.END:
            return _told(house, table, "phone.wifi.up", "phone.wifi.end")
        case _:
            assert_never(picture)


def _told(house: House, table: Table, said: str, *foot: str) -> View:
    language, words = table.choices.language, house.words.screen
    rows = (Text(words(language, said)), *(Text(words(language, key), Size.SMALL) for key in foot))
    return View("phone", language, rows)


def _join_view(table: Table, wifi: WifiUp, of: int) -> View:
    """Name and password in letters, too; and that there is more, to which the dial leads."""
    name = f"{wifi.name[:-_MARK]}{BREAK_HERE}{wifi.name[-_MARK:]}"
    password = f"{wifi.password[:_HALF]}{BREAK_HERE}{wifi.password[_HALF:]}"
    rows = (
        Text(name, Size.SMALL, language=LAST_RESORT),
        Text(password, language=LAST_RESORT),
        Text(f"1/{of}", Size.SMALL, language=LAST_RESORT),
    )
    return View("phone", table.choices.language, rows, scanned=joining(wifi), at_door=False)


def joining(wifi: WifiUp) -> str:
    """As phones read it: ZXing's wiki, "Barcode Contents". There a backslash stands before each of `\\ ; , : "`, and
    what might be hexadecimal stands in quotes: neither can be in such a name or password (`WifiUp`)."""
    return f"{WIFI_SCHEME}T:WPA;S:{wifi.name};P:{wifi.password};;"
