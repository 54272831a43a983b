"""Tests sentences that are recorded whole, because there are few of them."""

import pytest

from nightcrier.box.table.evening import scores
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES, Book, Line, Words
from nightcrier.words.sentences import line_for_voice, text_and_speech, whole_lines, whole_sentence
from tests.words.test_sentences import WORDS

EN = Language("en")


def test_whose_turn_it_is_and_who_alone_is_dead_are_whole():
    leads = {"deal.turn", "deal.vote.turn", "verdict.dead", "growl.next", "growl.points", "growl.tie", "game.leaves"}
    leads |= {"wherewolf.hunger"}
    assert set(whole_lines(WORDS)) == {f"{lead}.number.{number}" for lead in leads for number in range(1, 11)}
    assert list(whole_lines(Words({}))) == []
    for language in LANGUAGES:
        own = set(whole_lines(WORDS, language)) - set(whole_lines(WORDS))
        assert own == {f"seat-first.number.{n}" for n in range(1, 37) if language in ("ja", "zh-Hant")}


@pytest.mark.parametrize(
    ("language", "line", "shown", "spoken"),
    [
        ("en", "deal.turn.number.7", "It's your turn, seat seven.", ""),
        ("fr", "verdict.dead.number.3", "Place trois, c'est fini pour toi.", ""),
        ("fa", "deal.turn.number.9", "نوبت صندلی نه.", "نوبتِ صندلیِ نُه."),
        ("ja", "verdict.dead.number.3", "亡くなったのは、三番の\u200b方です。", ""),
        ("th", "verdict.dead.number.1", "ที่นั่ง\u200bหนึ่ง\u200bตาย\u200bครับ", ""),
        ("zh-Hant", "deal.turn.number.1", "現在\u200b輪到一號。", ""),
        ("ja", "seat-first.number.3", "三番の\u200b方", ""),
    ],
)
def test_a_whole_sentence_is_written_from_its_parts(language, line, shown, spoken):
    found = line_for_voice(WORDS, Language(language), LineId(line))
    assert found == Line(shown, spoken) == whole_sentence(WORDS, Language(language), LineId(line))
    assert text_and_speech(WORDS, Language(language), LineId(line)) == (found.text, found.spoken)


def test_there_is_none_of_what_nobody_says():
    for line in ("deal.turn", "deal.turn.number.99", "nobody.number.1", "deal.turn.number.x", "nobody"):
        assert whole_sentence(WORDS, EN, LineId(line)) is None
    assert text_and_speech(WORDS, EN, LineId("nobody.number.1")) is None
    assert text_and_speech(WORDS, EN, LineId("number.1")) == ("One.", "One.")


def test_a_line_that_a_language_owes_is_read_in_english_and_spoken_by_no_voice_of_it():
    words = Words({EN: WORDS.books[EN], Language("de"): Book({}, {}, {})})
    assert text_and_speech(words, Language("de"), LineId("number.1")) == ("One.", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_standings_say_is_written(language):
    points = [f"points.{count}" for count in range(scores.MOST_POINTS + 1)]
    losses = [f"losses.{count}" for count in range(scores.MOST_LOSSES + 1)]
    assert [line for line in (*points, *losses) if line not in WORDS.books[language].lines] == []
