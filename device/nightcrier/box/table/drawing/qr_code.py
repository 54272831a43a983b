"""Draws a QR code, and places such a square beside the rows of a page.

The code has dark dots on a lit background, which every scanner can read. Light dots on a dark background would defeat
some scanners."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.table.drawing.picture import Picture
from nightcrier.kernel.screen import ScreenFormat

if TYPE_CHECKING:
    from qrcodegen import QrCode, QrSegment


_LEAST = 2
"""The smallest width in dots of a module of a QR code. Phone cameras cannot distinguish smaller modules."""
_AROUND, _AROUND_WIFI = 7, 3
"""The number of lit modules that are added to the width of a QR code, both sides together. The standard asks for eight.
The code of a Wi-Fi network is larger because of its password, so only three fit."""
WIFI_SCHEME = "WIFI:"
GAP_BESIDE = 2
"""The dark columns between the lit background of a QR code and the rows. Each row keeps a few more columns free."""
_SMALLEST, _GROWTH = 17, 4
"""The numbers for the size of a QR code: version n has 17 + 4 n modules on each side."""


def qr_picture(text: str, screen: ScreenFormat) -> Picture | None:
    """Draw a text as a QR code, as high as the screen and at most half as wide. Return None if the text is empty, or if
    the modules would be too small."""
    return _square(text, min(screen.height, screen.width // 2)) if text else None


def screen_beside(square: Picture | None, screen: ScreenFormat) -> ScreenFormat:
    return replace(screen, width=screen.width - len(square.columns) - GAP_BESIDE) if square else screen


def beside_square(
    strips: Sequence[tuple[int, Picture]], square: Picture | None, screen: ScreenFormat, *, leftward: bool
) -> list[tuple[int, Picture]]:
    """Widen all strips to the whole screen, and add the QR code or sign, on the left if it goes `leftward`."""
    if square is None:
        return list(strips)
    rows = [(top, widen_strip(strip, screen.width, from_left=not leftward)) for top, strip in strips]
    middle = (screen.height - square.height) // 2
    return [*rows, (middle, widen_strip(square, screen.width, from_left=leftward))]


def widen_strip(strip: Picture, width: int, *, from_left: bool) -> Picture:
    dark = (0,) * (width - len(strip.columns))
    return replace(strip, columns=strip.columns + dark if from_left else dark + strip.columns)


@lru_cache(maxsize=1)
def _square(text: str, side: int) -> Picture | None:
    """Draw a QR code. The last picture is cached, because a page is drawn many times with the same text."""
    from qrcodegen import DataTooLongError, QrCode  # only where such a page stands on the glass

    around = _AROUND_WIFI if text.startswith(WIFI_SCHEME) else _AROUND
    largest = (side // _LEAST - around - _SMALLEST) // _GROWTH
    if largest < QrCode.MIN_VERSION:
        return None
    try:
        code = QrCode.encode_segments(_segments(text), QrCode.Ecc.LOW, maxversion=min(largest, QrCode.MAX_VERSION))
    except DataTooLongError:
        return None
    return _draw_code(code, side, around)


def _segments(text: str) -> "list[QrSegment]":
    """Encode an address for a QR code: the scheme as bytes, the rest as digits and capital letters if possible. These
    need less space, which leaves more for error correction."""
    from qrcodegen import QrSegment

    scheme, mark, rest = text.partition("//")
    if QrSegment.is_alphanumeric(rest):
        return [QrSegment.make_bytes(f"{scheme}{mark}".encode()), QrSegment.make_alphanumeric(rest)]
    return [QrSegment.make_bytes(text.encode())]


def _draw_code(code: "QrCode", side: int, around: int) -> Picture:
    size = code.get_size()
    dots = side // (size + around)
    edge, lit, module = (side - size * dots) // 2, (1 << side) - 1, (1 << dots) - 1
    columns = [lit] * side
    for x in range(size):
        dark = sum(module << edge + y * dots for y in range(size) if code.get_module(x, y))
        columns[edge + x * dots : edge + (x + 1) * dots] = [lit ^ dark] * dots
    return Picture(tuple(columns), side)
