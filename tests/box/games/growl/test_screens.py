"""Tests that no page of GROWL is cut off in any language."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.library import first_choices, read_library
from nightcrier.box.show.facts import PrintedName
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Stage, Tell, Verdict
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, Session, Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.facts import key_of, keys_of
from tests.box.games.growl.random_games import random_game
from tests.on_glass import measure
from tests.sampling import sampled_languages

SETUP = Setup("growl-classic", 10)


@pytest.fixture(scope="module")
def shelf():
    return read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)


@pytest.fixture(scope="module")
def sessions(shelf):
    """Return a session and a dial position for each page that differs in more than its numbers."""
    found = {}
    for seed in range(300):
        for play, stage, _ in random_game(shelf.games["growl"], seed, skips=seed >= 12):
            for index, page in enumerate(pages(stage)):
                found[page] = (Session("growl", SETUP, 0, play, stage), index)
    return list(found.values())


def pages(stage: Stage) -> list[tuple[str, ...]]:
    match stage:
        case Ask(question=question, choices=choices):
            roles = tuple(key_of(value) for value in question.fillings.values() if isinstance(value, PrintedName))
            return [(question.key, *roles, key_of(choice.label)) for choice in choices]
        case Tell(facts=facts, title=PrintedName(card)):
            return [(card, key) for key in keys_of(facts)]
        case Tell(facts=facts) | Verdict(facts=facts):
            return [(key,) for key in keys_of(facts)]
    return []


@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_fits_the_screen(shelf, sessions, language):
    assert len(sessions) > 90
    rooms = House(shelf.games, shelf.words, LANGUAGES)
    table = Table(replace(first_choices(shelf), languages=(language,)))
    views = [look(rooms, replace(table, session=session).with_cursor(Cursor(index))) for session, index in sessions]
    assert [view_lines(view) for view in views if not measure(view).whole] == []


@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("turns", ["start", "heartbeat"])
def test_by_day_the_foot_says_what_start_and_back_do(shelf, language, turns):
    """The answer above the foot fits in one line even with both keys named."""
    rooms = House(shelf.games, shelf.words, LANGUAGES)
    table = Table(replace(first_choices(shelf), languages=(language,)))
    setup = replace(SETUP, players=8, options={"turns": turns})
    play = shelf.games["growl"].begin(setup, 1)
    while not isinstance(play.stage(), Ask) or key_of(play.stage().question) == "growl.start":
        play = play.answer("1" if isinstance(play.stage(), Ask) else "")
    table = replace(table, session=Session("growl", setup, 0, play, play.stage()))
    views = [look(rooms, table.with_cursor(Cursor(index))) for index in (0, 1)]
    keys = foot_of(rooms, language, "a question of the game")
    assert {view.foot for view in views} == {keys}
    assert [[box.lines for box in measure(view).boxes[1:]] for view in views] == [[1], [1]]
