"""Tests that what a call tells, and who sleeps, is explained that night or morning, for people who want to be told."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.stages import in_the_dark
from nightcrier.box.table.core.names import number
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.box.table.look import look
from nightcrier.box.table.over.explain import due_topics
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import end_game
from tests.box.table.evening import Evening
from tests.on_glass import measure

NEW = ("werewolf", "seer", "troublemaker", "villager")
"""Roles of First Game explained at their calls or, for the Villager, who sleeps, in the morning."""


@pytest.mark.parametrize(
    ("explain", "played", "taught"),
    [
        ("new", (), NEW),
        ("new", ("werewolf", "robber"), ("seer", "troublemaker", "villager")),
        ("always", NEW, NEW),
        ("never", (), ()),
    ],
)
def test_as_much_is_explained_in_the_night_as_people_want(real_house, real_table, explain, played, taught):
    choices = replace(real_table.choices, explain=explain, played={"one-night": played} if played else {})
    table = replace(real_table, choices=choices)
    assert tonight_setup(real_house, table).taught == taught
    assert not {topic.of for topic in due_topics(real_house, table)} & {*NEW}


def test_who_wants_nothing_explained_hears_nothing_in_the_night(real_house, real_table):
    for answer, taught in (("back", ()), ("start", NEW)):
        evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
        getattr(evening.after("start start"), answer)()
        while evening.table.session is None:
            evening.start()
        assert evening.table.session.setup.taught == taught


def test_a_game_that_explains_nothing_itself_has_all_explained_before(real_house, real_table):
    choices = replace(real_table.choices, game="growl", explain="always")
    assert tonight_setup(real_house, replace(real_table, choices=choices)).taught == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_length_of_the_night_stands_whole_above_the_last_step(real_house, real_table, language):
    evening = Evening(real_house, replace(real_table, choices=replace(real_table.choices, languages=(language,))))
    view = look(real_house, evening.after("start").table)
    minutes = real_house.words.screen(language, "lay.minutes", n=number(real_house.words, language, "1"))
    assert minutes in view_lines(view)[0]
    assert measure(view).whole
    assert measure(view).apart


def test_games_in_a_row_with_one_deck_are_counted_once_their_night_falls(real_house, real_table):
    evening, found = Evening(real_house, real_table), []
    for turn, plays in ((0, True), (0, False), (0, False), (1, False)):
        evening.turn(turn)
        found.append(tonight_setup(real_house, evening.table).repeats)
        evening.start()
        if plays:
            assert evening.after("start").table.stage
            assert in_the_dark(evening.table.stage)
        end_game(evening)
    assert found == [0, 1, 1, 0]
