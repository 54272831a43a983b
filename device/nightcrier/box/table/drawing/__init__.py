"""Draws a view as the bytes of a screen, in ten languages. Every machine draws the same pixels."""

from nightcrier.box.table.drawing.frame import (
    PageMeasure,
    Stand,
    above_foot,
    between_edges,
    draw,
    has_room,
    is_whole,
    measure,
    stands,
    with_every_row,
)
from nightcrier.box.table.drawing.rows import low_picture

__all__ = [
    "PageMeasure",
    "Stand",
    "above_foot",
    "between_edges",
    "draw",
    "has_room",
    "is_whole",
    "low_picture",
    "measure",
    "stands",
    "with_every_row",
]
