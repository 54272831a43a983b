"""Tests how rows of type look, on all pages in all languages: no sign begins a row, figures stay with what they count,
headers stay still while the dial turns, rows touch neither each other nor the edge, and all scripts are equally far
from it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from nightcrier.box.table.drawing.fitting import HEAD_TOP, choose_pictures
from nightcrier.box.table.drawing.frame import RowBox, draw
from nightcrier.box.table.drawing.ink import RIGHT_TO_LEFT, SizeStep
from nightcrier.box.table.drawing.picture import Care, Stack
from nightcrier.box.table.drawing.rows import pictures_that_fit
from nightcrier.box.table.drawing.view import Pair, Size, Text, View, view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.screen import GLASS
from tests.box.table.test_phrases import broken
from tests.on_glass import measure
from tests.sampling import sampled_languages

SIGNS = ":;?!»%،؛؟"
HINTS = ",·→"
ALONE = re.compile(r"\d+(?=$| ?·|[,،.:])")
"""Matches a figure that begins a row and counts nothing that follows."""


@pytest.fixture(scope="module", params=sampled_languages())
def pages(request, pages_in):
    """Return every page in one language."""
    return pages_in(request.param)


@pytest.mark.untraced
def test_no_sign_begins_a_row_and_no_figure_ends_one(pages):
    rows = [(text, *pair) for view in pages for text, lines in broken(view) for pair in pairwise(lines)]
    assert [row for row in rows if row[2][0] in SIGNS] == []
    counted = [(text, row, following) for text, row, following in rows if f"{row} {following}" in text]
    assert [row for row in counted if row[1][-1].isdecimal() and row[2][0].isalpha()] == []


@pytest.mark.untraced
def test_no_figure_is_parted_from_the_word_before_it(pages):
    """In `Night 2` or `seat 3`, the figure counts nothing after it, and belongs to the word before."""
    rows = [(text, *pair) for view in pages for text, lines in broken(view) for pair in pairwise(lines)]
    parted = [
        row for row in rows if ALONE.match(row[2]) and row[1][-1] not in SIGNS + HINTS and not row[1][-1].isdecimal()
    ]
    assert [row for row in parted if f"{row[1]} {row[2]}" in row[0]] == []


@pytest.mark.untraced
def test_a_header_stands_still_while_the_dial_turns(pages):
    headed: dict[object, set[RowBox]] = defaultdict(set)
    for view in pages:
        if view.head and len(view.rows) > 1:
            headed[view.page, _title(view)].add(measure(view).boxes[0])
    assert len(headed) > 20
    assert [title for title, boxes in headed.items() if len(boxes) > 1] == []


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_a_page_of_a_menu_stands_still_while_a_value_is_turned(language, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
    for menu in MENUS.values():
        for at, item in enumerate(menu.items(real_house, table)):
            pages = (ListingPage(menu, None, at, draft) for draft in range(min(12, len(item.values))))
            views = [page.view(real_house, table) for page in pages]
            stands = {(len(view.rows), view.head and measure(view).boxes[0]) for view in views}
            assert len(stands) <= 1, (menu.name, item.line)


@pytest.mark.untraced
def test_rows_do_not_touch_each_other(pages):
    assert [view_lines(view) for view in pages if not measure(view).apart] == []


@pytest.mark.untraced
def test_no_letter_touches_the_edge(pages):
    assert [text for view in pages for text in at_the_edge(view)] == []


LOW = {"en": (19, 13), "fa": (108, 27), "uk": (8, 6), "it": (23, 22), "es": (24, 25), "de": (22, 28), "fr": (16, 19)}
LOW |= {"zh-Hant": (3, 3), "ja": (63, 19), "th": (21, 13)}
"""The pages, by language, whose bars are no higher than letters, and with text in the top row. They must get fewer."""


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_no_letter_touches_the_end_of_its_bar_or_the_top_of_the_glass(language, led_in):
    """Games without words in a language are left out. Their pages mix English role names with words of the house, and
    no shorter sentence in that language would improve them."""
    low = high = 0
    for view in (view for view in led_in(language) if not (view.even or view.inverse or view.over)):
        frame, bar = draw(view, GLASS), GLASS.width - (56 if any(row.sign for row in view.rows) else 8)
        bars = [box for row, box in zip(view.rows, measure(view).boxes, strict=False) if row.inverse]
        ends = [dots(frame, y).split() for box in bars for y in (box.top, box.top + box.height - 1)]
        low += any(max(map(len, lit), default=0) < bar for lit in ends)
        high += dots(frame, 0).strip() != "" and not view.rows[0].inverse
    assert (low, high) == LOW[language]


def dots(frame: bytes, y: int) -> str:
    """Return a row of dots of the screen as text."""
    return "".join(" #"[byte >> y % 8 & 1] for byte in frame[y // 8 * GLASS.width :][: GLASS.width])


@pytest.mark.untraced
def test_headers_and_the_clock_are_as_far_from_the_edge_in_every_script(pages):
    headed = [draw(view, GLASS) for view in pages if view.head and isinstance(view.rows[0], Pair)]
    assert not any(dots(frame, HEAD_TOP - 1).strip() for frame in headed)
    assert all(dots(frame, HEAD_TOP).strip() for frame in headed)
    assert {measure(view).boxes[0].top for view in pages if view.page == "day"} == {8}


@pytest.mark.parametrize("language", sampled_languages())
def test_what_fills_the_glass_has_the_largest_letters_that_fit(language, real_house):
    for name in real_house.words.books[language].roles.values():
        full, (large,) = (
            next(pictures_that_fit(Text(name, Size.FULL), language, GLASS.height + 1, Care.FREE, GLASS)),
            choose_pictures((Text(name, Size.LARGE),), language, GLASS),
        )
        assert isinstance(full, Stack)
        assert full.doubled or full.level >= large.level >= SizeStep.SMALL
        assert not full.cut


def _title(view: View) -> str:
    """Return the text of a header, without the place in the list."""
    first = view.rows[0]
    return first.label if isinstance(first, Pair) else first.text if isinstance(first, Text) else ""


def at_the_edge(view: View) -> Iterator[str]:
    """Yield texts with a letter in the first or last column of the screen. The edge of a square code does not count."""
    upright = draw(replace(view, over=None, even=False), GLASS)
    first, last = (int.from_bytes(upright[column :: GLASS.width], "little") for column in (0, GLASS.width - 1))
    if view.scanned:
        first, last = (0, last) if view.language in RIGHT_TO_LEFT else (first, 0)
    for row, box in zip(view.rows, measure(view).boxes, strict=False):
        if isinstance(row, Text | Pair) and not row.inverse and (first | last) >> box.top & (1 << box.height) - 1:
            yield row.text if isinstance(row, Text) else row.label
