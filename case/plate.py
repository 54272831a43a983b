"""The plate with the controls. Its coordinates: from the left wall of the room, up the slope from the front wall."""

from math import cos, radians, sin, tan

from msgspec import Struct

from case.measures import Measures
from case.shapes import Hole, Opening

CONTROLS_UP = 36.0
"""How far the row of controls lies up the plate: what hangs below clears the posts, and a hand rests before it."""
CLIP = 12.0
"""How wide a clip is that holds the screen's board; half of it lies on the board's side of its screws."""
FIRST_SCREW, LAST_SCREW = 5.0, 10.0
"""From the front and the back wall to the plate's screws; they lean backwards as they go down."""


class Face(Struct, frozen=True):
    """Where everything on the plate is."""

    controls: tuple[Hole, ...]
    """BACK, the dial, START: the holes."""
    rims: tuple[Hole, ...]
    """What is felt of each."""
    small: tuple[Hole, ...]
    """The lamp."""
    window: Opening
    board: Opening
    """The board of the screen, behind the plate."""
    screws: tuple[Hole, ...]
    clips: tuple[Hole, ...]
    """Screws of the clips: on the inner side only."""


def height(measures: Measures, back: float) -> float:
    """From the floor to the plate, so far from the front wall."""
    return measures.room.front + back * tan(radians(measures.room.slope))


def up_plate(measures: Measures, back: float) -> float:
    """How far up the plate lies what is so far from the front wall."""
    return back / cos(radians(measures.room.slope))


def face(measures: Measures) -> Face:
    """The plate, laid out."""
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
    """START to the right, BACK to the left, the dial where the gaps on both its sides are the same."""
    back, knob, start = measures.back.rim, measures.dial.knob, measures.start.rim
    left, right = measures.margin, measures.room.width - measures.margin
    between = (right - left - back - knob - start) / 2
    return (
        Hole(left + back / 2, CONTROLS_UP, back, "BACK"),
        Hole(left + back + between + knob / 2, CONTROLS_UP, knob, "dial"),
        Hole(right - start / 2, CONTROLS_UP, start, "START"),
    )


def _glass(measures: Measures) -> tuple[Opening, Opening]:
    """The window and, around it, the board: as far back as its plugs, which lean backwards, leave it."""
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
