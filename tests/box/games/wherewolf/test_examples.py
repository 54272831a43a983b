"""Every worked case of the rules, as the contract of `nightcrier judge` writes it down."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.box.games.wherewolf.paper import refusal_of, verdict_of

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "judge_examples.json").read_text("utf-8"))}
JUDGED = [number for number, case in CASES.items() if "error" not in case["expect"]]
REFUSED = [number for number, case in CASES.items() if "error" in case["expect"]]
IN_ORDER = ("nights", "days", "told")


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Where the parts that are expected are not equal: lists by position in `IN_ORDER`, all others as sets."""
    if isinstance(expected, dict):
        lacking = [f"{path}.{key} is missing" for key in expected if key not in found]
        both = [key for key in expected if key in found]
        return lacking + [line for key in both for line in differences(expected[key], found[key], f"{path}.{key}")]
    if isinstance(expected, list) and (path.rpartition(".")[2] in IN_ORDER or path.split(".")[-2:-1] == ["told"]):
        if len(expected) != len(found):
            return [f"{path}: {found} instead of {expected}"]
        pairs = zip(expected, found, strict=True)
        return [line for n, (one, other) in enumerate(pairs) for line in differences(one, other, f"{path}[{n}]")]
    if isinstance(expected, list):
        same = sorted(map(str, expected)) == sorted(map(str, found))
        return [] if same else [f"{path}: {found} instead of {expected}"]
    return [] if expected == found else [f"{path}: {found} instead of {expected}"]


@pytest.mark.parametrize("number", JUDGED, ids=[f"{n}: {CASES[n]['title']}" for n in JUDGED])
def test_a_worked_case_ends_as_the_rules_say(number: str) -> None:
    found = verdict_of(CASES[number]["game"])
    assert differences(CASES[number]["expect"], found) == []
    assert [line for line in found["warnings"] if line.startswith("Round")] == []
    assert bool(found["reasons"]) is (found["end"]["how"] is not None)


RULES = {
    "ww-e1": "round 2, seat 3: an eliminated player does not vote",
    "ww-e2": "round 1, seat 2: the Assassin acts from the second night on",
    "ww-e3": "round 2, seat 2: the Witch chooses another player",
    "ww-e4": "round 1, seat 3: an Accused votes in the run-off only with a City role",
    "ww-e5": "round 3, seat 2: the Thief uses this power once in a game",
    "ww-e6": "round 1, seat 3: each player has exactly one vote; only the Merchant has several",
}


@pytest.mark.parametrize("number", REFUSED, ids=[f"{n}: {CASES[n]['title']}" for n in REFUSED])
def test_a_case_against_a_rule_is_refused_by_round_seat_and_rule(number: str) -> None:
    assert refusal_of(CASES[number]["game"]) == RULES[number]


def test_a_difference_would_be_found() -> None:
    assert differences({"days": [{"burned": "P1"}]}, {"days": [{"burned": "P2"}]})
    assert differences({"days": []}, {"days": [{}]})
    assert differences({"nights": [{"told": {"P1": [{"answer": True}]}}]}, {"nights": [{"told": {"P1": []}}]})
    assert not differences({"winners": ["P1", "P2"]}, {"winners": ["P2", "P1"]})
