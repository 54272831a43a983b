"""Leads a browser from page to page, in light or dark mode, and keeps the findings on each page."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

from msgspec import Struct
from PIL import Image

from bench.browser_page import BrowserPage
from bench.browsers import chromium, firefox
from bench.net_looks import NARROW, TALL, look_at
from bench.net_quiet import HEARS

KEPT = {
    ("en", "entrance", "light"): 320,
    ("en", "home", "light"): TALL,
    ("en", "home", "dark"): TALL,
    ("en", "settings", "light"): TALL,
    ("en", "night", "light"): 320,
    ("en", "ring", "light"): 1000,
    ("ja", "home", "light"): TALL,
    ("fa", "ring", "light"): 1000,
}
"""The pictures for the docs, taken in Chromium, with their heights."""
PICTURES = Path("docs/pages")
BROWSERS = {"chromium": chromium, "firefox": firefox}
_COLOURS = 16


def picture_name(language: str, state: str, light: str) -> str:
    return f"net-{state}-{language}-{light}.png"


class LookedAt(Struct, frozen=True):
    """Holds the findings on one page in one browser: its bytes with headers, and the milliseconds until it shows."""

    language: str
    state: str
    browser: str
    bytes: int
    ready: float
    faults: tuple[str, ...]

    def row(self) -> str:
        found = "; ".join(self.faults) or "-"
        weight = f"{self.bytes / 1000:6.1f} kB {self.ready:6.0f} ms"
        return f"{self.language:8} {self.state:12} {self.browser:16}{weight}  {found}"


class Phone(Struct, frozen=True):
    """Controls a browser at the page. `axe` judges its pages. `all_pictures`, if any, is the folder for pictures."""

    page: BrowserPage
    light: str
    axe: str
    all_pictures: Path | None

    def look(self, language: str, state: str, more: Iterable[str] = ()) -> LookedAt:
        """Check the page. `more` are faults that were found in other ways."""
        found = look_at(self.page, self.axe)
        browser = self.page.name.split()[0]
        self._keep(language, state, browser)
        return LookedAt(language, state, f"{browser}, {self.light}", found.bytes, found.ready, (*found.faults, *more))

    def _keep(self, language: str, state: str, browser: str) -> None:
        key = language, state, self.light
        if self.all_pictures:
            whole = self.page.ask("document.scrollingElement.scrollHeight")
            self._picture(whole).save(self.all_pictures / f"{'-'.join(key)}-{browser}.png")
        if key in KEPT and browser == "Chromium":
            self._picture(KEPT[key]).save(PICTURES / picture_name(*key), optimize=True)

    def _picture(self, tall: int) -> Image.Image:
        self.page.resize(NARROW, tall)
        self.page.run("document.querySelectorAll('main *').forEach((each) => each.scrollLeft = 0); scrollTo(0, 0)")
        with Image.open(BytesIO(self.page.picture())) as seen:
            small = seen.convert("RGB").quantize(_COLOURS)
        self.page.resize(NARROW, TALL)
        return small


@contextmanager
def opened_phones(browsers: Iterable[str], axe: str, all_pictures: Path | None) -> Iterator[list[Phone]]:
    """Open all browsers in light mode, then in dark mode."""
    with ExitStack() as stack:
        phones = [
            Phone(stack.enter_context(BROWSERS[name](dark=light == "dark")), light, axe, all_pictures)
            for light in ("light", "dark")
            for name in browsers
        ]
        for phone in phones:
            phone.page.begin_each_with(HEARS)
            phone.page.resize(NARROW, TALL)
        yield phones
