"""The second referee by itself: it follows random games to their end, and refuses every game that was spoilt."""

from collections import Counter

import pytest

from tests.games.wherewolf.second import Refused, judge_game
from tests.games.wherewolf.second.counting import TO_SEE
from tests.games.wherewolf.second.judging import judge_and_watch
from tests.games.wherewolf.second.random_games import random_game
from tests.games.wherewolf.second.wrong_games import CHANGES, wrong_games


def test_a_small_sample_of_random_games_has_every_role_cause_end_pyre_and_switch() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        seen.update(judge_and_watch(random_game(seed))[1])
    for kind in ("role", "cause", "turned", "tavern", "pyre", "end", "switch"):
        assert [name for name in TO_SEE[kind] if not seen[f"{kind}: {name}"]] == [], kind


def test_the_same_seed_makes_the_same_game() -> None:
    assert random_game(7) == random_game(7)
    assert random_game(7) != random_game(8)


def test_every_way_to_spoil_a_game_is_refused() -> None:
    tried = set()
    for seed in range(30):
        game = random_game(seed)
        for name, spoilt in wrong_games(seed, game, judge_game(game)):
            tried.add(name)
            with pytest.raises(Refused, match="round"):
                judge_game(spoilt)
    assert tried == {change.__name__ for change in CHANGES}
