"""Tests captions: long texts come in parts that fit, and nothing of them is lost."""

import re
from itertools import accumulate

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption
from nightcrier.box.table.drawing import frame
from nightcrier.box.table.drawing.ink import LEAST_STEP
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.heard.captions import caption_due, caption_part, caption_parts
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.words.shelf import read_book
from tests.on_glass import measure
from tests.sampling import sampled, sampled_languages

LONGER_THAN_A_PAGE = {"en": 1, "de": 2, "uk": 2, "fa": 2}
"""The pages of captions that end inside a clause, because it is longer than a page. This number must only fall."""
BETWEEN_CLAUSES = re.compile(r"[.!?:؟,;،؛] |[。！？：，、；]|[ก-๛] (?=[ก-ๅ])")
LONG = "Witch, wake up. You may look at one center card. If you do, swap it with any player's card, even your own."


def test_a_short_text_stays_whole():
    assert caption_parts("Morning.", Language("en"), GLASS) == ("Morning.",)


def test_each_part_has_its_share_of_the_time():
    caption = Caption(10.0, 1, LONG, Language("en"), 8.0)
    pieces, seen, now = caption_parts(LONG, Language("en"), GLASS), [], 10.0
    while True:
        seen.append(caption_part(caption, now, GLASS))
        following = caption_due(caption, now, GLASS)
        if following is None:
            break
        assert following > now
        now = following
    assert tuple(seen) == pieces
    assert len(pieces) > 1
    assert caption_part(caption, 99.0, GLASS) == pieces[-1]


def test_a_caption_without_a_length_shows_its_beginning():
    assert (
        caption_part(Caption(0.0, 1, LONG, Language("en")), 5.0, GLASS) == caption_parts(LONG, Language("en"), GLASS)[0]
    )


def test_a_text_is_parted_between_clauses_and_at_a_mark_only_where_it_must():
    clause, ja = "席の\u200b順に\u200bつまみで\u200b入力して\u200bください。", Language("ja")
    assert caption_parts(clause * 3, ja, GLASS) == (clause * 2, clause)
    assert len(caption_parts(clause.replace("。", "") * 4, ja, GLASS)) > 1
    wide = "すべての村人、"  # which no gap parts, and whose end is one
    assert caption_parts(f"{wide}いぬ、", ja, replace(GLASS, width=64, least=LEAST_STEP)) == (wide, "いぬ、")


def test_a_part_ends_with_its_sentence_or_clause_where_that_makes_no_more_parts():
    def parts(text: str) -> tuple[str, ...]:
        return caption_parts(text, Language("en"), GLASS)

    keys = (
        "START goes on, BACK goes back.",
        "Turn the dial to read on, and press it to hear this part of the rules once more.",
    )
    assert parts(" ".join(keys)) == keys
    assert [part[-1] for part in parts(LONG)] == [".", "."]
    clauses = (
        "Each of you has a secret role, and in one night cards may change places,",
        "and you talk, then you all vote.",
    )
    assert parts(" ".join(clauses)) == clauses
    assert parts("word " * 40 + "word. Short.")[-1].endswith("word. Short.")


@pytest.mark.parametrize(
    ("language", "text", "last"),
    [
        ("de", "Werwölfe, öffnet die Augen und erkennt euch.", "euch."),
        ("en", "The Bites and Wounds from the second game go back to it.", "it."),
        ("ja", "あたりが\u200b暗くなりました。最初の\u200b夜です。", "夜です。"),
    ],
)
def test_no_word_is_left_alone_for_the_last_part(language, text, last):
    parts = caption_parts(text, Language(language), replace(GLASS, least=LEAST_STEP))
    assert parts[-1].endswith(last)
    assert len(parts[-1]) > len(last)
    assert "".join(parts).replace(" ", "").replace("\u200b", "") == text.replace(" ", "").replace("\u200b", "")


def test_a_long_part_stays_longer_than_a_short_one():
    caption = Caption(0.0, 1, LONG, Language("en"), 10.0)
    first, second = caption_parts(LONG, Language("en"), GLASS)
    assert caption_due(caption, 0.0, GLASS) == 10.0 * len(first) / len(first + second)


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_line_of_a_language_fits_in_parts(language):
    for line in sampled(read_book(share("assets") / "words" / f"{language}.toml").lines.values(), 100):
        pieces = caption_parts(line.text, language, GLASS)
        for piece in pieces:
            assert measure(View("night", language, (Text(piece, Size.LARGE),))).whole, piece
        assert _letters("".join(pieces)) == _letters(line.text)


@pytest.mark.parametrize("language", sampled_languages())
def test_large_letters_stay_large_in_captions(language):
    glass = replace(GLASS, least=LEAST_STEP)
    for line in sampled(read_book(share("assets") / "words" / f"{language}.toml").lines.values(), 60):
        for piece in caption_parts(line.text, language, glass):
            page = frame.measure(View("night", language, (Text(piece, Size.LARGE),)), glass)
            assert page.boxes[0].level >= LEAST_STEP or " " not in piece.strip(), piece


@pytest.mark.parametrize("language", sampled_languages())
def test_a_page_ends_with_a_clause(language):
    lines = [line.text for line in read_book(share("assets") / "words" / f"{language}.toml").lines.values()]
    torn = [
        (text, end)
        for text in lines
        for end in set(accumulate(map(len, map(_letters, caption_parts(text, language, GLASS)[:-1]))))
        - {len(_letters(text[: mark.end()])) for mark in BETWEEN_CLAUSES.finditer(text)}
    ]
    assert len(torn) == LONGER_THAN_A_PAGE.get(language, 0), torn


def _letters(text: str) -> str:
    return text.replace(" ", "").replace("\u200b", "")
