"""Draws a view as the bytes of a screen, in ten languages, with the same pixels on every machine."""

from device.table.drawing.frame import PageMeasure, draw, measure
from device.table.drawing.rows import can_stand

__all__ = ["PageMeasure", "can_stand", "draw", "measure"]
