"""Frames and pictures: the bytes of the glass to and from Pillow's images and PNG files of one bit."""

from pathlib import Path

from PIL import Image

from device.kernel.screen import Frame, ScreenFormat


def pack_frame(picture: Image.Image) -> Frame:
    """The frame of a picture. Turned by a quarter, its rows are the columns of the glass, eight dots a byte."""
    columns = picture.convert("1").transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = picture.height // 8
    return b"".join(columns[pages - 1 - page :: pages] for page in range(pages))


def frame_picture(frame: Frame, screen: ScreenFormat) -> Image.Image:
    """The picture of a frame."""
    columns, pages, width = bytearray(len(frame)), screen.pages, screen.width
    for page in range(pages):
        columns[pages - 1 - page :: pages] = frame[page * width : (page + 1) * width]
    return Image.frombytes("1", (screen.height, width), bytes(columns)).transpose(Image.Transpose.ROTATE_90)


def write_png(frame: Frame, screen: ScreenFormat, path: Path) -> None:
    """Exactly what the glass shows, one bit a dot."""
    frame_picture(frame, screen).save(path, "PNG", optimize=True)


def read_png(path: Path) -> Frame:
    """The frame a file was written from."""
    with Image.open(path) as image:
        return pack_frame(image)
