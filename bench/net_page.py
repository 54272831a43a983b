"""`./run page`: the page of `nightcrier net` in Debian's Chromium and Firefox, through an evening in every language.

Needs `chromium`, `chromium-driver` and `firefox-esr` from apt, and npm, by which it fetches axe-core. A box on mock
pins and its second program run as they do in a home; hands and keys alone lead through entrance, home, night, day and
verdict. Each page is looked at in the light and, in the first language, in the dark: on 360 dots, with letters of
200 %, by axe-core, and by a keyboard."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from PIL import Image

from bench.browser_page import DOWN, ENTER, SPACE, TAB, BrowserPage
from bench.browsers import chromium, firefox
from bench.net_evening import PageEvening, page_evening
from bench.net_looks import HEAVIEST, NARROW, TALL, axe_faults, cut_faults, fetched_axe, keyboard_faults, weight
from device.words.catalogue import LANGUAGES, UNHEARD

KEPT = {
    ("en", "entrance", "light"),
    ("en", "home", "light"),
    ("en", "home", "dark"),
    ("en", "night", "light"),
    ("fa", "day", "light"),
}
"""Pictures for the docs, of Chromium."""
PICTURES = Path("docs/pages")
_COLOURS = 16
_REFUSED, _DARK = "document.querySelector('[role=alert]') !== null", "document.body.className === 'night'"
_AT_HOME = "document.querySelectorAll('select').length > 5"
_BY_DAY = "document.getElementById('now') !== null && document.querySelectorAll('select').length === 1"


class LookedAt(Struct, frozen=True):
    """One page in one browser."""

    language: str
    state: str
    browser: str
    bytes: int
    faults: tuple[str, ...]


class Phone(Struct, frozen=True):
    """A browser, the light it is in, and what looks at it."""

    page: BrowserPage
    light: str
    axe: str

    def look(self, language: str, state: str, *, keys: bool = False) -> LookedAt:
        faults = [*cut_faults(self.page), *axe_faults(self.page, self.axe)]
        if keys:
            faults += keyboard_faults(self.page)
        carried = weight(self.page)
        if carried > HEAVIEST:
            faults.append(f"{carried} bytes")
        if (language, state, self.light) in KEPT and "Chromium" in self.page.name:
            _keep_picture(self.page, f"net-{state}-{language}-{self.light}.png")
        return LookedAt(language, state, f"{self.page.name.split()[0]}, {self.light}", carried, tuple(faults))


def _keep_picture(page: BrowserPage, name: str) -> None:
    page.ask("(scrollTo(0, 0), 0)")
    with Image.open(BytesIO(page.picture())) as seen:
        seen.convert("RGB").quantize(_COLOURS).save(PICTURES / name, optimize=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="page", description="Tries the page in Chromium and Firefox.")
    parser.add_argument("--date", default="", help="what stands over the table")
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES), metavar="LANGUAGE", help="these alone")
    words = parser.parse_args()
    rows = []
    with TemporaryDirectory(prefix="nightcrier-") as folder, ExitStack() as stack:
        axe = fetched_axe(Path(folder))
        phones = [
            Phone(stack.enter_context(opened(dark=light == "dark")), light, axe)
            for light in ("light", "dark")
            for opened in (chromium, firefox)
        ]
        print(f"{words.date}, {', '.join(phone.page.name for phone in phones[:2])}", flush=True)
        for number, language in enumerate(words.languages):
            for row in _evening(phones if number == 0 else phones[:2], language):
                rows.append(row)
                _tell(row)
    good = sum(not row.faults for row in rows)
    print(f"{good} of {len(rows)} without fault, at most {max(row.bytes for row in rows) / 1000:.1f} kB")
    return 0 if good == len(rows) else 1


def _tell(row: LookedAt) -> None:
    found = "; ".join(row.faults) or "-"
    print(f"{row.language:9}{row.state:10}{row.browser:16}{row.bytes / 1000:6.1f} kB  {found}", flush=True)


def _evening(phones: list[Phone], language: str) -> Iterator[LookedAt]:
    with page_evening(language) as evening:
        for phone in phones:
            phone.page.resize(NARROW, TALL)
            phone.page.open(evening.address)
            yield phone.look(language, "entrance", keys=True)
        code = evening.phone_code()
        for phone in phones:
            _type_code(phone.page, _other(code), keeps=False)
            phone.page.until(_REFUSED)
            yield phone.look(language, "refused")
            _type_code(phone.page, code, keeps=True)
        evening.go_home()
        for phone in phones:
            phone.page.until(_AT_HOME)
            yield phone.look(language, "home", keys=True)
        _set_by_keys(phones[0].page, evening)
        yield from _game(phones, language, evening)


def _game(phones: list[Phone], language: str, evening: PageEvening) -> Iterator[LookedAt]:
    """What the box shows comes by itself."""
    evening.begin_night()
    yield from _looks(phones, language, "night", _DARK)
    evening.reach_day()
    yield from _looks(phones, language, "day", _BY_DAY)
    head = json.dumps(evening.reach_verdict().lines[0].translate(UNHEARD))
    yield from _looks(phones, language, "verdict", f"document.getElementById('now').textContent.includes({head})")


def _looks(phones: list[Phone], language: str, state: str, shown: str) -> Iterator[LookedAt]:
    for phone in phones:
        phone.page.until(shown)
        yield phone.look(language, state, keys=True)


def _other(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def _type_code(page: BrowserPage, code: str, *, keeps: bool) -> None:
    """By keys alone, and sent by them."""
    page.ask("(document.querySelector('[name=code]').focus(), 0)")
    page.type(*code, TAB, *((SPACE,) if keeps else ()), TAB, ENTER)


def _set_by_keys(page: BrowserPage, evening: PageEvening) -> None:
    """The volume is another one, and the box has it."""
    page.ask("(document.querySelector('[name=loudness]').focus(), 0)")
    before = page.ask("document.querySelector('[name=loudness]').value")
    page.type(DOWN, TAB, ENTER)
    evening.until(lambda table: str(table.loudness) != before)


if __name__ == "__main__":
    sys.exit(main())
