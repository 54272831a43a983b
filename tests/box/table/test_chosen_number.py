"""Tests which deck is nearest for another number of players, and what happens to the cards of the present one."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.evening.scenario import scenario_for, with_number, with_players

DRAWN = ("robber",) * 6
"""A deck of the toy for three."""


def at_deck(table: Table, game: str, scenario: str) -> Choices:
    players = table.choices.setups[game].players
    return replace(table.choices, game=game, setups={**table.choices.setups, game: Setup(scenario, players)})


@pytest.mark.parametrize(
    ("game", "scenario", "players", "found"),
    [
        ("one-night", "first-game", 4, "first-game"),
        ("one-night", "first-game", 6, "big-first-game"),
        ("one-night", "big-first-game", 3, "first-game"),
        ("one-night", "first-light", 3, "first-game"),
        ("one-night", "double-trouble", 3, "evil-transformation"),
        ("one-night", "first-game", 11, "big-first-game"),
        ("one-night", "total-chaos", 12, "whole-village"),
        ("growl", "growl-classic", 15, "growl-crowd"),
        ("wherewolf", "first-moon", 36, "great-assembly"),
    ],
)
def test_it_is_the_nearest_of_the_same_game_at_the_dial(real_house, real_table, game, scenario, players, found):
    nearest = scenario_for(real_house, at_deck(real_table, game, scenario), players)
    assert (nearest[0].id, nearest[1].id) == (game, found)


@pytest.mark.parametrize(
    ("game", "scenario", "players", "found"),
    [
        ("one-night", "first-game", 21, ("wherewolf", "great-assembly")),
        ("growl", "growl-classic", 3, ("one-night", "trust-no-one")),
        ("wherewolf", "first-moon", 4, ("growl", "growl-classic")),
    ],
)
def test_where_its_game_has_none_it_is_the_nearest_of_another(real_house, real_table, game, scenario, players, found):
    nearest = scenario_for(real_house, at_deck(real_table, game, scenario), players)
    assert (nearest[0].id, nearest[1].id) == found


@pytest.mark.parametrize("players", [2, 37])
def test_for_so_few_or_so_many_there_is_none(real_house, real_table, players):
    assert scenario_for(real_house, real_table.choices, players) is None


def test_a_changed_deck_waits_for_its_number_and_comes_back_with_it(choices):
    drawn = replace(choices, setups={"toy": choices.setup.with_deck(DRAWN, DeckOrigin.DRAWN)})
    four = with_players(drawn, 4)
    assert (four.setup, four.decks) == (Setup("first", 4), {"toy": (drawn.setup,)})
    three = with_players(four, 3)
    assert (three.setup, three.decks) == (drawn.setup, {})


def test_a_deck_that_waits_for_another_scenario_is_none_of_this_one(choices):
    other = Setup("second", 4, DRAWN, origin=DeckOrigin.CHOSEN)
    assert with_players(replace(choices, decks={"toy": (other,)}), 4).setup == Setup("first", 4)


def test_a_number_that_the_deck_is_not_for_changes_no_card(house, choices):
    """A number that the deck is not for waits for the next scenario that allows it."""
    table, effects = with_number(house, Table(choices), 6)
    assert (table.choices.setup, table.choices.players) == (choices.setup, 6)
    assert effects == (Remember(table.choices),)


def test_the_number_that_was_chosen_already_is_not_kept_again(house, choices):
    table, _ = with_number(house, Table(choices), 4)
    assert table.choices.setup.players == 4
    assert with_number(house, table, 4) == (table, ())
