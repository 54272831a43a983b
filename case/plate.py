"""Lays out the plate with the controls. Coordinates count from the room's left wall, and up from its front wall."""

from math import cos, radians, sin, tan

from msgspec import Struct

from case.measures import Measures
from case.shapes import Hole, Opening

CONTROLS_UP = 36.0
"""The distance of the controls from the front. Their bodies clear the posts, and a hand can rest before them."""
CLIP = 12.0
"""The width of a clip for the screen's board. Half of it is on the board's side of its screws."""
FIRST_SCREW, LAST_SCREW = 5.0, 10.0
"""The distances of the plate's screws from the front and the back wall. They lean backwards as they go down."""


class Face(Struct, frozen=True):
    """Holds the place of everything on the plate."""

    controls: tuple[Hole, ...]
    """The holes for BACK, the dial and START."""
    rims: tuple[Hole, ...]
    """The outlines of these three as a hand feels them."""
    small: tuple[Hole, ...]
    """The hole for the lamp, if it is fitted."""
    window: Opening
    board: Opening
    """The screen's board, behind the plate."""
    screws: tuple[Hole, ...]
    clips: tuple[Hole, ...]
    """Holes for the screws of the clips, on the inner side only."""


def height(measures: Measures, back: float) -> float:
    """Return the height of the plate above the floor, at this distance from the front wall."""
    return measures.room.front + back * tan(radians(measures.room.slope))


def up_plate(measures: Measures, back: float) -> float:
    """Return the distance along the plate that corresponds to this distance from the front wall."""
    return back / cos(radians(measures.room.slope))


def face(measures: Measures) -> Face:
    """Return the layout of the plate."""
    window, board = _glass(measures)
    middle, up = board.x + board.width / 2, board.y + board.height / 2
    aside, clips_up = board.width / 2 + CLIP / 2, board.height / 4
    lamp_at = (board.x + board.width + CLIP + measures.room.width) / 2
    return Face(
        controls=_controls(measures),
        rims=_rims(measures),
        small=(Hole(lamp_at, up, measures.lamp.hole, "lamp"),) if measures.lamp.fitted else (),
        window=window,
        board=board,
        screws=_screws(measures),
        clips=tuple(
            Hole(middle + side * aside, up + end * clips_up, measures.printed.pilot, "clip")
            for side in (-1, 1)
            for end in (-1, 1)
        ),
    )


def _controls(measures: Measures) -> tuple[Hole, ...]:
    holes = (measures.back.hole, measures.dial.hole, measures.start.hole)
    return tuple(Hole(rim.x, rim.y, hole, rim.name) for rim, hole in zip(_rims(measures), holes, strict=True))


def _rims(measures: Measures) -> tuple[Hole, ...]:
    """Return the controls' outlines: BACK on the left, START on the right, the dial with equal gaps on both sides."""
    back, knob, start = measures.back.rim, measures.dial.knob, measures.start.rim
    left, right = measures.margin, measures.room.width - measures.margin
    between = (right - left - back - knob - start) / 2
    return (
        Hole(left + back / 2, CONTROLS_UP, back, "BACK"),
        Hole(left + back + between + knob / 2, CONTROLS_UP, knob, "dial"),
        Hole(right - start / 2, CONTROLS_UP, start, "START"),
    )


def _glass(measures: Measures) -> tuple[Opening, Opening]:
    """Return the window, and the screen's board around it, as far back as the board's leaning plugs allow."""
    glass, middle = measures.glass, measures.room.width / 2
    lean = glass.depth * sin(radians(measures.room.slope))
    top = up_plate(measures, measures.room.depth - 1.0 - lean)
    up = top - glass.board_height / 2
    wide, high = glass.picture_width + 2 * glass.frame, glass.picture_height + 2 * glass.frame
    board = Opening(middle - glass.board_width / 2, top - glass.board_height, glass.board_width, glass.board_height)
    return Opening(middle - wide / 2, up + glass.picture_up - high / 2, wide, high, "window"), board


def _screws(measures: Measures) -> tuple[Hole, ...]:
    post, room = measures.room.corner / 2, measures.room
    return tuple(
        Hole(across, up_plate(measures, back), measures.printed.screw, "screw")
        for across in (post, room.width - post)
        for back in (FIRST_SCREW, room.depth - LAST_SCREW)
    )
