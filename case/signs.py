"""Draws the stickers of the buttons: START has a bar, BACK a ring. Fingers can tell them apart in any language."""

from case.measures import Measures
from case.pages import EDGE, HIGH, WIDE
from case.shapes import Hole, Opening
from case.svg import GREY, Page, measure

BAR_LONG, BAR_HIGH = 0.75, 0.22
RING_OUTER, RING_INNER = 0.7, 0.4
"""The diameters of the ring, as fractions of the sticker's width."""
RED, BLUE = "#c8453a", "#2f62b0"
SPARE = 4


def sign_page(measures: Measures) -> str:
    """Return a page with stickers to print on paper and, below, raised signs to cut out of thick material."""
    page = Page(WIDE, HIGH, "Nightcrier: stickers")
    page.text((EDGE, 14.0), "Nightcrier: stickers for START and BACK, 1:1", 4.6)
    _rows(
        page,
        22.0,
        "Hands have to tell them apart: cut the signs below out of felt, rubber or cardboard",
        "of 1 to 2 mm, and glue them onto the discs. Whoever prints in plastic takes",
        f"sticker-start.stl and sticker-back.stl instead: the same, raised by {measure(measures.stickers.raised)} mm.",
    )
    start, back = (cap - measures.stickers.edge for cap in (measures.start.cap, measures.back.cap))
    for place in range(SPARE):
        x = EDGE + 20.0 + place * 45.0
        page.circle(Hole(x, 60.0, start), RED, fill=RED)
        page.opening(_bar(x, 60.0, start), "#fff", fill="#fff")
        page.circle(Hole(x, 100.0, back), BLUE, fill=BLUE)
        page.circle(Hole(x, 100.0, back * (RING_OUTER + RING_INNER) / 2), "#fff", back * (RING_OUTER - RING_INNER) / 2)
        page.opening(_bar(x, 150.0, start))
        page.circle(Hole(x, 180.0, back * RING_OUTER))
        page.circle(Hole(x, 180.0, back * RING_INNER))
    for y, words in (
        (44.0, f"START: a disc of {measure(start)} mm, for a cap of {measure(measures.start.cap)} mm"),
        (88.0, f"BACK: a disc of {measure(back)} mm, for a cap of {measure(measures.back.cap)} mm"),
        (140.0, "To cut out of thick material: the bar of START"),
        (170.0, "and the ring of BACK"),
    ):
        page.text((EDGE, y), words, 3.2, "start", GREY)
    page.scale_bar(EDGE, HIGH - 20.0)
    return page.drawn


def _bar(x: float, y: float, across: float) -> Opening:
    return Opening(x - across * BAR_LONG / 2, y - across * BAR_HIGH / 2, across * BAR_LONG, across * BAR_HIGH)


def _rows(page: Page, top: float, *rows: str) -> None:
    for place, row in enumerate(rows):
        page.text((EDGE, top + 5.0 * place), row)
