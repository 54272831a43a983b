"""Draws what the camera of a phone reads, as a square beside the rows of a page: a QR code of dark dots on a lit
ground, which every scanner reads; only some read light dots on a dark ground."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from device.kernel.ids import Language
from device.kernel.screen import ScreenFormat
from device.table.drawing.ink import RIGHT_TO_LEFT
from device.table.drawing.picture import Picture

if TYPE_CHECKING:
    from qrcodegen import QrCode, QrSegment

_LEAST = 2
"""Dots a module: fewer, and the cameras of phones cannot tell them apart."""
_AROUND, _AROUND_WIFI = 7, 3
"""Modules that stay lit around a code, those of two sides together. The standard asks for eight. A Wi-Fi with its
password has more letters than a code with seven around it holds on the glass: it has what is left there."""
WIFI_SCHEME = "WIFI:"
_GAP = 2
"""Dark columns between the lit ground and the rows, beside those that each row keeps free."""
_SMALLEST, _GROWTH = 17, 4
"""A code of version n has 17 + 4 n modules a side."""


def scanned_square(text: str, screen: ScreenFormat) -> Picture | None:
    """Draw the code as high as the screen and at most half as wide; None without a text, or if it would be too fine."""
    return _square(text, min(screen.height, screen.width // 2)) if text else None


def screen_beside(square: Picture | None, screen: ScreenFormat) -> ScreenFormat:
    """Return the part of the screen that is left for the rows."""
    return replace(screen, width=screen.width - len(square.columns) - _GAP) if square else screen


def beside_square(
    strips: Sequence[tuple[int, Picture]], square: Picture | None, language: Language, screen: ScreenFormat
) -> list[tuple[int, Picture]]:
    """Widen all strips to the screen: text begins where the language does, the square stands at the end."""
    if square is None:
        return list(strips)
    leftward = language in RIGHT_TO_LEFT
    rows = [(top, _widened(strip, screen.width, from_left=not leftward)) for top, strip in strips]
    middle = (screen.height - square.height) // 2
    return [*rows, (middle, _widened(square, screen.width, from_left=leftward))]


def _widened(strip: Picture, width: int, *, from_left: bool) -> Picture:
    dark = (0,) * (width - len(strip.columns))
    return replace(strip, columns=strip.columns + dark if from_left else dark + strip.columns)


@lru_cache(maxsize=1)
def _square(text: str, side: int) -> Picture | None:
    """Draw the code, and keep it: a page is drawn again and again with the same text."""
    from qrcodegen import DataTooLongError, QrCode  # only where such a page stands on the glass

    around = _AROUND_WIFI if text.startswith(WIFI_SCHEME) else _AROUND
    largest = (side // _LEAST - around - _SMALLEST) // _GROWTH
    if largest < QrCode.MIN_VERSION:
        return None
    try:
        code = QrCode.encode_segments(_segments(text), QrCode.Ecc.LOW, maxversion=min(largest, QrCode.MAX_VERSION))
    except DataTooLongError:
        return None
    return _lit_square(code, side, around)


def _segments(text: str) -> "list[QrSegment]":
    """Encode the scheme as bytes. Figures and stops after it take less room as what they are, which leaves more to mend
    what is misread."""
    from qrcodegen import QrSegment

    scheme, mark, rest = text.partition("//")
    if QrSegment.is_alphanumeric(rest):
        return [QrSegment.make_bytes(f"{scheme}{mark}".encode()), QrSegment.make_alphanumeric(rest)]
    return [QrSegment.make_bytes(text.encode())]


def _lit_square(code: "QrCode", side: int, around: int) -> Picture:
    size = code.get_size()
    dots = side // (size + around)
    edge, lit, module = (side - size * dots) // 2, (1 << side) - 1, (1 << dots) - 1
    columns = [lit] * side
    for x in range(size):
        dark = sum(module << edge + y * dots for y in range(size) if code.get_module(x, y))
        columns[edge + x * dots : edge + (x + 1) * dots] = [lit ^ dark] * dots
    return Picture(tuple(columns), side)
