"""The glass the box is made for, as tests mean it where they speak of no other screen."""

from device.kernel.screen import GLASS, Frame
from device.table import drawing
from device.table.drawing import PageMeasure
from device.table.drawing.view import View

WIDTH, HEIGHT, BLANK = GLASS.width, GLASS.height, GLASS.blank


def draw(view: View) -> Frame:
    return drawing.draw(view, GLASS)


def measure(view: View) -> PageMeasure:
    return drawing.measure(view, GLASS)
