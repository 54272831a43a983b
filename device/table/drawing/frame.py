"""Draws a view: `draw` gives the bytes, `measure` what became of its texts."""

from msgspec import Struct

from device.kernel.screen import Frame, ScreenFormat
from device.table.drawing.picture import Picture, pack_strips
from device.table.drawing.stack import choose_pictures, place_pictures
from device.table.view import View


class RowBox(Struct, frozen=True):
    """Where a row stands, how large its letters came out (0 tight to 6 huge) and in how many lines."""

    top: int
    height: int
    level: int
    lines: int


class PageMeasure(Struct, frozen=True):
    """What the drawing had to give up: texts that lost their end, rows for which there was no room."""

    boxes: tuple[RowBox, ...]
    cut: tuple[str, ...]
    left_out: int

    @property
    def whole(self) -> bool:
        """Everything the view says is on the screen."""
        return not self.cut and not self.left_out


def draw(view: View, screen: ScreenFormat) -> Frame:
    """The view as a picture for this screen."""
    return pack_strips(_placed(view, screen), screen)


def measure(view: View, screen: ScreenFormat) -> PageMeasure:
    placed = _placed(view, screen)
    boxes = tuple(RowBox(top, row.height, row.level, row.lines) for top, row in placed)
    cut = tuple(text for _, row in placed for text in row.cut)
    return PageMeasure(boxes, cut, len(view.rows) - len(placed))


def _placed(view: View, screen: ScreenFormat) -> list[tuple[int, Picture]]:
    return place_pictures(choose_pictures(view.rows, view.language, screen), screen.height)
