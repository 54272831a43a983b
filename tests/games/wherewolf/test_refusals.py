"""What breaks a rule is refused in one sentence that names round, seat and rule; what was left out is only remarked."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.rules.roles import ROLE_TABLE
from device.games.wherewolf.sheet.judged_sheet import record_of, report_sheet
from device.games.wherewolf.sheet.story_of_game import story_of
from tests.games.wherewolf.paper import game_of, refusal_of, round_of, verdict_of
from tests.games.wherewolf.second.random_games import random_game

SIX = "seer pack-leader peasant hermit witch medium"
QUIET = round_of()
CITY = "mayor orator pettifogger merchant seer pack-leader"


def night(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"night": list(entries)}


def votes(accusation: dict[str, Any], run_off: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"night": [], "day": {"accusation": accusation} | ({} if run_off is None else {"run_off": run_off})}


TIED = {"hands": {"P1": 2, "P2": 2}}

CASES: dict[str, tuple[dict[str, Any], str]] = {
    "another game": (game_of(SIX) | {"game": "chess"}, "this referee judges wherewolf, not 'chess'"),
    "nobody": (game_of(""), "a game has 1 to 36 players, not 0"),
    "too many": (game_of("hermit " * 37), "a game has 1 to 36 players, not 37"),
    "an unknown role": (game_of("seer Seer"), "seat 2: players: there is no role 'Seer'; did you mean 'seer'?"),
    "a role with another stroke": (
        game_of(SIX, night({"seat": 2, "as": "pack_leader"})),
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
        "the place of a latent identity is one of",
    ),
    "an unknown item": (game_of(SIX, items={"ring": "P1"}), "items are amulet and sword; there is no 'ring'"),
    "an item of nobody": (game_of(SIX, items={"sword": "P9"}), "the owner of the sword is one of P1 to P6, not 'P9'"),
    "an action of no seat": (game_of(SIX, night({"seat": 7, "as": "seer"})), "round 1: an action in the night names"),
    "an action of no role": (game_of(SIX, night({"seat": 1, "as": "x"})), "round 1, seat 1: there is no role 'x'"),
    "a target that is no place": (game_of(SIX, round_of("1 seer P7")), "round 1, seat 1: a target is one of P1 to P6"),
    "target and targets": (
        game_of(SIX, night({"seat": 2, "as": "pack-leader", "target": "P1", "targets": ["P1", "P3"]})),
        "round 1, seat 2: an entry has target or targets, not both",
    ),
    "two targets of the Seer": (game_of(SIX, round_of("1 seer P2 P3")), "round 1, seat 1: targets are two, and for a"),
    "one of two targets": (
        game_of(SIX, night({"seat": 2, "as": "pack-leader", "targets": ["P1"]})),
        "round 1, seat 2: targets are two",
    ),
    "two preys in an ordinary night": (
        game_of(SIX, QUIET, round_of("2 pack-leader P1 P3")),
        "round 2, seat 2: the Pack Leader needs one target, not 2; two are for the night after a Young Wolf burned",
    ),
    "no target": (game_of(SIX, round_of("1 seer")), "round 1, seat 1: the Seer needs one target, not 0"),
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
        "round 2, seat 3: an eliminated player does not signal",
    ),
    "a second turn": (game_of(SIX, round_of("1 seer P2; 1 seer P3")), "round 1, seat 1: the Seer acts once in a night"),
    "Juliet in the second night": (
        game_of("juliet seer pack-leader", QUIET, round_of("1 juliet P2")),
        "round 2, seat 1: Juliet acts in the first night only",
    ),
    "an eliminated seat": (
        game_of(SIX, round_of("", "P1=6"), round_of("1 seer P2")),
        "round 2, seat 1: an eliminated player does not act",
    ),
    "an eliminated target": (
        game_of(SIX, round_of("", "P3=6"), round_of("1 seer P3")),
        "round 2, seat 1: the Seer chooses a player in play",
    ),
    "a Medium and the living": (
        game_of(SIX, QUIET, round_of("6 medium P1")),
        "round 2, seat 6: the Medium asks about an eliminated player",
    ),
    "a Healer and the living": (
        game_of("healer seer pack-leader", QUIET, round_of("1 healer P2")),
        "round 2, seat 1: the Healer saves one of to",
    ),
    "a wolf on a wolf": (
        game_of(
            "pack-leader pack-wolf seer",
            QUIET,
            round_of("1 pack-leader P2"),
            house_rules={"wolves_may_hit_wolves": False},
        ),
        "round 2, seat 1: the wolves do not attack a wolf",
    ),
    "somebody else's item": (
        game_of(SIX, QUIET, round_of("2 amulet P1"), items={"amulet": "P1"}),
        "round 2, seat 2: this seat does not own",
    ),
    "an item on the first night": (
        game_of(SIX, round_of("1 amulet P2"), items={"amulet": "P1"}),
        "round 1, seat 1: the Amulet is handed on from",
    ),
    "an item for oneself": (
        game_of(SIX, QUIET, round_of("1 amulet P1"), items={"amulet": "P1"}),
        "round 2, seat 1: the Amulet is handed to",
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
        "round 2, seat 1: the Thief acts in the turn of a Mystic; during names it: healer, ",
    ),
    "a window that is not possible": (
        game_of("thief seer pack-leader", QUIET, round_of("1 thief in mage")),
        "there is no turn of the Mage",
    ),
    "a Thief with a target": (
        game_of("thief seer pack-leader", QUIET, round_of("1 thief P2 in seer")),
        "the Thief only looks",
    ),
    "a vote of no seat": (game_of(SIX, round_of("", "9:P1")), "round 1: a vote names a seat from 1 to 6, not 9"),
    "a vote for no place": (game_of(SIX, round_of("", "1:P9")), "round 1, seat 1: a vote is one of P1 to P6, not 'P9'"),
    "hands for no place": (game_of(SIX, round_of("", "P9=1")), "round 1: a place is one of P1 to P6, not 'P9'"),
    "votes and hands": (
        game_of(SIX, votes({"votes": {}, "hands": {}})),
        "round 1: a vote is written as votes or as han",
    ),
    "neither votes nor hands": (game_of(SIX, votes({})), "round 1: a vote is written as votes or as hands"),
    "a vote for the eliminated": (
        game_of(SIX, round_of("", "P3=6"), round_of("", "1:P3")),
        "round 2, seat 1: a vote is for a player in play",
    ),
    "hands for the eliminated": (
        game_of(SIX, round_of("", "P3=6"), round_of("", "P3=1")),
        "round 2: a vote is for a player in play, and P3 is",
    ),
    "fewer than no hands": (game_of(SIX, votes({"hands": {"P1": -1}})), "round 1: P1 cannot have -1 hands"),
    "more hands than people": (game_of(SIX, round_of("", "P1=7")), "round 1: nobody can have more than 6 hands"),
    "more hands than votes": (game_of(SIX, round_of("", "P1=4 P2=3")), "round 1: there are 6 votes in this accusation"),
    "more hands than even a Merchant makes": (
        game_of("merchant seer pack-leader", round_of("", "P1=3 P2=3")),
        "round 1: there are 5 votes",
    ),
    "one player twice from the Merchant": (
        game_of("merchant seer pack-leader", round_of("", "1:P2,P2")),
        "the Merchant gives a player one vote at most",
    ),
    "no run-off": (
        game_of(SIX, round_of("", "P1=2 P2=2")),
        "round 1: P1, P2 are Accused, so there has to be a run-off",
    ),
    "a run-off of one": (
        game_of(SIX, round_of("", "P1=2", "P1=2")),
        "round 1: there is no run-off where one player at",
    ),
    "a run-off of none": (game_of(SIX, round_of("", "", "")), "round 1: there is no run-off where one player at most"),
    "a run-off of two players": (
        game_of("pack-leader seer peasant peasant", round_of("", "P2=4"), round_of("1 pack-leader P3", "", "")),
        "round 2: there is no run-off where two players are left",
    ),
    "a run-off vote for nobody Accused": (
        game_of(SIX, round_of("", "P1=2 P2=2", "3:P4")),
        "round 1, seat 3: a vote in the run-off is for an Accused",
    ),
    "a Seer who signals": (
        game_of(SIX, round_of("", "P1=1", accused="1 seer P2")),
        "round 1, seat 1: the Seer does not signal in the accu",
    ),
    "a Mayor who signals early": (
        game_of(CITY, round_of("", "P1=1", accused="1 mayor P2")),
        "the Mayor does not signal in the accusation",
    ),
    "another's signal": (
        game_of(CITY, round_of("", "P1=1", accused="1 pettifogger P2")),
        "this seat does not hold the Pettifogger; it holds the Mayor",
    ),
    "a signal of no role": (
        game_of(CITY, round_of("", "P1=1", accused="1 x P2")),
        "round 1, seat 1: there is no role 'x'",
    ),
    "two signals": (
        game_of(CITY, round_of("", "P1=1", accused="3 pettifogger P2; 3 pettifogger P1".replace("; ", ";"))),
        "the Pettifogger signals once in a vote",
    ),
    "a signal beside a vote": (
        game_of(CITY, round_of("", "3:P1", accused="3 pettifogger P2")),
        "the Pettifogger signals instead of voting",
    ),
    "a signal for the eliminated": (
        game_of(CITY, round_of("", "P5=6"), round_of("", "P1=1", accused="3 pettifogger P5")),
        "signals a player in play",
    ),
    "a Pettifogger for himself": (
        game_of(CITY, round_of("", "P1=1", accused="3 pettifogger P3")),
        "the Pettifogger signals one other player",
    ),
    "several targets of the Mayor": (
        game_of(CITY, votes(TIED, {"hands": {}, "signals": [{"seat": 1, "as": "mayor", "targets": ["P1", "P2"]}]})),
        "the Mayor signals one target; only the Orator has targets",
    ),
    "a Mayor for nobody Accused": (
        game_of(CITY, votes(TIED, {"hands": {}, "signals": [{"seat": 1, "as": "mayor", "target": "P5"}]})),
        "the Mayor signals one Accused",
    ),
    "an Orator who is Accused": (
        game_of(CITY, votes(TIED, {"hands": {}, "signals": [{"seat": 2, "as": "orator", "targets": ["P1"]}]})),
        "the Orator signals only while he is not Accused",
    ),
    "an Orator for nobody": (
        game_of(
            CITY,
            votes(
                {"hands": {"P1": 2, "P5": 2}}, {"hands": {}, "signals": [{"seat": 2, "as": "orator", "targets": []}]}
            ),
        ),
        "the Orator signals one or more players, each once",
    ),
    "a day after the end": (
        game_of("seer hermit", QUIET, QUIET),
        "round 2: the game ended in the morning, so there is no day",
    ),
    "a round after the end": (
        game_of("seer hermit", QUIET, night(), night()),
        "round 3: the game ended before the morning of round 2",
    ),
    "a round without a day in the middle": (
        game_of(SIX, night(), night()),
        "round 1: a round in the middle of a game needs its day",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_breaks_a_rule_is_refused_with_the_rule(name: str) -> None:
    game, rule = CASES[name]
    assert rule in refusal_of(game)


def test_what_cannot_be_read_is_refused_with_the_place() -> None:
    assert refusal_of(game_of(SIX, night({"seat": "x", "as": "seer"}))) == (
        "round 1: night 1, seat: must be a whole number, not a text in quotes"
    )
    assert refusal_of(game_of(SIX) | {"vote": 1}) == "there is no key vote here; take it out, or mend its name"
    assert refusal_of(game_of(SIX, QUIET, votes({"votes": {"1": "P2"}}))) == (
        "round 2: day, accusation, votes: each one of its values must be a list in [ ], not a text in quotes"
    )
    assert refusal_of(game_of(SIX, votes({"votes": {"P1": ["P2"]}}))) == (
        "round 1: day, accusation, votes: its keys are whole numbers in quotes"
    )
    assert refusal_of(game_of(SIX, items={"sword": 2})) == (
        "items: each one of its values must be a text in quotes, not a whole number"
    )
    assert refusal_of(game_of(SIX, votes({"votes": {"1": [2]}}))) == (
        "round 1: day, accusation, votes: each entry of its values must be a text in quotes, not a whole number"
    )


def test_what_was_left_out_is_judged_with_a_line_for_people() -> None:
    possible = ["assassin", "guild-master", "pack-leader", "seer", "hermit", "mage"]
    found = verdict_of(
        game_of(
            "assassin guild-master pack-leader seer hermit",
            round_of("", "1:P2 2:P2 3:P2"),
            round_of("1 assassin P5 in seer"),
            possible=possible,
        )
        | {"rounds": [round_of("", "1:P5 2:P3 3:P5 4:P3", "1:P3 2:P5 4:P3"), round_of("1 assassin P5 in seer", None)]}
    )
    assert [line for line in found["warnings"] if line.startswith("Round")] == [
        "Round 1, seat 4: the Seer must choose and did not: judged as not done.",
        "Round 1, seat 5: a vote is missing, and counts for nobody.",
        "Round 2, seat 4: the Seer must choose and did not: judged as not done.",
        "Round 2, seat 1: the Mystic is in play, so the Assassin's target is ignored.",
    ]


def test_the_vote_of_an_accused_city_role_does_not_hide_that_another_is_missing() -> None:
    day = round_of("3 seer P1", "1:P2 2:P1 3:P1 4:P2 5:P2", "1:P2 3:P1 4:P2")
    found = verdict_of(game_of("mayor pack-leader seer hermit sinner", day))
    assert [line for line in found["warnings"] if line.startswith("Round")] == [
        "Round 1, seat 5: a vote is missing, and counts for nobody."
    ]


def test_a_deal_that_leaves_the_set_up_is_judged_with_a_line_for_people() -> None:
    assert verdict_of(game_of("seer pack-leader hermit"))["warnings"] == [
        "Wherewolf is for 8 or more players, and this table has 3."
    ]


def test_a_window_power_without_the_target_it_needs_is_spent_for_nothing() -> None:
    game = game_of(
        "assassin pack-leader seer hermit", QUIET, round_of("1 assassin in mage", None),
        possible=["assassin", "pack-leader", "seer", "hermit", "mage"],
    )  # fmt: skip
    found = verdict_of(game)
    assert found["nights"][1]["killed"] == []
    assert "spent for nothing" in found["warnings"][-1]


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
        story_of(record_of(content))
        report_sheet(content)
    except RuleBroken as refusal:
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
