"""Tests that all speech sounds like a host. Each row is what a language refuses; add one for any other habit."""

import re

import pytest

from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.ids import Language
from nightcrier.takes.script import person_script
from nightcrier.words.catalogue import LANGUAGES
from tests.words.test_sentences import WORDS

FOR_THE_EYE = r"(START|BACK|press|Press): | · |/|→"
"""Matches keys before a colon, and signs instead of words, which belong only on the screen."""
AVOID = {
    "en": r"(?i)\b(whoever|(do|does|is|are|has|must|can) ?not|I will|please|any more|in the middle)\b"
    r"|\b(START|BACK) [a-z]+s\b|recognis|colour|neighbour|organis|dialled|defence"
    r"|(^|[.,:;] |\b(if|when|but|and) )(you are|it is|that is|there is)\b(?![.,])",
    "de": r"\bman\b|[a-zäöüß,] Sie\b|\bTot ist\b|Drehrad|Drehknopf|am Rad drehen"
    r"|(^|[.!?] )(START|BACK) (geht|beginnt|führt|zeigt|hält|nimmt|gibt|sagt)\b",
    "fr": r"boîtier|[Ff]ermez tous les yeux|(^|[.!?] )(START|BACK) [a-zà-ÿ]+(e|it|nt)\b"
    r"|(?i:\btu\b[^.?!]*\b(?!chez|assez)\w+ez\b|\b(?!chez|assez)\w+ez\b[^.?!]*\btu\b)",
    "it": r"\b(Premere|Girare)\b|[Cc]hiudete tutti gli occhi"
    r"|(^|[.!?] )(START|BACK) (va|chiude|ferma|porta|torna|lascia|comincia|mostra|dà|tiene)\b",
    "es": r"Enchufar|\b(ganó|murió|perdió|estás muerto)\b|[Cc]errad todos los ojos"
    r"|(^|[.!?] )(START|BACK) (acaba|para|da|vuelve|empieza|enseña|sigue|sale|avanza|lleva|guarda)\b",
    "uk": r"(?i)вигра(є|ю)|\bкарт(а|и|у|ою|і)\b|згора|ручкою"
    r"|(^|[.!?] )(START|BACK) (веде|повертає|спиняє|починає|завершує|зберігає|бере)\b",
    "fa": r"(^|\s)(را|می‌شود|می‌باشد|است|هستند|لطفا\w*)(?=[\s.،؟!:؛]|$)"
    r"|(^|[.!؟] )(START|BACK|استارت|بک) (می|تموم|برمی|نگه)",
    "ja": r"誰？|だれ？|(ますか|ですか)。|プレイヤーの皆様",
    "zh-Hant": r"當前玩家|請注意|您|晚安|並且|以及|將會|是否",
    "th": r"โปรด|กรุณา|(?<![ก-๙])ผม(?![ก-๙])|ครับ.*ครับ",
}
QUESTION = dict.fromkeys(("en", "de", "fr", "it", "es", "uk"), r"\?$") | {
    "fa": "؟$",
    "ja": "か？$|は？$",
    "zh-Hant": "？$",
    "th": "(ครับ|ไหม|หรือ|อะไร)$",
}
"""Matches, for each language, the end of a spoken question."""
MOMENTS = ("day.one-minute", "day.thirty-seconds", "day.over", "vote.open", "vote.rule.", "vote.ring", "growl.ready")
"""The lines from the last minute to the call on which everybody points."""


def said(language):
    return person_script(WORDS, Language(language), screen_only_words())


@pytest.mark.parametrize("language", [each for each in LANGUAGES if WORDS.books[each].ear])
def test_a_host_of_the_language_would_say_it(language):
    lines = said(language)
    assert {line: text for line, text in lines.items() if re.search(f"{AVOID[language]}|{FOR_THE_EYE}", text)} == {}
    asked = [f"screen.{key}" for key, text in WORDS.books["en"].screen.items() if text[-1] == "?"]
    assert [line for line in asked if line in lines and not re.search(QUESTION[language], lines[line])] == []
    older = {f"{each.older}.named" for each in WORDS.books["en"].lines.values()}  # said until a voice has the newer one
    assert [line for line in {*lines} - older if line.endswith(".named") and lines[line].endswith((":", "："))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_last_minute_on_no_line_begins_or_ends_with_the_word_of_the_shout(language):
    lines = {line: re.sub(r"\W+", " ", text).strip().lower() for line, text in said(language).items()}
    ends = rf"{lines['vote.now']}\b|.*\b{lines['vote.now']}$"
    assert [line for line, text in lines.items() if line.startswith(MOMENTS) and re.match(ends, text)] == []
