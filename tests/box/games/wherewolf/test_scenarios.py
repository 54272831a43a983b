"""Tests the shipped scenarios of Wherewolf, what is said about a broken one, and the sheet of one."""

import re
from pathlib import Path

import pytest

from bench.wherewolf_odds import deed_rows, odds_rows, simulate_games
from bench.wherewolf_play import STRATEGIES
from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, draw_roles
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.options import role_scenario_from
from nightcrier.box.games.wherewolf.plug import WherewolfPlug
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Faction
from nightcrier.box.library import read_deck
from nightcrier.box.show.plug import problems_of
from nightcrier.box.show.setup import Setup
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.folders import share
from tests.box.games.facts import keys_of

FILES = sorted((share("config") / "scenarios" / "wherewolf").glob("*.toml"))
SHIPPED = {file.stem: role_scenario_from(file.read_bytes(), file.stem) for file in FILES}


ONE_MOON = ("first-moon", "false-faces", "watchful-night")


def test_scenarios_of_both_moons_come_with_the_box_and_for_as_many_as_there_are_cards():
    of_one_moon = {Faction.VILLAGE, Faction.WOLVES, Faction.NONE}
    for name, named in SHIPPED.items():
        factions = {ROLE_TABLE[role].side for role in named.possible(named.scenario.players[-1])}
        assert (name in ONE_MOON) is (factions <= of_one_moon), name
    assert {players for named in SHIPPED.values() for players in named.scenario.players} == set(range(8, 37))


@pytest.mark.parametrize("players", [8, 9, 10])
@pytest.mark.parametrize("name", ONE_MOON)
def test_under_one_moon_village_and_wolves_both_win_where_the_village_follows_the_seer(name, players):
    found = simulate_games(SHIPPED[name].possible(players), players, STRATEGIES["seer"], games=400)
    assert 0.25 <= found.wins["village"] <= 0.6
    assert 0.25 <= found.wins["wolves"] <= 0.62


@pytest.mark.parametrize("name", ONE_MOON)
def test_under_one_moon_no_role_but_the_peasant_has_nothing_to_do(name):
    found = simulate_games(SHIPPED[name].possible(8), 8, STRATEGIES["random"], games=200)
    assert {role for role, share in found.deeds.items() if not share} <= {"peasant"}


def test_the_scenario_in_the_docs_can_be_played_for_every_number_of_players_it_promises():
    page = (Path(__file__).parents[4] / "docs" / "decks.md").read_text("utf-8")
    block = next(found for found in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "our-moon.toml" in found)
    named = role_scenario_from(block.encode(), "our-moon")
    assert named.scenario.players == (8, 9, 10)
    for players in named.scenario.players:
        assert len(draw_roles(named.possible(players), players, dark_to_deal(players), SeededChance(1))) == players


GOOD = b"""
level = 1
fewest = 8
possible = ["seer", "pack-leader", "pack-wolf", "peasant", "peasant", "hermit", "witch", "mage"]
joins = [["bard"]]
[names]
en = "Good"
"""
BROKEN = [
    (b'en = "Good"', b'en = "' + b"x" * 81 + b'"', "names.en: must have at most 80 characters"),
    (b'en = "Good"', b'it = "Buono"', "names: needs at least a name in English"),
    (b'"seer"', b'"healer"', "possible: for 8 players: Seer is missing"),
    (b'[["bard"]]', b'[["bard"], []]', "joins: for 10 players: 10 to 36 roles, not 9"),
    (b'"bard"', b'"Bard"', "joins: expected a role, got 'Bard'; did you mean 'bard'?"),
    (b'"mage"', b'"x"', "possible: expected a role, got 'x'."),
    (b'"mage"', b'""', "possible: expected a role, got ''"),
    (b"level = 1", b"level = 6", "level: must be a whole number from 1 to 5"),
]


def test_a_scenario_names_its_possible_roles_for_each_number_of_players():
    named = role_scenario_from(GOOD, "good")
    assert named.scenario.players == (8, 9)
    assert named.possible(9)[-1] == "bard"
    assert named.possible(10) == ()


@pytest.mark.parametrize(("good", "bad", "sentence"), BROKEN)
def test_a_broken_scenario_is_named_with_key_and_rule(good, bad, sentence):
    with pytest.raises(BadFile, match=sentence):
        read_deck(WherewolfPlug(), GOOD.replace(good, bad), "good")


def test_the_shelf_goes_from_the_easiest_to_the_hardest():
    shelf = Wherewolf(list(SHIPPED.values()))
    assert [scenario.level for scenario in shelf.scenarios()] == sorted(s.scenario.level for s in SHIPPED.values())
    assert len(shelf.cards()) == len(ROLE_TABLE)
    assert shelf.deck(Setup("first-moon", 8)) == SHIPPED["first-moon"].first
    assert shelf.deck(Setup("none", 8)) == ()
    assert keys_of(problems_of(shelf, Setup("first-moon", 20))) == ["problem.scenario-players"]
    assert keys_of(problems_of(shelf, Setup("none", 8))) == ["problem.unknown-scenario"]


def test_odds_and_deeds_of_simulated_games_are_shown():
    possible = SHIPPED["two-moons"].possible(18)
    results = {name: simulate_games(possible, 18, play, games=12) for name, play in STRATEGIES.items()}
    rows = "\n".join((*odds_rows(results, 12), *deed_rows(possible, results)))
    assert all(
        row in rows for row in ("12 simulated games under each", "wins: Village", "nights, mean", "Did something")
    )


def test_the_same_seed_simulates_the_same_games():
    possible = SHIPPED["two-moons"].possible(12)
    results = [simulate_games(possible, 12, STRATEGIES["random"], 30, seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
