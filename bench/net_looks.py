"""What is looked at on each page: whether axe-core finds fault, a narrow screen or large letters push anything out, a
keyboard alone reaches everything. Each look gives the faults it found, in words."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.browser_page import TAB, BrowserPage

NARROW, TALL = 360, 640
"""A small phone, in its own dots."""
HEAVIEST = 100_000
"""Bytes of a page with all that it fetches."""
AXE = "axe-core@4.14.1"
_RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

_OVERFLOW = """(() => {
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  const cut = [...document.querySelectorAll("h1, h2, p, label, button, form, #now")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0);
  const faults = cut.map((each) => `${each.tagName} is cut: ${each.textContent.slice(0, 30)}`);
  return wide > 0 ? [`${wide} dots too wide`, ...faults] : faults;
})()"""
_LARGE = "document.documentElement.style.fontSize = '{size}'"
_ACTIVE = """(() => {
  const at = document.activeElement, style = getComputedStyle(at);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return [[...document.querySelectorAll(":is(input:not([type=hidden]), select, button)")].indexOf(at), ring];
})()"""
_CONTROLS = "document.querySelectorAll(':is(input:not([type=hidden]), select, button)').length"
_WEIGHT = """performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


def fetched_axe(folder: Path) -> str:
    """The script, by npm."""
    subprocess.run(
        ("npm", "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", folder, AXE),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def axe_faults(page: BrowserPage, axe: str) -> list[str]:
    page.command("script.evaluate", {"expression": axe, "target": {"context": page.tab}, "awaitPromise": False})
    rules = {"runOnly": list(_RULES)}
    found = page.ask(
        f"(await axe.run(document, {json.dumps(rules)})).violations.map((each) => "
        "`axe ${each.id}: ${each.nodes.slice(0, 2).map((node) => node.html.slice(0, 80)).join(' | ')}`)"
    )
    return list(found)


def cut_faults(page: BrowserPage) -> list[str]:
    """On a narrow screen; then with letters twice as large, as somebody has set who reads badly."""
    page.resize(NARROW, TALL)
    narrow = page.ask(_OVERFLOW)
    size = page.ask("2 * parseFloat(getComputedStyle(document.documentElement).fontSize) + 'px'")
    page.ask(_LARGE.replace("{size}", size))
    large = page.ask(_OVERFLOW)
    page.ask(_LARGE.replace("{size}", ""))
    return [*(f"360 px: {fault}" for fault in narrow), *(f"200 %: {fault}" for fault in large)]


def keyboard_faults(page: BrowserPage) -> list[str]:
    """Tab after tab, on a page as it came: every control once, in order, each with a ring around it."""
    return list(_tabbed(page, range(page.ask(_CONTROLS))))


def _tabbed(page: BrowserPage, numbers: Sequence[int]) -> Iterator[str]:
    for number in numbers:
        page.type(TAB)
        at, ring = page.ask(_ACTIVE)
        if at != number:
            yield f"tab {number + 1} leads to control {at + 1}"
            return
        if not ring:
            yield f"control {number + 1} has no ring"


def weight(page: BrowserPage) -> int:
    """Bytes that came for it, with their heads."""
    return int(page.ask(_WEIGHT))
