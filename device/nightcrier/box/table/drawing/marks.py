"""Draws the marks of a call. Above the call's name is a dot for each call, and the present one is larger. Below the
name is a block for each part of the call's time. A block that goes out leaves a line, which changes only a few bytes on
the glass."""

from nightcrier.box.table.drawing.ink import RIGHT_TO_LEFT
from nightcrier.box.table.drawing.picture import Picture
from nightcrier.box.table.drawing.view import CallMarks
from nightcrier.kernel.ids import Language

_TOP, _FROM_BOTTOM, _GAP = 2, 6, 2
_LIT, _OUT, _OTHER = 0b1111, 0b1000, (0, 0b110, 0b110, 0)
_WIDEST_DOT, _WIDEST_BLOCK = 6, 16
"""The most columns from one mark to the next. With this limit, a block spans at most 14 bytes of the glass's memory."""


def rows_of_marks(marks: CallMarks | None) -> tuple[int, int]:
    return (7 if marks and marks.of else 0), (8 if marks and (marks.of or marks.blocks) else 0)


def marks_strips(marks: CallMarks, language: Language, width: int, height: int) -> list[tuple[int, Picture]]:
    """Return both rows of marks with their places on a screen of this height. In Persian they are mirrored."""
    dot = min(_WIDEST_DOT, width // max(marks.of, 1)) - _GAP
    dots = [(_LIT,) * dot if at == marks.at else _OTHER[:dot] for at in range(1, marks.of + 1)]
    block = min(_WIDEST_BLOCK, (width + _GAP) // max(marks.blocks, 1)) - _GAP
    blocks = [(_LIT if at < marks.left else _OUT,) * block for at in range(marks.blocks)]
    rows = ((_TOP, dots), (height - _FROM_BOTTOM, blocks))
    return [(top, _in_middle(each, language, width)) for top, each in rows if each]


def _in_middle(marks: list[tuple[int, ...]], language: Language, width: int) -> Picture:
    drawn = [column for mark in marks for column in (*mark, *(0,) * _GAP)][:-_GAP]
    left = (width - len(drawn)) // 2
    columns = [*(0,) * left, *drawn, *(0,) * (width - left - len(drawn))]
    return Picture(tuple(reversed(columns) if language in RIGHT_TO_LEFT else columns), _LIT.bit_length())
