"""Tests that Japanese, Chinese and Thai rows end where a phrase ends, and never inside a word."""

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any

import pytest

from nightcrier.box.table.drawing.fitting import choose_pictures
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.rows import BETWEEN_HINTS, BREAK_AFTER, NEVER_FIRST, NEVER_LAST, ROW_EDGE, wrap
from nightcrier.box.table.drawing.shaping import BREAK_HERE
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.heard.captions import caption_parts
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from tests.on_glass import WIDTH
from tests.sampling import sampled, sampled_languages

MARKED = (Language("ja"), Language("zh-Hant"), Language("th"))
GAPS = {BREAK_HERE, " ", BETWEEN_HINTS}
"""Characters at which a row may end, and which are dropped there."""
LISTS = {"people.letters", "people.fancy", "people.seats", "people.answers", "people.also-names"}
"""Words that list letters and names to choose or refuse. No page shows all of them at once."""
ON_PHONES = "net."
"""Prefix of the words that only phones show, which break their rows themselves."""
PLACEHOLDER = re.compile(r"\{\w+\}")


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages(MARKED))
def test_no_row_of_a_page_ends_inside_a_word(language, pages_in):
    assert set(torn(*pages_in(language))) == set()


@pytest.mark.parametrize("language", sampled_languages(MARKED))
def test_no_name_or_word_of_the_screen_is_torn_in_large_letters(language, real_house):
    views = [large(text, language) for text in names_and_words(real_house, language)]
    assert set(torn(*views)) == set()
    tight = [
        view.rows
        for view in views
        if any(row.level < SizeStep.SMALL for row in choose_pictures(view.rows, language, GLASS))
    ]
    assert tight == []


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages(MARKED))
def test_no_caption_is_torn(language, real_house):
    sentences = real_house.words.books[language].lines.values()
    views = [
        large(part, language)
        for sentence in sampled(sentences, 100)
        for part in caption_parts(sentence.text, language, GLASS)
    ]
    assert set(torn(*views)) == set()


def test_a_missing_mark_is_seen():
    ja = Language("ja")
    assert set(torn(large("前の\u200b結果を\u200b直す", ja))) == set()
    assert set(torn(large("前の結果を直す", ja))) == {("前の結", "果を直す")}
    assert set(torn(large("前の結\u200b果を直す", ja))) == set()


def names_and_words(house: Any, language: Language) -> Iterator[str]:
    """Yield every drawn text except sentences, with something filled into every gap."""
    book, titles = house.words.books[language], house.words.titles.values()
    screen = (text for key, text in book.screen.items() if key not in LISTS and not key.startswith(ON_PHONES))
    for text in (*book.roles.values(), *screen, *(title[language].text for title in titles)):
        yield PLACEHOLDER.sub("10", text)


def large(text: str, language: Language) -> View:
    return View("page", language, (Text(text, Size.LARGE),))


def torn(*views: View) -> Iterator[tuple[str, ...]]:
    """Yield the rows of each text that is broken apart from its seams, or where no row may begin."""
    for view in views:
        for text, rows in broken(view):
            ends = list(accumulate(sum(letter not in GAPS for letter in row) for row in rows[:-1]))
            between = gaps_in(text, {BETWEEN_HINTS})
            apart = (pair for end, pair in zip(ends, pairwise(rows), strict=True) if end not in between)
            if set(ends) - seams(text) or any(unfit(*pair) for pair in apart):
                yield rows


def broken(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the texts that take several rows, with these rows."""
    for row, drawn in zip(view.rows, choose_pictures(view.rows, view.language, GLASS), strict=True):
        if isinstance(row, Text) and drawn.lines > 1:
            width = WIDTH - 2 * ROW_EDGE if row.inverse else WIDTH
            rows = wrap(row.text, row.language or view.language, SizeStep(drawn.level), drawn.lines, width)
            yield row.text, rows or ()


def seams(text: str) -> set[int]:
    """Return the numbers of letters after which a row may end."""
    found, letters = gaps_in(text, GAPS), 0
    for letter, following in pairwise(text):
        letters += letter not in GAPS
        if letter in BREAK_AFTER or following in NEVER_LAST:
            found.add(letters)
    return found


def gaps_in(text: str, gaps: set[str]) -> set[int]:
    """Return the numbers of letters after which one of these gaps comes."""
    letters = accumulate(letter not in GAPS for letter in text)
    return {count for letter, count in zip(text, letters, strict=True) if letter in gaps}


def unfit(row: str, following: str) -> bool:
    """Return whether a row begins with a stop or a small letter, or parts a figure from its word."""
    return following[0] in NEVER_FIRST or (row[-1].isdecimal() and following[0] > "\u3000")
