"""The organiser's page of a hall with three tables at home, one of which calls for help: from its entrance to a table
that is gone. Keys alone lead through it; the boxes are two processes each, at a Mosquitto on this machine."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.broker import free_port, mosquitto
from bench.browser_page import ENTER, SPACE, TAB, BrowserPage, until
from bench.hall_boxes import PASSWORD, HallBox, HallProgram
from bench.net_phone import LookedAt, Phone
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import NAMES

BOXES = 3
_REFUSED = "document.querySelector('[role=alert]') !== null"
_TABLES = f"document.querySelectorAll('#tables button[name=identify]').length === {BOXES}"
_CALLING = "document.querySelectorAll('#tables .calls').length"
_PASSWORD, _MESSAGE = "document.querySelector('[name=password]')", "document.querySelector('[name=message]')"
_LEAVE = "document.querySelector('form[action=\"/leave\"] button')"
_NEW = "document.querySelector('form[action=\"/join\"] [name=table]')"
_FILE = """await (async () => {
  const file = await fetch(document.querySelector("a[download]").href);
  return [file.headers.get("content-disposition"), await file.text()];
})()"""


class TouredHall:
    """All of it, under way."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        port = free_port()
        broker = mosquitto(folder, port)
        stack.callback(broker.wait)
        stack.callback(broker.kill)
        self.boxes = [HallBox(folder / f"box{n}", f"table-{n}", port) for n in range(1, BOXES + 1)]
        for box in self.boxes:
            stack.callback(box.kill)
        organiser = HallProgram(folder / "hall", port)
        stack.callback(organiser.process.kill)
        organiser.come_in()
        until(lambda: organiser.here() == BOXES, "all tables are there")
        self.address = f"http://127.0.0.1:{organiser.port}/"
        self.boxes[-1].hand("start hold")
        until(lambda: 'class="calls"' in organiser.page(), "a table calls")


@contextmanager
def _toured_hall() -> Iterator[TouredHall]:
    with TemporaryDirectory(prefix="nightcrier-") as name, ExitStack() as stack:
        yield TouredHall(Path(name), stack)


def hall_tour(met: Sequence[tuple[Sequence[Phone], Language]]) -> Iterator[LookedAt]:
    """By each language, with the phones that look at it."""
    with _toured_hall() as hall:
        for phones, language in met:
            for number, phone in enumerate(phones, 1):
                phone.page.speak(language)
                yield from _evening(phone, language, hall, f"{NAMES[language]} {number}")
        yield from _gone(met[-1][0], met[-1][1], hall)


def _evening(phone: Phone, language: Language, hall: TouredHall, message: str) -> Iterator[LookedAt]:
    page = phone.page
    page.open(hall.address)
    yield phone.look(language, "organiser")
    _type_password(page, f"not {PASSWORD}")
    page.until(_REFUSED)
    yield phone.look(language, "kept out")
    _type_password(page, PASSWORD)
    page.until(_TABLES)
    yield phone.look(language, "tables", _follow_faults(page, hall.boxes[1]))
    _send(page, message)
    page.until(_REFUSED)
    yield phone.look(language, "nobody")
    page.focus("document.querySelector('[name=t-table-1]')")
    page.type(SPACE)
    _send(page, message)
    until(lambda: hall.boxes[0].table and hall.boxes[0].table.message == message, "the message stands on the glass")
    yield phone.look(language, "sent")
    _ask_for_file(page, message)
    yield phone.look(language, "invited", _file_faults(page, message))
    page.open(hall.address)
    page.open(f"{hall.address}misnamed")
    yield phone.look(language, "misnamed")
    page.focus(_LEAVE)
    page.come_from(ENTER)


def _gone(phones: Sequence[Phone], language: Language, hall: TouredHall) -> Iterator[LookedAt]:
    hall.boxes[0].kill()
    for phone in phones:
        phone.page.open(hall.address)
        _type_password(phone.page, PASSWORD)
        phone.page.until("document.querySelector('#tables .gone') !== null")
        yield phone.look(language, "gone")


def _type_password(page: BrowserPage, password: str) -> None:
    page.focus(_PASSWORD)
    page.come_from(*password, TAB, TAB, ENTER)


def _send(page: BrowserPage, message: str) -> None:
    page.focus(_MESSAGE)
    page.come_from(*message, ENTER)


def _follow_faults(page: BrowserPage, box: HallBox) -> list[str]:
    """The list shows by itself that another table calls; what is ticked stays ticked, and the keyboard where it was."""
    tick = "document.querySelector('[name=t-table-2]')"
    page.focus(tick)
    page.type(SPACE)
    box.hand("start hold")
    page.until(f"{_CALLING} === 2")
    stays = page.ask(f"{tick}.checked && document.activeElement === {tick}")
    page.type(SPACE)
    box.hand("start")
    page.until(f"{_CALLING} === 1")
    return [] if stays else ["what was ticked is lost when the list changes"]


def _ask_for_file(page: BrowserPage, title: str) -> None:
    page.focus(_NEW)
    page.come_from(*"window", TAB, *title, ENTER)


def _file_faults(page: BrowserPage, title: str) -> list[str]:
    named, text = page.ask(_FILE)
    right = named == 'attachment; filename="hall.toml"' and 'table = "window"' in text
    return [] if right and json.dumps(title, ensure_ascii=False) in text else [f"no file for a new table: {text[:80]}"]
