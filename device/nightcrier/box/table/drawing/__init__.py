"""Draws a view as the bytes of a screen, in ten languages. Every machine draws the same pixels."""

from nightcrier.box.table.drawing.frame import PageMeasure, draw, measure, room_between, stands, with_every_row
from nightcrier.box.table.drawing.rows import can_stand

__all__ = ["PageMeasure", "can_stand", "draw", "measure", "room_between", "stands", "with_every_row"]
