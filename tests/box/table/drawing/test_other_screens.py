"""Tests that drawing uses the size of its screen: nothing is cut on a wider one, and no other file contains a size."""

import tokenize
from pathlib import Path

import pytest

from docs.pictures.showcase import every_page
from nightcrier.box.table.drawing.frame import draw, measure
from nightcrier.box.table.drawing.view import CallMarks, Text, View, view_lines
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS, ScreenFormat
from tests.sampling import sampled

WIDE = ScreenFormat(256, 64)
DEVICE = Path(__file__).parents[4] / "device" / "nightcrier"
NO_SIZES = {
    "box/panel/terminal/screen.py: DIM = 64",
    "box/table/heard/captions.py: @lru_cache(maxsize=64)",
    "box/table/game/next_stage.py: _KEPT = 64",
    "box/table/drawing/rows.py: @lru_cache(maxsize=128)",
    "box/table/drawing/rows.py: AT_A_SPACE, BETWEEN_HAN, WITH_A_HYPHEN, INSIDE_A_WORD = 20**2, 45**2, 64**2, 128**2",
    "box/table/drawing/rows.py: INSIDE_A_HINT = 128**2",
}
"""Lines in which these numbers mean something else: a contrast, the size of a cache, the cost of a break."""


def dots(frame: bytes, screen: ScreenFormat) -> list[list[int]]:
    """Return the rows of dots of a frame, packed in either of the two ways."""
    if screen.depth == 1:
        return [
            [frame[y // 8 * screen.width + x] >> y % 8 & 1 for x in range(screen.width)] for y in range(screen.height)
        ]
    row = screen.width * screen.depth // 8
    lit, bits = (1 << screen.depth) - 1, screen.depth
    found = []
    for y in range(screen.height):
        packed = int.from_bytes(frame[y * row : (y + 1) * row], "big")
        levels = [packed >> (screen.width - 1 - x) * bits & lit for x in range(screen.width)]
        assert set(levels) <= {0, lit}
        found.append([int(level > 0) for level in levels])
    return found


@pytest.mark.parametrize("language", sampled(["en", "fa", "th", "ja"]))
def test_every_page_is_whole_on_a_screen_twice_as_wide(language, real_house, real_table):
    from msgspec.structs import replace

    views = sampled(dict.fromkeys(every_page(replace(real_house, screen=WIDE), real_table, Language(language))), 60)
    assert [view_lines(view) for view in views if not measure(view, WIDE).whole] == []
    assert {len(draw(view, WIDE)) for view in views[:20]} == {256 * 64 // 8}


def test_a_low_screen_shows_two_lines_whole():
    low = ScreenFormat(128, 32)
    view = View("night", Language("en"), (Text("Seer"),), marks=CallMarks(1, 2, 5, 8))
    assert measure(view, low).whole
    assert len(draw(view, low)) == len(low.blank) == 512


def test_what_is_centred_or_fills_a_row_does_so_on_any_width():
    for screen in (GLASS, WIDE, ScreenFormat(96, 48)):
        band = dots(draw(View("any", Language("en"), (Text("oo", inverse=True),)), screen), screen)
        assert max(map(sum, band)) == screen.width
        text = dots(draw(View("any", Language("en"), (Text("oo"),)), screen), screen)
        lit = [x for row in text for x, dot in enumerate(row) if dot]
        assert abs(min(lit) - (screen.width - 1 - max(lit))) <= 1


@pytest.mark.parametrize("depth", [2, 4, 8])
def test_more_bits_a_dot_show_the_same_dots(depth):
    view, deep = View("any", Language("en"), (Text("Seer"),), marks=CallMarks(1, 2, 5, 8)), ScreenFormat(128, 64, depth)
    frame = draw(view, deep)
    assert len(frame) == len(deep.blank)
    assert dots(frame, deep) == dots(draw(view, GLASS), GLASS)


def test_the_size_of_the_glass_stands_in_one_place():
    rooms = ("box/panel", "box/table", "box/show", "tools")
    files = [*(DEVICE / "box").glob("*.py"), *(file for room in rooms for file in (DEVICE / room).rglob("*.py"))]
    assert {row for file in files for row in _sizes(file)} == NO_SIZES


def _sizes(file: Path) -> set[str]:
    with file.open("rb") as source:
        tokens = list(tokenize.tokenize(source.readline))
    found = [token for token in tokens if token.type == tokenize.NUMBER and token.string in {"128", "64"}]
    return {f"{file.relative_to(DEVICE)}: {token.line.strip()}" for token in found}
