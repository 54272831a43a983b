"""Tests the simulated box as text: dots as braille or blocks, or its page in words; lamp and keys; in any size."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.panel.terminal.screen import (
    HALF_BLOCKS,
    LETTERS,
    TerminalWindow,
    blocks,
    braille,
    terminal_page,
)
from nightcrier.box.panel.terminal.words import COLOURS, Foot, PlainRow, Signs, TerminalWords, signs_of, text_width
from nightcrier.kernel.screen import GLASS, LampState
from tests.on_glass import BLANK, HEIGHT, WIDTH

FRAMES = st.binary(min_size=len(BLANK), max_size=len(BLANK))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def dot(frame, x, y):
    return bool(frame[y // 8 * WIDTH + x] >> y % 8 & 1)


# The dots of a braille sign by column and row, as Unicode numbers them.
BRAILLE = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}


@given(FRAMES)
def test_braille_has_a_dot_for_every_dot(frame):
    rows = braille(frame, GLASS)
    assert (len(rows), {len(row) for row in rows}) == (16, {64})
    for y in range(0, HEIGHT, 7):
        for x in range(0, WIDTH, 5):
            assert bool((ord(rows[y // 4][x // 2]) - 0x2800) & BRAILLE[x % 2, y % 4]) == dot(frame, x, y)


@given(FRAMES)
def test_half_blocks_have_a_half_for_every_dot(frame):
    for ink, rows in ((HALF_BLOCKS, blocks(frame, GLASS)), (LETTERS, blocks(frame, GLASS, LETTERS))):
        assert (len(rows), {len(row) for row in rows}) == (32, {128})
        for y in range(0, HEIGHT, 2):
            for x in range(0, WIDTH, 5):
                assert rows[y // 2][x] == ink[dot(frame, x, y) + 2 * dot(frame, x, y + 1)]


ROWS = (PlainRow("One Night", "EN"), PlainRow("First Game"), PlainRow("3 players", "START"), PlainRow(left=0.5))
SAID = "Werewolves, open your eyes and look for each other."
NIGHT = Foot(LampState.NIGHT, TerminalWords(ROWS, SAID, "werewolf", 12.0), captions=True, now=3.0)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), max_size=40)
FEET = st.builds(
    Foot,
    st.sampled_from(LampState),
    st.builds(
        TerminalWords,
        st.lists(st.builds(PlainRow, TEXTS, TEXTS, st.booleans(), st.none() | st.floats(0, 1)), max_size=5).map(tuple),
        TEXTS,
        TEXTS,
        st.none() | st.floats(0, 100),
    ),
    st.booleans(),
)


def page(window, foot=NIGHT, dim=False):
    return terminal_page(BLANK, GLASS, dim, foot, window)


@given(st.integers(1, 200), st.integers(1, 60), st.sampled_from(Signs), st.booleans(), FEET, st.booleans())
def test_no_terminal_is_too_narrow_or_too_low_to_be_drawn(columns, rows, signs, colours, foot, dim):
    shown = page(TerminalWindow(columns, rows, signs, colours), foot, dim)
    assert len(shown) <= rows
    assert max(text_width(COLOUR.sub("", row)) for row in shown) <= columns


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("rows", [3, 5, 10])
def test_wide_letters_and_long_speech_fit_a_few_columns(columns, rows):
    words = TerminalWords((PlainRow("a"), PlainRow("人狼"), PlainRow("人", "狼")), "人狼は目を開けて")
    shown = page(TerminalWindow(columns, rows), Foot(LampState.NIGHT, words, captions=True))
    assert max(text_width(COLOUR.sub("", row)) for row in shown) <= columns


@pytest.mark.parametrize(
    ("window", "width"),
    [
        (TerminalWindow(200, 50), 130),
        (TerminalWindow(66, 19), 66),
        (TerminalWindow(200, 50, Signs.BLOCKS), 130),
    ],
)
def test_the_largest_picture_that_fits_is_drawn(window, width):
    shown = page(window)
    assert len(shown[0]) == width
    assert "First Game" not in "".join(shown)


@pytest.mark.parametrize(
    ("window", "said"),
    [
        (TerminalWindow(65, 24), f"says: {SAID}"),
        (TerminalWindow(80, 18), f"says: {SAID}"),
        (TerminalWindow(80, 25, Signs.BLOCKS), f"says: {SAID}"),
        (TerminalWindow(200, 60, Signs.ASCII), f"says: {SAID}"),
        (TerminalWindow(40, 10), "says: Werewolves, open your eyes and"),
    ],
)
def test_where_no_picture_can_be_read_the_page_stands_there_in_words(window, said):
    shown, width = [row.strip("│|") for row in page(window)], min(60, window.columns - 2)
    assert shown[1] == "One Night" + " " * (width - 11) + "EN"
    assert shown[2].strip() == "First Game"
    assert shown[3].split() == ["3", "players", "START"]
    assert len(set(shown[4])) == 2
    assert said in shown
    assert ("".join(shown).isascii()) == (window.signs is Signs.ASCII)


def test_a_small_terminal_tells_first_what_the_page_says():
    assert [row.strip("│ ") for row in page(TerminalWindow(30, 6, colours=False))] == [
        "┌" + "─" * 28 + "┐",
        "One Night" + " " * 17 + "EN",
        "First Game",
        "3 players" + " " * 14 + "START",
        "█" * 14 + "░" * 14,
        "● says: Werewolves, open your",
    ]


def test_letters_that_a_terminal_has_not_are_drawn_as_a_picture_or_it_says_what_it_needs():
    persian = Foot(words=TerminalWords((PlainRow("گرگینه"),), said="گرگینه‌ها"), captions=True)
    large, small = TerminalWindow(130, 40, Signs.ASCII), TerminalWindow(80, 24, Signs.ASCII)
    assert len(page(large, persian)[0]) == 130
    shown = " ".join(row.strip("| ") for row in page(small, persian))
    assert shown.isascii()
    assert "Make it 130 by 35" in shown
    assert "speaks letters that this terminal has not" in shown
    assert "گرگینه" in "".join(page(TerminalWindow(40, 12), persian))


@pytest.mark.parametrize(
    ("environment", "signs"),
    [
        ({"TERM": "xterm", "LANG": "en_US.UTF-8"}, Signs.BRAILLE),
        ({"TERM": "linux", "LANG": "en_US.UTF-8"}, Signs.BLOCKS),
        ({"TERM": "xterm", "LANG": "en_US.UTF-8", "LC_ALL": "C"}, Signs.ASCII),
        ({"TERM": "linux", "LC_CTYPE": "de_DE.utf8", "LANG": "C"}, Signs.BLOCKS),
        ({"TERM": "xterm", "LANG": "de_DE.ISO-8859-1"}, Signs.ASCII),
        ({"TERM": "xterm"}, Signs.ASCII),
    ],
)
def test_the_environment_tells_which_signs_there_are(environment, signs):
    assert signs_of(environment) is signs


def test_below_the_picture_stands_what_is_waited_for_how_long_and_what_is_said():
    shown = page(TerminalWindow(80, 24, colours=False))
    assert shown[18:21] == ["● lamp night   waits for werewolf: 9 s", f"says: {SAID}", ""]
    for part in ("arrows", "Enter", "START", "BACK", "hold", "c captions", "q quit"):
        assert part in "\n".join(shown)


def test_with_room_for_one_row_it_is_what_is_said():
    assert page(TerminalWindow(66, 19, colours=False))[18] == f"● says: {SAID}"
    quiet = Foot(LampState.NIGHT, NIGHT.words, captions=False)
    assert page(TerminalWindow(66, 19, colours=False), quiet)[18] == "● lamp night   waits for werewolf: 12 s"


def test_a_long_sentence_says_that_it_goes_on_and_moves_no_key():
    long = Foot(words=TerminalWords(said="Nobody may speak, " * 20), captions=True)
    short = Foot(words=TerminalWords(said="Hush."), captions=True)
    window = TerminalWindow(80, 24, colours=False)
    assert page(window, long)[20].endswith("...")
    assert page(window, long)[21:] == page(window, short)[21:]


def test_without_colours_nothing_but_signs_is_written():
    for lamp in LampState:
        foot = Foot(lamp)
        assert "\x1b" not in "".join(page(TerminalWindow(80, 24, colours=False), foot, True))
        assert f"\x1b[{COLOURS[lamp]}m" in "".join(page(TerminalWindow(80, 24), foot, True))
