"""One line of text as pixels: letters shaped, put in the order of the screen, and laid side by side."""

from functools import lru_cache

from msgspec import Struct

from device.kernel.ids import Language
from device.table.drawing import shaping
from device.table.drawing.clusters import BREAK_HERE, SOFT_HYPHEN, clusters, is_mark, visual_order
from device.table.drawing.strikes import BASELINE, CLOCK_PIXELS, SizeStep, glyph

RIGHT_TO_LEFT = frozenset({Language("fa")})
UNKNOWN = "□"
_UNSEEN = frozenset({BREAK_HERE, SOFT_HYPHEN, *"\u200c\u200d\u200e\u200f"})
"""They say where to break, whether to join and which way to read, and have no picture."""
_MARGIN = 48
"""Columns kept free on the left while a line is laid, for what reaches back of the pen."""


class Ink(Struct, frozen=True):
    """Columns of pixels as in a strike, without the empty ones on both sides; rows above and below the baseline."""

    columns: tuple[int, ...]
    above: int
    below: int

    @property
    def width(self) -> int:
        return len(self.columns)


class Letter(Struct, frozen=True):
    """A glyph ready to be laid: its columns stand where the screen wants them."""

    advance: int
    left: int
    columns: tuple[int, ...]
    centred: bool


@lru_cache(maxsize=256)
def ink(text: str, language: Language, level: SizeStep) -> Ink | None:
    """Draw this text in one line; None if this size has no picture of one of its letters.

    The digits of the clock keep the empty columns beside them: the others must not move when one changes."""
    row: list[int] = [0] * _MARGIN
    pen = _MARGIN
    for cluster in shaped(text, language):
        base = pen
        for character in cluster:
            drawn = letter(language, level, character)
            if drawn is None:
                return None
            start = _start(drawn, base, pen)
            row += [0] * (max(start + len(drawn.columns), pen + drawn.advance) - len(row))
            for at, column in enumerate(drawn.columns, start):
                row[at] |= column
            pen += drawn.advance
    return Ink(tuple(row[_MARGIN:pen]), CLOCK_PIXELS, 0) if level is SizeStep.HUGE else _trimmed(row)


def ink_size(text: str, language: Language) -> tuple[int, int]:
    """Return the width and height of this text in the smallest letters, from dot to dot."""
    drawn = ink(text, language, SizeStep.TIGHT)
    return (drawn.width, drawn.above + drawn.below) if drawn else (0, 0)


def pen_advance(text: str, language: Language, level: SizeStep) -> int | None:
    """Return how far the pen moves, which is a little more than the ink is wide."""
    letters = [letter(language, level, character) for cluster in shaped(text, language) for character in cluster]
    return sum(drawn.advance for drawn in letters if drawn) if all(letters) else None


@lru_cache(maxsize=512)
def shaped(text: str, language: Language) -> tuple[str, ...]:
    """The clusters from left to right, each letter in the form it takes there."""
    parts = clusters(text)
    if any("\u0600" <= part[0] <= "\u06ff" for part in parts):
        parts = shaping.join_persian(parts)
    if any("\u0e00" <= part[0] <= "\u0e7f" for part in parts):
        parts = shaping.place_thai_marks(parts)
    return tuple(visual_order([part for part in parts if part not in _UNSEEN], language in RIGHT_TO_LEFT))


@lru_cache(maxsize=1024)
def letter(language: Language, level: SizeStep, character: str) -> Letter | None:
    """Return a letter. The smallest size shows an empty box for what it does not know; the larger ones leave such a
    text to it."""
    found = glyph(language, level, character)
    if found is None and level is SizeStep.TIGHT:
        found = glyph(language, level, UNKNOWN)
    if found is None:
        return None
    mark = is_mark(character)
    centred = mark and "\u0600" <= character <= "\u06ff"
    return Letter(0 if mark else found.advance, found.left, tuple(found.columns()), centred)


def _start(drawn: Letter, base: int, pen: int) -> int:
    """Return where a letter begins. Persian marks stand over the middle of theirs; all others where the strike says."""
    return (base + pen - len(drawn.columns)) // 2 if drawn.centred else pen + drawn.left


def _trimmed(row: list[int]) -> Ink:
    inked = [at for at, column in enumerate(row) if column]
    if not inked:
        return Ink((), 0, 0)
    rows = 0
    for column in row:
        rows |= column
    above = BASELINE - ((rows & -rows).bit_length() - 1)
    return Ink(tuple(row[inked[0] : inked[-1] + 1]), max(above, 0), max(rows.bit_length() - BASELINE, 0))
