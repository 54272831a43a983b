"""Draws for the screen that the box is made for, which tests mean unless they name another one."""

from nightcrier.box.table.drawing import frame
from nightcrier.box.table.drawing.frame import PageMeasure
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.screen import GLASS, Frame

WIDTH, HEIGHT, BLANK = GLASS.width, GLASS.height, GLASS.blank


def draw(view: View) -> Frame:
    return frame.draw(view, GLASS)


def measure(view: View) -> PageMeasure:
    return frame.measure(view, GLASS)
