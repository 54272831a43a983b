"""From a view to the bytes of a screen, in ten languages, with the same pixels on every machine."""

from device.table.drawing.frame import PageMeasure, draw, measure

__all__ = ["PageMeasure", "draw", "measure"]
