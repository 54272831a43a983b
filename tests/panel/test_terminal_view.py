"""The simulated box as a picture of signs: dots as braille or blocks, its lamp and keys, in any terminal's size."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.kernel.screen import GLASS
from device.panel.port import LampState
from device.panel.terminal.view import (
    COLOURS,
    HALF_BLOCKS,
    LETTERS,
    TerminalWindow,
    blocks,
    braille,
    letters,
    small,
    terminal_page,
)
from tests.on_glass import BLANK, HEIGHT, WIDTH

FRAMES = st.binary(min_size=len(BLANK), max_size=len(BLANK))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def dot(frame, x, y):
    return bool(frame[y // 8 * WIDTH + x] >> y % 8 & 1)


def single(x, y):
    frame = bytearray(BLANK)
    frame[y // 8 * WIDTH + x] = 1 << y % 8
    return bytes(frame)


# The dots of a braille sign by column and row, as Unicode numbers them.
BRAILLE = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}


@given(FRAMES)
def test_braille_has_a_dot_for_every_dot(frame):
    rows = braille(frame, GLASS)
    assert (len(rows), {len(row) for row in rows}) == (16, {64})
    for y in range(0, HEIGHT, 7):
        for x in range(0, WIDTH, 5):
            sign = ord(rows[y // 4][x // 2]) - 0x2800
            assert bool(sign & BRAILLE[x % 2, y % 4]) == dot(frame, x, y)


@given(FRAMES)
def test_half_blocks_have_a_half_for_every_dot(frame):
    for ink, rows in ((HALF_BLOCKS, blocks(frame, GLASS)), (LETTERS, letters(frame, GLASS))):
        assert (len(rows), {len(row) for row in rows}) == (32, {128})
        for y in range(0, HEIGHT, 2):
            for x in range(0, WIDTH, 5):
                assert rows[y // 2][x] == ink[dot(frame, x, y) + 2 * dot(frame, x, y + 1)]


@pytest.mark.parametrize(("x", "y"), [(0, 0), (127, 63), (64, 32), (3, 9)])
def test_half_the_size_keeps_every_dot(x, y):
    rows = small(single(x, y), GLASS)
    assert (len(rows), {len(row) for row in rows}) == (8, {32})
    assert ord(rows[y // 8][x // 4]) - 0x2800 == BRAILLE[x // 2 % 2, y // 2 % 4]
    assert sum(ord(sign) - 0x2800 > 0 for row in rows for sign in row) == 1


@given(st.integers(1, 200), st.integers(1, 60), st.booleans(), st.booleans(), st.sampled_from(LampState), st.booleans())
def test_no_terminal_is_too_narrow_or_too_low_to_be_drawn(columns, rows, signs, colours, lamp, dim):
    shown = terminal_page(BLANK, GLASS, lamp, dim, TerminalWindow(columns, rows, signs, colours))
    assert len(shown) <= rows
    assert max(len(COLOUR.sub("", row)) for row in shown) <= columns


@pytest.mark.parametrize(
    ("window", "widths"),
    [
        (TerminalWindow(200, 50), 130),
        (TerminalWindow(80, 24), 66),
        (TerminalWindow(50, 24), 34),
        (TerminalWindow(200, 50, signs=False), 130),
    ],
)
def test_the_largest_look_that_fits_is_taken(window, widths):
    assert len(terminal_page(BLANK, GLASS, LampState.OFF, False, window)[0]) == widths


def test_a_terminal_that_is_too_small_is_told_its_least_size():
    assert terminal_page(BLANK, GLASS, LampState.OFF, False, TerminalWindow(60, 5)) == [
        "This terminal is too small: make it 34 by 11."
    ]


def test_eighty_by_twenty_four_shows_the_lamp_and_every_key():
    shown = "\n".join(terminal_page(BLANK, GLASS, LampState.NIGHT, False, TerminalWindow(80, 24, colours=False)))
    assert "lamp night" in shown
    for part in ("arrows", "Enter", "START", "BACK", "hold", "q quit"):
        assert part in shown


def test_without_colours_nothing_but_signs_is_written():
    for lamp in LampState:
        assert "\x1b" not in "".join(terminal_page(BLANK, GLASS, lamp, True, TerminalWindow(80, 24, colours=False)))
        assert f"\x1b[{COLOURS[lamp]}m" in "".join(terminal_page(BLANK, GLASS, lamp, True, TerminalWindow(80, 24)))
