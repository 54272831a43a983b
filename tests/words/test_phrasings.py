"""Tests that lines heard in every game have several phrasings."""

import re
from itertools import takewhile

import pytest

from nightcrier.kernel.ids import Language
from nightcrier.kernel.phrasings import CALL, MOST_PHRASINGS, moment_of, other_phrasings
from nightcrier.words.catalogue import LANGUAGES, UNHEARD
from nightcrier.words.sentences import leads_on
from tests.words.test_sentences import WORDS

ENGLISH = WORDS.books[Language("en")].lines
STIFF = re.compile(
    r"(?i)\b(whoever|do not|does not|I will|you are|(?<!as )it is|please|recognise|colour|neighbour|must not)\b|!"
)
WOKEN = {
    "en": "wake up|open your eyes",
    "fa": "بیدار ش|چشم‌هات(ون)? رو باز کن|چشم‌ها باز",
    "uk": "прокин|розплющ",
    "it": "svegliat|apri(te)? gli occhi",
    "es": "desp(ierta|ertad)|abr(e|id) los ojos",
    "de": "wacht? auf|öffnet? die Augen",
    "fr": "réveille|ouvrez? les yeux",
    "zh-Hant": "睜眼|醒來",
    "ja": "目を開け|起き",
    "th": "ลืมตา|ตื่นได้",
}
TWICE = [line for line in ENGLISH if next(other_phrasings(line)) in ENGLISH]


def phrasings(language, line):
    lines = WORDS.books[language].lines
    return [lines[each] for each in (line, *other_phrasings(line)) if each in lines]


def test_each_game_has_some():
    games = [sum(line.startswith(starts) for line in TWICE) for starts in ("growl.", ("wherewolf.", "house."))]
    assert len(TWICE) - sum(games) >= 8  # One Night, with the day and the vote that it is the first to have
    assert min(games) >= 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", TWICE)
def test_a_phrasing_says_otherwise_what_takes_about_as_long(language, line):
    first, *others = (each.spoken for each in phrasings(language, line))
    assert len({first, *others}) == 1 + len(others)
    assert max(map(len, others), default=0) <= max(2 * len(first), len(first) + 45)


@pytest.mark.parametrize("line", [line for line in TWICE if f"{line}.short" in ENGLISH])
def test_both_wordings_of_a_moment_have_equally_many_so_that_neither_says_what_the_other_has_said(line):
    short, usual = (len(phrasings(Language("en"), each)) for each in (f"{line}.short", line))
    assert short in ((1, usual, usual + 1) if moment_of(line) == CALL else (1, usual))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_called_is_woken_by_word_in_each_wording(language):
    wakes = [line for line in ENGLISH if re.fullmatch(r"one-night\..*\.wake(\.dream|\.all)?(\.short)?", line)]
    calls = {line: phrasings(language, line)[-2:] for line in wakes if "doppelganger-minion" not in line}  # is awake
    said = {line: [each.text.translate(UNHEARD) for each in texts] for line, texts in calls.items()}
    assert [line for line, texts in said.items() if not all(re.search(WOKEN[language], each) for each in texts)] == []


@pytest.mark.parametrize("line", TWICE)
def test_the_host_speaks_as_people_do_and_says_the_word_of_the_shout_nowhere_else(line):
    said = [each.text for each in phrasings(Language("en"), line)[2:]]
    assert not [text for text in said if STIFF.search(text) or re.search(r"(?i)^point|point[.!]$", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrasings_are_numbered_without_a_gap_and_belong_to_a_line_that_english_says_otherwise_too(language):
    lines = WORDS.books[language].lines
    numbered = {line: [each for each in other_phrasings(line) if each in lines] for line in lines}
    found = {each for others in numbered.values() for each in others}
    assert found == {line for line in lines if "other" in line.split(".")}
    assert all(others == [*takewhile(lines.__contains__, other_phrasings(line))] for line, others in numbered.items())
    assert {line for line, others in numbered.items() if others} <= set(TWICE)
    assert 1 + len([*other_phrasings("day.open")]) == MOST_PHRASINGS


def test_no_line_that_leads_on_and_no_part_of_a_sentence_has_phrasings():
    assert not [line for line in TWICE if leads_on(WORDS, line)]
