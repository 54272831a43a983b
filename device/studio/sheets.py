"""Pictures of screens for people: one frame, or many side by side, each pixel as large as asked."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from device.kernel.screen import Frame, ScreenFormat
from device.table.drawing import draw
from device.table.view import View

_BORDER = 4
_PAPER, _LIT, _DARK = 90, 255, 0


def _image(frame: Frame, screen: ScreenFormat) -> Image.Image:
    """A frame in the order of the screen's memory, as a picture of grey."""
    dots = bytes(_LIT if lit else _DARK for lit in _bits(frame, screen))
    return Image.frombytes("L", (screen.width, screen.height), dots)


def contact_sheet(views: Sequence[View], screen: ScreenFormat, columns: int, scale: int = 2) -> bytes:
    """A PNG of all these views, row by row."""
    rows = -(-len(views) // columns)
    across, down = screen.width + _BORDER, screen.height + _BORDER
    sheet = Image.new("L", (columns * across + _BORDER, rows * down + _BORDER), _PAPER)
    for number, view in enumerate(views):
        row, column = divmod(number, columns)
        sheet.paste(_image(draw(view, screen), screen), (_BORDER + column * across, _BORDER + row * down))
    return _png(sheet, scale)


def _png(picture: Image.Image, scale: int = 1) -> bytes:
    """The picture in black and white, so small that it can be kept beside the code."""
    large = picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)
    out = BytesIO()
    large.quantize(4).save(out, "PNG", optimize=True)
    return out.getvalue()


def _bits(frame: Frame, screen: ScreenFormat) -> list[int]:
    width = screen.width
    return [frame[y // 8 * width + x] >> y % 8 & 1 for y in range(screen.height) for x in range(width)]
