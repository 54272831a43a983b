"""Tests the clock of the day: huge digits of one width, of which a changed one takes few bytes on the bus."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from nightcrier.box.table.drawing.ink import SizeStep, glyph
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.ids import Language
from tests.on_glass import draw, measure

ADDRESSING = 10
"""The bytes that address an SSD1306 window: six commands, and the I2C address and control byte of two transfers."""
DIGITS = {"en": "0123456789", "fa": "۰۱۲۳۴۵۶۷۸۹"}


def day(language: str, digits: str, hint: str = "START") -> View:
    return View("day", Language(language), (Text(digits, Size.HUGE), Text(hint, Size.SMALL)))


def window(old: bytes, new: bytes) -> int:
    """Return the bytes sent for the smallest rectangle of columns and pages that holds every change."""
    changed = [at for at, (before, after) in enumerate(zip(old, new, strict=True)) if before != after]
    pages, columns = [at // 128 for at in changed], [at % 128 for at in changed]
    return ADDRESSING + (max(pages) - min(pages) + 1) * (max(columns) - min(columns) + 1)


@pytest.mark.parametrize("language", DIGITS)
@pytest.mark.parametrize("place", [0, 2, 3])
def test_a_changed_digit_costs_at_most_64_bytes(language, place):
    digits = DIGITS[language]
    clock = f"{digits[1]}:{digits[2]}{digits[3]}"
    shown = [draw(day(language, clock[:place] + digit + clock[place + 1 :])) for digit in digits]
    assert max(window(old, new) for old, new in permutations(shown, 2)) <= 64


def test_a_second_less_costs_at_most_64_bytes_in_every_language(views):
    before = next(view for view in views if view.page == "day")
    clock, hint = before.rows
    after = View("day", before.language, (replace(clock, text=clock.text[:-1] + clock.text[-2]), hint))
    assert draw(before) != draw(after)
    assert window(draw(before), draw(after)) <= 64


def test_the_clock_stands_on_a_page_and_stays_huge(views):
    clock = measure(next(view for view in views if view.page == "day")).boxes[0]
    assert (clock.level, clock.height, clock.top % 8) == (SizeStep.HUGE, 32, 0)


def test_the_clock_stays_huge_whatever_stands_below():
    long = day("de", "4:59", "START " * 30)
    assert measure(long).boxes[0].level == SizeStep.HUGE
    assert measure(long).cut


def test_a_huge_text_that_is_no_clock_is_large():
    assert measure(View("vote", Language("en"), (Text("Vote", Size.HUGE),))).boxes[0].level == SizeStep.LARGE


def test_persian_digits_read_from_the_left(lit):
    first, second = (lit(draw(day("fa", clock))) for clock in ("۱:۲۲", "۳:۲۲"))
    assert max(x for x, _ in first ^ second) < 64


@pytest.mark.parametrize("language", DIGITS)
@pytest.mark.parametrize("level", SizeStep)
def test_digits_are_equally_wide(language, level):
    glyphs = [glyph(Language(language), level, digit) for digit in DIGITS[language]]
    assert len({drawn.advance for drawn in glyphs if drawn}) == 1
    assert None not in glyphs
