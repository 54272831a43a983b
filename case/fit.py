"""Checks whether everything fits: which space each part takes in the room, and what is wrong, in sentences."""

from collections.abc import Iterator
from itertools import combinations
from math import cos, radians, sin

from case.measures import Board, Measures
from case.plate import face, height, up_plate
from case.shapes import Block, Hole, Point, edge_gap, hole_gap
from case.walls import SIDES, back_openings, on_floor, side_openings, standoffs, wake_holes

LEAST_WEB = 1.2
"""The least width between two holes in a wall: three lines of a nozzle of 0.4 mm."""


def bracket_foot(measures: Measures, board: Board) -> float:
    """Return the height at which the back posts begin, which is above the Pi, since it reaches into their corners."""
    return measures.standoff.height + measures.standoff.board + board.top + 2.0


def blocks(measures: Measures, board: Board) -> tuple[Block, ...]:
    """Return the space of each part with its plugs, slightly more than it takes."""
    return (*_hanging(measures), _pi(measures, board), *_wake(measures, board), *_posts(measures, board))


def problems(measures: Measures, board: Board) -> list[str]:
    """Return sentences about what is wrong with these measures, or none if everything fits."""
    return [*_crowded(measures), *_clashes(measures, board), *_weak_walls(measures, board), *_too_large(measures)]


def _crowded(measures: Measures) -> Iterator[str]:
    laid = face(measures)
    for one, other in combinations(laid.rims, 2):
        apart = hole_gap(one, other)
        if apart < measures.gap - 1e-6:
            yield f"{one.name} and {other.name} are {apart:.1f} mm apart, not {measures.gap:g}: widen the room."
    for rim in laid.rims:
        if edge_gap(rim, laid.board) < 5.0:
            yield f"The board of the screen is too near to {rim.name}: deepen the room."
    if measures.start.rim <= max(measures.back.rim, measures.dial.knob):
        yield "START has to be the largest of the controls."


def _clashes(measures: Measures, board: Board) -> Iterator[str]:
    placed = blocks(measures, board)
    for one, other in combinations(placed, 2):
        if one.meets(other):
            yield f"{one.name} and {other.name} want the same space: make the room larger."
    room = measures.room
    for block in placed:
        aside = min(block.low[0], block.low[1], room.width - block.high[0], room.depth - block.high[1])
        if aside < 0 or block.low[2] < 0:
            yield f"{block.name} does not fit into the room: make it larger."


def _weak_walls(measures: Measures, board: Board) -> Iterator[str]:
    for openings in (
        back_openings(measures, board),
        *(side_openings(measures, board, side) for side in SIDES),
    ):
        for one, other in combinations(openings, 2):
            apart = max(one.x - other.x - other.width, other.x - one.x - one.width)
            if apart < LEAST_WEB:
                yield f"The openings {one.name} and {other.name} run into each other: make them one."
    if any(hole.across >= measures.standoff.outer - 2 * LEAST_WEB for hole in standoffs(measures, board)):
        yield "The feet under the Pi are too thin for their screws."


def _too_large(measures: Measures) -> Iterator[str]:
    room, made = measures.room, measures.printed
    reach = 2 * (made.wall + made.overhang)
    for side in (room.width + reach, up_plate(measures, room.depth + reach)):
        if side > made.bed:
            yield f"A part of {side:.1f} mm is too large for a bed of {made.bed:g} mm."


def hanging(measures: Measures) -> Iterator[tuple[Hole, float, float, float]]:
    """Yield each part mounted in the plate: its hole, its width and length along the plate, and its depth below."""
    laid = face(measures)
    below = {
        "BACK": (measures.back.hole, measures.back.depth),
        "dial": (measures.dial.body, measures.dial.depth),
        "START": (measures.start.hole, measures.start.depth),
        "lamp": (measures.lamp.rim, measures.lamp.depth),
    }
    for hole in (*laid.controls, *laid.small):
        across, depth = below[hole.name]
        yield hole, across, across, depth
    board = laid.board
    middle = Hole(board.x + board.width / 2, board.y + board.height / 2, 0.0, "screen")
    yield middle, board.width, board.height, measures.glass.depth


def _hanging(measures: Measures) -> Iterator[Block]:
    for hole, wide, long, depth in hanging(measures):
        yield _below_plate(measures, hole, wide / 2, long / 2, depth)


def leaning(measures: Measures, up: float, half: float, depth: float) -> tuple[Point, ...]:
    """Return the side view of a part under the plate, which leans backwards as it goes down."""
    lean = radians(measures.room.slope)
    ends = [(along * cos(lean), measures.room.front + along * sin(lean)) for along in (up - half, up + half)]
    (ay, az), (by, bz) = ends
    return (
        (ay, az),
        (by, bz),
        (by + depth * sin(lean), bz - depth * cos(lean)),
        (ay + depth * sin(lean), az - depth * cos(lean)),
    )


def _below_plate(measures: Measures, at: Hole, aside: float, half: float, depth: float) -> Block:
    backs, heights = zip(*leaning(measures, at.y, half, depth), strict=True)
    return Block(at.name, (at.x - aside, min(backs), min(heights)), (at.x + aside, max(backs), max(heights)))


def _pi(measures: Measures, board: Board) -> Block:
    right, back = on_floor(measures, board, 0.0, 0.0)
    left, front = on_floor(measures, board, board.length, board.width)
    top = measures.standoff.height + measures.standoff.board + board.top
    return Block("Pi", (left, front, 0.0), (right, back, top))


def _wake(measures: Measures, board: Board) -> Iterator[Block]:
    """Yield the space of the wake button, which goes through the back wall toward the front."""
    depth = measures.room.depth
    for hole in wake_holes(measures, board):
        half = hole.across / 2
        low = (hole.x - half, depth - measures.wake.depth, hole.y - half)
        yield Block("wake button", low, (hole.x + half, depth, hole.y + half))


def _posts(measures: Measures, board: Board) -> Iterator[Block]:
    room, wide = measures.room, measures.room.corner
    for left in (0.0, room.width - wide):
        yield Block("front post", (left, 0.0, 0.0), (left + wide, wide, height(measures, wide)))
        low = (left, room.depth - wide, bracket_foot(measures, board))
        yield Block("back post", low, (left + wide, room.depth, height(measures, room.depth)))
