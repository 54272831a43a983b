"""The pictures of moments that a rehearsal does not come to: it has no microphone, no stick and no first power-on. Each
moment is put there by hand, and drawn as the box draws it. Part of make.py."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from docs.pictures.pages import contact_sheet
from nightcrier.box.library import build_house, first_choices, read_library
from nightcrier.box.table.core.house import House, WelcomeStep
from nightcrier.box.table.core.state import Page, Table
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.welcome import WELCOME, WelcomePage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.chores.root_work import (
    CARD_PAGE,
    FORGET_ALL,
    GO_BACK,
    RESTORE,
    STICK_PAGE,
    RootWork,
    stick_items,
)
from nightcrier.box.table.plugs.phone.phone_page import PhoneNet, PhonePage
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import TakeMade
from nightcrier.kernel.chores import Chore, ChoreDone, StickIn, WifiUp
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import LineId

SCALE, COLUMNS = 2, 4


def recording() -> bytes:
    """Somebody records at the box."""
    rooms, table = opened()
    line = LineId("one-night.seer.wake")
    lines = ((LineId("paused"), ""),) * 11 + ((line, rooms.words.title(table.choices.language, line)),) * 48
    made = TakeMade(line, "", 4.0)
    moments = [
        OpenedBooth(BoothMood.KEYS),
        OpenedBooth(BoothMood.READING, lines, 11),
        OpenedBooth(BoothMood.COUNTED_IN, lines, 11, count=3),
        OpenedBooth(BoothMood.SPEAKING, lines, 11, level_db=-14.0),
        OpenedBooth(BoothMood.HEARING, lines, 11, take=made),
        OpenedBooth(BoothMood.HEARING, lines, 11, take=TakeMade(line, "", 4.0, doubtful=True)),
        OpenedBooth(BoothMood.REFUSED, lines, 11, why="noisy"),
        OpenedBooth(BoothMood.REFUSED, lines, 11, why="missing"),
    ]
    return sheet(rooms, (replace(table.with_feature(moment), page=BoothPage(None)) for moment in moments))


def first_start() -> bytes:
    """The welcome, step by step, and home behind it."""
    rooms, table = opened()
    pages: Sequence[Page | None] = [*map(WelcomePage, WELCOME), None]
    return sheet(rooms, (replace(table, page=page) for page in pages))


def stick() -> bytes:
    """It was put in: what the box asks, once more before a saved box is brought back, and when it is."""
    rooms, table = opened()
    there, page = StickIn(5, "0.3.0", 2, has_before=True), STICK_PAGE
    put_in = table.with_feature(RootWork(there))
    restored = table.with_feature(RootWork(there, chore=ChoreDone(Chore.RESTORE)))
    items = [replace(page, index=index) for index, _ in enumerate(stick_items(rooms, put_in))]
    asked = [replace(put_in, page=each) for each in (*items, QuestionPage(RESTORE, page))]
    return sheet(rooms, (*asked, replace(restored, page=page)))


def stick_told() -> bytes:
    """What the box says of it: while root is at it, then what came of it."""
    rooms, table = opened()
    taken = ChoreDone(Chore.TAKE, new={"decks": 2, "voices": 1}, refused=1)
    told: Sequence[tuple[Chore | ChoreDone, int]] = [
        (Chore.TAKE, 0),
        *((taken, index) for index in range(4)),
        (ChoreDone(Chore.SAVE), 0),
        (ChoreDone(Chore.UPDATE), 0),
        (ChoreDone(Chore.UPDATE, good=False), 0),
    ]
    page = STICK_PAGE
    return sheet(
        rooms,
        (replace(table.with_feature(RootWork(chore=chore)), page=replace(page, index=index)) for chore, index in told),
    )


def version_before() -> bytes:
    """The way back after an update: the menu, the question, and how it went."""
    rooms, table = opened()
    rooms = replace(rooms, has_version_before=True)
    lines = [item.line for item in MENUS["device"].items(rooms, table)]
    menu = ListingPage(MENUS["device"], None, lines.index(LineId("screen.go-back")))
    asked, told = QuestionPage(GO_BACK, menu), STICK_PAGE
    moments: Sequence[tuple[Page, Chore | ChoreDone | None]] = [
        (menu, None),
        (asked, None),
        (told, Chore.BACK),
        (told, ChoreDone(Chore.BACK)),
    ]
    return sheet(rooms, (replace(table.with_feature(RootWork(chore=chore)), page=page) for page, chore in moments))


def forget() -> bytes:
    """A box to give away: the menu, the question that a held START answers, and the welcome for whoever gets it."""
    rooms, table = opened()
    rooms = replace(rooms, has_root=True)
    lines = [item.line for item in MENUS["device"].items(rooms, table)]
    menu = ListingPage(MENUS["device"], None, lines.index(LineId("screen.forget-all")))
    waits = replace(table.with_feature(RootWork(chore=Chore.FORGET)), page=CARD_PAGE)
    asked = replace(table, page=QuestionPage(FORGET_ALL, menu))
    welcomed = replace(table, page=WelcomePage(WelcomeStep.LANGUAGE))
    return sheet(rooms, (replace(table, page=menu), asked, waits, welcomed))


def of_card() -> bytes:
    """What the box says at home of what lay on its card."""
    rooms, table = opened()
    news = ChoreDone(Chore.TAKE, new={"settings": 1, "decks": 2}, refused=1, of_card=True)
    pages = (replace(CARD_PAGE, index=index) for index in range(4))
    return sheet(rooms, (replace(table.with_feature(RootWork(chore=news)), page=page) for page in pages))


def phone() -> bytes:
    """How a phone is let in: the row, the codes of the box's own Wi-Fi and of the page, and how all of it ends."""
    rooms, table = opened()
    rooms = replace(rooms, has_root=True)
    lines = [item.line for item in MENUS["box"].items(rooms, table)]
    row = ListingPage(MENUS["box"], None, lines.index(LineId("screen.phone")))
    net = table.with_feature(PhoneNet(WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg"), 0.0))
    codes = (PhonePage(None, "048213", "10.42.0.1:8080", index=index) for index in range(3))
    return sheet(rooms, (replace(table, page=row), *(replace(net, page=code) for code in codes)))


MOMENTS: Mapping[str, Callable[[], bytes]] = {
    "recording": recording,
    "first-start": first_start,
    "stick": stick,
    "stick-told": stick_told,
    "version-before": version_before,
    "forget": forget,
    "of-card": of_card,
    "phone": phone,
}
"""Picture: what makes it."""


def opened() -> tuple[House, Table]:
    """A box as it is new."""
    shelf = read_library(standard_folders({}), lambda _: None)
    return build_house(shelf, (), ("tapping",)), Table(first_choices(shelf))


def sheet(rooms: House, tables: Iterable[Table]) -> bytes:
    """Beside each other, what the glass shows of each."""
    return contact_sheet([look(rooms, table) for table in tables], rooms.screen, COLUMNS, SCALE)
