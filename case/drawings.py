"""Makes all drawings in SVG, by file name."""

from collections.abc import Mapping

from case.measures import Board, Measures
from case.overview import overview_picture
from case.pages import SHARED, drill_page, panel_pages
from case.signs import sign_page
from case.wiring import wiring_picture

PICTURED = "pi4"
"""The board in the pictures of the docs."""


def drawings(measures: Measures, boards: Mapping[str, Board]) -> dict[str, bytes]:
    """Return each drawing by its file name, which has the board in it if the page differs between boards."""
    made = {"drill.svg": drill_page(measures), "stickers.svg": sign_page(measures), "wiring.svg": wiring_picture()}
    for name, board in boards.items():
        for file, drawing in panel_pages(measures, board).items():
            made[file if file in SHARED else f"{name}-{file}"] = drawing
    shown = boards.get(PICTURED) or next(iter(boards.values()))
    made["overview.svg"] = overview_picture(measures, shown)
    return {name: text.encode() for name, text in made.items()}
