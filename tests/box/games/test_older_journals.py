"""Tests that games begun on a box of commit 45eb9f46, cut off anywhere, go on, and ask and tell the same as there."""

from itertools import groupby
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.game_shelf import game_of_text
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.show.plug import Game
from nightcrier.box.show.stages import Ask, Stage, Tell, in_the_dark
from nightcrier.box.table.core.effects import Began, Entry
from nightcrier.box.table.ground.power_on import restore_session
from nightcrier.kernel.phrasings import CALL, Bags
from nightcrier.words.catalogue import Words
from tests.box.games.wherewolf.table.host import text_of
from tests.words.test_sentences import WORDS

GAMES = Path(__file__).parents[3] / "config/games"


class OlderJournal(Struct, frozen=True):
    """Holds the entries of a journal, and what the moderator was asked or told after each of them."""

    entries: tuple[Entry, ...]
    asked: tuple[str, ...]


JOURNALS = msgspec.json.decode(Path(__file__).with_name("older_journals.json").read_bytes(), type=list[OlderJournal])


class OneGame(Struct, frozen=True):
    """Stands in for a house, with only the parts that a journal uses."""

    games: dict[str, Game]
    words: Words | None = None  # of a house that counts what was heard, as older ones did not


def game_of(began: Began) -> Game:
    """Return the game from the file that the journal has, or else from the shipped one."""
    written = GAMES / f"{began.game}.game.toml"
    if not written.exists():
        return Wherewolf(())
    return game_of_text(began.game, began.setup.file or written.read_text("utf-8"), ())


def noted(stage: Stage | None) -> str:
    if isinstance(stage, Ask):
        return text_of(stage.question)
    return " ".join(map(text_of, stage.facts)) if isinstance(stage, Tell) else type(stage).__name__


@pytest.mark.parametrize("journal", JOURNALS, ids=range(len(JOURNALS)))
def test_a_game_of_an_older_box_goes_on_as_it_was(journal):
    began = journal.entries[0]
    assert isinstance(began, Began)
    house = OneGame({began.game: game_of(began)})
    for cut in (*range(1, len(journal.entries), 8), len(journal.entries)):
        session = restore_session(house, journal.entries[:cut])
        assert noted(session.play.stage()) == journal.asked[cut - 1]


def test_all_calls_of_a_night_have_one_form_though_each_is_a_stage():
    journal = next(each for each in JOURNALS if each.entries[0].game == "mafia")
    began = journal.entries[0]
    assert isinstance(began, Began)
    house = OneGame({began.game: game_of(began)}, WORDS)
    entries = (replace(began, setup=replace(began.setup, bags=Bags(1))), *journal.entries[1:])
    sessions = [restore_session(house, entries[:cut]) for cut in range(1, len(entries) + 1)]
    parts = groupby(sessions, lambda session: in_the_dark(session.stage))
    nights = [{session.bags.drawn.get(CALL, 0) for session in night} for dark, night in parts if dark]
    assert nights == [{number} for number in range(len(nights))]
    assert len(nights) > 1
