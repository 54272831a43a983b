"""A page that one seat alone sees shines as much as every other: the glow on a face tells nothing."""

import pytest

from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.table.drawing import draw
from nightcrier.box.table.drawing.ink import LEAST_STEP
from nightcrier.box.table.drawing.picture import CLEAR, LIT, with_even_light
from nightcrier.box.table.drawing.view import Bar, Row, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import Book
from tests.sampling import sampled_languages
from tests.words.test_languages import _book


def lit(language: Language, *rows: Row, least: int = 0) -> int:
    return sum(byte.bit_count() for byte in draw(View("deal", language, rows, even=True, least=least), GLASS))


def private_pages(book: Book) -> list[tuple[Row, ...]]:
    """Cards as they are dealt, seen and chosen."""
    pages: list[tuple[Row, ...]] = []
    for role in ROLES:
        card = Text(book.roles[role], Size.MEDIUM)
        pages.append((card, Text(book.screen[f"deal.help.{role}"], Size.MEDIUM)))
        pages.append((Text(book.roles[role], Size.LARGE),))
        pages.append((card, card, card))
        pages.append((Text(book.roles[role], Size.LARGE), Text(book.screen["turn.nothing"], Size.LARGE)))
        pages.append((Text(book.roles[role], Size.LARGE), Text(book.screen["turn.see-more"], Size.SMALL), Bar(1.0)))
    pages += [(Text(book.screen[f"wherewolf.{role}"], Size.MEDIUM),) * 2 for role in ROLE_TABLE]
    pages += [(Text(str(seat), Size.LARGE), Bar(seat / 16)) for seat in range(1, 17)]
    return pages


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("least", [0, LEAST_STEP])
def test_every_private_page_has_as_many_lit_dots_within_a_hundredth(least, language):
    found = [lit(language, *rows, least=least) for rows in private_pages(_book(language))]
    assert max(found) <= min(found) * 1.01
    assert min(found) == LIT


def test_large_letters_with_more_dots_than_that_are_thinned():
    book = _book(Language("zh-Hant"))
    rows = (Text(book.roles["paranormal-investigator"], Size.LARGE), Text(book.screen["turn.nothing"], Size.LARGE))
    assert lit(Language("zh-Hant"), *rows) == LIT


def test_the_frame_keeps_away_from_the_text_and_leaves_it_as_it_is():
    text = [0] * 128
    text[60] = text[64] = 0b111 << 30
    framed = with_even_light(text, 64)
    frame = [column & ~word for column, word in zip(framed, text, strict=True)]
    assert all(column | word == column for column, word in zip(framed, text, strict=True))
    around = 0
    for column in frame[60 - CLEAR : 64 + CLEAR + 1]:
        around |= column
    assert around & (0b111 << 30) == 0
    assert sum(column.bit_count() for column in framed) == LIT
