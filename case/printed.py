"""Makes the bodies to print for one box, each as it lies on the print bed."""

from collections.abc import Iterator
from math import cos, radians

from manifold3d import Manifold

from case.measures import Board, Measures
from case.plate import CLIP, face
from case.printed_body import body
from case.shapes import Hole, Opening
from case.signs import BAR_HIGH, BAR_LONG, RING_INNER, RING_OUTER
from case.solid import FAR, flat, joined, room_outline, upright

RIDGE, PLAY = 2.0, 0.4
"""The size of the ridges above and below the screen's board, and the gap between ridge and board."""
CLIP_HIGH = 3.0
"""The thickness of a clip."""


def bodies(measures: Measures, board: Board) -> dict[str, Manifold]:
    """Return all bodies by name."""
    return {
        "body": body(measures, board),
        "plate": plate(measures),
        "clip": clip(measures),
        "sticker-start": sticker(measures, measures.start.cap, "bar"),
        "sticker-back": sticker(measures, measures.back.cap, "ring"),
    }


def plate(measures: Measures) -> Manifold:
    """Return the plate, upside down, with its outer side on the bed."""
    made, laid = measures.printed, face(measures)
    lean = cos(radians(measures.room.slope))
    slab = room_outline(measures, made.wall + made.overhang).scale((1.0, 1.0 / lean)).extrude(made.plate)
    through = (*laid.controls, *laid.small, *laid.screws)
    cuts = [upright(hole, hole.across, -FAR, made.plate + FAR) for hole in through]
    cuts.append(flat(laid.window).extrude(made.plate + 2 * FAR).translate((0, 0, -FAR)))
    bosses = [upright(hole, CLIP - 4.0, 0.0, made.plate + measures.glass.thickness) for hole in laid.clips]
    ridges = [flat(ridge).extrude(made.plate + RIDGE) for ridge in _ridges(laid.board)]
    pilots = [upright(hole, hole.across, 1.0, made.plate + measures.glass.thickness + FAR) for hole in laid.clips]
    whole = joined([slab, *bosses, *ridges]) - joined([*cuts, *pilots])
    return whole.mirror((1, 0, 0)).translate((measures.room.width, 0, 0))


def clip(measures: Measures) -> Manifold:
    """Return a bar with two screw holes that holds one edge of the screen's board. Two are printed."""
    laid, made = face(measures), measures.printed
    apart = abs(laid.clips[1].y - laid.clips[0].y)
    bar = Manifold.cube((CLIP + 2.0, apart + CLIP, CLIP_HIGH))
    places = [Hole(CLIP / 2 - 1.0, CLIP / 2 + up, made.screw) for up in (0.0, apart)]
    holes = [upright(hole, hole.across, -FAR, CLIP_HIGH + FAR) for hole in places]
    return bar - joined(holes)


def sticker(measures: Measures, cap: float, sign: str) -> Manifold:
    """Return a disc for a button with a raised sign to feel: a bar or a ring."""
    low, high = measures.stickers.base, measures.stickers.base + measures.stickers.raised
    across = cap - measures.stickers.edge
    middle = Hole(0.0, 0.0, across)
    disc = upright(middle, across, 0.0, low)
    if sign == "bar":
        return disc + Manifold.cube((across * BAR_LONG, across * BAR_HIGH, high), True).translate((0, 0, high / 2))
    ring = upright(middle, across * RING_OUTER, 0.0, high) - upright(middle, across * RING_INNER, -FAR, high + FAR)
    return disc + ring


def _ridges(board: Opening) -> Iterator[Opening]:
    """Yield two ridges below the board and two above it, so that it cannot slide."""
    for aside in (0.1, 0.7):
        left = board.x + aside * board.width
        yield Opening(left, board.y - PLAY - RIDGE, board.width * 0.2, RIDGE)
        yield Opening(left, board.y + board.height + PLAY, board.width * 0.2, RIDGE)
