"""Tests what is asked before a scenario for another number of players, with the games and words of the box."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.evening.scenario import choose_scenario, deck_line, other_number, seat_leader
from nightcrier.box.table.ground.before_game import AdvicePage, begin_or_advise
from nightcrier.box.table.ground.home import HOME
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.kernel.ids import Language
from tests.box.games.facts import filling
from tests.on_glass import measure
from tests.sampling import sampled_languages


def asked(house: Any, table: Table, scenario: str, players: int) -> AdvicePage:
    """Return the page to which START leads if this many people want to play this scenario of One Night."""
    game = house.games["one-night"]
    chosen = next(each for each in game.scenarios() if each.id == scenario)
    choices = choose_scenario(replace(table.choices, players=players), game, chosen)
    choices = choices.with_setup(replace(choices.setup, options={"sets": "both"}))
    told, _ = begin_or_advise(house, replace(table, choices=choices), 0.0)
    assert isinstance(told.page, AdvicePage)
    return told.page


@pytest.mark.parametrize(
    ("scenario", "players", "said"),
    [
        ("big-first-game", 5, "6-12 players"),
        ("first-game", 7, "3-5 players"),
        ("first-game", 4, "♟♟♟♟"),
        ("big-first-game", 0, "♟♟♟♟♟♟"),  # nobody has said how many sit there
    ],
)
def test_home_shows_no_number_that_nobody_has_chosen(real_house, real_table, scenario, players, said):
    game = real_house.games["one-night"]
    chosen = next(each for each in game.scenarios() if each.id == scenario)
    choices = choose_scenario(replace(real_table.choices, players=players), game, chosen)
    assert view_lines(HOME.view(real_house, replace(real_table, choices=choices)))[-4].startswith(said)


@pytest.mark.parametrize(
    ("players", "shown", "said"),
    [
        (5, "7-20", ("players.least", "number.7", "players.most", "number.20")),
        (9, "9", ("number.9",)),
    ],
)
def test_home_and_menu_show_and_say_the_same_of_a_number_that_nobody_has_chosen(
    real_house, real_table, players, shown, said
):
    game = real_house.games["one-night"]
    village = next(each for each in game.scenarios() if each.id == "whole-village")
    choices = choose_scenario(replace(real_table.choices, players=players), game, village)
    table = replace(real_table, choices=choices)
    item = MENUS["main"].items(real_house, table)[1]
    now = item.values[item.index]
    assert (now.text, now.spoken) == (shown, said)
    assert view_lines(HOME.view(real_house, table))[-4] in (f"{shown} players", f"♟ {shown}")
    assert HOME.lines(real_house, table)[2 : len(said) + 2] == said
    assert now.choices.players == players
    assert [value.choices.players for value in item.values if value is not now] == [
        n for n in village.players if n != players
    ]


def test_the_question_is_said_with_its_numbers(real_house, real_table):
    page = asked(real_house, real_table, "whole-village", 4)
    least = ("players.least", "number.7", "players.most", "number.20", "players.start", "number.7")
    assert page.lines(real_house, real_table) == (*least, "place", "number.1", "place.of", "number.4")


def test_a_scenario_of_one_number_says_that_number_once(real_house, real_table):
    game = real_house.games["one-night"]
    village = next(each for each in game.scenarios() if each.id == "whole-village")
    of_seven = SimpleNamespace(scenarios=lambda: (replace(village, players=(7,)),))
    house = replace(real_house, games={**real_house.games, "one-night": of_seven})
    choices = replace(real_table.choices, setups={"one-night": Setup("whole-village", 7)}, players=4)
    asked, *_ = other_number(house, choices)
    assert asked.said == ("players.only", "number.7", "players.start", "number.7")
    assert fact_text(house.words, Language("en"), asked) == "Only for 7. Play with 7?"


def test_a_leader_who_plays_is_counted_into_no_deck_for_fewer(real_house, real_table):
    game = real_house.games["one-night"]
    first = next(each for each in game.scenarios() if each.id == "first-game")
    led = replace(real_table.choices, players=5, one_leads=True)
    seated = seat_leader(real_house, choose_scenario(led, game, first))
    assert (seated.players, seated.setup.players, seated.leader_plays) == (6, 5, True)


def test_first_game_says_where_more_than_five_go(real_house, real_table):
    question, beyond = asked(real_house, real_table, "first-game", 7).facts[:2]
    assert [filling(question, name) for name in ("least", "most", "n")] == [3, 5, 5]
    assert getattr(beyond, "key", "") == "advice.beyond.first-game"


@pytest.mark.parametrize(
    ("scenario", "players", "least", "most"), [("whole-village", 4, 7, 20), ("first-game", 2, 3, 5)]
)
def test_a_deck_for_more_says_for_how_many(real_house, real_table, scenario, players, least, most):
    page = asked(real_house, real_table, scenario, players)
    assert [filling(page.facts[0], name) for name in ("least", "most", "n")] == [least, most, least]
    assert not any(getattr(fact, "key", "").startswith("advice.beyond") for fact in page.facts)


@pytest.mark.parametrize("language", sampled_languages())
def test_the_foot_says_which_button_says_yes(language, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
    page, word = asked(real_house, table, "first-game", 7), partial(real_house.words.screen, language)
    for question in (page, AdvicePage((Word("advice.won"),), page.under)):
        view = question.view(real_house, table)
        measured = measure(view)
        assert (measured.whole, measured.apart, measured.still) == (True, True, True)
        assert (view.foot.back, view.foot.start) == (word("key.no"), word("key.yes"))
    told = replace(page, index=1).view(real_house, table)
    assert told.foot.start == "START", "what is only told has no answers"


@pytest.mark.parametrize("language", sampled_languages())
def test_what_is_asked_fits_the_glass_and_names_the_other_deck(language, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
    page = asked(real_house, table, "first-game", 7)
    for index in range(2):
        measured = measure(replace(page, index=index).view(real_house, table))
        assert measured.whole
        assert measured.apart
        assert measured.still
    other = replace(table.choices.setup, scenario="big-first-game")
    line = deck_line(replace(table.choices, setups={"one-night": other}))
    assert real_house.words.title(language, line) in real_house.words.screen(language, "advice.beyond.first-game")
