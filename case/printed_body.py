"""Makes the lower part of the printed case: floor, walls, posts for the plate, feet for the Pi.

In the room's coordinates, x goes right, y to the back, and z up from the floor."""

from collections.abc import Iterator
from math import cos, radians, sin

from manifold3d import Manifold

from case.fit import bracket_foot
from case.measures import Board, Measures
from case.plate import face, height
from case.solid import FAR, flat, in_back_wall, in_side_wall, joined, room_outline, round_flat, segments, upright
from case.walls import SIDES, back_openings, card_opening, side_openings, standoffs, vents, wake_holes


def body(measures: Measures, board: Board) -> Manifold:
    """Return the body as it stands on the print bed."""
    made, room = measures.printed, measures.room
    tall = height(measures, room.depth + made.wall) + 2 * FAR
    outer = room_outline(measures, made.wall).extrude(tall + made.floor).translate((0, 0, -made.floor))
    inner = room_outline(measures, 0.0).extrude(tall)
    posts = joined(list(_posts(measures, board, tall))) ^ inner
    feet = [
        upright(hole, measures.standoff.outer, -FAR, measures.standoff.height) for hole in standoffs(measures, board)
    ]
    whole = joined([outer - inner, posts, *feet]) - joined(list(_cuts(measures, board)))
    return _below_plate(measures, whole).translate((0, 0, made.floor))


def _below_plate(measures: Measures, solid: Manifold) -> Manifold:
    lean = radians(measures.room.slope)
    return solid.trim_by_plane((0.0, sin(lean), -cos(lean)), -measures.room.front * cos(lean))


def _posts(measures: Measures, board: Board, tall: float) -> Iterator[Manifold]:
    """Yield the posts. The back ones grow out of the corners at 45 degrees, so that nothing is printed over air."""
    room, wide = measures.room, measures.room.corner
    foot = bracket_foot(measures, board)
    for left in (0.0, room.width - wide):
        yield Manifold.cube((wide, wide, tall)).translate((left, 0, 0))
        corner = (0.0 if left == 0.0 else room.width, room.depth)
        square = [(x, y) for x in (left, left + wide) for y in (room.depth - wide, room.depth)]
        yield Manifold.hull_points(
            [(*corner, foot), *((x, y, foot + wide * 1.42) for x, y in square), *((x, y, tall) for x, y in square)]
        )


def _cuts(measures: Measures, board: Board) -> Iterator[Manifold]:
    yield from _wall_cuts(measures, board)
    for card in card_opening(measures, board):
        deep = measures.printed.floor + 2 * FAR
        yield flat(card).extrude(deep).translate((0, 0, FAR - deep))
    for hole in standoffs(measures, board):
        yield upright(hole, hole.across, 0.0, measures.standoff.height + FAR)
    yield from _pilots(measures)


def _wall_cuts(measures: Measures, board: Board) -> Iterator[Manifold]:
    room, deep = measures.room, measures.printed.wall + 2 * FAR
    for opening in back_openings(measures, board):
        yield in_back_wall(flat(opening), deep, room.depth - FAR)
    for hole in wake_holes(measures, board):
        yield in_back_wall(round_flat(hole), deep, room.depth - FAR)
    for side in SIDES:
        start = FAR - deep if side == "left" else room.width - FAR
        for opening in side_openings(measures, board, side):
            yield in_side_wall(flat(opening), deep, start)
        for hole in vents(measures, board, side):
            yield in_side_wall(round_flat(hole), deep, start)


def _pilots(measures: Measures) -> Iterator[Manifold]:
    """Yield the pilot holes, which go into the posts at right angles to the plate."""
    made = measures.printed
    for screw in face(measures).screws:
        back = screw.y * cos(radians(measures.room.slope))
        drill = Manifold.cylinder(made.pilot_depth + FAR, made.pilot / 2, -1.0, segments(made.pilot))
        drill = drill.translate((0, 0, -made.pilot_depth))
        yield drill.rotate((measures.room.slope, 0, 0)).translate((screw.x, back, height(measures, back)))
