"""Tests every worked case of the rules text, as the contract of `nightcrier judge` writes it."""

import json
from pathlib import Path
from typing import Any

import pytest

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "judge-examples.json").read_text("utf-8"))}

# The rules text of case 75 has a second look ("P1 acts as P.I. at once, views P3") that its sheet leaves out.
LEFT_OUT = {75: [{"seat": 1, "as": "paranormal-investigator", "targets": ["P3"]}]}


def holds(expected: Any, found: Any) -> bool:
    """Say whether every expected part is equal in what was found."""
    if isinstance(expected, dict):
        return all(key in found and holds(value, found[key]) for key, value in expected.items())
    return bool(expected == found)


@pytest.mark.parametrize("number", CASES, ids=[f"{n}: {case['title']}" for n, case in CASES.items()])
def test_a_worked_case_ends_as_the_rules_say(number, verdict):
    game = CASES[number]["game"]
    found = verdict(**game | {"night": game["night"] + LEFT_OUT.get(number, [])})
    assert holds(CASES[number]["expect"], found), found
    assert len(found["reasons"]) >= 1


def test_a_look_that_a_sheet_leaves_out_is_a_look_not_taken(verdict):
    found = verdict(**CASES[75]["game"])
    assert (found["players"]["P1"]["plays_as"], found["winners"]) == ("paranormal-investigator", ["P3"])


def test_the_contract_prints_this_verdict(verdict):
    found = verdict(**CASES[11]["game"])
    assert found.pop("reasons") == [
        "The village team (P1 and P3) wins: a Werewolf died (P2), and one is enough.",
        "The werewolf team (P2) loses: a Werewolf died (P2).",
    ]
    robber = {"card": "robber", "plays_as": "robber", "team": "village"}
    werewolf = {"card": "werewolf", "plays_as": "werewolf", "team": "werewolf"}
    villager = {"card": "villager", "plays_as": "villager", "team": "village"}
    bare = {"artifact": None, "shield": False, "face_up": False}
    assert found == {
        "players": {"P1": robber | bare, "P2": werewolf | bare, "P3": villager | bare},
        "center": {"C1": "werewolf", "C2": "seer", "C3": "troublemaker"},
        "told": {"P2": [{"place": "P2", "card": "werewolf"}]},
        "counts": {"P1": 1, "P2": 2, "P3": 0},
        "protected": [],
        "dead": ["P2"],
        "winners": ["P1", "P3"],
    }


# What the rules text tells of a night beyond where the cards end: case, actions it names, what was seen.
SEEN = {
    1: ([(2, "seer", ["C1", "C2"])], {"P2": [("C1", "werewolf"), ("C2", "robber")]}),
    25: ([], {"P1": [["P2"]]}),
    27: ([], {}),
    39: ([], {"P1": [("P2", "werewolf"), ["P2"]], "P2": [["P1"]], "P3": [("P3", "doppelganger")]}),
    49: ([(1, "seer", ["P3"])], {"P1": [("P2", "seer"), ("P3", "troublemaker")]}),
    57: ([], {"P2": [("C1", "werewolf")]}),
    61: ([(2, "seer", ["P1"])], {"P2": [("P1", "alpha-wolf")]}),
    67: ([], {"P1": [["P2"]]}),
    69: ([], {"P1": [("P2", "dream-wolf")], "P3": [["P1", "P2"]]}),
    73: ([], {"P1": [("P2", "doppelganger"), ("P4", "villager")], "P2": [("P3", "werewolf"), ["P3"]], "P3": [["P2"]]}),
    79: ([(1, "revealer", ["P2"])], {"P1": [("P2", "werewolf")]}),
    109: ([], {"P2": [["P1"]]}),
}


@pytest.mark.parametrize("number", SEEN, ids=[CASES[n]["title"] for n in SEEN])
def test_what_people_see_in_a_worked_case(number, verdict):
    more, seen = SEEN[number]
    game = CASES[number]["game"]
    entries = [{"seat": seat, "as": role, "targets": targets} for seat, role, targets in more]
    told = verdict(**game | {"night": game["night"] + entries})["told"]
    found = {
        seat: [fact["seats"] if "seats" in fact else (fact["place"], fact["card"]) for fact in facts]
        for seat, facts in told.items()
    }
    assert found == seen


def test_the_card_a_revealer_turned_back_is_not_face_up(verdict):
    night = [{"seat": 1, "as": "revealer", "targets": ["P2"]}]
    assert not verdict(**CASES[79]["game"] | {"night": night})["players"]["P2"]["face_up"]
