"""Tests every page in every language: nothing is cut, nothing overflows, no word is missing."""

import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from docs.pictures.showcase import QUESTIONS
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.over.yes_or_no import Question
from nightcrier.kernel.ids import Language
from tests.on_glass import draw, measure
from tests.sampling import sampled_languages

Pages: TypeAlias = Callable[[Language], list[View]]
STEPS = 3


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_stands_whole_in_three_steps_of_letters(language, pages_in):
    views = pages_in(language)
    assert len(views) > 150
    for view in views:
        measured = measure(view)
        assert measured.whole, view_lines(view)
        assert len({box.level for box in measured.boxes}) <= STEPS, view_lines(view)


@pytest.mark.parametrize("language", sampled_languages())
def test_no_page_shows_a_key_instead_of_a_word(language, real_house, pages_in):
    keys = set(real_house.words.books[Language("en")].screen) - {"on", "off", "none", "seat", "bed"}
    shown = {text for view in pages_in(language) for text in view_lines(view)}
    assert {key for key in keys if "." in key or "_" in key} & shown == set()
    assert not {text for text in shown if "{" in text}


@pytest.mark.parametrize("language", sampled_languages())
def test_what_one_seat_sees_alone_stands_whole_on_a_sheet_of_its_own(language, held_in):
    views = held_in(language)
    assert {(view.page, view.hidden.kind) for view in views} == {("private", "ask"), ("private", "tell")}
    assert all(measure(view).whole for view in views)
    assert len({int.from_bytes(draw(view)).bit_count() for view in views}) == 1


def test_every_question_is_among_the_pages():
    rooms = [module for name, module in list(sys.modules.items()) if name.startswith("nightcrier.box.table.")]
    asked = [value for room in rooms for value in vars(room).values() if isinstance(value, Question)]
    assert {id(question) for question in asked} == {id(question) for question in QUESTIONS}
