"""Tests large letters: the main rows of every page stay uncut, and what does not fit can still be reached."""

from functools import cache

import pytest
from msgspec.structs import replace

from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.foot import foot_picture
from nightcrier.box.table.drawing.frame import draw, measure
from nightcrier.box.table.drawing.importance import fewer_rows, main_rows
from nightcrier.box.table.drawing.ink import LEAST_STEP, LEAST_STEP_OF_TEXT, ink
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View, view_lines
from nightcrier.box.table.heard.captions import caption_parts
from nightcrier.box.table.look import look
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.words.shelf import read_book
from tests.sampling import sampled, sampled_languages

LARGE = replace(GLASS, least=LEAST_STEP)
EN = Language("en")
LONG_SENTENCES = {
    "ask",
    "booth",
    "fault",
    "home",
    "menu",
    "message",
    "pause",
    "phone",
    "question",
    "scores",
    "tell",
    "verdict",
    "who",
}
"""The pages on which a whole sentence, or a list of hints, may need smaller letters in some language."""
FEW = 0.1
"""The share of pages whose sentences may be smaller, each page counted once. In play, such pages are half as common."""


@pytest.fixture(scope="module")
def large_in(real_house, shown_in):
    """Return a function that lists the pages of a language in large letters."""

    @cache
    def large(language: Language) -> list[tuple[Table, View]]:
        letters = [(table, replace(table.choices, letters="large")) for table, _ in shown_in(language)]
        return [(table, look(real_house, replace(table, choices=choices))) for table, choices in letters]

    return large


def page(*rows: Row) -> View:
    return View("menu", EN, rows, least=LEAST_STEP)


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_shows_its_main_rows_uncut_and_large(language, large_in):
    small = []
    views = [view for _, view in sampled(large_in(language), 500) if view.rows and not view.scanned]
    for view in views:
        found = measure(view, LARGE)
        assert found.cut == (), view_lines(view)
        assert len({box.level for box in found.boxes}) <= 3, view_lines(view)
        assert found.left_out <= len(view.rows) - len(main_rows(view.rows)), view_lines(view)
        if language not in ("ja", "zh-Hant") and any(0 < box.level < LEAST_STEP_OF_TEXT for box in found.boxes):
            small.append(view.page)
    assert len(small) < FEW * len(views)
    assert set(small) <= LONG_SENTENCES


def test_a_capital_letter_has_as_many_dots_as_build_md_tells():
    for level, dots in ((LEAST_STEP, 14), (LEAST_STEP_OF_TEXT, 13)):
        drawn = ink("H", EN, level)
        assert (drawn.above, drawn.below) == (dots, 0)


def test_hints_fall_off_and_the_title_after_them():
    title, value, hint = Pair("Menu", "1/17"), Text("Players", Size.LARGE), Text("How many play", Size.SMALL)
    assert list(fewer_rows((title, value, hint))) == [(title, value, hint), (title, value), (value,)]


def test_the_chosen_row_of_a_list_stays_without_its_neighbours():
    rows = (Pair("Seer", "1"), Pair("Robber", "2", inverse=True), Pair("Witch", "1"))
    assert main_rows(rows) == rows[1:2]


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages(map(Language, ("ja", "th", "fa", "en"))))
def test_a_question_stays_above_the_answers_of_buttons(language, large_in):
    """The question stays even if a yes or no must shrink: nobody could guess what BACK does, or who is asked for."""
    pages = {"ask": 0, "question": 0}
    for _, view in large_in(language):
        if view.page not in pages or not view.rows or view.hidden:
            continue
        pages[view.page] += 1
        question, *answers = view.rows
        assert isinstance(question, Text)
        assert question.text not in measure(view, LARGE).cut
        assert draw(view, GLASS) != draw(replace(view, rows=tuple(answers), stays=0), GLASS), view_lines(view)
        assert view.foot or view.page == "ask", view_lines(view)
        if not view.foot:
            continue
        foot, frame = foot_picture(view.foot, GLASS.width), int.from_bytes(draw(view, GLASS), "little")
        for at, lit in enumerate(foot.columns):
            column = sum((frame >> 8 * (page * GLASS.width + at) & 255) << 8 * page for page in range(GLASS.pages))
            assert column >> GLASS.height - foot.height == lit, view_lines(view)
    assert min(pages.values()) > 10


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages(map(Language, ("ja", "th", "fa", "de", "en"))))
def test_what_start_does_and_a_stopped_clock_stay_where_they_can_be_large(language, real_house, large_in):
    stopped = real_house.words.screen(language, "day.stopped")
    seen = set()
    for table, view in large_in(language):
        if view.page == "tell" and view.foot:
            assert all(box.level >= LEAST_STEP_OF_TEXT for box in measure(view, LARGE).boxes), view_lines(view)
            seen.add("START")
        if view.page == "day" and stopped in " ".join(view_lines(look(real_house, table))):
            found = measure(view, LARGE)
            assert (view_lines(view)[-1], found.left_out, found.cut) == (stopped, 0, ())
            seen.add("stopped")
    assert seen == {"START", "stopped"}


def test_a_page_without_rows_is_dark_in_large_letters_too():
    assert draw(page(), GLASS) == GLASS.blank


def test_what_helps_with_a_fault_stays_rather_than_its_title():
    rows = (Text("No sound", Size.SMALL, inverse=True), Text("Look at the plug", Size.SMALL))
    assert main_rows(rows) == rows[1:]


def test_a_main_row_never_becomes_smaller_than_among_usual_letters():
    rows = (Text("Name", Size.LARGE), Text("Press: go on", Size.SMALL), Text("Turn: others", Size.SMALL))
    usual, large = measure(View("night", EN, rows), GLASS), measure(page(*rows), LARGE)
    assert large.boxes[0].level >= usual.boxes[0].level
    assert all(box.level >= LEAST_STEP for box in large.boxes)


def test_a_pair_that_is_too_wide_stands_in_two_rows():
    wide = page(Pair("Paranormal Investigator", "Village", inverse=True))
    found = measure(wide, LARGE)
    assert found.whole
    assert len(found.boxes) == 2
    assert draw(wide, GLASS) != draw(replace(wide, least=0), GLASS)


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_a_caption_above_an_answer_comes_in_large_parts_and_whole(language):
    answer = (Text("3", Size.LARGE, inverse=True),)
    for line in sampled(read_book(share("assets") / "words" / f"{language}.toml").lines.values(), 60):
        parts = caption_parts(line.text, language, LARGE, (), answer)
        assert letters("".join(parts)) == letters(line.text)
        for part in parts:
            found = measure(View("ask", language, (Text(part, Size.LARGE), *answer)), LARGE)
            assert found.whole, part
            if " " in part:  # one long word alone may need smaller letters
                assert min(box.level for box in found.boxes) >= LEAST_STEP_OF_TEXT, part


def letters(text: str) -> str:
    return text.replace(" ", "").replace("\u200b", "")
