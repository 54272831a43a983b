"""Tests that what breaks a rule of the deal or of the night is refused in one sentence naming round, seat and rule."""

from typing import Any

import pytest

from tests.box.games.wherewolf.paper import game_of, night_of, refusal_of, round_of, votes_of

SIX = "seer pack-leader peasant hermit witch medium"
QUIET = round_of()

CASES: dict[str, tuple[dict[str, Any], str]] = {
    "nobody": (game_of(""), "a game has 1 to 36 players, not 0"),
    "too many": (game_of("hermit " * 37), "a game has 1 to 36 players, not 37"),
    "an unknown role": (game_of("seer Seer"), "seat 2: players: there is no role 'Seer'; did you mean 'seer'?"),
    "a role with another stroke": (
        game_of(SIX, night_of({"seat": 2, "as": "pack_leader"})),
        "round 1, seat 2: there is no role 'pack_leader'; did you mean 'pack-leader'?",
    ),
    "an unknown possible role": (game_of("seer", possible=["seer", "x"]), "possible: there is no role 'x'"),
    "a role twice": (game_of("seer seer"), "seat 2: players: a game has 1 of the Seer at most, not 2"),
    "three Peasants": (game_of("peasant peasant peasant"), "players: a game has 2 of the Peasant at most, not 3"),
    "a dealt role that is not possible": (game_of("seer witch", possible=["seer"]), "seat 2: the Witch is dealt, so"),
    "a latent Seer": (game_of("seer", latent={"P1": "hero"}), "seat 1: only a Peasant has a latent identity"),
    "an unknown latent identity": (game_of("peasant", latent={"P1": "x"}), "seat 1: a latent identity is one of hero"),
    "a latent identity twice": (
        game_of("peasant peasant", latent={"P1": "hero", "P2": "hero"}),
        "the two Peasants never have the same latent identity",
    ),
    "a latent identity nowhere": (
        game_of("peasant", latent={"P2": "hero"}),
        "seat 2: only a Peasant has a latent identity",
    ),
    "an unknown item": (game_of(SIX, items={"ring": "P1"}), "items are amulet and sword; there is no 'ring'"),
    "an item of nobody": (game_of(SIX, items={"sword": "P9"}), "the owner of the sword is one of P1 to P6, not P9"),
    "an action of no seat": (
        game_of(SIX, night_of({"seat": 7, "as": "seer"})),
        "round 1, seat 7: who is not in play does not act",
    ),
    "an action of no role": (game_of(SIX, night_of({"seat": 1, "as": "x"})), "round 1, seat 1: there is no role 'x'"),
    "a target that is no place": (
        game_of(SIX, round_of("1 seer P7")),
        "round 1, seat 1: the Seer chooses a player in play",
    ),
    "target and targets": (
        game_of(SIX, night_of({"seat": 2, "as": "pack-leader", "target": "P1", "targets": ["P1", "P3"]})),
        "round 1, night 1: has target or targets, not both",
    ),
    "two targets of the Seer": (
        game_of(SIX, round_of("1 seer P2 P3")),
        "round 1, seat 1: the Seer has one target, not 2",
    ),
    "one of two targets": (
        game_of(SIX, night_of({"seat": 2, "as": "pack-leader", "targets": ["P1"]})),
        "round 1, night 1: has two targets for two attacks of the wolves, and one target otherwise",
    ),
    "two preys in an ordinary night": (
        game_of(SIX, QUIET, round_of("2 pack-leader P1 P3")),
        "round 2, seat 2: the Pack Leader has one target, not 2",
    ),
    "no target": (game_of(SIX, round_of("1 seer")), "round 1, seat 1: the Seer has one target, not 0"),
    "another's role": (
        game_of(SIX, round_of("2 seer P1")),
        "round 1, seat 2: this seat does not hold the Seer; it holds the Pack Leader",
    ),
    "a role that does nothing": (game_of(SIX, round_of("4 hermit P1")), "round 1, seat 4: the Hermit chooses nobody"),
    "a Young Wolf": (
        game_of("young-wolf seer hermit", QUIET, round_of("1 young-wolf P2")),
        "round 2, seat 1: the Young",
    ),
    "a Peasant who has not turned": (game_of(SIX, QUIET, round_of("3 peasant P1")), "the Peasant chooses nobody"),
    "a role lost to the Vampire": (
        game_of(
            "vampire spy seer pack-leader assassin", QUIET, round_of("1 vampire P5"), round_of("5 assassin in seer")
        ),
        "round 3, seat 5: this seat does not hold the Assassin; it is a Progeny of the Vampire and has no power left",
    ),
    "a signal of the eliminated": (
        game_of(
            "seer pack-leader pettifogger spy", round_of("", "P3=4"), round_of("", "P1=1", accused="3 pettifogger P2")
        ),
        "round 2, seat 3: who is not in play does not signal",
    ),
    "a second turn": (game_of(SIX, round_of("1 seer P2; 1 seer P3")), "round 1, seat 1: the Seer acts once in a night"),
    "Juliet in the second night": (
        game_of("juliet seer pack-leader", QUIET, round_of("1 juliet P2")),
        "round 2, seat 1: Juliet acts in the first night only",
    ),
    "an eliminated seat": (
        game_of(SIX, round_of("", "P1=6"), round_of("1 seer P2")),
        "round 2, seat 1: who is not in play does not act",
    ),
    "an eliminated target": (
        game_of(SIX, round_of("", "P3=6"), round_of("1 seer P3")),
        "round 2, seat 1: the Seer chooses a player in play: P2, P4, P5, P6, not P3",
    ),
    "a Medium and the living": (
        game_of(SIX, QUIET, round_of("6 medium P1")),
        "round 2, seat 6: the Medium asks about an eliminated player: nobody, not P1",
    ),
    "a Healer and the living": (
        game_of("healer seer pack-leader", QUIET, round_of("1 healer P2")),
        "round 2, seat 1: the Healer saves one of tonight's dead and does not save herself",
    ),
    "a wolf on a wolf": (
        game_of(
            "pack-leader pack-wolf seer",
            QUIET,
            round_of("1 pack-leader P2"),
            house_rules={"wolves_may_hit_wolves": False},
        ),
        "round 2, seat 1: the Pack Leader chooses a player in play: P3, not P2",
    ),
    "somebody else's item": (
        game_of(SIX, QUIET, round_of("2 amulet P1"), items={"amulet": "P1"}),
        "round 2, seat 2: this seat does not hold the Amulet; it holds the Pack Leader",
    ),
    "an item on the first night": (
        game_of(SIX, round_of("1 amulet P2"), items={"amulet": "P1"}),
        "round 1, seat 1: the Amulet acts from the second night on",
    ),
    "an item for oneself": (
        game_of(SIX, QUIET, round_of("1 amulet P1"), items={"amulet": "P1"}),
        "round 2, seat 1: the Amulet chooses another player",
    ),
    "an item in a window": (
        game_of(SIX, QUIET, round_of("1 amulet P2 in seer"), items={"amulet": "P1"}),
        "the Amulet has no during",
    ),
    "a Seer in a window": (
        game_of(SIX, round_of("1 seer P2 in mage")),
        "round 1, seat 1: the Seer has no during",
    ),
    "a Thief without a window": (
        game_of("thief seer pack-leader", QUIET, round_of("1 thief")),
        "round 2, seat 1: the Thief acts in the turn of a Mystic; during names it: seer",
    ),
    "a window that is not possible": (
        game_of("thief seer pack-leader", QUIET, round_of("1 thief in mage")),
        "the Thief acts in the turn of a Mystic; during names it: seer",
    ),
    "a Thief with a target": (
        game_of("thief seer pack-leader", QUIET, round_of("1 thief P2 in seer")),
        "the Thief has no target, not 1",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_breaks_a_rule_is_refused_with_the_rule(name):
    game, rule = CASES[name]
    assert rule in refusal_of(game)


def test_what_cannot_be_read_is_refused_with_the_place():
    assert refusal_of(game_of(SIX, night_of({"seat": "x", "as": "seer"}))) == (
        "round 1, night 1, seat: must be a whole number, not a text in quotes"
    )
    assert refusal_of(game_of(SIX) | {"vote": 1}) == "there is no key vote here; take it out, or mend its name"
    assert refusal_of(game_of(SIX, QUIET, votes_of({"votes": {"1": "P2"}}))) == (
        "round 2, day, accusation, votes: each one of its values must be a list in [ ], not a text in quotes"
    )
    assert refusal_of(game_of(SIX, votes_of({"votes": {"P1": ["P2"]}}))) == (
        "round 1, day, accusation, votes: its keys are whole numbers in quotes"
    )
    assert refusal_of(game_of(SIX, items={"sword": 2})) == ("items: each one of its values must be a place, such as P4")
    assert refusal_of(game_of(SIX, votes_of({"votes": {"1": [2]}}))) == (
        "round 1, day, accusation, votes: each entry of its values must be a place, such as P4"
    )
