"""Draws the pictures of the box: assembled, and taken apart."""

from collections.abc import Iterator

from manifold3d import Manifold
from PIL import Image

from case.measures import Board, Measures
from case.plate import face
from case.printed import clip, plate, sticker
from case.printed_body import body
from case.render import Shown, picture
from case.shapes import Hole, Opening
from case.solid import flat, upright
from case.walls import on_floor

WOOD, SHELL, BLACK, GLASS = (226, 214, 190), (150, 160, 172), (60, 60, 64), (92, 120, 150)
RED, BLUE, GREEN, WHITE = (205, 70, 60), (80, 120, 190), (90, 150, 100), (238, 238, 232)
SCALE = 3.6


def box_picture(measures: Measures, board: Board) -> Image.Image:
    """Return the box as people see it from their seats."""
    return picture([Shown(body(measures, board), SHELL), *_covered(measures, 0.0)], -24.0, 38.0, SCALE)


def behind_picture(measures: Measures, board: Board) -> Image.Image:
    """Return the box from behind, with the sockets."""
    side = 145.0 if board.end == "card" else 215.0
    return picture([Shown(body(measures, board), SHELL), *_covered(measures, 0.0)], side, 24.0, SCALE)


def apart_picture(measures: Measures, board: Board) -> Image.Image:
    """Return the box with its plate raised, so that the posts, the feet and the Pi can be seen."""
    pi = Manifold.cube((board.length, board.width, measures.standoff.board)).translate(_board_corner(measures, board))
    shown = [Shown(body(measures, board), SHELL), Shown(pi, GREEN), *_covered(measures, 85.0)]
    return picture(shown, -24.0, 42.0, SCALE * 0.8)


def inner_picture(measures: Measures) -> Image.Image:
    """Return the plate as it is printed, inner side up, with the small parts beside it."""
    below = -45.0
    parts = [
        Shown(plate(measures), SHELL),
        *(Shown(clip(measures).translate((10.0 + 22.0 * place, below, 0.0)), SHELL) for place in (0, 1)),
        Shown(sticker(measures, measures.start.cap, "bar").translate((75.0, below + 15.0, 0.0)), RED),
        Shown(sticker(measures, measures.back.cap, "ring").translate((110.0, below + 15.0, 0.0)), BLUE),
    ]
    return picture(parts, -20.0, 55.0, SCALE * 0.8)


def _board_corner(measures: Measures, board: Board) -> tuple[float, float, float]:
    left, front = on_floor(measures, board, board.length, board.width)
    return left, front, measures.printed.floor + measures.standoff.height


def _covered(measures: Measures, lifted: float) -> Iterator[Shown]:
    """Yield the plate and the parts mounted in it, in place or raised above the body."""
    made, laid = measures.printed, face(measures)
    right_way = plate(measures).rotate((0, 180, 0)).translate((measures.room.width, 0, made.plate))
    parts = [Shown(right_way, WOOD), Shown(_block(laid.window, 0.0, 0.6), GLASS)]
    back, dial, start = laid.rims
    parts += _button(back, measures.back.cap, made.plate, BLUE)
    parts += _button(start, measures.start.cap, made.plate, RED)
    parts.append(Shown(upright(dial, dial.across, made.plate + 1.0, made.plate + 16.0), BLACK))
    parts.append(
        Shown(sticker(measures, measures.start.cap, "bar").translate((start.x, start.y, made.plate + 6.0)), RED)
    )
    parts.append(
        Shown(sticker(measures, measures.back.cap, "ring").translate((back.x, back.y, made.plate + 6.0)), BLUE)
    )
    parts += [Shown(upright(lamp, lamp.across - 2.0, made.plate, made.plate + 4.0), WHITE) for lamp in laid.small]
    up = made.floor + measures.room.front + lifted
    for part in parts:
        yield Shown(part.solid.rotate((measures.room.slope, 0, 0)).translate((0, 0, up)), part.colour)


def _button(rim: Hole, cap: float, plate_top: float, colour: tuple[int, int, int]) -> list[Shown]:
    return [
        Shown(upright(rim, rim.across, plate_top, plate_top + 3.0), colour),
        Shown(upright(rim, cap, plate_top + 3.0, plate_top + 6.0), colour),
    ]


def _block(opening: Opening, low: float, high: float) -> Manifold:
    return flat(opening).extrude(high - low).translate((0, 0, low))
