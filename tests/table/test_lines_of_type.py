"""How rows of type look, over all pages in all languages: no sign begins a row, figures stay with what they count,
headers stand still while the dial turns, and all scripts are as far from the edge."""

from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from device.commands.showcase import every_page
from device.kernel.ids import Language
from device.kernel.screen import GLASS
from device.table.drawing import draw
from device.table.drawing.frame import HEAD_TOP, RowBox, choose_pictures
from device.table.drawing.strikes import SizeStep
from device.table.state import Table
from device.table.view import Pair, Size, Text, View
from device.words.catalogue import LANGUAGES
from tests.on_glass import measure
from tests.table.test_phrases import broken

SIGNS = ":;?!»%،؛؟"


@pytest.fixture(scope="module", params=LANGUAGES)
def pages(request: Any, real_house: Any, real_table: Table) -> list[View]:
    """Every page in one language."""
    return list(dict.fromkeys(every_page(real_house, real_table, Language(request.param))))


@pytest.mark.untraced
def test_no_sign_begins_a_row_and_no_figure_ends_one(pages: list[View]) -> None:
    rows = [(text, *pair) for view in pages for text, lines in broken(view) for pair in pairwise(lines)]
    assert [row for row in rows if row[2][0] in SIGNS] == []
    counted = [(text, row, following) for text, row, following in rows if f"{row} {following}" in text]
    assert [row for row in counted if row[1][-1].isdecimal() and row[2][0].isalpha()] == []


@pytest.mark.untraced
def test_a_header_stands_still_while_the_dial_turns(pages: list[View]) -> None:
    headed: dict[object, set[RowBox]] = defaultdict(set)
    for view in pages:
        if view.head and len(view.rows) > 1:
            headed[view.page, _title(view)].add(measure(view).boxes[0])
    assert len(headed) > 20
    assert [title for title, boxes in headed.items() if len(boxes) > 1] == []


@pytest.mark.untraced
def test_headers_and_the_clock_are_as_far_from_the_edge_in_every_script(pages: list[View]) -> None:
    headers = {first_lit_row(view) for view in pages if view.head and isinstance(view.rows[0], Pair)}
    assert headers <= {HEAD_TOP, HEAD_TOP + 1, HEAD_TOP + 2}
    clocks = {measure(view).boxes[0].top for view in pages if view.page == "day"}
    assert clocks == {8}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_looked_at_has_the_largest_letters_that_fit(language: Language, real_house: Any) -> None:
    for name in real_house.words.books[language].roles.values():
        (full,) = choose_pictures((Text(name, Size.FULL),), language, GLASS)
        (large,) = choose_pictures((Text(name, Size.LARGE),), language, GLASS)
        assert full.level >= large.level >= SizeStep.SMALL
        assert not full.cut


def _title(view: View) -> str:
    """What a header says, without the place in the list."""
    first = view.rows[0]
    return first.label if isinstance(first, Pair) else first.text if isinstance(first, Text) else ""


def first_lit_row(view: View) -> int:
    """From the top of the glass."""
    frame = draw(view, GLASS)
    lit = (8 * (at // GLASS.width) + (byte & -byte).bit_length() - 1 for at, byte in enumerate(frame) if byte)
    return min(lit)
