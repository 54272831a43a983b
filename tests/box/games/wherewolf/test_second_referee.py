"""Tests that two independently written referees agree on random games, and that spoiled games are refused."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.sheets.judge_report import judge_content, report_sheet
from nightcrier.box.games.wherewolf.sheets.judge_story import story_of_wherewolf
from nightcrier.kernel.errors import RefusedGame
from tests.box.games.wherewolf.second import Refused, judge_game
from tests.box.games.wherewolf.second.both import compare, unknown_roles
from tests.box.games.wherewolf.second.comparing import differences
from tests.box.games.wherewolf.second.counting import TO_SEE, rare_things
from tests.box.games.wherewolf.second.first import judge_first
from tests.box.games.wherewolf.second.random_games import random_game
from tests.box.games.wherewolf.second.wrong_games import CHANGES, wrong_games

SAMPLE = range(1, 601)
OFTEN_ENOUGH = ("role", "cause", "turned", "tavern", "pyre", "end", "switch", "wins", "protected")
"""The kinds of events that all occur even in a small sample. The command counts rarer ones over 100,000 games."""


@pytest.mark.untraced
def test_both_referees_say_the_same_of_a_sample_with_every_role_cause_pyre_end_and_switch():
    seen, found = compare(SAMPLE)
    assert found == []
    for kind in OFTEN_ENOUGH:
        assert [name for name in TO_SEE[kind] if not seen[f"{kind}: {name}"]] == [], kind


def test_a_role_that_the_second_referee_does_not_know_is_named(monkeypatch):
    assert unknown_roles() == ""
    monkeypatch.setitem(ROLE_TABLE, "owl", ROLE_TABLE["seer"])
    assert unknown_roles() == "The second referee does not know owl: write its row in second/cards.py."


def test_both_referees_refuse_every_way_to_spoil_a_game():
    tried: Counter[str] = Counter()
    for seed in range(40):
        game = random_game(seed)
        for name, spoilt in wrong_games(seed, game, judge_game(game)):
            tried[name] += 1
            for judge in (judge_game, judge_first) if tried[name] <= 2 else ():
                with pytest.raises(Refused):
                    judge(spoilt)
    assert set(tried) == {change.__name__ for change in CHANGES}


def test_a_difference_between_two_verdicts_is_found_and_named():
    verdict, other = judge_game(random_game(3)), judge_game(random_game(3))
    other["days"][0]["pyre"] = "nobody came"
    assert list(differences(verdict, verdict)) == []
    assert ["days/0/pyre" in line for line in differences(verdict, other)] == [True]


def test_what_came_too_rarely_is_named():
    assert rare_things(Counter({"end: together": 499}), 100_000)[0] == "role: assassin"
    assert "end: together" in rare_things(Counter({"end: together": 499}), 100_000)
    assert "end: together" not in rare_things(Counter({"end: together": 500}), 100_000)


def test_the_same_seed_makes_the_same_game():
    assert random_game(7) == random_game(7)
    assert random_game(7) != random_game(8)


KEYS = ["game", "players", "rounds", "night", "day", "accusation", "run_off", "votes", "hands", "signals", "seat", "as",
        "target", "targets", "during", "possible", "latent", "items", "house_rules", "1", "P1"]  # fmt: skip
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["P1", "wherewolf"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=20,
)  # fmt: skip
SEATS = st.integers(0, 8)
PLACES = st.sampled_from(["P1", "P2", "P3", "P4", "P5", "P6", "P7"])
POWERS = st.sampled_from([*ROLE_TABLE, "amulet", "sword", "x"])
ENTRIES = st.fixed_dictionaries(
    {"seat": SEATS, "as": POWERS},
    optional={"target": PLACES, "targets": st.lists(PLACES, max_size=3), "during": POWERS},
)
VOTES = st.fixed_dictionaries(
    {},
    optional={
        "votes": st.dictionaries(SEATS.map(str), st.lists(PLACES, max_size=2), max_size=6),
        "hands": st.dictionaries(PLACES, st.integers(-1, 6), max_size=4),
        "signals": st.lists(ENTRIES, max_size=2),
    },
)
ROUNDS = st.fixed_dictionaries(
    {},
    optional={
        "night": st.lists(ENTRIES, max_size=4),
        "day": st.fixed_dictionaries({"accusation": VOTES}, optional={"run_off": VOTES}),
    },
)
GAMES = st.fixed_dictionaries(
    {
        "game": st.just("wherewolf"),
        "players": st.lists(st.sampled_from([*ROLE_TABLE, "peasant"]), max_size=7),
        "rounds": st.lists(ROUNDS, max_size=3),
    },
    optional={
        "possible": st.lists(st.sampled_from([*ROLE_TABLE]), max_size=9),
        "latent": st.dictionaries(PLACES, st.sampled_from(["hero", "descendant", None]), max_size=2),
        "items": st.dictionaries(st.sampled_from(["amulet", "sword"]), PLACES),
    },
)


def refused(content: bytes) -> str:
    """Return the refusal, or an empty string if the game is judged and told."""
    try:
        story_of_wherewolf(judge_content(content))
        report_sheet(content)
    except RefusedGame as refusal:
        return str(refusal)
    return ""


@given(value=ANY_JSON | GAMES)
@settings(max_examples=600, deadline=None)
def test_no_game_whatever_makes_the_referee_raise_anything_but_its_refusal(value):
    assert len(refused(json.dumps(value).encode()).splitlines()) <= 1


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return every value of a game as the dictionary or list that holds it, and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [pair for key in keys for pair in ((value, key), *places_in(value[key]))]


OTHERS = PLACES | SEATS | POWERS | st.none() | st.just([]) | st.lists(PLACES, max_size=3) | ENTRIES


@given(seed=st.integers(0, 300), changes=st.lists(st.tuples(st.integers(0, 10_000), OTHERS), min_size=1, max_size=3))
@settings(max_examples=300, deadline=None)
def test_a_legal_game_with_something_changed_is_judged_or_refused(seed, changes):
    game = random_game(seed)
    for at, other in changes:
        places = places_in(game)
        holder, key = places[at % len(places)]
        holder[key] = other
    assert len(refused(json.dumps(game).encode()).splitlines()) <= 1


@given(content=st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_bytes_whatever_raise_anything_but_a_refusal(content):
    assert len(refused(content).splitlines()) == 1
