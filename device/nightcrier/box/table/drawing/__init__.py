"""Draws a view as the bytes of a screen, in ten languages. Every machine draws the same pixels."""

from nightcrier.box.table.drawing.frame import PageMeasure, above_foot, draw, has_room, measure, stands, with_every_row
from nightcrier.box.table.drawing.rows import low_pictures

__all__ = ["PageMeasure", "above_foot", "draw", "has_room", "low_pictures", "measure", "stands", "with_every_row"]
