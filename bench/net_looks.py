"""Checks each page: whether axe-core finds a fault, a narrow screen or large letters push anything out or split a
word, the keyboard alone reaches everything, and how many bytes come, and how soon. Faults are sentences."""

import json
import subprocess
from pathlib import Path

from msgspec import Struct

from bench.browser_page import TAB, BrowserPage, PageTrouble

NARROW, TALL = 320, 640
"""The size of a small phone, in CSS pixels."""
HEAVIEST = 60_000
"""The most bytes of a page, including everything that it fetches."""
AXE = "axe-core@4.14.1"
_RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_LOOKS = Path(__file__).with_suffix(".js").read_text("utf-8")


class SeenPage(Struct, frozen=True):
    """Holds the findings on one page: its faults, its bytes with headers, and the milliseconds until it was shown."""

    bytes: int
    ready: float
    faults: tuple[str, ...]


def fetched_axe(folder: Path) -> str:
    """Return the axe-core script, which npm fetches."""
    subprocess.run(
        ("npm", "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", folder, AXE),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def look_at(page: BrowserPage, axe: str) -> SeenPage:
    """Return the findings on a page. A page that reloads meanwhile is checked again."""
    page.until("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    page.run(_LOOKS)
    try:
        found = _seen(page, axe)
    except PageTrouble:
        page.until("document.readyState === 'complete'")
        if page.ask("'looks' in window"):
            raise
        return look_at(page, axe)
    page.run("document.activeElement.blur()")  # nobody is at anything: what the box tells comes up
    page.until("typeof stale === 'undefined' || !stale")
    return found


def _seen(page: BrowserPage, axe: str) -> SeenPage:
    """Check a page as it loads and on a narrow screen, then with letters twice as large, for people with poor sight."""
    came = page.ask("looks.arrival()")
    heavy = [f"{came['bytes']} bytes"] if came["bytes"] > HEAVIEST else []
    tabs = _tab_faults(page)
    narrow = [f"{NARROW} px: {fault}" for fault in page.ask("looks.narrow()")]
    faults = (*heavy, *tabs, *narrow, *page.ask("looks.large()"), *page.ask("looks.spaced()"), *_axe_faults(page, axe))
    return SeenPage(came["bytes"], came["ready"], faults)


def _tab_faults(page: BrowserPage) -> list[str]:
    """Press Tab repeatedly: each control must get the focus once, in order, with a visible ring."""
    page.type(*(TAB,) * page.ask("looks.awaitTabs()"))
    return list(page.ask("looks.tabs()"))


def _axe_faults(page: BrowserPage, axe: str) -> list[str]:
    page.run(axe)
    rules = {"runOnly": list(_RULES)}
    found = page.ask(
        f"(await axe.run(document, {json.dumps(rules)})).violations.map((each) => "
        "`axe ${each.id}: ${each.nodes.slice(0, 2).map((node) => node.html.slice(0, 80)).join(' | ')}`)"
    )
    return list(found)
