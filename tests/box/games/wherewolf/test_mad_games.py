"""Games that nobody would write, and bytes that are none: judged or refused in one line, and nothing else is raised."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.sheets.judge_report import judge_content, report_sheet
from nightcrier.box.games.wherewolf.sheets.judge_story import story_of
from nightcrier.kernel.errors import RefusedGame
from tests.box.games.wherewolf.second.random_games import random_game

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
    """The refusal, or nothing where the game is judged and told."""
    try:
        story_of(judge_content(content))
        report_sheet(content)
    except RefusedGame as refusal:
        return str(refusal)
    return ""


@given(value=ANY_JSON | GAMES)
@settings(max_examples=600, deadline=None)
def test_no_game_whatever_makes_the_referee_raise_anything_but_its_refusal(value: Any) -> None:
    assert len(refused(json.dumps(value).encode()).splitlines()) <= 1


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Every holder and key in a game under which a value stands."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [pair for key in keys for pair in ((value, key), *places_in(value[key]))]


OTHERS = PLACES | SEATS | POWERS | st.none() | st.just([]) | st.lists(PLACES, max_size=3) | ENTRIES


@given(seed=st.integers(0, 300), changes=st.lists(st.tuples(st.integers(0, 10_000), OTHERS), min_size=1, max_size=3))
@settings(max_examples=300, deadline=None)
def test_a_legal_game_with_something_changed_is_judged_or_refused(seed: int, changes: list[tuple[int, Any]]) -> None:
    game = random_game(seed)
    for at, other in changes:
        places = places_in(game)
        holder, key = places[at % len(places)]
        holder[key] = other
    assert len(refused(json.dumps(game).encode()).splitlines()) <= 1


@given(content=st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_bytes_whatever_raise_anything_but_a_refusal(content: bytes) -> None:
    assert len(refused(content).splitlines()) == 1
