"""From a view to the bytes of a screen, in ten languages, with the same pixels on every machine."""

from device.table.drawing.frame import Measure, draw, measure

__all__ = ["Measure", "draw", "measure"]
