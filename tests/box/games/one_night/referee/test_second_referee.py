"""Two referees, written apart, agree on 100,000 random legal games; on 2,500 of them every time."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.sampling import sampled

PARTS, GAMES = 40, 2_500


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_a_second_referee_agrees_on_every_random_legal_game(
    part: int, beside: Callable[[str], ModuleType], verdict: Callable[..., dict[str, Any]]
) -> None:
    second_opinion, random_game = beside("second_referee").second_opinion, beside("random_games").random_game
    rng = Random(part)
    for _ in range(GAMES):
        game = random_game(rng)
        first = verdict(**game)
        first.pop("reasons", None)
        if "warnings" in first:
            first["warnings"].sort()
        assert first == second_opinion(game), game


def test_the_random_games_visit_the_rare_places(
    beside: Callable[[str], ModuleType], verdict: Callable[..., dict[str, Any]]
) -> None:
    random_game, rng = beside("random_games").random_game, Random("rare places")
    met = set()
    for _ in range(2_000):
        game = random_game(rng)
        outcome = verdict(**game)
        met |= {"acts as"} if game["acts_as"] else set()
        met |= {"beyond the box"} if any("boxes" in line for line in outcome.get("warnings", [])) else set()
        met |= {"stopped by a shield"} if any("shield" in line for line in outcome.get("warnings", [])) else set()
        met |= {"more than ten"} if len(game["players"]) > 10 else set()
        met |= {"nobody pointed at"} if None in game.get("votes", []) else set()
        met |= {"protected"} if outcome.get("protected") else set()
        met |= {f"copied {e['as']}" for e in game["night"] if game["players"][e["seat"] - 1] == "doppelganger"}
        met |= {str(player["artifact"]) for player in outcome["players"].values()}
        met |= {"face up"} if any(player["face_up"] for player in outcome["players"].values()) else set()
    copied = "alpha-wolf mystic-wolf sentinel seer apprentice-seer paranormal-investigator robber witch troublemaker"
    copied += " village-idiot drunk insomniac curator revealer"
    assert met >= {f"copied {role}" for role in copied.split()}
    assert met >= {"acts as", "beyond the box", "stopped by a shield", "more than ten", "nobody pointed at"}
    assert met >= {"protected", "face up", "claw-of-the-werewolf", "brand-of-the-villager", "cudgel-of-the-tanner"}
