"""Every page in every language: nothing is cut, nothing reaches an edge, no word is missing."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image

from docs.pictures.pages import BORDER, PAPER, SCALE
from docs.pictures.showcase import QUESTIONS, every_page
from nightcrier.box.library import Library, first_choices
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.foot import foot_height
from nightcrier.box.table.drawing.frame import GAUGE_HEIGHT
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.over.yes_or_no import Question
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import LANGUAGES
from tests.on_glass import HEIGHT, WIDTH, draw, measure
from tests.sampling import sampled_languages

Pages: TypeAlias = Callable[[Language], list[View]]
STEPS = 3
SHEETS = Path("docs/pictures/pages")


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_stands_whole_in_three_steps_of_letters_between_dark_edges(language, pages_in):
    views = pages_in(language)
    assert len(views) > 150
    for view in views:
        measured = measure(view)
        assert measured.whole, view_lines(view)
        assert len({box.level for box in measured.boxes}) <= STEPS, view_lines(view)
        assert view.scanned or not lit_edges(view), view_lines(view)


def lit_edges(view: View) -> int:
    """The lit dots in the outer two columns above what stands at the foot. Only a code needs a lit edge."""
    foot = GAUGE_HEIGHT if view.over else foot_height(view.language) if view.foot or view.offered else 0
    columns = (int.from_bytes(draw(view)[at::WIDTH], "little") for at in (0, 1, WIDTH - 2, WIDTH - 1))
    return sum((column & (1 << HEIGHT - foot) - 1).bit_count() for column in columns)


def test_the_sheets_of_the_docs_show_the_pages_of_today(real_house):
    """By the first tile of each, as drawing all ten languages takes long."""
    table = Table(first_choices(Library(real_house.games, real_house.words)))
    first = {view.page: view for view in reversed([*every_page(real_house, table, LANGUAGES[0])])}
    assert {file.stem for file in SHEETS.glob("*.png")} == set(first)
    for page, view in first.items():
        with Image.open(SHEETS / f"{page}.png") as sheet:
            tile = sheet.convert("L").reduce(SCALE).crop((BORDER, BORDER, BORDER + WIDTH, BORDER + HEIGHT))
        dots = tile.point(lambda shade: 255 * (shade > PAPER)).convert("1")
        assert dots == frame_picture(draw(view), GLASS), f"{page}: ./run -m docs.pictures.pages --out {SHEETS}"


@pytest.mark.parametrize("language", sampled_languages())
def test_no_page_shows_a_key_instead_of_a_word(language, real_house, pages_in):
    keys = set(real_house.words.books[Language("en")].screen) - {"on", "off", "none", "seat", "bed"}
    shown = {text for view in pages_in(language) for text in view_lines(view)}
    assert {key for key in keys if "." in key or "_" in key} & shown == set()
    assert not {text for text in shown if "{" in text}


def test_every_question_is_among_the_pages():
    rooms = [module for name, module in list(sys.modules.items()) if name.startswith("nightcrier.box.table.")]
    asked = [value for room in rooms for value in vars(room).values() if isinstance(value, Question)]
    assert {id(question) for question in asked} == {id(question) for question in QUESTIONS}
