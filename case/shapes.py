"""Defines flat shapes and blocks in millimeters, for the layout and the drawings."""

from math import hypot

from msgspec import Struct

Point = tuple[float, float]


class Hole(Struct, frozen=True):
    """A round hole."""

    x: float
    y: float
    across: float
    name: str = ""


class Opening(Struct, frozen=True):
    """A hole with four corners, placed by its lower left corner. `bevel` cuts the upper two at 45 degrees."""

    x: float
    y: float
    width: float
    height: float
    name: str = ""
    bevel: float = 0.0

    @property
    def outline(self) -> tuple[Point, ...]:
        """Return the corners, counterclockwise."""
        right, top, cut = self.x + self.width, self.y + self.height, self.bevel
        upper = ((right, top - cut), (right - cut, top), (self.x + cut, top), (self.x, top - cut))
        return ((self.x, self.y), (right, self.y), *(upper if cut else ((right, top), (self.x, top))))


class Panel(Struct, frozen=True):
    """A flat piece: its outline, what is cut out of it, and what is only marked on its inner side."""

    name: str
    outline: tuple[Point, ...]
    holes: tuple[Hole, ...] = ()
    openings: tuple[Opening, ...] = ()
    marks: tuple[Opening, ...] = ()

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Return the left, bottom, right and top edges."""
        across, up = zip(*self.outline, strict=True)
        return min(across), min(up), max(across), max(up)


class Block(Struct, frozen=True):
    """The space that a part takes, given by two corners: x to the right, y to the back, z up."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def meets(self, other: "Block") -> bool:
        """Say whether both blocks take some of the same space."""
        return all(
            low < top and bottom < high
            for low, high, bottom, top in zip(self.low, self.high, other.low, other.high, strict=True)
        )


def rectangle(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, counterclockwise."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def hole_gap(one: Hole, other: Hole) -> float:
    """Return the distance between two round holes, or two round parts."""
    return hypot(one.x - other.x, one.y - other.y) - (one.across + other.across) / 2


def edge_gap(hole: Hole, opening: Opening) -> float:
    """Return the distance between a round hole and one with corners."""
    aside = max(opening.x - hole.x, 0.0, hole.x - opening.x - opening.width)
    above = max(opening.y - hole.y, 0.0, hole.y - opening.y - opening.height)
    return hypot(aside, above) - hole.across / 2


def inside_gap(point: Point, outline: tuple[Point, ...]) -> float:
    """Return how far a point is inside a convex, counterclockwise outline. The result is negative outside."""
    return min(
        ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    )


def grown(outline: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Return a convex, counterclockwise outline with every edge moved outwards."""
    edges = [_moved(start, end, by) for start, end in zip(outline, (*outline[1:], outline[0]), strict=True)]
    return tuple(_crossing(edges[number - 1], edges[number]) for number in range(len(edges)))


def _moved(start: Point, end: Point, by: float) -> tuple[Point, Point]:
    along, up = end[0] - start[0], end[1] - start[1]
    aside, above = up / hypot(along, up) * by, -along / hypot(along, up) * by
    return (start[0] + aside, start[1] + above), (end[0] + aside, end[1] + above)


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx))
    return ax + share * (bx - ax), ay + share * (by - ay)
