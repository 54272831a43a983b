"""Tests the names of people in a game: on its pages, and after a power cut."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.games.one_night.after_vote import VOTES
from nightcrier.box.table.core.effects import Began, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.ground.power_on import restore_session
from nightcrier.box.table.look import look
from nightcrier.kernel.people import EveningKind, Presence
from tests.box.table.asking import shown
from tests.box.table.people_menu import in_language
from tests.on_glass import measure


@pytest.mark.parametrize(("language", "name"), [("fa", "کوروش"), ("th", "สมชาย"), ("ja", "さくら")])
def test_names_stand_on_the_vote_the_verdict_and_the_standings(real, language, name):
    """Three people play One Night with cards. The first one's name is in the script of the language."""
    in_language(real, language)
    people = tuple(PersonStanding(each, 1, 0, out=False) for each in (name, "Bob", "Кіт"))
    real.send(Standings(0.0, EveningKind.SHORT, 5, people, (), {1: 1}))
    real.table = replace(real.table, choices=replace(real.table.choices, players=3))
    assert real.after("start").table.session
    asked = []
    for _ in range(40):
        session = real.table.session
        if session is None:
            break
        asked += [line for line in shown(real) if name in line]
        real.table, _ = advance(real.table, answer_to(session.stage), real.at)
    assert len(asked) >= 2
    real.table = replace(real.table, page=ScoresPage(None))
    assert any(name in line for line in shown(real))
    assert measure(look(real.house, real.table)).whole


def answer_to(stage) -> str:
    """Return the answer to enter the votes seat by seat if it is offered, or else the first answer."""
    values = [choice.value for choice in getattr(stage, "choices", ())]
    return VOTES if VOTES in values else next(iter(values), "")


def test_a_game_is_gone_on_with_under_the_same_names(evening):
    people = (*[PersonStanding(name, 1, 0, out=False) for name in ("Ann", "Bob")], PersonStanding("", 0, 0, out=False))
    away = PersonStanding("Cleo", 0, 0, out=False, presence=Presence.SITS_OUT)
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (away, *people), (), {1: 1}, evening=2))
    began = [effect.entry for effect in evening.start() if isinstance(effect, Record)]
    assert isinstance(began[0], Began)
    session = restore_session(evening.house, began)
    assert session == replace(evening.table.session, since=session.since, score=session.score)
    after = Table(evening.table.choices, session=session)
    assert [(seat, each.person, each.name) for seat, each in seating(after).items()] == [
        (1, 2, "Ann"),
        (2, 3, "Bob"),
        (3, 4, ""),
        (4, 1, "Cleo"),
    ], "who sits out has a number after the last seat"
