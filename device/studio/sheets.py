"""Pictures of screens for people: one frame, or many side by side, each pixel as large as asked."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from device.table.drawing import HEIGHT, WIDTH, draw
from device.table.view import View

BORDER = 4
PAPER, LIT, DARK = 90, 255, 0


def image(frame: bytes) -> Image.Image:
    """A frame in the order of the screen's memory, as a picture of grey."""
    return Image.frombytes("L", (WIDTH, HEIGHT), bytes(LIT if lit else DARK for lit in _bits(frame)))


def contact_sheet(views: Sequence[View], columns: int, scale: int = 2) -> bytes:
    """A PNG of all these views, row by row."""
    rows = -(-len(views) // columns)
    sheet = Image.new("L", (columns * (WIDTH + BORDER) + BORDER, rows * (HEIGHT + BORDER) + BORDER), PAPER)
    for number, view in enumerate(views):
        row, column = divmod(number, columns)
        sheet.paste(image(draw(view)), (BORDER + column * (WIDTH + BORDER), BORDER + row * (HEIGHT + BORDER)))
    return png(sheet, scale)


def png(picture: Image.Image, scale: int = 1) -> bytes:
    """The picture in black and white, so small that it can be kept beside the code."""
    large = picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)
    out = BytesIO()
    large.quantize(4).save(out, "PNG", optimize=True)
    return out.getvalue()


def _bits(frame: bytes) -> list[int]:
    return [frame[y // 8 * WIDTH + x] >> y % 8 & 1 for y in range(HEIGHT) for x in range(WIDTH)]
