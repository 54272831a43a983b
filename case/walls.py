"""Lays out the floor and the walls: the place of the Pi, and the openings to its sockets.

Wall coordinates count along the wall, and up from the floor."""

from typing import Literal

from case.measures import Board, Measures, Port
from case.shapes import Hole, Opening

Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = ("left", "right")

POWER_GAP = 2.0
"""The distance from the board's edge with the power socket to the back wall. The socket sticks out by 1 to 1.5 mm."""
WAKE_UP = 40.0
WAKE_ASIDE = 30.0


def end_side(board: Board) -> Side:
    """Return the side wall with openings for the end of the Pi, which follows from the power socket at the back."""
    return "left" if board.end == "usb" else "right"


def on_floor(measures: Measures, board: Board, along: float, across: float) -> tuple[float, float]:
    """Return the place of a point of the board in the room, from the left and from the front."""
    card_end = board.gap + board.length if end_side(board) == "left" else measures.room.width - board.gap
    return card_end - along, measures.room.depth - POWER_GAP - across


def standoffs(measures: Measures, board: Board) -> tuple[Hole, ...]:
    """Return the screw holes for the Pi."""
    places = (on_floor(measures, board, along, across) for along, across in board.holes)
    return tuple(Hole(x, y, measures.standoff.pilot, "Pi") for x, y in places)


def card_opening(measures: Measures, board: Board) -> tuple[Opening, ...]:
    """Return the opening in the floor for a card under the board, wide enough for a finger to find the card."""
    if board.card is None:
        return ()
    x, y = on_floor(measures, board, 0.0, board.card.at)
    return (Opening(x - 6.0, y - board.card.width / 2, board.card.reach + 6.0, board.card.width, "card"),)


def back_openings(measures: Measures, board: Board) -> tuple[Opening, ...]:
    """Return the openings in the back wall, counted from the room's left wall as seen from the front."""
    ports = (port for port in board.ports if port.wall == "back")
    return tuple(_opening(measures, port, on_floor(measures, board, port.at, 0.0)[0]) for port in ports)


def side_openings(measures: Measures, board: Board, side: Side) -> tuple[Opening, ...]:
    """Return the openings in a side wall, counted from the front wall."""
    if side != end_side(board):
        return ()
    ports = (port for port in board.ports if port.wall == "end")
    return tuple(_opening(measures, port, on_floor(measures, board, 0.0, port.at)[1]) for port in ports)


def vents(measures: Measures, board: Board, side: Side) -> tuple[Hole, ...]:
    """Return the rows of small holes in the side wall that has no sockets."""
    if side == end_side(board):
        return ()
    air = measures.vents
    first = (measures.room.depth - (air.columns - 1) * air.pitch) / 2
    return tuple(
        Hole(first + column * air.pitch, 16.0 + row * air.pitch, air.hole, "air")
        for row in range(air.rows)
        for column in range(air.columns)
    )


def wake_holes(measures: Measures, board: Board) -> tuple[Hole, ...]:
    """Return the hole for the wake button in the back wall, on the side away from the Pi."""
    if not measures.wake.fitted:
        return ()
    across = WAKE_ASIDE if end_side(board) == "right" else measures.room.width - WAKE_ASIDE
    return (Hole(across, WAKE_UP, measures.wake.hole, "wake"),)


def _opening(measures: Measures, port: Port, along: float) -> Opening:
    middle = measures.standoff.height + measures.standoff.board + port.middle
    bevel = max((port.width - measures.printed.bridge) / 2, 0.0)
    return Opening(along - port.width / 2, middle - port.height / 2, port.width, port.height, port.name, bevel)
