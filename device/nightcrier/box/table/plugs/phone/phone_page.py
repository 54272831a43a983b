"""Leads a phone to the page of this box, with an address and a code. The code lets a phone in while the code is on the
glass, because only people at the table can read it. Without a network, people can ask root for a Wi-Fi of the box's
own, and end it. The Wi-Fi also ends once the box sleeps and no phone has changed anything for the same time."""

import re
from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, Wished
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import AskRoot
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.signs import moon_due, wait_view
from nightcrier.box.table.core.state import Feature, Page, Table, TableStep
from nightcrier.box.table.drawing import measure
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.qr_code import WIFI_SCHEME
from nightcrier.box.table.drawing.shaping import BREAK_HERE
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.game.conducting import is_left_alone
from nightcrier.box.table.game.session import next_seed
from nightcrier.box.table.heard.talk import answer_aloud
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.over.open_to_wishes import WishRow, is_root_asked
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.chores import WIFI_PASSWORD_LENGTH, WifiChore, WifiDown, WifiFault, WifiNews, WifiUp
from nightcrier.kernel.ids import LineId, Seconds, name_line, number_line, screen_line
from nightcrier.kernel.screen import ScreenFormat
from nightcrier.wire.wishes import ReachedAt
from nightcrier.words.catalogue import LAST_RESORT

if TYPE_CHECKING:
    from nightcrier.wire.public_record import TableShown

_CODES = 10**6
_PARTS = re.compile(r"^\d+\.\d+\.(?=\d)|[a-z0-9]{8}(?=[a-z0-9]{3})|-|\.(?=[a-z])|:")
"""The pattern of places after which an address may be broken: the middle of four numbers, and signs or long parts of a
name."""


_MARK = 4
"""The number of digits at the end of the Wi-Fi's name that distinguish this box from others."""
_HALF = WIFI_PASSWORD_LENGTH // 2


class PhonePicture(Enum):
    """The pictures on the page *Phone*: the address, the fingerprint of the box's certificate, and the states of the
    box's own Wi-Fi."""

    ADDRESS = auto()
    PRINT = auto()
    OFFER = auto()
    ASKED = auto()
    JOIN = auto()
    END = auto()


_CHORES: Mapping[PhonePicture, WifiChore] = {PhonePicture.OFFER: WifiChore.ON, PhonePicture.END: WifiChore.OFF}
"""The chore for which START asks root, by the picture on the screen."""


def open_phone(house: House, table: Table, at: Seconds) -> TableStep:
    """Open the page *Phone* with a new code. Nobody can compute the seed of the table from the code."""
    code = f"{derive_seed(table.seed, 'phone') % _CODES:06}"
    return replace(table, seed=next_seed(table.seed), page=PhonePage(table.page, code)), ()


class OwnWifi(Feature, frozen=True):
    """The box's own Wi-Fi. `up` is None while root is at work. `used` is the last time at which anybody used the
    Wi-Fi."""

    up: WifiUp | None
    used: float

    @property
    def asks_root(self) -> bool:
        return self.up is None

    def due(self, house: House, table: Table) -> float | None:
        """Return the time at which the Wi-Fi ends: the box sleeps, and no phone has changed anything for the same time.
        People who use a phone do not touch the box."""
        is_free = (table.session is None or is_left_alone(table.session)) and table.trying is None
        return max(table.rest.touched, self.used) + house.awake if is_free else None

    def settle(self, house: House, table: Table, event: Event) -> TableStep:
        """End the Wi-Fi if nobody uses it. If root cannot end it, the box asks again after the same time."""
        if isinstance(event, Wished):
            return table.with_feature(replace(self, used=event.at)), ()
        due = self.due(house, table)
        if due is None or due > event.at:
            return table, ()
        return _at_phone(table.without(OwnWifi), None), (AskRoot(WifiChore.OFF),)


class PhonePage(Page, frozen=True, tag="phone"):
    """The page that leads a phone to this box. It shows the address that the second program has sent, and the code that
    lets a phone in while the page is open. `alone` means that the box has no network, and may make its own. `fault` is
    the reason why that failed. `print` is the fingerprint of the certificate. `index` is the number of the picture that
    the dial shows."""

    under: Page | None
    code: str
    address: str = ""
    print: str = ""
    alone: bool = False
    fault: WifiFault | None = None
    index: int = 0
    is_open: ClassVar[bool] = True

    def tell(self, shown: "TableShown") -> "TableShown":
        return replace(shown, code=self.code)

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """Turn through the pictures; after the last comes the first. START does what the picture offers. Any other
        press leaves the page, and the code is no longer valid."""
        pictures = _pictures(table, self)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN if len(pictures) > 1:
                return replace(table, page=replace(self, index=(self.index + event.steps) % len(pictures))), ()
            case Control.START, Gesture.PRESS if chore := _CHORES.get(_picture_now(table, self)):
                # Until root has answered it may be there or not; what was wrong before is tried anew.
                return _at_phone(table.with_feature(OwnWifi(None, event.at)), None), (AskRoot(chore),)
        leaves = event.gesture is Gesture.PRESS or (event.control, event.gesture) == (Control.BACK, Gesture.HOLD)
        return (replace(table, page=self.under) if leaves else table), ()

    def due(self, table: Table) -> float | None:
        shown = _picture_now(table, self)
        waits = shown is PhonePicture.ASKED or (shown is PhonePicture.ADDRESS and not self.address)
        return moon_due(table) if waits else None

    def view(self, house: House, table: Table) -> View:
        wifi = table.of(OwnWifi)
        match shown := _picture_now(table, self):
            case PhonePicture.ADDRESS:
                return _address_view(house, table, self)
            case PhonePicture.PRINT:
                return _print_view(table, self)
            case PhonePicture.JOIN if wifi and wifi.up:
                return _join_view(table, wifi.up, len(_pictures(table, self)))
            case PhonePicture.OFFER | PhonePicture.END:
                return _text_view(house, table, self, shown)
            case PhonePicture.ASKED | PhonePicture.JOIN:
                return wait_view(house, table, "phone", "stick.working")

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines of the picture. Beside the address the code is said, figure by figure."""
        wifi = table.of(OwnWifi)
        match shown := _picture_now(table, self):
            case PhonePicture.ADDRESS:
                where = (screen_line("phone.open"), *spelt(self.address)) if self.address else _screen("phone.waits")
                return (*where, LineId("phone.code"), *spelt(self.code))
            case PhonePicture.PRINT:
                return spelt(self.print, apart=True)
            case PhonePicture.JOIN if wifi and wifi.up:
                return (*spelt(wifi.up.name), *spelt(wifi.up.password, apart=True))
            case PhonePicture.OFFER | PhonePicture.END:
                return _screen(*_words(self, shown))
            case PhonePicture.ASKED | PhonePicture.JOIN:
                return _screen("stick.working")


def _words(page: PhonePage, shown: PhonePicture) -> tuple[str, str]:
    """Return the words that say how it is with the box's own Wi-Fi, and what START does about it."""
    if shown is PhonePicture.END:
        return "phone.wifi.up", "phone.wifi.end"
    return (f"phone.wifi.{page.fault}", "take.again.open") if page.fault else ("phone.wifi.none", "phone.wifi.make")


def _screen(*keys: str) -> tuple[LineId, ...]:
    return tuple(map(screen_line, keys))


def spelt(text: str, *, apart: bool = False) -> tuple[LineId, ...]:
    """Return the lines that say an address or a password: figures and signs one by one. Letters are said as words, or
    one by one if they stand `apart`. Only a voice that speaks on the spot can say them."""
    parts = re.findall(r"\d|[.:]|[A-Za-z]" if apart else r"\d|[.:]|[A-Za-z-]+", text)
    return tuple(_SIGNS.get(part) or (number_line(int(part)) if part.isdigit() else name_line(part)) for part in parts)


_SIGNS = {".": LineId("phone.dot"), ":": LineId("phone.colon")}


def follow_wifi(house: House, table: Table, news: WifiNews, at: Seconds) -> TableStep:
    """React to news about the Wi-Fi. The box now has another address, which the second program will send."""
    if isinstance(news, WifiUp):
        return _read_page(house, _at_phone(table.with_feature(OwnWifi(news, at)), None))
    return _read_page(house, _at_phone(table.without(OwnWifi), news.fault))


def _read_page(house: House, table: Table) -> TableStep:
    """Read the page aloud, because it has changed by itself."""
    lines = table.page.lines(house, table) if isinstance(table.page, PhonePage) else ()
    return answer_aloud(house, table, *lines)


def _at_phone(table: Table, fault: WifiFault | None) -> Table:
    """Return the table with a new phone page, if that page is open, because the old address is no longer valid."""
    page = table.page
    return replace(table, page=PhonePage(page.under, page.code, fault=fault)) if isinstance(page, PhonePage) else table


def show_address(house: House, table: Table, wish: ReachedAt, at: Seconds) -> TableStep:
    page = table.page
    if not isinstance(page, PhonePage):
        return table, ()
    shown = replace(page, address=wish.address, print=wish.print, alone=not wish.address)
    # The program repeats the address while another picture is shown.
    return (table, ()) if shown == page else _read_page(house, replace(table, page=shown))


def _picture_now(table: Table, page: PhonePage) -> PhonePicture:
    pictures = _pictures(table, page)
    return pictures[page.index % len(pictures)]


def _pictures(table: Table, page: PhonePage) -> tuple[PhonePicture, ...]:
    """Return the pictures to show now, in the order in which a phone needs them: the Wi-Fi, then the address."""
    proves = (PhonePicture.PRINT,) if page.address and page.print else ()
    if table.of(OwnWifi) is None and not page.alone and not page.fault:
        return PhonePicture.ADDRESS, *proves
    if is_root_asked(table):
        return (PhonePicture.ASKED,)
    if table.of(OwnWifi) is None:
        return (PhonePicture.OFFER,)
    return PhonePicture.JOIN, PhonePicture.ADDRESS, *proves, PhonePicture.END


def _address_view(house: House, table: Table, page: PhonePage) -> View:
    """Show the address, and its QR code if both fit. A very long address is shown without words above it."""
    language, words = table.choices.language, house.words.screen
    heading = Text(words(language, "phone.open"), Size.SMALL)
    if not page.address:
        waits = wait_view(house, table, "phone", "phone.waits", _code(page, Size.MEDIUM))
        return waits if _is_readable(waits, house.screen) else replace(waits, rows=(_code(page, Size.LARGE),))
    where = Text(_PARTS.sub(rf"\g<0>{BREAK_HERE}", page.address), Size.SMALL, language=LAST_RESORT)
    scheme = "https" if page.print else "http"
    ways = (
        View("phone", language, (where, _code(page, Size.MEDIUM)), scanned=f"{scheme}://{page.address}/"),
        View("phone", language, (heading, where, _code(page, Size.LARGE)), head=True, stays=2),
    )
    bare = View("phone", language, (where, _code(page, Size.LARGE)), stays=1)
    return next((view for view in ways if _is_readable(view, house.screen)), bare)


def _print_view(table: Table, page: PhonePage) -> View:
    """Show the fingerprint of the certificate in rows of sixteen characters, for people to compare with their phone."""
    fours = [page.print[at : at + 4] for at in range(0, len(page.print), 4)]
    rows = (Text(" ".join(fours[at : at + 4]), Size.SMALL, language=LAST_RESORT) for at in range(0, len(fours), 4))
    return View("phone", table.choices.language, tuple(rows))


def _is_readable(view: View, screen: ScreenFormat) -> bool:
    """Say whether the whole view fits on the screen, with the code large enough to read at arm's length."""
    measured = measure(view, screen)
    return measured.whole and measured.boxes[-1].level >= SizeStep.MEDIUM


def _code(page: PhonePage, size: Size) -> Text:
    return Text(f"{page.code[:3]} {page.code[3:]}", size, language=LAST_RESORT)


def _text_view(house: House, table: Table, page: PhonePage, shown: PhonePicture) -> View:
    language, pictures = table.choices.language, _pictures(table, page)
    said, does = (house.words.screen(language, key) for key in _words(page, shown))
    if shown is PhonePicture.END:  # the last of the pictures
        own = foot_of(house, language, "phone in the box's own Wi-Fi", len(pictures), len(pictures))
        return View("phone", language, (Text(said),), foot=own)
    foot = foot_of(house, language, "phone in no network")
    if page.fault:
        foot = replace(foot, start=house.words.screen(language, "key.again"))
    rows = (Text(said),) if page.fault else (Text(said), Text(does, Size.SMALL))
    return View("phone", language, rows, foot=foot)


def _join_view(table: Table, wifi: WifiUp, of: int) -> View:
    """Show the name and password of the Wi-Fi beside their QR code, and how many pictures exist."""
    name = f"{wifi.name[:-_MARK]}{BREAK_HERE}{wifi.name[-_MARK:]}"
    password = f"{wifi.password[:_HALF]}{BREAK_HERE}{wifi.password[_HALF:]}"
    rows = (
        Text(name, Size.SMALL, language=LAST_RESORT),
        Text(password, language=LAST_RESORT),
        Text(f"1/{of}", Size.SMALL, language=LAST_RESORT),
    )
    return View("phone", table.choices.language, rows, scanned=join_code(wifi), at_door=False)


def join_code(wifi: WifiUp) -> str:
    r"""Return the text of a Wi-Fi for a QR code (ZXing's wiki, "Barcode Contents").

    The format puts a backslash before each of `\ ; , : "`, and quotes around a text that might be hexadecimal. No name
    or password of the box needs this (`WifiUp`)."""
    return f"{WIFI_SCHEME}T:WPA;S:{wifi.name};P:{wifi.password};;"


def _phone(house: House, table: Table) -> tuple[Item, ...]:
    """Return the row of the phone for the menu, if the box has a second program that a phone could reach."""
    return (Item(LineId("screen.phone"), does=open_phone),) if house.settings.net.enabled else ()


PHONE = FeaturePlug(
    hears={WifiUp: follow_wifi, WifiDown: follow_wifi},
    wishes={ReachedAt: WishRow(show_address, lambda table, _: isinstance(table.page, PhonePage))},
    rows=(("box", _phone),),
)
