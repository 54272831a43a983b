"""The picture of how loud the box is, laid over the foot of a page: a strip of its own, so that nothing above it moves
and only its part of the glass is sent."""

from device.kernel.ids import Language
from device.table.drawing.ink import RIGHT_TO_LEFT, ink
from device.table.drawing.picture import Picture, lay_ink
from device.table.drawing.strikes import SizeStep
from device.table.view import Gauge

GAUGE_HEIGHT = 20
"""It hides a row of small letters, and none by half."""
_SPEAKER = (0b0011100, 0b0011100, 0b0111110, 0b1111111, 0b0000000, 0b0011100, 0b0100010, 0b0011100)
"""A loudspeaker that speaks, column by column."""
_EDGE, _RULE, _TOP = 2, 1 << 2, 8
_BLOCK, _LINE, _STOP = 0b111111111 << 7, 0b11 << 11, 0b1111111111111 << 5
_BAR_START, _NUMBER_ROOM = _EDGE + len(_SPEAKER) + 5, 26


def gauge_picture(gauge: Gauge, language: Language, width: int) -> Picture:
    """Draw a rule above; and the loudspeaker, the bar and the number in the direction of the language."""
    columns = [_RULE] * width
    for at, column in enumerate(_SPEAKER, _EDGE):
        columns[at] |= column << _TOP
    length = width - _BAR_START - _NUMBER_ROOM
    filled, most = round(gauge.fraction * length), round(gauge.most * length)
    for at in range(most):
        columns[_BAR_START + at] |= _BLOCK if at < filled else _LINE
    columns[_BAR_START + most] |= _STOP
    mirrored = columns[::-1] if language in RIGHT_TO_LEFT else columns
    return Picture(_with_number(mirrored, gauge.text, language), GAUGE_HEIGHT)


def _with_number(columns: list[int], text: str, language: Language) -> tuple[int, ...]:
    line = ink(text, language, SizeStep.SMALL)
    if line is None:
        return tuple(columns)
    left = _EDGE if language in RIGHT_TO_LEFT else len(columns) - _EDGE - line.width
    return lay_ink(columns, line, left, _TOP + (7 + line.above) // 2)
