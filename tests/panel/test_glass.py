"""The OLED from frame to bytes to pixels: luma's set-up, our partial updates, a model that decodes the bus."""

import os
import subprocess
import sys
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled import device as luma

from device.kernel.chance import SeededChance
from device.panel.changes import WHOLE, changed, rectangles, rows
from device.panel.controllers import CONTROLLERS
from device.panel.glass import Glass, GlassBus
from device.panel.oled import OledScreen
from device.panel.pictures import picture
from device.panel.port import BLANK, HEIGHT, WIDTH, ScreenLost
from device.panel.settings import ScreenSettings

KINDS = sorted(CONTROLLERS)
PATHS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
FULL = b"\xff" * len(BLANK)


def opened(kind="ssd1306", noise=5, **more):
    """A screen on a model of a glass; everything between them is luma's and smbus2's own."""
    glass = Glass(kind, noise)
    bus = GlassBus(glass)
    screen = OledScreen(ScreenSettings(controller=kind, **more), connect_through(bus))
    screen.open()
    return screen, glass, bus


def connect_through(bus):
    def connect(number, address):
        with patch("smbus2.SMBus", bus):
            return i2c(port=number, address=address)

    return connect


def noise(seed):
    chance = SeededChance(seed)
    return bytes(chance.below(256) for _ in BLANK)


@pytest.mark.parametrize("kind", KINDS)
def test_a_glass_full_of_noise_is_dark_when_opened_and_lit(kind):
    _, glass, _ = opened(kind)
    assert glass.on
    assert glass.frame() == BLANK


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("upside_down", [False, True])
def test_the_glass_shows_the_frame_pixel_for_pixel(kind, upside_down):
    screen, glass, _ = opened(kind, upside_down=upside_down)
    screen.show(noise(1))
    shown = picture(glass.frame())
    assert (shown.rotate(180) if upside_down else shown).tobytes() == picture(noise(1)).tobytes()


class Notebook:
    """Takes the place of luma's bus and writes down what is sent."""

    def __init__(self):
        self.lines = []

    def command(self, *commands):
        self.lines.append(list(commands))

    def data(self, data):
        """The picture."""

    def cleanup(self):
        """At exit."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_controller_is_set_up_as_luma_sets_it_up(kind):
    notebook = Notebook()
    getattr(luma, kind)(notebook)
    dark, *setup = notebook.lines[0]
    assert dark == 0xAE
    assert tuple(setup) == CONTROLLERS[kind].setup


def test_a_screen_starts_no_threads_and_loads_none_of_luma_s_devices():
    code = (
        "import sys, threading; from unittest.mock import patch; from device.panel.glass import Glass, GlassBus;"
        "from device.panel.oled import OledScreen; from device.panel.settings import ScreenSettings;"
        "patch('smbus2.SMBus', GlassBus(Glass())).start(); OledScreen(ScreenSettings()).open();"
        "print(threading.active_count(), 'luma.oled.device' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=PATHS)
    assert found.stdout.split() == ["1", "False"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_shows_what_luma_itself_draws(kind):
    glass = Glass(kind, 3)
    display = getattr(luma, kind)(connect_through(GlassBus(glass))(1, 0x3C))
    display.display(picture(noise(2)))
    assert glass.frame() == noise(2)


SPOTS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 127), st.integers(0, 7), st.integers(0, 127), st.binary(min_size=1)),
    max_size=4,
)


def painted(frame, spots):
    """The frame with some rectangles of it painted over with a pattern."""
    canvas = bytearray(frame)
    for top, left, bottom, right, ink in spots:
        for page in range(min(top, bottom), max(top, bottom) + 1):
            for n, column in enumerate(range(min(left, right), max(left, right) + 1)):
                canvas[page * WIDTH + column] = ink[n % len(ink)]
    return bytes(canvas)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, deadline=None)
@given(steps=st.lists(SPOTS, max_size=5))
def test_after_any_sequence_of_partial_updates_glass_and_frame_are_equal(kind, steps):
    screen, glass, _ = opened(kind)
    frame = BLANK
    for spots in steps:
        frame = painted(frame, spots)
        before = glass.sent
        screen.show(frame)
        assert glass.frame() == frame
        assert glass.sent - before <= CONTROLLERS[kind].bytes_on_the_bus(None, frame)


@given(before=SPOTS, after=SPOTS)
def test_patches_cover_every_change_and_count_their_bytes_truly(before, after):
    old = painted(BLANK, before)
    new = painted(old, after)
    for cover in (rectangles, rows):
        shown = bytearray(old)
        for patch_ in cover(changed(old, new), 10):
            for page in range(patch_.top, patch_.bottom + 1):
                start = page * WIDTH
                shown[start + patch_.left : start + patch_.right + 1] = new[
                    start + patch_.left : start + patch_.right + 1
                ]
        assert bytes(shown) == new


@pytest.mark.parametrize("kind", KINDS)
@given(spots=SPOTS)
def test_the_cost_foretold_is_the_cost_on_the_bus(kind, spots):
    screen, glass, _ = opened(kind)
    before, frame = glass.sent, painted(BLANK, spots)
    screen.show(frame)
    assert glass.sent - before == CONTROLLERS[kind].bytes_on_the_bus(BLANK, frame)


def test_the_same_frame_again_sends_nothing():
    screen, glass, _ = opened()
    screen.show(noise(1))
    before = glass.sent
    screen.show(noise(1))
    assert glass.sent == before


def test_a_digit_of_four_pages_by_thirteen_columns_costs_at_most_64_bytes():
    screen, glass, _ = opened()
    before = glass.sent
    screen.show(painted(BLANK, [(2, 40, 5, 52, b"\x5a")]))
    assert glass.sent - before == 62


def test_far_corners_are_sent_apart_and_near_things_together():
    corners = painted(BLANK, [(0, 0, 0, 0, b"x"), (7, 127, 7, 127, b"x")])
    assert len(rectangles(changed(BLANK, corners), 10)) == 2
    near = painted(BLANK, [(0, 0, 0, 3, b"x"), (0, 8, 0, 9, b"x")])
    assert len(rectangles(changed(BLANK, near), 10)) == 1
    assert rectangles(changed(BLANK, FULL), 10) == (WHOLE,)
    step = painted(BLANK, [(0, 0, 1, 60, b"x"), (2, 50, 3, 127, b"x")])
    assert len(rectangles(changed(BLANK, step), 10)) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_contrast_is_sent_once_and_comes_back_after_a_loss(kind):
    screen, glass, bus = opened(kind)
    screen.contrast(7)
    assert glass.contrast == 7
    before = glass.sent
    screen.contrast(7)
    assert glass.sent == before
    bus.fault = 121
    with pytest.raises(ScreenLost):
        screen.show(FULL)
    glass.contrast, bus.fault = 0x7F, 0
    screen.open()
    assert glass.contrast == 7


@pytest.mark.parametrize("kind", KINDS)
def test_opening_an_open_screen_mends_what_noise_did_without_going_dark(kind):
    screen, glass, _ = opened(kind)
    screen.show(noise(4))
    glass.memory[:] = bytes(len(glass.memory))
    with patch.object(Glass, "_look", autospec=True, side_effect=Glass._look) as looked:
        screen.open()
    assert glass.frame() == noise(4)
    assert 0xAE not in [call.args[1] for call in looked.call_args_list]


@pytest.mark.parametrize("errno_", [121, 5, 110, 6])
@pytest.mark.parametrize("call", ["show", "contrast", "open", "close"])
def test_every_error_of_the_bus_becomes_one_sentence(call, errno_):
    screen, _, bus = opened()
    bus.fault = errno_
    arguments = {"show": (FULL,), "contrast": (3,)}.get(call, ())
    if call == "close":
        screen.close()
    else:
        with pytest.raises(ScreenLost, match=r"^The screen does not answer: nothing at 0x3c on I2C bus 1; look .*\.$"):
            getattr(screen, call)(*arguments)
    assert bus.opened == 0


def test_a_glass_at_another_address_is_named():
    bus = GlassBus(Glass(), address=0x3D)
    with pytest.raises(ScreenLost, match="nothing at 0x3c"):
        OledScreen(ScreenSettings(), connect_through(bus)).open()
    assert bus.opened == 0


def test_a_bus_that_is_not_there_or_not_allowed_is_named():
    with pytest.raises(ScreenLost, match="there is no I2C bus 29; switch I2C on"):
        OledScreen(ScreenSettings(bus=29)).open()
    with (
        patch("smbus2.SMBus", side_effect=PermissionError(13, "denied")),
        pytest.raises(ScreenLost, match="may not use I2C bus 1; add it to the group i2c"),
    ):
        OledScreen(ScreenSettings()).open()


def test_by_itself_the_screen_finds_luma_and_the_bus():
    glass = Glass()
    with patch("smbus2.SMBus", GlassBus(glass)):
        OledScreen(ScreenSettings()).open()
    assert glass.on


def test_a_missing_library_and_anything_else_are_one_sentence_too():
    def missing(_bus, _address):
        raise ModuleNotFoundError("No module named 'smbus2'", name="smbus2")

    with pytest.raises(ScreenLost, match="smbus2 is not installed"):
        OledScreen(ScreenSettings(), missing).open()

    def strange(_bus, _address):
        raise RuntimeError("the moon is full")

    with pytest.raises(ScreenLost, match="does not answer: the moon is full"):
        OledScreen(ScreenSettings(), strange).open()


def test_after_a_loss_the_screen_must_be_opened_again_and_is_drawn_whole():
    screen, glass, bus = opened()
    bus.fault = 121
    with pytest.raises(ScreenLost):
        screen.show(FULL)
    with pytest.raises(ScreenLost, match="not open"):
        screen.show(FULL)
    bus.fault = 0
    glass.memory[:] = noise(9)
    screen.open()
    screen.show(FULL)
    assert glass.frame() == FULL


def test_a_transfer_torn_in_the_middle_is_forgotten():
    screen, glass, bus = opened()
    frame = painted(BLANK, [(0, 0, 0, 20, b"a"), (7, 90, 7, 127, b"b")])
    with patch.object(bus, "i2c_rdwr", side_effect=OSError(5, "broken")), pytest.raises(ScreenLost):
        screen.show(frame)
    screen.open()
    screen.show(frame)
    assert glass.frame() == frame


def test_closing_leaves_the_glass_dark_and_the_bus_free():
    screen, glass, bus = opened()
    screen.show(FULL)
    screen.close()
    screen.close()
    assert not glass.on
    assert glass.frame() == BLANK
    assert bus.opened == 0


def test_coming_back_a_hundred_times_leaves_nothing_behind():
    screen, _, bus = opened()
    with patch("atexit.register") as hook:
        for _ in range(100):
            bus.fault = 121
            with pytest.raises(ScreenLost):
                screen.show(FULL)
            with pytest.raises(ScreenLost):
                screen.open()
            bus.fault = 0
            screen.open()
            screen.show(BLANK)
    assert hook.call_count == 0
    assert bus.opened == 1


def sent_to(glass, *transfers):
    for transfer in transfers:
        glass.transfer(bytes(transfer))
    return glass


def lit_dots(glass):
    frame = glass.frame()
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if frame[y // 8 * WIDTH + x] >> y % 8 & 1}


def test_the_model_knows_page_and_vertical_addressing():
    paged = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0xB2, 0x05, 0x11], [0x40, 1, 1])
    assert lit_dots(paged) == {(0x15, 16), (0x16, 16)}
    upright = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0x20, 1, 0x21, 3, 4, 0x22, 0, 1], [0x40, 1, 1, 1])
    assert lit_dots(upright) == {(3, 0), (3, 8), (4, 0)}


def test_the_model_wraps_at_the_ends_of_its_windows():
    window = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 3, 4, 0x22, 6, 7], [0x40, 0, 0, 0, 0, 1])
    assert lit_dots(window) == {(3, 48)}
    page = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x0F, 0x17], [0x40, 0, 1])
    assert lit_dots(page) == {(0, 0)}
    wide = sent_to(Glass("sh1106"), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x01, 0x18], [0x40, 1, 1, 1, 1])
    assert lit_dots(wide) == {(127, 0)}


def test_the_short_addresses_count_in_page_addressing_only():
    glass = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 9, 9, 0x22, 1, 1, 0xB5, 0x01, 0x10], [0x40, 1])
    assert lit_dots(glass) == {(9, 8)}


def test_the_model_knows_control_bytes_for_single_commands_and_data():
    glass = sent_to(Glass(), [0x80, 0xAF, 0x80, 0xA1, 0x80, 0xC8, 0xC0, 1, 0x40, 2])
    assert lit_dots(glass) == {(0, 0), (1, 1)}


def test_the_model_knows_inverse_all_lit_start_line_and_offset():
    assert len(lit_dots(sent_to(Glass(), [0, 0xAF, 0xA7]))) == WIDTH * HEIGHT
    assert len(lit_dots(sent_to(Glass(), [0, 0xAF, 0xA5]))) == WIDTH * HEIGHT
    moved = sent_to(Glass(), [0, 0xAF, 0xA1, 0xC8, 0x42, 0xD3, 1], [0x40, 0x08])
    assert lit_dots(moved) == {(0, 0)}


def test_the_model_refuses_what_the_controller_does_not_know():
    with pytest.raises(ValueError, match="0xe7"):
        sent_to(Glass(), [0, 0xE7])
