"""Frames and pictures: the bytes of the glass to and from Pillow's images and PNG files of one bit."""

from pathlib import Path

from PIL import Image

from device.panel.changes import PAGES
from device.panel.port import HEIGHT, WIDTH, Frame


def packed(picture: Image.Image) -> Frame:
    """The frame of a 128x64 picture. Turned by a quarter, its rows are the columns of the glass, eight dots a byte."""
    columns = picture.convert("1").transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def picture(frame: Frame) -> Image.Image:
    """The picture of a frame."""
    columns = bytearray(len(frame))
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = frame[page * WIDTH : (page + 1) * WIDTH]
    return Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns)).transpose(Image.Transpose.ROTATE_90)


def write_png(frame: Frame, path: Path) -> None:
    """Exactly what the glass shows, one bit a dot."""
    picture(frame).save(path, "PNG", optimize=True)


def read_png(path: Path) -> Frame:
    """The frame a file was written from."""
    with Image.open(path) as image:
        return packed(image)
