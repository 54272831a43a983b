"""Makes the files from solid bodies: STL to print, PNG to look at."""

from collections.abc import Sequence
from io import BytesIO

from PIL.Image import Image

from case.measures import Board, Measures
from case.printed import bodies
from case.scenes import apart_picture, behind_picture, box_picture, inner_picture
from case.stl import stl


def prints(measures: Measures, boards: Sequence[str]) -> dict[str, bytes]:
    """Return the files to print: the body for each board, and the parts that all boards share."""
    made: dict[str, bytes] = {}
    for board in boards:
        for name, solid in bodies(measures, measures.boards[board]).items():
            file = f"{board}-{name}.stl" if name == "body" else f"{name}.stl"
            made.setdefault(file, stl(solid, file))
    return made


def pictures(measures: Measures, board: Board) -> dict[str, bytes]:
    """Return the pictures of the box: from the front, from behind, taken apart, and the plate's inner side."""
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
