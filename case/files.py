"""The files that are made from solid bodies: STL to print, PNG to look at."""

from collections.abc import Sequence
from io import BytesIO

from PIL.Image import Image

from case.measures import Board, Measures
from case.printed import bodies
from case.scenes import apart_picture, behind_picture, box_picture, inner_picture
from case.stl import stl


def prints(measures: Measures, boards: Sequence[str]) -> dict[str, bytes]:
    """The body of each board, and what all of them share."""
    made: dict[str, bytes] = {}
    for board in boards:
        for name, solid in bodies(measures, measures.boards[board]).items():
            file = f"{board}-{name}.stl" if name == "body" else f"{name}.stl"
            made.setdefault(file, stl(solid, file))
    return made


def pictures(measures: Measures, board: Board) -> dict[str, bytes]:
    """The box from before and from behind, apart, and the plate from within."""
    return {
        "box.png": _png(box_picture(measures, board)),
        "behind.png": _png(behind_picture(measures, board)),
        "apart.png": _png(apart_picture(measures, board)),
        "inner.png": _png(inner_picture(measures)),
    }


def _png(picture: Image) -> bytes:
    file = BytesIO()
    picture.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()
