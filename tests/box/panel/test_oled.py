"""Tests the OLED from frame to bytes to pixels: luma's setup, our partial updates, a strict model that decodes them."""

import os
import subprocess
import sys
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.oled import device as luma

from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.changes import MANY_CHANGES, Patch, column_changes, page_patches, patches_cost, window_patches
from nightcrier.box.panel.oled import CONTROLLERS, OledScreen
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.kernel.screen import GLASS
from nightcrier.kernel.settings import ScreenSettings
from tests.box.panel.glasses import FULL, connect_through, noise, opened, painted
from tests.on_glass import BLANK, HEIGHT, WIDTH

PATHS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def test_a_glass_full_of_noise_is_dark_when_opened_and_lit(kind):
    _, glass, _ = opened(kind)
    assert glass.on
    assert glass.frame() == BLANK


def test_what_a_program_that_was_killed_left_on_the_glass_is_gone_before_anything_else(kind):
    """The old picture may be a role, which anybody could read until a blank one has gone over the bus."""
    screen, glass, bus = opened(kind)
    screen.show(noise(1))
    seen, transfer = [], glass.transfer
    with patch.object(glass, "transfer", lambda payload: (transfer(payload), seen.append(glass.frame()))):
        OledScreen(ScreenSettings(controller=kind), connect_through(bus)).open()
    asked, *others = seen
    assert (asked, set(others)) == (noise(1), {BLANK})


@pytest.mark.parametrize("upside_down", [False, True])
def test_the_glass_shows_the_frame_pixel_for_pixel(kind, upside_down):
    screen, glass, _ = opened(kind, upside_down=upside_down)
    screen.show(noise(1))
    shown = frame_picture(glass.frame(), GLASS)
    assert (shown.rotate(180) if upside_down else shown).tobytes() == frame_picture(noise(1), GLASS).tobytes()


class Notebook:
    """Replaces luma's bus, and records the commands that are sent."""

    def __init__(self):
        self.lines = []

    def command(self, *commands):
        self.lines.append(list(commands))

    def data(self, data):
        """Accept a picture and ignore it."""

    def cleanup(self):
        """Do nothing when luma cleans up at exit."""


def test_a_controller_is_set_up_as_luma_sets_it_up(kind):
    notebook = Notebook()
    getattr(luma, kind)(notebook)
    dark, *setup = notebook.lines[0]
    assert dark == 0xAE
    assert tuple(setup) == CONTROLLERS[kind].setup


def test_a_screen_starts_no_threads_and_loads_neither_luma_nor_pillow():
    code = (
        "import sys, threading; from unittest.mock import patch;"
        "from lab.guest.glass_model import GlassModel, GlassBus;"
        "from nightcrier.box.panel.oled import OledScreen; from nightcrier.kernel.settings import ScreenSettings;"
        "patch('smbus2.SMBus', GlassBus(GlassModel())).start(); OledScreen(ScreenSettings()).open();"
        "print(threading.active_count(), {'luma', 'PIL', 'multiprocessing'} & sys.modules.keys())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=PATHS)
    assert found.stdout.split() == ["1", "set()"]


def test_the_model_shows_what_luma_itself_draws(kind):
    glass = GlassModel(kind, 3)
    display = getattr(luma, kind)(connect_through(GlassBus(glass))(1, 0x3C))
    display.display(frame_picture(noise(2), GLASS))
    assert glass.frame() == noise(2)


def cost(kind, before, after):
    controller = CONTROLLERS[kind]
    return patches_cost(controller.patches(before, after), controller.overhead)


SPOTS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 127), st.integers(0, 7), st.integers(0, 127), st.binary(min_size=1)),
    max_size=4,
)


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(SPOTS, max_size=5))
def test_after_any_sequence_of_partial_updates_glass_and_frame_are_equal(kind, steps):
    screen, glass, _ = opened(kind)
    frame = BLANK
    for spots in steps:
        frame, before = painted(frame, spots), glass.sent
        screen.show(frame)
        assert glass.frame() == frame
        assert glass.sent - before <= cost(kind, None, frame)


@given(before=SPOTS, after=SPOTS)
def test_patches_cover_every_change_and_count_their_bytes_truly(before, after):
    old = painted(BLANK, before)
    new = painted(old, after)
    for cover in (window_patches, page_patches):
        shown = bytearray(old)
        for patch_ in cover(column_changes(old, new, GLASS), 10):
            for page in range(patch_.top, patch_.bottom + 1):
                start = page * WIDTH
                shown[start + patch_.left : start + patch_.right + 1] = new[
                    start + patch_.left : start + patch_.right + 1
                ]
        assert bytes(shown) == new


@given(spots=SPOTS)
def test_the_cost_foretold_is_the_cost_on_the_bus(kind, spots):
    screen, glass, _ = opened(kind)
    before, frame = glass.sent, painted(BLANK, spots)
    screen.show(frame)
    assert glass.sent - before == cost(kind, BLANK, frame)


def test_the_same_frame_again_sends_nothing():
    screen, glass, _ = opened()
    screen.show(noise(1))
    before = glass.sent
    screen.show(noise(1))
    assert glass.sent == before


def test_after_forgetting_the_next_picture_goes_whole_whatever_changed(kind):
    screen, glass, _ = opened(kind)
    screen.show(noise(1))
    costs = []
    for frame in (noise(1), noise(2), BLANK):
        before = glass.sent, glass.transfers
        screen.forget()
        screen.show(frame)
        costs.append((glass.sent - before[0], glass.transfers - before[1]))
        assert glass.frame() == frame
    assert costs == costs[:1] * 3
    assert costs[0][0] > WIDTH * 8
    before = glass.sent
    screen.show(BLANK)
    assert glass.sent == before


@given(changed=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 127)), min_size=MANY_CHANGES, unique=True))
def test_many_changes_cost_no_more_than_page_by_page(changed):
    masks = [0] * 8
    for page, column in changed:
        masks[page] |= 1 << column
    patches = window_patches(tuple(masks), 10)
    assert patches_cost(patches, 10) <= patches_cost(page_patches(tuple(masks), 10), 10)


def test_a_digit_of_four_pages_by_thirteen_columns_costs_at_most_64_bytes():
    screen, glass, _ = opened()
    before = glass.sent
    screen.show(painted(BLANK, [(2, 40, 5, 52, b"\x5a")]))
    assert glass.sent - before == 62


def test_far_corners_are_sent_apart_and_near_things_together():
    corners = painted(BLANK, [(0, 0, 0, 0, b"x"), (7, 127, 7, 127, b"x")])
    assert len(window_patches(column_changes(BLANK, corners, GLASS), 10)) == 2
    near = painted(BLANK, [(0, 0, 0, 3, b"x"), (0, 8, 0, 9, b"x")])
    assert len(window_patches(column_changes(BLANK, near, GLASS), 10)) == 1
    assert window_patches(column_changes(BLANK, FULL, GLASS), 10) == (Patch(0, 7, 0, 127),)
    step = painted(BLANK, [(0, 0, 1, 45, b"x"), (2, 35, 3, 85, b"x")])
    assert len(window_patches(column_changes(BLANK, step, GLASS), 10)) == 2


def sent_to(glass, *transfers):
    for transfer in transfers:
        glass.transfer(bytes(transfer))
    return glass


def lit_dots(glass):
    frame = glass.frame()
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if frame[y // 8 * WIDTH + x] >> y % 8 & 1}


def test_the_model_knows_page_and_vertical_addressing():
    paged = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0xB2, 0x05, 0x11], [0x40, 1, 1])
    assert lit_dots(paged) == {(0x15, 16), (0x16, 16)}
    upright = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 1, 0x21, 3, 4, 0x22, 0, 1], [0x40, 1, 1, 1])
    assert lit_dots(upright) == {(3, 0), (3, 8), (4, 0)}


def test_the_model_wraps_at_the_ends_of_its_windows():
    window = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 3, 4, 0x22, 6, 7], [0x40, 0, 0, 0, 0, 1])
    assert lit_dots(window) == {(3, 48)}
    assert lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x0F, 0x17], [0x40, 0, 1])) == {(0, 0)}
    wide = sent_to(GlassModel("sh1106"), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x01, 0x18], [0x40, 1, 1, 1, 1])
    assert lit_dots(wide) == {(127, 0)}


def test_the_short_addresses_count_in_page_addressing_only():
    glass = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 9, 9, 0x22, 1, 1, 0xB5, 0x01, 0x10], [0x40, 1])
    assert lit_dots(glass) == {(9, 8)}


def test_the_model_knows_control_bytes_for_single_commands_and_data():
    glass = sent_to(GlassModel(), [0x80, 0xAF, 0x80, 0xA1, 0x80, 0xC8, 0xC0, 1, 0x40, 2])
    assert lit_dots(glass) == {(0, 0), (1, 1)}


def test_the_model_knows_inverse_all_lit_start_line_and_offset():
    assert len(lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA7]))) == WIDTH * HEIGHT
    assert len(lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA5]))) == WIDTH * HEIGHT
    assert lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x42, 0xD3, 1], [0x40, 0x08])) == {(0, 0)}


def test_the_model_refuses_what_the_controller_does_not_know():
    with pytest.raises(ValueError, match="0xe7"):
        sent_to(GlassModel(), [0, 0xE7])
