"""Tests simulated games: legal to the last entry, with items, latent identities and every switch, and told in full."""

from collections import Counter

import pytest

from bench.wherewolf_odds import busy_seats
from bench.wherewolf_play import NIGHTS_AT_MOST, STRATEGIES, simulate_game
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, judge_game
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Switches
from nightcrier.box.games.wherewolf.sheets.judge_report import report_game
from nightcrier.box.games.wherewolf.sheets.judge_story import story_of_wherewolf
from nightcrier.kernel.chance import SeededChance

SEEDS = range(60)


def random_table(seed: int) -> DealtTable:
    """Return a table of 8 to 18 players with both items, both latent identities and random switches."""
    chance = SeededChance(seed)
    seats = 8 + chance.below(11)
    others = chance.shuffle([role for role in ROLE_TABLE if role not in ("seer", "pack-leader", "peasant")])
    roles = chance.shuffle(["seer", "pack-leader", "peasant", "peasant", *others[: seats - 4]])
    peasants = chance.shuffle([seat for seat, role in enumerate(roles) if role == "peasant"])
    switches = Switches(**{name: bool(chance.below(2)) for name in Switches.__struct_fields__})
    latent = dict(zip(peasants, ("hero", "descendant"), strict=True))
    items = {"amulet": chance.below(seats), "sword": chance.below(seats)}
    return DealtTable(roles, (*roles, *others[seats - 4 : seats]), latent, items, switches)


def simulated(seed: int) -> GameRecord:
    return simulate_game(random_table(seed), STRATEGIES[("random", "seer")[seed % 2]], SeededChance(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_simulated_game_judged_again_is_the_same_game(seed):
    game = simulated(seed)
    again = judge_game(game.state.table, [played.acts for played in game.rounds])
    assert report_game(again) == report_game(game)
    assert not [line for line in report_game(again)["warnings"] if line.startswith("Round")]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_story_tells_every_night_and_every_death(seed):
    game = simulated(seed)
    story = story_of_wherewolf(game)
    assert [line for line in story if line.startswith("Night")] == [f"Night {n + 1}" for n in range(len(game.rounds))]
    gone = sum(player.out is not None for player in game.state.players)
    killed = sum(" dies: " in line or line.endswith(") burns.") for line in story)
    assert killed + sum(played.night.morning.eliminated != played.night.killed for played in game.rounds) == gone


def test_simulated_games_end_in_every_way_and_before_they_are_given_up():
    games = [simulated(seed) for seed in SEEDS]
    assert {"humans", "shadow"} <= set(Counter(game.state.end for game in games if game.state.end))
    assert max(len(game.rounds) for game in games) <= NIGHTS_AT_MOST


@pytest.mark.untraced
def test_every_role_but_the_plain_peasant_does_something_in_some_game_and_not_by_being_there():
    seen, did = Counter[str](), Counter[str]()
    for seed in range(400):
        game = simulated(seed)
        seen.update(game.state.table.roles)
        did.update(game.state.table.roles[seat] for seat in busy_seats(game))
    assert {role for role in seen if not did[role]} == set()
    always = {role for role in seen if did[role] == seen[role]}
    assert not always & {"merchant", "orator", "thief", "spy", "peasant", "courtesan", "sinner"}
