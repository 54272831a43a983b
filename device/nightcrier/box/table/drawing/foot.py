"""Draws the foot of a page: below a line of one dot what the three keys do, in the order in which they lie on the box.
It is never mirrored, because it names controls that stay where they are."""

from nightcrier.box.table.drawing.ink import Ink, SizeStep, ink
from nightcrier.box.table.drawing.picture import Picture, lay_ink
from nightcrier.box.table.drawing.view import KeyWords
from nightcrier.kernel.ids import Language

TURN = "◀▶"
"""What says that the dial turns, in the same order in all languages."""
_EDGE, _AROUND_START, _APART, _NOTHING = 2, 4, 5, Ink((), (), 0, 0, 0, 0)
UPRIGHT = SizeStep.TIGHT, 10, 16
LETTERS = {
    Language("fa"): (SizeStep.TIGHT, 13, 21),
    Language("ja"): (SizeStep.TIGHT, 11, 15),
    Language("th"): (SizeStep.SMALL, 15, 21),
    Language("zh-Hant"): (SizeStep.SMALL, 14, 19),
}
"""The letters of each language, the rows above its baseline, and the height of its foot, as its key words need them.
The smallest Thai has stems of one dot, and in the smallest Chinese the strokes of 離開 run together."""


def foot_height(language: Language) -> int:
    return LETTERS.get(language, UPRIGHT)[2]


def foot_picture(foot: KeyWords, width: int) -> Picture:
    """Draw the three words. That of the dial stands in the middle, or as near to it as the other two let it."""
    step, above, height = LETTERS.get(foot.language, UPRIGHT)
    words = ((word, foot.language if word != TURN else Language("")) for word in (foot.back, foot.dial, foot.start))
    back, dial, start = (ink(word, language, step) or _NOTHING for word, language in words)
    box = width - (start.width + 2 * _AROUND_START if start.width else 0)
    columns, base = (1,) * width, _EDGE + above
    free = (_EDGE + back.width + _APART if back.width else _EDGE), box - _APART - dial.width
    for word, left in ((back, _EDGE), (dial, max(min((width - dial.width) // 2, free[1]), free[0]))):
        columns = lay_ink(columns, word, left, base)
    columns = lay_ink(columns, start, box + _AROUND_START, base)
    full = (1 << height) - 1
    lit = full if foot.leads_on else 0
    return Picture(tuple(column & full ^ (lit if at >= box else 0) | 1 for at, column in enumerate(columns)), height)
