"""Tests how a row of lines is split into sentences."""

from pathlib import Path

import pytest

from nightcrier.box.library import read_library
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import LineId
from nightcrier.takes.script import person_script, voice_script
from nightcrier.words.catalogue import LANGUAGES, UNHEARD, Book, Words
from nightcrier.words.sentences import clip_texts, split_sentences

WORDS = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append).words


@pytest.mark.parametrize(
    "sentences",
    [
        ["one-night.open", "one-night.werewolf.wake"],
        ["deal.turn number.3", "deal.vote.turn number.12"],
        ["seat-first number.3 deal.story.looked number.5", "seat-first number.4 deal.story.own"],
        ["verdict.nobody", "verdict.winners number.1 number.2"],
        ["house.dead.many number.1", "house.was screen.wherewolf.seer number.4"],
        ["screen.score.champion number.2", "seat-first number.2 points.5", "seat-first number.3 screen.score.out"],
        ["screen.ask.end-game", "number.3 deal.story.looked"],
        ["screen.nudge screen.switch.on", "place number.6 place.of number.16", "screen.help.nudge"],
    ],
)
def test_lines_that_are_said_in_a_row_are_parted_into_sentences(sentences):
    wanted = tuple(tuple(map(LineId, sentence.split())) for sentence in sentences)
    assert split_sentences(WORDS, [line for sentence in wanted for line in sentence]) == wanted


def test_what_nobody_knows_is_a_sentence_of_its_own():
    lines = [LineId("nobody.knows"), LineId("nobody.knows")]
    assert split_sentences(Words({}), lines) == ((lines[0],), (lines[1],))
    assert split_sentences(Words({}), []) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clip_of_a_machine_and_of_a_person_say_a_line_as_each_of_them_reads_it(language):
    machine, person = voice_script(WORDS, language), person_script(WORDS, language)
    texts = {line: set(clip_texts(WORDS, language, line)) for line in machine}
    assert texts == {line: {person[line], spelt, *shown_texts(language, line)} for line, spelt in machine.items()}


def shown_texts(language, line):
    """Return what a clip may speak until it is rendered again: the screen's words, and a changed line's old text."""
    heard, shown = WORDS.line(language, line), WORDS.line(language, line, Book.shown)
    was = {WORDS.books[language].was[line]} if line in WORDS.books[language].was else set()
    return was | ({shown.text.translate(UNHEARD), shown.spoken} if shown and shown != heard else set())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_until_a_sentence_is_recorded_is_written_and_english_alone_says_which(language):
    older = {line.older for line in WORDS.books[language].lines.values() if line.older}
    assert older <= WORDS.books[language].lines.keys()
    assert bool(older) == (language == "en")
