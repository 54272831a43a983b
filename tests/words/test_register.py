"""Whatever is said is what a host says aloud. Each row is what a language refuses; who finds another habit adds one."""

import re

import pytest

from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import person_script
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.sentences import FULL_STOPS
from tests.words.test_sentences import WORDS

FOR_THE_EYE = r"(START|BACK|press|Press): | · |/|→"
"""What stands on the glass alone: keys before a colon, and signs in the place of words."""
AVOID = {
    "en": r"(?i)\b(whoever|(do|does|is|are|has|must|can) ?not|I will|please|any more|in the middle)\b"
    r"|\b(START|BACK) [a-z]+s\b"
    r"|(^|[.,:;] |\b(if|when|but|and) )(you are|it is|that is|there is)\b(?![.,])"
    r"|recognis|colour|neighbour|organis|dialled|defence",
}
"""What no line and no text for the ear of a language may have."""
IN_HAND = ("growl.", "wherewolf.")
"""The lines of two games, of which somebody writes new ones just now."""
QUESTION = {"en": r"\?$"}
"""How each question of the glass ends, when it is said."""
MOMENTS = ("day.one-minute", "day.thirty-seconds", "day.over", "vote.open", "vote.rule.", "vote.ring", "growl.ready")
"""The lines from the last minute to the shout, at which everybody points."""
SHOUTED_BEFORE = {"fa", "zh-Hant"}
"""The languages in which one of these lines still has the word of the shout at an end."""
WITH_EARS = [language for language in LANGUAGES if WORDS.books[language].ear]


def said(language):
    return person_script(WORDS, Language(language), screen_only_words())


@pytest.mark.parametrize("language", WITH_EARS)
def test_nothing_is_said_that_is_written_for_the_eye(language):
    assert {line: text for line, text in said(language).items() if re.search(FOR_THE_EYE, text)} == {}


@pytest.mark.parametrize("language", AVOID)
def test_a_host_of_the_language_would_say_it(language):
    lines = {line: text for line, text in said(language).items() if not line.startswith(IN_HAND)}
    assert {line: text for line, text in lines.items() if re.search(AVOID[language], text)} == {}


@pytest.mark.parametrize("language", QUESTION)
def test_a_question_of_the_glass_is_asked_in_a_sentence(language):
    shown = WORDS.books[Language("en")].screen
    asked = {line: text for line, text in said(language).items() if shown.get(line[len("screen.") :], "").endswith("?")}
    assert {line: text for line, text in asked.items() if not re.search(QUESTION[language], text)} == {}


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each not in SHOUTED_BEFORE])
def test_from_the_last_minute_on_no_line_begins_or_ends_with_the_word_of_the_shout(language):
    lines = WORDS.books[language].lines
    shout = WORDS.line(language, LineId("vote.now")).text.strip("!！¡. ").lower()
    ends = {
        line: text.text.strip(f"!！¡?？{FULL_STOPS}").lower()
        for line, text in lines.items()
        if line.startswith(MOMENTS)
    }
    assert {line: text for line, text in ends.items() if text.startswith(shout) or text.endswith(shout)} == {}
