"""The glass the box is made for, as tests mean it where they speak of no other screen."""

from nightcrier.box.table.drawing import frame
from nightcrier.box.table.drawing.frame import PageMeasure
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.screen import GLASS, Frame

WIDTH, HEIGHT, BLANK = GLASS.width, GLASS.height, GLASS.blank


def draw(view: View) -> Frame:
    return frame.draw(view, GLASS)


def measure(view: View) -> PageMeasure:
    return frame.measure(view, GLASS)
