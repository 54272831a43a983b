"""Draws the wiring without solder: the header, the parts, and a wire from each pin to its place."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from case.measures import Strict
from case.shapes import Hole, Opening, Point
from case.svg import GREY, INK, Page

WIRES = Path(__file__).parent / "wires.toml"
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GPIO: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Maps each pin of the header to its GPIO number, which is the same on every Raspberry Pi with 40 pins."""

WIDE, HIGH = 260.0, 232.0
PITCH, FIRST, COLUMN = 9.0, 34.0, 10.0
MIDDLE = WIDE / 2
BOX = 62.0


class Wire(Strict, frozen=True):
    """Connects a pin of a part to a pin of the header."""

    pin: str
    header: int
    colour: str


class WiredPart(Strict, frozen=True):
    """Describes a part with its wires."""

    name: str
    shown: str
    side: Literal["left", "right"]
    note: str
    wires: tuple[Wire, ...]
    optional: bool = False


def wired_parts() -> tuple[WiredPart, ...]:
    """Return all parts with their wires, in the order of the file."""
    return msgspec.toml.decode(WIRES.read_bytes(), type=dict[str, tuple[WiredPart, ...]])["part"]


def meaning(pin: int) -> str:
    """Return the function of a pin of the header."""
    if pin in GROUND:
        return "GND"
    return POWER.get(pin) or f"GPIO{GPIO[pin]}"


def wiring_picture() -> str:
    """Return the whole picture."""
    page = Page(WIDE, HIGH, "Nightcrier: the wiring without solder")
    page.text((12.0, 13.0), "Nightcrier: the wiring without solder", 6.0)
    page.text(
        (12.0, 20.0),
        "The header from above, the card's end on top, the board's edge at the right. Wire it while the power is off.",
    )
    page.opening(Opening(MIDDLE - COLUMN, FIRST - PITCH * 0.6, 2 * COLUMN, PITCH * 20.2), fill="#1d6b3c")
    for side in ("left", "right"):
        top = FIRST - 6.0
        for part in (part for part in wired_parts() if part.side == side):
            top = _part(page, part, top)
    _pins(page)
    _notes(page)
    return page.drawn


def _pins(page: Page) -> None:
    """Draw the pins over the wires, so that every number can be read."""
    used = {wire.header for part in wired_parts() for wire in part.wires}
    for pin in range(1, 41):
        x, y = _pin(pin)
        fill = (
            "#333"
            if pin in GROUND
            else "#d64545"
            if meaning(pin) == "5 V"
            else "#f4a259"
            if pin in POWER
            else "#f2f2f2"
        )
        page.circle(Hole(x, y, 6.4), INK if pin in used else GREY, fill=fill)
        light = "#fff" if pin in GROUND or meaning(pin) == "5 V" else INK
        page.text((x, y + 1.1), str(pin), 3.0, "middle", light)


def _part(page: Page, part: WiredPart, top: float) -> float:
    """Draw a part's box with its wires, and return where the next box begins."""
    left = 12.0 if part.side == "left" else WIDE - 12.0 - BOX
    tall = 13.0 + 7.0 * len(part.wires)
    page.opening(Opening(left, top, BOX, tall), dash="2 1.5" if part.optional else "", fill="#fff")
    page.text((left + BOX / 2, top + 5.5), part.shown, 4.0, "middle")
    page.text((left + BOX / 2, top + 10.2), part.note, 2.8, "middle", GREY)
    edge, inward, anchor = (left + BOX, -3.0, "end") if part.side == "left" else (left, 3.0, "start")
    for place, wire in enumerate(part.wires):
        y = top + 15.0 + 7.0 * place
        _wire(page, part, wire, (edge, y))
        page.text((edge + inward, y + 1.1), f"{wire.pin}: {wire.header} ({meaning(wire.header)})", 3.0, anchor)
    return top + tall + 7.0


def _wire(page: Page, part: WiredPart, wire: Wire, end: Point) -> None:
    """Draw a wire out of the header between two rows, along its own lane, to the part."""
    x, y = _pin(wire.header)
    lane = end[0] + (1 if part.side == "left" else -1) * _lane(part, wire)
    start: list[Point] = [(x, y)]
    if (part.side == "right") == (wire.header % 2 == 1):  # the other column stands in the way: between two rows of it
        aside = 0.0 if part.name != "wake" else -9.0
        start = [(x + aside, y), (x + aside, y + PITCH / 2), (lane, y + PITCH / 2)]
        y += PITCH / 2
    points = [*start, (lane, y), (lane, end[1]), end]
    page.path(points, wire.colour, 0.9)
    page.circle(Hole(*end, 2.0), wire.colour, fill=wire.colour)
    if part.name == "wake" and wire.header % 2 == 1:
        page.opening(Opening(start[0][0] - 2.5, start[0][1] - 2.5, 5.0, 5.0), fill="#f4a259")


def _lane(part: WiredPart, wire: Wire) -> float:
    """Return the distance from the boxes at which a wire runs up or down, so that no two wires overlap."""
    order = [(one.name, each.header) for one in wired_parts() if one.side == part.side for each in one.wires]
    return 5.0 + 3.1 * order.index((part.name, wire.header))


def _pin(pin: int) -> Point:
    return MIDDLE + (COLUMN / 2 if pin % 2 == 0 else -COLUMN / 2), FIRST + (pin - 1) // 2 * PITCH


def _notes(page: Page) -> None:
    for place, row in enumerate(_rows()):
        page.text((12.0, HIGH - 14.0 + place * 4.6), row, 3.2)


def _rows() -> Iterator[str]:
    yield "A bare dial: A, B, C as above; of the pins on its other side one goes to 15, one to 30 (GND); 17 stays free."
    yield "Orange square: a lever connector for three wires. The speaker goes into a USB socket. Never 5 V to a GPIO."
