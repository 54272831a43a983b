"""Leads a phone to the page of this box, with an address and a code. The code lets a phone in only while it is on the
glass, so that only people at the table can use it. Root is asked to start the page, and also the box's own Wi-Fi if the
box is in no network. Both end when somebody stops them, or after an hour in which neither box nor page was used."""

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
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.qr_code import WIFI_SCHEME
from nightcrier.box.table.drawing.shaping import BREAK_HERE
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.game.conducting import is_left_alone
from nightcrier.box.table.game.session import next_seed
from nightcrier.box.table.heard.talk import reads_aloud, speak
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.over.open_to_wishes import WishRow
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.chores import WIFI_PASSWORD_LENGTH, WifiChore, WifiDown, WifiHome, WifiNews, WifiUp
from nightcrier.kernel.ids import LineId, Seconds, name_line, number_line, screen_line
from nightcrier.kernel.screen import ScreenFormat
from nightcrier.wire.wishes import ReachedAt
from nightcrier.words.catalogue import LAST_RESORT

if TYPE_CHECKING:
    from nightcrier.wire.public_record import TableShown

_CODES = 10**6
_PARTS = re.compile(r"^\d+\.\d+\.(?=\d)|[a-z0-9]{8}(?=[a-z0-9]{3})|-|\.(?=[a-z])|:")
"""Matches the places after which an address may be broken: the middle of four numbers, and signs or long parts of a
name."""


_EVENING_OVER: Seconds = 3600.0
_LIKELY_THERE: Seconds = 60.0
_MARK = 4
"""The number of digits at the end of the Wi-Fi's name, which distinguish this box from others."""
_HALF = WIFI_PASSWORD_LENGTH // 2


class PhonePicture(Enum):
    """The pictures on the page *Phone*: the address, the fingerprint of the box's certificate, what root is doing or
    could not do, how to join the box's own Wi-Fi, and how to end all of this."""

    ADDRESS = auto()
    PRINT = auto()
    FAULT = auto()
    ASKED = auto()
    JOIN = auto()
    END = auto()


_CHORES: Mapping[PhonePicture, WifiChore] = {PhonePicture.FAULT: WifiChore.ON, PhonePicture.END: WifiChore.OFF}
"""The chores for which START asks root, by the picture on the screen."""


def open_phone(house: House, table: Table, at: Seconds) -> TableStep:
    """Open the page *Phone* with a new code, from which nobody can compute the table's seed. After a minute root is
    asked again, because the network that it started may have ended; asking more often would make systemd stop
    watching."""
    code = f"{derive_seed(table.seed, 'phone') % _CODES:06}"
    page = PhonePage(table.page, code, for_good=house.settings.net.enabled)
    table, net = replace(table, seed=next_seed(table.seed), page=page), table.of(PhoneNet)
    if not house.has_root or (net and at < net.used + _LIKELY_THERE):
        return table, ()
    return table.with_feature(net or PhoneNet(None, at)), (AskRoot(WifiChore.ON),)


class PhoneNet(Feature, frozen=True):
    """The network through which phones reach the box. `news` is root's latest report about it, or None while root is
    working. `used` is when a phone last changed anything."""

    news: WifiNews | None
    used: float

    @property
    def asks_root(self) -> bool:
        return self.news is None

    def due(self, house: House, table: Table) -> float | None:
        """Return the time at which the evening counts as over: neither box nor phone was used for an hour, and the box
        sleeps. During a game there is no such time."""
        is_free = (table.session is None or is_left_alone(table.session)) and table.trying is None
        return max(table.rest.touched, self.used) + max(_EVENING_OVER, house.awake) if is_free else None

    def settle(self, house: House, table: Table, event: Event) -> TableStep:
        """End the network after the evening. If root cannot end it, ask again after the same time."""
        if isinstance(event, Wished):
            return table.with_feature(replace(self, used=event.at)), ()
        due = self.due(house, table)
        if due is None or due > event.at:
            return table, ()
        return _leave(table.without(PhoneNet)), (AskRoot(WifiChore.OFF),)


class PhonePage(Page, frozen=True, tag="phone"):
    """The page that leads a phone to this box. It shows the address that the second program has sent, and the code that
    lets a phone in while the page is open. `print` is the fingerprint of the certificate, and `index` the number of the
    picture at the dial. `for_good` means that the settings keep the second program running."""

    under: Page | None
    code: str
    address: str = ""
    print: str = ""
    index: int = 0
    for_good: bool = False
    is_open: ClassVar[bool] = True

    def tell(self, shown: "TableShown") -> "TableShown":
        return replace(shown, code=self.code)

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """Turn through the pictures; the first follows the last. START does what the picture offers. Any other press
        leaves the page, and makes its code invalid."""
        pictures = _pictures(table, self)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN if len(pictures) > 1:
                return replace(table, page=replace(self, index=(self.index + event.steps) % len(pictures))), ()
            case Control.START, Gesture.PRESS if chore := _CHORES.get(_picture_now(table, self)):
                # Until root has answered it may be there or not; what was wrong before is tried anew.
                return _at_phone(table.with_feature(PhoneNet(None, event.at))), (AskRoot(chore),)
        leaves = event.gesture is Gesture.PRESS or (event.control, event.gesture) == (Control.BACK, Gesture.HOLD)
        return (replace(table, page=self.under) if leaves else table), ()

    def due(self, table: Table) -> float | None:
        shown = _picture_now(table, self)
        waits = shown is PhonePicture.ASKED or (shown is PhonePicture.ADDRESS and not self.address)
        return moon_due(table) if waits else None

    def view(self, house: House, table: Table) -> View:
        match _picture_now(table, self), _news(table):
            case PhonePicture.ADDRESS, _:
                return _address_view(house, table, self)
            case PhonePicture.PRINT, _:
                return _print_view(table, self)
            case PhonePicture.JOIN, WifiUp() as wifi:
                return _join_view(table, wifi, len(_pictures(table, self)))
            case ((PhonePicture.FAULT | PhonePicture.END) as shown, _):
                return _text_view(house, table, shown, len(_pictures(table, self)))
        return wait_view(house, table, "phone", "stick.working")

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say what the picture shows. Digits of the address and the code are said one by one."""
        match _picture_now(table, self), _news(table):
            case PhonePicture.ADDRESS, _:
                said = screen_line("phone.open" if self.address else "phone.waits")
                return (said, *spelt(self.address), LineId("phone.code"), *spelt(self.code))
            case PhonePicture.PRINT, _:
                return spelt(self.print, apart=True)
            case PhonePicture.JOIN, WifiUp(name, password):
                return (screen_line("phone.wifi.up"), *spelt(name), *spelt(password, apart=True))
            case ((PhonePicture.FAULT | PhonePicture.END) as shown, news):
                return tuple(map(screen_line, _words(shown, news)))
        return (screen_line("stick.working"),)


def _news(table: Table) -> WifiNews | None:
    net = table.of(PhoneNet)
    return net.news if net else None


def _words(shown: PhonePicture, news: WifiNews | None) -> tuple[str, str]:
    """Return the keys of the words for the state of the network, and for what START does about it."""
    if shown is PhonePicture.FAULT and isinstance(news, WifiDown):
        return f"phone.wifi.{news.fault}", "take.again.open"
    return "phone.wifi.up" if isinstance(news, WifiUp) else "phone", "phone.wifi.end"


def spelt(text: str, *, apart: bool = False) -> tuple[LineId, ...]:
    """Return the lines that say an address or a password: digits and signs one by one, and letters as words, or also
    one by one if they are said `apart`. Only live speech can say the words."""
    parts = re.findall(r"\d|[.:]|[A-Za-z]" if apart else r"\d|[.:]|[A-Za-z-]+", text)
    return tuple(_SIGNS.get(part) or (number_line(int(part)) if part.isdigit() else name_line(part)) for part in parts)


_SIGNS = {".": LineId("phone.dot"), ":": LineId("phone.colon")}


def follow_net(house: House, table: Table, news: WifiNews, at: Seconds) -> TableStep:
    """React to news about the network. The box may have a new address, which the second program then sends."""
    if news == WifiDown():
        return _leave(table.without(PhoneNet)), ()
    before, table = _news(table), table.with_feature(PhoneNet(news, at))
    return (table, ()) if news == before else _read_page(house, _at_phone(table))


def _read_page(house: House, table: Table) -> TableStep:
    """Say what the page shows, because it has changed by itself: the first line always, and all of it if pages are read
    aloud."""
    lines = table.page.lines(house, table) if isinstance(table.page, PhonePage) else ()
    said = lines if reads_aloud(house, table) else lines[:1]
    return speak(table, *said, menu=True) if said else (table, ())


def _leave(table: Table) -> Table:
    return replace(table, page=table.page.under) if isinstance(table.page, PhonePage) else table


def _at_phone(table: Table) -> Table:
    """Return the table with the phone page, if it is open, without its old address, which is no longer valid."""
    page = table.page
    return replace(table, page=replace(page, address="", print="", index=0)) if isinstance(page, PhonePage) else table


def show_address(house: House, table: Table, wish: ReachedAt, at: Seconds) -> TableStep:
    page = table.page
    if not isinstance(page, PhonePage):
        return table, ()
    shown = replace(page, address=wish.address, print=wish.print)
    table, news = replace(table, page=shown), shown != page  # else it is repeated while another picture is shown
    return _read_page(house, table) if news and _picture_now(table, shown) is PhonePicture.ADDRESS else (table, ())


def _picture_now(table: Table, page: PhonePage) -> PhonePicture:
    pictures = _pictures(table, page)
    return pictures[page.index % len(pictures)]


def _pictures(table: Table, page: PhonePage) -> tuple[PhonePicture, ...]:
    """Return the pictures to show now, in the order in which a phone needs them: the Wi-Fi, then the address. An
    address is shown even if root could not connect the box to a network, because the box may be in one that root does
    not know."""
    net, proves = table.of(PhoneNet), (PhonePicture.PRINT,) if page.address and page.print else ()
    if net and net.news is None:
        return (PhonePicture.ASKED,)
    if net and isinstance(net.news, WifiDown) and not page.address:
        return (PhonePicture.FAULT,)
    joins = (PhonePicture.JOIN,) if net and isinstance(net.news, WifiUp) else ()
    ends = (PhonePicture.END,) if net and (joins or not page.for_good) else ()
    return *joins, PhonePicture.ADDRESS, *proves, *ends


def _address_view(house: House, table: Table, page: PhonePage) -> View:
    """Show the address with its QR code, if both fit. A very long address is shown without words above it."""
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
    """Show the fingerprint of the certificate in rows of sixteen characters, to be compared with the phone."""
    fours = [page.print[at : at + 4] for at in range(0, len(page.print), 4)]
    rows = (Text(" ".join(fours[at : at + 4]), Size.SMALL, language=LAST_RESORT) for at in range(0, len(fours), 4))
    return View("phone", table.choices.language, tuple(rows))


def _is_readable(view: View, screen: ScreenFormat) -> bool:
    """Say whether the whole view fits on the screen, with a code that is large enough to read at arm's length."""
    measured = measure(view, screen)
    return measured.whole and measured.boxes[-1].level >= SizeStep.MEDIUM


def _code(page: PhonePage, size: Size) -> Text:
    return Text(f"{page.code[:3]} {page.code[3:]}", size, language=LAST_RESORT)


def _text_view(house: House, table: Table, shown: PhonePicture, of: int) -> View:
    """Show a picture that has only words, which is the last of `of` pictures. Its foot says what START does."""
    language, (said, _) = table.choices.language, _words(shown, _news(table))
    named = "phone that no network reaches" if shown is PhonePicture.FAULT else "phone in the box's own Wi-Fi"
    foot = foot_of(house, language, named, of, of)
    return View("phone", language, (Text(house.words.screen(language, said)),), foot=foot)


def _join_view(table: Table, wifi: WifiUp, of: int) -> View:
    """Show the name and password of the Wi-Fi beside their QR code, and how many pictures there are."""
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
    """Return the menu's row for a phone, if root can start the second program, or if that is always running."""
    may = (house.has_root and house.has_radio) or house.settings.net.enabled
    return (Item(LineId("screen.phone"), does=open_phone),) if may else ()


PHONE = FeaturePlug(
    hears={WifiUp: follow_net, WifiHome: follow_net, WifiDown: follow_net},
    wishes={ReachedAt: WishRow(show_address, lambda table, _: isinstance(table.page, PhonePage))},
    rows=(("box", _phone),),
)
