"""Makes simple solid bodies with manifold3d, of which the printed case is put together."""

from collections.abc import Sequence

from manifold3d import CrossSection, Manifold, OpType

from case.measures import Measures
from case.shapes import Hole, Opening

FAR = 1.0
"""The distance by which a cut reaches beyond the body, so that no thin skin is left."""


def segments(across: float) -> int:
    """Return the number of straight pieces for a circle: enough for a printer, but no more, to keep files small."""
    return 4 * round(min(max(6.0, across * 0.8), 20.0))


def joined(pieces: Sequence[Manifold]) -> Manifold:
    """Return the union of all pieces."""
    return Manifold.batch_boolean(pieces, OpType.Add)


def room_outline(measures: Measures, by: float) -> CrossSection:
    """Return the outline of the room from above, widened by this much, with round corners."""
    room, radius = measures.room, measures.printed.radius
    turn = CrossSection.circle(radius + by, segments(2 * (radius + by)))
    corners = [(x, y) for x in (radius, room.width - radius) for y in (radius, room.depth - radius)]
    return CrossSection.batch_hull([turn.translate(corner) for corner in corners])


def flat(opening: Opening) -> CrossSection:
    """Return the outline of a hole with corners."""
    return CrossSection([opening.outline])


def round_flat(hole: Hole) -> CrossSection:
    """Return the outline of a round hole."""
    return CrossSection.circle(hole.across / 2, segments(hole.across)).translate((hole.x, hole.y))


def upright(hole: Hole, across: float, low: float, high: float) -> Manifold:
    """Return an upright cylinder, used as a post or as a drill hole."""
    return Manifold.cylinder(high - low, across / 2, -1.0, segments(across)).translate((hole.x, hole.y, low))


def in_back_wall(drawn: CrossSection, deep: float, start: float) -> Manifold:
    """Return a solid for the back wall from an outline that is drawn as seen from the front."""
    return drawn.extrude(deep).rotate((90, 0, 0)).translate((0, start + deep, 0))


def in_side_wall(drawn: CrossSection, deep: float, start: float) -> Manifold:
    """Return a solid for a side wall from an outline that is drawn with the front at its left."""
    return drawn.extrude(deep).rotate((90, 0, 90)).translate((start, 0, 0))
