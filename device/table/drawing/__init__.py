"""From a view to the 1024 bytes of the screen, in ten languages, with the same pixels on every machine."""

from device.table.drawing.frame import HEIGHT, WIDTH, Measure, draw, measure

__all__ = ["HEIGHT", "WIDTH", "Measure", "draw", "measure"]
