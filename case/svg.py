"""Draws a sheet of paper in SVG: one unit is one millimeter, so that a printer makes everything as large as it is.

It is written without a library: SVG is text, and the same drawing always gives the same text."""

from collections.abc import Iterable
from html import escape

from case.shapes import Hole, Opening, Point

BAR = 100.0
INK, GREY, PALE = "#111", "#666", "#ddd"


def number(value: float) -> str:
    """Return a length with at most two decimals, and no zeros at the end."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def measure(value: float) -> str:
    """Return a length for people to read, rounded to a tenth of a millimeter."""
    return number(round(value, 1))


class Page:
    """Collects what is drawn on a page, counted from its upper left corner. `place` sets another corner and a scale."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size, self._title = (width, height), title
        self._items: list[str] = []
        self._corner, self._scale = (0.0, 0.0), 1.0
        self._up = False

    def place(self, x: float, y: float, scale: float = 1.0) -> None:
        """Make this point of the page 0, 0 for what follows, with y counting upwards."""
        self._corner, self._scale, self._up = (x, y), scale, True

    def line(self, start: Point, end: Point, colour: str = INK, width: float = 0.25, dash: str = "") -> None:
        (ax, ay), (bx, by) = self._at(start), self._at(end)
        self._add(f'<path d="M{ax} {ay}L{bx} {by}"', colour, width, dash)

    def path(self, points: Iterable[Point], colour: str = INK, width: float = 0.25) -> None:
        """Draw straight lines from point to point, without closing them."""
        self._add(f'<path d="M{"L".join(" ".join(self._at(point)) for point in points)}"', colour, width, "")

    def shape(
        self, points: Iterable[Point], colour: str = INK, width: float = 0.25, dash: str = "", fill: str = "none"
    ) -> None:
        """Draw a closed outline."""
        corners = " ".join(",".join(self._at(point)) for point in points)
        self._add(f'<polygon points="{corners}"', colour, width, dash, fill)

    def opening(self, opening: Opening, colour: str = INK, dash: str = "", fill: str = "none") -> None:
        """Draw a hole with corners."""
        self.shape(opening.outline, colour, dash=dash, fill=fill)

    def circle(self, hole: Hole, colour: str = INK, width: float = 0.25, fill: str = "none") -> None:
        """Draw a round hole."""
        x, y = self._at((hole.x, hole.y))
        self._add(f'<circle cx="{x}" cy="{y}" r="{number(hole.across / 2 * self._scale)}"', colour, width, "", fill)

    def cross(self, hole: Hole, reach: float = 3.0) -> None:
        """Draw a cross in the middle of a hole, for the point of a drill."""
        self.line((hole.x - reach, hole.y), (hole.x + reach, hole.y), width=0.12)
        self.line((hole.x, hole.y - reach), (hole.x, hole.y + reach), width=0.12)

    def text(self, at: Point, words: str, size: float = 3.2, anchor: str = "start", colour: str = INK) -> None:
        """Draw one line of text."""
        x, y = self._at(at)
        how = f'font-size="{number(size)}" text-anchor="{anchor}" fill="{colour}"'
        self._items.append(f'<text x="{x}" y="{y}" {how}>{escape(words)}</text>')

    def across(self, left: float, right: float, y: float) -> None:
        """Draw a measure from left to right."""
        self.line((left, y), (right, y), GREY, 0.15)
        for end in (left, right):
            self.line((end, y - 1.5 / self._scale), (end, y + 1.5 / self._scale), GREY, 0.15)
        self.text(((left + right) / 2, y + 1 / self._scale), measure(right - left), 3.0, "middle")

    def upwards(self, bottom: float, top: float, x: float, anchor: str = "end") -> None:
        """Draw a measure from bottom to top, with its number on the left, or with the anchor `start` on the right."""
        aside = -1 if anchor == "end" else 1
        self.line((x, bottom), (x, top), GREY, 0.15)
        for end in (bottom, top):
            self.line((x - 1.5 / self._scale, end), (x + 1.5 / self._scale, end), GREY, 0.15)
        self.text((x + aside / self._scale, (bottom + top) / 2 - 1 / self._scale), measure(top - bottom), 3.0, anchor)

    def scale_bar(self, x: float, y: float) -> None:
        """Draw the bar with which people check the size of a print."""
        self.place(x, y)
        self.line((0.0, 0.0), (BAR, 0.0), width=0.4)
        for step in range(0, 101, 10):
            self.line((step, 0.0), (step, 3.0 if step % 50 == 0 else 1.8), width=0.25)
        told = "This bar is 100 mm long. If it is not, print again at 100 %, without fitting to the page."
        self.text((0.0, -4.5), told, 3.0)

    @property
    def drawn(self) -> str:
        """Return the page as an SVG file."""
        width, height = map(number, self._size)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif">'
        )
        paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
        return "\n".join([head, f"<title>{escape(self._title)}</title>", paper, *self._items, "</svg>\n"])

    def _at(self, point: Point) -> tuple[str, str]:
        up = -point[1] if self._up else point[1]
        return number(self._corner[0] + point[0] * self._scale), number(self._corner[1] + up * self._scale)

    def _add(self, item: str, colour: str, width: float, dash: str, fill: str = "none") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._items.append(f'{item} fill="{fill}" stroke="{colour}" stroke-width="{number(width)}"{dashes}/>')
