"""Tests which clips are played for a part of a sentence."""

import pytest

from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.sentences import goes_on, leads_on, line_for_voice, lines_within
from tests.words.test_sentences import WORDS

EN = Language("en")


def spoken(language: str, line: str) -> str:
    found = line_for_voice(WORDS, Language(language), LineId(line))
    return found.spoken if found else ""


def test_numbers_and_whoever_is_spoken_of_stand_in_the_middle_of_sentences_too():
    within = set(lines_within(WORDS))
    assert {"number.0.on", "number.36.on", "role.seer.on", "role.bite.on", "screen.wherewolf.seer.on"} <= within
    assert not {"role.dawn.on", "screen.players.on", "vote.three.on"} & within


@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "number.7", "Seven."),
        ("en", "number.7.on", "Seven,"),
        ("en", "seat.7.on", "Seven,"),
        ("en", "person.7.on", "Seven,"),
        ("en", "role.seer.on", "Seer,"),
        ("en", "deal.turn", "It's your turn, seat,"),
        ("en", "verdict.winners", "The winners, by seat:"),
        ("ja", "number.7.on", "ナナ、"),
        ("fa", "deal.story.looked", "نگاه کرد به کارتِ صندلیِ،"),
        ("zh-Hant", "deal.story.own", "看了自己的牌，"),
        ("en", "name.Anna", "Anna"),
        ("en", "name.Anna.on", "Anna,"),
        ("en", "deal.turn.named", "It's your turn,"),
        ("en", "seat-first.named", ""),
        ("en", "vote.now", "Point!"),
        ("en", "screen.on", "On"),
        ("en", "nobody.knows.on", ""),
    ],
)
def test_a_part_ends_with_a_comma_where_more_comes_after_it(language, line, wanted):
    assert spoken(language, line) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_a_part_goes_on_and_a_whole_sentence_does_not(language):
    lines = {LineId(line) for line in WORDS.books[EN].lines}
    leads = {line for line in lines if leads_on(WORDS, line) and spoken("en", line) and spoken(language, line)}
    for line in (*leads, *filter(lambda each: spoken(language, each), lines_within(WORDS))):
        assert goes_on(spoken(language, line)), line
    assert not [line for line in lines - leads if goes_on(spoken(language, line))]
