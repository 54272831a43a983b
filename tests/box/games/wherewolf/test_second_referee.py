"""Two referees, written apart, say the same of random games and refuse the same that were spoilt."""

from collections import Counter

import pytest

from tests.box.games.wherewolf.second import Refused, judge_game
from tests.box.games.wherewolf.second.both import compare
from tests.box.games.wherewolf.second.comparing import differences
from tests.box.games.wherewolf.second.counting import TO_SEE, rare_things
from tests.box.games.wherewolf.second.first import judge_first
from tests.box.games.wherewolf.second.random_games import random_game
from tests.box.games.wherewolf.second.wrong_games import CHANGES, wrong_games

SAMPLE = range(1, 601)
OFTEN_ENOUGH = ("role", "cause", "turned", "tavern", "pyre", "end", "switch", "wins", "protected")
"""What even a small sample has all of; the rarer things are counted by the command, over 100,000 games."""


@pytest.mark.untraced
def test_both_referees_say_the_same_of_a_sample_with_every_role_cause_pyre_end_and_switch() -> None:
    seen, found = compare(SAMPLE)
    assert found == []
    for kind in OFTEN_ENOUGH:
        assert [name for name in TO_SEE[kind] if not seen[f"{kind}: {name}"]] == [], kind


def test_both_referees_refuse_every_way_to_spoil_a_game() -> None:
    tried: Counter[str] = Counter()
    for seed in range(40):
        game = random_game(seed)
        for name, spoilt in wrong_games(seed, game, judge_game(game)):
            tried[name] += 1
            for judge in (judge_game, judge_first) if tried[name] <= 2 else ():
                with pytest.raises(Refused):
                    judge(spoilt)
    assert set(tried) == {change.__name__ for change in CHANGES}


def test_a_difference_between_two_verdicts_is_found_and_named() -> None:
    verdict = judge_game(random_game(3))
    other = judge_game(random_game(3))
    other["days"][0]["pyre"] = "nobody came"
    assert list(differences(verdict, verdict)) == []
    assert ["days/0/pyre" in line for line in differences(verdict, other)] == [True]


def test_what_came_too_rarely_is_named() -> None:
    assert rare_things(Counter({"end: together": 499}), 100_000)[0] == "role: assassin"
    assert "end: together" in rare_things(Counter({"end: together": 499}), 100_000)
    assert "end: together" not in rare_things(Counter({"end: together": 500}), 100_000)


def test_the_same_seed_makes_the_same_game() -> None:
    assert random_game(7) == random_game(7)
    assert random_game(7) != random_game(8)
