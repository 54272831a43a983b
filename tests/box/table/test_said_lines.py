"""Tests that every line the box says is one that every voice learns, on each page. Only names are spoken live: of
people, addresses and files, and what an organizer writes."""

from collections.abc import Iterator

import pytest

from docs.pictures import showcase
from nightcrier.box.events import ChoreSaid
from nightcrier.box.plugs import screen_only_words
from nightcrier.box.show.cues import Say, Speak
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard.talk import question_aloud
from nightcrier.box.table.look import look
from nightcrier.box.table.over.welcome import OF_ROUGH_VOICE
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.chores.root_work import result_lines
from nightcrier.box.table.step import step
from nightcrier.kernel.chores import Chore, ChoreDone, StickIn, StickOut
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier.words.sentences import by_number
from tests.sampling import sampled_languages

EN = Language("en")
BY_PERSON = {LineId(f"seat-first.number.{number}") for number in range(1, 37)}
LEFT_OUT = {"fa": {LineId("vote.three")}, "ja": BY_PERSON, "zh-Hant": BY_PERSON}
"""Lines that a language leaves out. Persian has no word for the first beat of the count before pointing."""


def said_here(house: House, table: Table) -> Iterator[LineId]:
    """Yield what the page says, what the stage under it says, and how a question is asked."""
    yield from surface(table).lines(house, table)
    if isinstance(table.page, QuestionPage):
        yield from table.page.ask.lines
    if table.session:
        stage = table.session.stage
        yield from question_aloud(stage)
        if isinstance(stage, Perform):
            yield from (line for cue in stage.show if isinstance(cue, Say) for line in cue.lines)


@pytest.mark.untraced
def test_whatever_a_page_says_a_voice_has_learned(real_house, real_table, monkeypatch):
    said: set[LineId] = set()

    def listening(house: House, table: Table) -> View:
        said.update(said_here(house, table))
        return look(house, table)

    monkeypatch.setattr(showcase, "look", listening)
    assert list(showcase.every_page(real_house, real_table, EN))
    learned = voice_script(real_house.words, EN, screen_only_words())
    spoken = {line for line in said if (text := real_house.words.line(EN, by_number(line))) is None or text.text}
    assert len(spoken) > 500
    assert {"screen.switch.on", "screen.switch.off"} <= spoken
    of_files = {line for line in spoken if real_house.words.written(line)}
    made_on_the_spot = {by_number(line) for line in spoken - of_files} - learned.keys()
    assert "name.Ann" in made_on_the_spot
    assert [line for line in made_on_the_spot if not line.startswith("name.")] == []


@pytest.mark.parametrize("news", [StickIn(), StickIn(files=2), StickIn(saved=1, has_before=True)])
def test_what_is_said_of_a_stick_that_is_put_in_or_pulled(real_house, real_table, news):
    learned = voice_script(real_house.words, EN, screen_only_words())
    table, asked = step(real_house, real_table, ChoreSaid(1.0, news))
    _, pulled = step(real_house, table, ChoreSaid(2.0, StickOut()))
    said = [line for effect in (*asked, *pulled) if isinstance(effect, Speak) for line in effect.lines]
    assert len(said) == 2
    assert set(said) <= learned.keys()


@pytest.mark.parametrize("chore", Chore)
@pytest.mark.parametrize("good", [True, False])
def test_what_is_said_of_each_chore(real_house, chore, good):
    learned = voice_script(real_house.words, EN, screen_only_words())
    for done in (ChoreDone(chore, good), ChoreDone(chore, good, {"decks": 1}, refused=1)):
        assert set(result_lines(done)) <= learned.keys()


@pytest.mark.parametrize("language", sampled_languages())
def test_every_language_learns_the_same_lines(language, real_house):
    """Exceptions are animals, colors and phrasings, of which each language has its own, the warning of a voice that is
    hard to understand, and what a language leaves out."""
    english, other = (voice_script(real_house.words, each, screen_only_words()) for each in (EN, language))
    differ = english.keys() ^ other.keys() - {OF_ROUGH_VOICE}
    shared = {line for line in differ if not line.startswith("name.") and "other" not in line.split(".")}
    assert shared == LEFT_OUT.get(language, set())
