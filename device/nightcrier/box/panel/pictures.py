"""Turns the bytes of the glass into Pillow images and PNG files with one bit for each dot."""

from pathlib import Path

from PIL import Image

from nightcrier.kernel.screen import Frame, ScreenFormat


def frame_picture(frame: Frame, screen: ScreenFormat) -> Image.Image:
    """Return the picture of a frame. A byte of the glass holds eight dots of one column, so the image is built from
    columns and rotated by 90 degrees."""
    columns, pages, width = bytearray(len(frame)), screen.pages, screen.width
    for page in range(pages):
        columns[pages - 1 - page :: pages] = frame[page * width : (page + 1) * width]
    return Image.frombytes("1", (screen.height, width), bytes(columns)).transpose(Image.Transpose.ROTATE_90)


def write_png(frame: Frame, screen: ScreenFormat, path: Path) -> None:
    """Write a PNG of exactly what the glass shows, with one bit for each dot."""
    frame_picture(frame, screen).save(path, "PNG", optimize=True)
