"""Tests that frames in ten languages still match, pixel by pixel, the ones that somebody checked by eye."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from docs.pictures.pages import contact_sheet
from nightcrier.kernel.screen import GLASS

GOLDEN = Path(__file__).parent / "golden"


def test_frames_look_as_they_did(code, views, tmp_path):
    drawn = contact_sheet(views, GLASS, columns=4, scale=1)
    new = tmp_path / f"{code}.png"
    new.write_bytes(drawn)
    golden = GOLDEN / new.name
    kept = golden.read_bytes() if golden.exists() else contact_sheet([], GLASS, columns=4, scale=1)
    assert pixels(drawn) == pixels(kept), f"look at {new}; if it is right, it replaces {golden}"


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    picture = Image.open(BytesIO(png)).convert("L")
    return picture.size, picture.tobytes()
