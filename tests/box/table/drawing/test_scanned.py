"""Tests what a camera reads on the screen: another library reads back every frame, within the dark rim of the box."""

import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from nightcrier.box.table.drawing.frame import draw, measure
from nightcrier.box.table.drawing.view import Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS, ScreenFormat
from tests.box.table.drawing.test_other_screens import dots

RIM, SEEN = 20, 6
"""The dots of dark plastic around the screen, and the number of camera pixels across one dot."""
ADDRESSES = ("1.1.1.1", "10.0.0.5:8080", "192.168.178.123:8080", "255.255.255.255:65535", "nightcrier.local:8080")
URLS = tuple(f"http://{address}/" for address in ADDRESSES)
WIFI = "WIFI:T:WPA;S:Nightcrier3F2A;P:wmhxkmwrzmyg;;"
"""A Wi-Fi code of the length that it has on every box."""
SCREENS = (ScreenFormat(256, 64), ScreenFormat(256, 128), ScreenFormat(128, 128), ScreenFormat(128, 64, 4))
LONGEST = f"http://{'m' * 18}.local/"
"""The longest address that fits into such a square."""


def page(url: str, language: str = "en") -> View:
    return View("phone", Language(language), (Text("048 213"),), scanned=url)


def seen(view: View, screen: ScreenFormat = GLASS) -> Image.Image:
    """Return a sharp and straight camera picture of a view."""
    rows = dots(draw(view, screen), screen)
    glass = Image.new("L", (screen.width + 2 * RIM, screen.height + 2 * RIM))
    for y, row in enumerate(rows, RIM):
        for x, dot in enumerate(row, RIM):
            glass.putpixel((x, y), 255 * dot)
    return glass.resize((glass.width * SEEN, glass.height * SEEN), Image.Resampling.NEAREST)


def read(picture: Image.Image, *, either_way: bool = False) -> list[str]:
    """Return the codes in a picture. By default, the reader knows only dark codes on a lit background."""
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode, try_invert=either_way)
    return [code.text for code in found]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("url", [*URLS, LONGEST, WIFI])
def test_a_camera_reads_the_address(url, language):
    assert measure(page(url, language), GLASS).whole
    assert read(seen(page(url, language))) == [url]


def test_on_a_dark_ground_not_every_reader_would_see_it():
    turned = ImageChops.invert(seen(page(URLS[2])))
    assert (read(turned), read(turned, either_way=True)) == ([], [URLS[2]])


@pytest.mark.parametrize("url", [*URLS, LONGEST, WIFI])
def test_it_is_read_aslant_out_of_focus_and_in_a_bright_room(url):
    aslant = seen(page(url)).rotate(17, Image.Resampling.BICUBIC, expand=True)
    blurred = aslant.filter(ImageFilter.GaussianBlur(SEEN * 0.9))
    assert read(blurred.point(lambda light: 90 + light // 3)) == [url]


def test_a_lamp_that_is_mirrored_in_the_glass_is_made_up_for():
    picture = seen(page(URLS[2]))
    left, top = (RIM + GLASS.width * 3 // 4) * SEEN, (RIM + GLASS.height // 2) * SEEN
    ImageDraw.Draw(picture).ellipse((left, top, left + 8 * SEEN, top + 8 * SEEN), fill=255)
    assert read(picture) == [URLS[2]]


def test_what_is_too_long_leaves_all_of_the_width_to_the_rows():
    long = page(LONGEST.replace(".", "m."))
    assert not measure(long, GLASS).whole
    assert draw(long, GLASS) == draw(page(""), GLASS)
    assert measure(page(""), GLASS).whole


def test_a_low_screen_has_no_room_for_a_code():
    assert not measure(page(URLS[0]), ScreenFormat(128, 32)).whole


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("text", [URLS[2], WIFI])
def test_every_other_screen_shows_it_as_large_as_it_can(screen, text):
    view = page(text)
    assert measure(view, screen).whole
    assert read(seen(view, screen)) == [text]


def test_a_lamp_is_mirrored_in_the_glass_and_the_wifi_is_read_all_the_same():
    picture = seen(page(WIFI))
    left, top = (RIM + GLASS.width * 3 // 4) * SEEN, (RIM + GLASS.height // 2) * SEEN
    ImageDraw.Draw(picture).ellipse((left, top, left + 4 * SEEN, top + 4 * SEEN), fill=255)
    assert read(picture) == [WIFI]


@pytest.mark.parametrize("language", ["en", "fa"])
def test_text_begins_where_the_language_does_and_nothing_runs_into_the_code(language):
    rows = dots(draw(page(URLS[2], language), GLASS), GLASS)
    half = GLASS.width // 2
    sides = [sum(map(sum, (row[:half] for row in rows))), sum(map(sum, (row[half:] for row in rows)))]
    assert (sides[0] > sides[1]) is (language == "fa")
    beside = half if language == "fa" else half - 2
    assert all(row[beside : beside + 2] == [0, 0] for row in rows)
