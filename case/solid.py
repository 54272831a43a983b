"""Simple solid bodies, of which the printed case is put together by manifold3d."""

from collections.abc import Sequence

from manifold3d import CrossSection, Manifold, OpType

from case.measures import Measures
from case.shapes import Hole, Opening

FAR = 1.0
"""How far a cut reaches beyond what it cuts, so that no skin is left."""


def segments(across: float) -> int:
    """Into how many straight pieces a circle is cut: fine enough for a printer, and no more, for the files."""
    return 4 * round(min(max(6.0, across * 0.8), 20.0))


def joined(pieces: Sequence[Manifold]) -> Manifold:
    """All of them, as one."""
    return Manifold.batch_boolean(pieces, OpType.Add)


def room_outline(measures: Measures, by: float) -> CrossSection:
    """The room from above, grown by a wall, with round corners."""
    room, radius = measures.room, measures.printed.radius
    turn = CrossSection.circle(radius + by, segments(2 * (radius + by)))
    corners = [(x, y) for x in (radius, room.width - radius) for y in (radius, room.depth - radius)]
    return CrossSection.batch_hull([turn.translate(corner) for corner in corners])


def flat(opening: Opening) -> CrossSection:
    """The outline of a hole with corners."""
    return CrossSection([opening.outline])


def round_flat(hole: Hole) -> CrossSection:
    """The outline of a round hole."""
    return CrossSection.circle(hole.across / 2, segments(hole.across)).translate((hole.x, hole.y))


def upright(hole: Hole, across: float, low: float, high: float) -> Manifold:
    """A round post, or the cut of a drill."""
    return Manifold.cylinder(high - low, across / 2, -1.0, segments(across)).translate((hole.x, hole.y, low))


def in_back_wall(drawn: CrossSection, deep: float, start: float) -> Manifold:
    """What is drawn as seen from the front, pushed to the back."""
    return drawn.extrude(deep).rotate((90, 0, 0)).translate((0, start + deep, 0))


def in_side_wall(drawn: CrossSection, deep: float, start: float) -> Manifold:
    """What is drawn with the front at its left, pushed to the right."""
    return drawn.extrude(deep).rotate((90, 0, 90)).translate((start, 0, 0))
