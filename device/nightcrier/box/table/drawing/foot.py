"""Draws what is below the rows of a page: seats as chips, and the foot, which says under a thin line what the three
keys do. Both have the order of the table and of the box, so they are never mirrored."""

from functools import lru_cache

from nightcrier.box.table.drawing.ink import NO_INK, Ink, SizeStep, ink
from nightcrier.box.table.drawing.picture import Picture, lay_ink
from nightcrier.box.table.drawing.view import Chip, KeyWords
from nightcrier.kernel.ids import Language

TURN = "◀▶"
"""The sign that the dial turns: the same in all languages."""
_EDGE, _AROUND_START, _APART = 2, 4, 5
UPRIGHT = SizeStep.TIGHT, 10, 16
LETTERS = {
    Language("fa"): (SizeStep.TIGHT, 12, 19),
    Language("ja"): (SizeStep.TIGHT, 11, 15),
    Language("th"): (SizeStep.SMALL, 15, 21),
    Language("zh-Hant"): (SizeStep.SMALL, 14, 19),
}
"""The letters of the foot in each language, the rows above their baseline, and the height of the foot. The smallest
Thai letters have stems of one dot, and in the smallest Chinese letters, the strokes of 離開 would run together."""


def foot_height(language: Language) -> int:
    return LETTERS.get(language, UPRIGHT)[2]


def foot_picture(foot: KeyWords, width: int) -> Picture:
    """Draw the three words. The word of the dial is in the middle, or as close to it as the other two allow."""
    step, above, height = LETTERS.get(foot.language, UPRIGHT)
    back, start = (ink(word, foot.language, step) or NO_INK for word in (foot.back, foot.start))
    box = width - (start.width + 2 * _AROUND_START if start.width else 0)
    columns, base = (1,) * width, _EDGE + above
    begin, end = (_EDGE + back.width + _APART if back.width else _EDGE), box - _APART
    dials = [ink(word, language, step) or NO_INK for word, language in _dial_words(foot)]
    dial = next((word for word in dials if word.width <= end - begin), dials[-1])
    for word, left in ((back, _EDGE), (dial, max(min((width - dial.width) // 2, end - dial.width), begin))):
        columns = lay_ink(columns, word, left, max(base, word.above + _EDGE))  # nothing touches the line
    columns = lay_ink(columns, start, box + _AROUND_START, base)
    full = (1 << height) - 1
    lit = full - 1 if foot.leads_on else 0  # below the line
    return Picture(tuple([column & full ^ (lit if at >= box else 0) for at, column in enumerate(columns)]), height)


def _dial_words(foot: KeyWords) -> tuple[tuple[str, Language], ...]:
    """Return the possible words for the dial, longest first. If a position between arrows does not fit, its total is
    dropped first, and then its number."""
    if foot.dial[:1] != TURN[0]:
        return ((foot.dial, foot.language),)
    number = foot.dial.partition("/")[0]
    ways = dict.fromkeys((foot.dial, number + TURN[1] if "/" in foot.dial else TURN, TURN))
    return tuple((way, Language("")) for way in ways)


_ABOVE, _BETWEEN, _WIDEST, _FIVE = 1, 2, 22, 5
_GRIDS = ((8, 1, 3, 17, 0), (12, 2, 2, 12, 0), (20, 2, 1, 11, 3), (36, 3, 1, 8, 3))
"""The layout for each number of seats: the number of rows, the gap between chips, their height, and the gap after five
chips without numbers."""


@lru_cache(maxsize=4)  # a page is measured, and then drawn
def chips_picture(chips: tuple[Chip, ...], language: Language, width: int) -> Picture:
    """Draw the chips of seats: lit for winners, dotted and struck out for the dead."""
    most, rows, gap, height, fives = next(grid for grid in _GRIDS if len(chips) <= grid[0])
    count, step = most // rows if fives else -(-len(chips) // rows), SizeStep.SMALL if rows == 1 else SizeStep.TIGHT
    spare, columns = (count - 1) // _FIVE * fives - gap, [0] * width
    pitch = min(_WIDEST + gap, (width - 2 * _EDGE - spare) // count)
    for at, chip in enumerate(chips):
        row, place = divmod(at, count)
        left = (width - count * pitch - spare) // 2 + place * pitch + place // _FIVE * fives
        number = None if fives else ink(chip.number, language, step)
        for x, column in enumerate(_chip_columns(chip, number or NO_INK, pitch - gap, height), left):
            columns[x] |= column << _ABOVE + row * (height + _BETWEEN)
    return Picture(tuple(columns), _ABOVE + rows * (height + _BETWEEN) - 1)


def _chip_columns(chip: Chip, number: Ink, wide: int, height: int) -> list[int]:
    base, full = (height + number.above - number.below) // 2, (1 << height) - 1
    columns, left = [0] * wide, (wide - number.width) // 2
    if left > 0:
        columns = [*lay_ink(columns, number, left, base)]
    for x in range(wide):
        edge = full if x in {0, wide - 1} else 1 | 1 << height - 1
        if chip.struck:
            edge &= 0x55555 << x % 2
            band = 0b1111 << height >> 2 + (height - 2) * x // wide & full
            columns[x] = columns[x] & ~band | band & band << 1 & band >> 1
        columns[x] = full & ~columns[x] if chip.lit else columns[x] | edge
    return columns
