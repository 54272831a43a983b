"""Tests that a page for one seat alone is as bright as every other, so that the glow on a face reveals nothing."""

import pytest

from nightcrier.box.games.one_night.dealt.seat_turns import OwnTurn, card_turn
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.show.facts import Number, RoleName, Word
from nightcrier.box.show.stages import Prompt
from nightcrier.box.table.core.state import TurnState
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.ink import LEAST_STEP
from nightcrier.box.table.drawing.picture import CLEAR, LIT, with_even_light
from nightcrier.box.table.drawing.view import CallMarks, Row, Size, Text, View
from nightcrier.box.table.game.secret import turn_view
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import LANGUAGES, Book
from tests.box.table.evening import Evening
from tests.box.table.people_menu import in_language
from tests.on_glass import measure
from tests.sampling import sampled, sampled_languages
from tests.words.test_languages import _book


def lit(language: Language, *rows: Row, least: int = 0, left: int = 8) -> int:
    view = View("deal", language, rows, even=True, least=least, marks=CallMarks(left=left, blocks=8) if left else None)
    return sum(byte.bit_count() for byte in draw(view, GLASS))


def private_pages(book: Book) -> list[tuple[Row, ...]]:
    """Return pages with cards as dealt, seen and chosen, and with what one seat reads, including long lists."""
    cards = [*(book.roles[role] for role in ROLES), *(book.screen[f"wherewolf.{role}"] for role in ROLE_TABLE)]
    lists = ("1, 9, 12, 14, 15, 23", "Maximilian, Konstantin, Anastasia, Wilhelmina")
    told = [text for key, text in book.screen.items() if key.startswith(("deal.help.", "wherewolf.read.", "turn."))]
    texts = [text.format(role=cards[0], seats=some, n=some, what=some) for text in told for some in lists]
    pages: list[tuple[Row, ...]] = [(Text(str(seat), Size.LARGE),) for seat in range(1, 17)]
    for card, text in zip(cards * (len(texts) // len(cards) + 1), texts, strict=False):
        pages += [(Text(card, Size.LARGE), Text(text, size)) for size in (Size.SMALL, Size.LARGE)]
        pages += [(Text(card, Size.LARGE),), (Text(text),), (Text(card, Size.MEDIUM),) * 3]
    return sampled(dict.fromkeys(pages), 200)


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("least", [0, LEAST_STEP])
def test_every_private_page_has_as_many_lit_dots(least, language):
    pages = private_pages(_book(language))
    assert {lit(language, *rows, least=least, left=at % 9) for at, rows in enumerate(pages)} == {LIT}


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


NO_LARGER = {
    "uk": {"apprentice-seer"},
    "ja": {"alpha-wolf", "mystic-wolf", "dream-wolf", "bodyguard"},
    "th": {"village-idiot"},
}
"""Roles with long names beside long texts, whose names are no larger than the text."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dealt_role_is_the_largest_word_of_its_page(language, real_house, real_table):
    table = in_language(Evening(real_house, real_table), language).table
    held = TurnState("seat-1", held=table.now)
    views = {role: turn_view(real_house, table, View("deal", language), held, card_turn(1, role)) for role in ROLES}
    found = {role: measure(view) for role, view in views.items()}
    assert all(page.whole and page.apart for page in found.values())
    levels = {role: [box.level for box in page.boxes] for role, page in found.items()}
    assert all(name >= told for name, told in levels.values())
    assert {role for role, (name, told) in levels.items() if name == told} == NO_LARGER.get(language, set())


def test_several_cards_are_equal(real_house, real_table):
    facts = tuple(Word("deal.center-card", {"n": Number(1), "role": RoleName(role)}) for role in ("seer", "mason"))
    seen = OwnTurn(1, Prompt(seen=facts, confirm="seen"), "turn.hold", "deal.looked")
    table = in_language(Evening(real_house, real_table), "en").table
    view = turn_view(real_house, table, View("deal", "en"), TurnState("seat-1", held=table.now), seen)
    assert [row.size for row in view.rows] == [Size.MEDIUM, Size.MEDIUM]
