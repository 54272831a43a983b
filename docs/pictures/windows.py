"""What the drawings of docs/card.md are made of: a window of a computer, its rows and buttons, the box, an arrow."""

from collections.abc import Sequence

from case.shapes import Hole, Opening, Point
from case.svg import GREY, INK, PALE, Page

BLUE, RED, LIGHT, WHITE = "#2f62b0", "#b3382c", "#f3f3f0", "#fff"
ROW, MARK = 5.6, 5.0
SAVED = "nightcrier-saved.zip"
_BAR = 6.5
_FOLDER = "#e0b040"


class Window:
    """A window from its upper left corner, in millimetres; what is in it is measured from there."""

    def __init__(self, page: Page, x: float, y: float, size: tuple[float, float], title: str) -> None:
        self._page, self._x, self._y = page, x, y
        page.opening(Opening(x, y, *size), GREY, fill=WHITE)
        page.opening(Opening(x, y, size[0], _BAR), GREY, fill=PALE)
        page.text((x + 2.5, y + 4.5), title, 3.1)
        for place in range(3):
            page.circle(Hole(x + size[0] - 3.5 - 4.0 * place, y + _BAR / 2, 2.2), GREY)

    def text(self, x: float, y: float, words: str, size: float = 3.0, colour: str = INK) -> None:
        """One row of words."""
        self._page.text((self._x + x, self._y + y), words, size, "start", colour)

    def side(self, wide: float, high: float, steps: Sequence[str], current: str) -> None:
        """The steps of a program at its left edge."""
        self._page.opening(Opening(self._x, self._y + _BAR, wide, high - _BAR), GREY, fill=LIGHT)
        for place, step in enumerate(steps):
            y = 9.5 + place * 7.0
            if step == current:
                self._page.opening(Opening(self._x, self._y + y, wide, 6.0), BLUE, fill=BLUE)
            self.text(2.0, y + 4.1, step, 2.7, WHITE if step == current else GREY)

    def chosen(self, x: float, y: float, size: tuple[float, float]) -> None:
        """A row that is to be clicked."""
        self._page.opening(Opening(self._x + x, self._y + y, *size), BLUE, fill="#dfe9f8")

    def button(self, x: float, y: float, wide: float, words: str, colour: str = BLUE) -> None:
        """A button that is to be clicked."""
        self._page.opening(Opening(self._x + x, self._y + y, wide, 6.5), colour, fill=colour)
        self._page.text((self._x + x + wide / 2, self._y + y + 4.3), words, 2.8, "middle", WHITE)

    def mark(self, x: float, y: float, words: str) -> None:
        """The number of a step, which the text beside the picture has, too."""
        self._page.circle(Hole(self._x + x, self._y + y, MARK), RED, fill=RED)
        self._page.text((self._x + x, self._y + y + 1.1), words, 3.2, "middle", WHITE)

    def folder(self, x: float, y: float, name: str, told: str = "") -> None:
        """A folder of that name, and in grey what is in it."""
        left, top = self._x + x, self._y + y
        self._page.shape(
            (
                (left, top - 3.2),
                (left + 1.6, top - 3.2),
                (left + 2.2, top - 2.6),
                (left + 4.2, top - 2.6),
                (left + 4.2, top),
                (left, top),
            ),
            GREY,
            fill=_FOLDER,
        )
        self._named(x, y, name, told)

    def file(self, x: float, y: float, name: str, told: str = "", colour: str = INK) -> None:
        """A file of that name, and in grey what it is."""
        left, top = self._x + x, self._y + y
        self._page.shape(
            (
                (left + 0.6, top - 3.6),
                (left + 2.6, top - 3.6),
                (left + 3.6, top - 2.6),
                (left + 3.6, top),
                (left + 0.6, top),
            ),
            GREY,
            fill=WHITE,
        )
        self._named(x, y, name, told, colour)

    def _named(self, x: float, y: float, name: str, told: str, colour: str = INK) -> None:
        self.text(x + 6.0, y - 0.4, name, 3.0, colour)
        if told:
            self.text(x + 52.0, y - 0.4, told, 2.7, GREY)


def paper(width: float, height: float, title: str) -> Page:
    """A page with its title; nobody shall take it for what a screen shows dot by dot."""
    page = Page(width, height, f"Nightcrier: {title}")
    page.text((6.0, 9.0), title, 4.6)
    page.text((width - 6.0, 9.0), "a drawing, not a photograph of a screen", 2.8, "end", GREY)
    return page


def box_drawn(page: Page, x: float, y: float, shown: str) -> None:
    """The box from before, roughly, and what its glass shows."""
    page.opening(Opening(x, y, 60.0, 34.0), INK, fill=LIGHT)
    page.opening(Opening(x + 17.0, y + 5.0, 26.0, 14.0), INK, fill=INK)
    page.text((x + 30.0, y + 13.2), shown, 3.2, "middle", WHITE)
    for middle, across, name in ((9.0, 8.0, "BACK"), (30.0, 8.0, "dial"), (51.0, 9.5, "START")):
        page.circle(Hole(x + middle, y + 25.0, across), INK, fill=PALE)
        page.text((x + middle, y + 32.6), name, 2.4, "middle")


def stick_drawn(page: Page, x: float, y: float) -> None:
    """A stick on its way up."""
    page.opening(Opening(x, y, 12.0, 18.0), INK, fill=BLUE)
    page.opening(Opening(x + 2.0, y - 6.0, 8.0, 6.0), INK, fill=WHITE)
    arrow(page, (x + 6.0, y - 7.5), (x + 6.0, y - 11.5))


def arrow(page: Page, *points: Point) -> None:
    """Along these points, with its head at the last one; its last piece runs across or up and down."""
    page.path(points, BLUE, 0.8)
    (ax, ay), (bx, by) = points[-2:]
    along = ((bx > ax) - (bx < ax), (by > ay) - (by < ay))
    back = (bx - 2.5 * along[0], by - 2.5 * along[1])
    aside = (1.8 * along[1], 1.8 * along[0])
    page.path(((back[0] + aside[0], back[1] + aside[1]), (bx, by), (back[0] - aside[0], back[1] - aside[1])), BLUE, 0.8)
