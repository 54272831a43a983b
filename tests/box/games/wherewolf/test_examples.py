"""Tests every worked case of the rules as the judge's page has it, and what that page itself says."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nightcrier.box.game_files import find_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.games.one_night.referee.card_state import HouseRules
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS
from nightcrier.box.games.one_night.sheets.judge_sheet import OneNightSheet
from nightcrier.box.games.wherewolf.rulebook import ITEMS, LATER, ROLE_TABLE
from nightcrier.box.games.wherewolf.sheets.judge_story import WORDS
from nightcrier.box.plugs import find_plugs
from nightcrier.box.show.plug import JudgePlug
from tests.box.games.wherewolf.paper import game_of, refusal_of, round_of, verdict_of

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "judge_examples.json").read_text("utf-8"))}
JUDGED = [number for number, case in CASES.items() if "error" not in case["expect"]]
REFUSED = [number for number, case in CASES.items() if "error" in case["expect"]]
IN_ORDER = ("nights", "days", "told")


def differences(expected: Any, found: Any, path: str = "") -> list[str]:
    """Return where the expected parts differ: lists are compared by position in `IN_ORDER`, all others as sets."""
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
def test_a_worked_case_ends_as_the_rules_say(number):
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
def test_a_case_against_a_rule_is_refused_by_round_seat_and_rule(number):
    assert refusal_of(CASES[number]["game"]) == RULES[number]


def test_a_difference_would_be_found():
    assert differences({"days": [{"burned": "P1"}]}, {"days": [{"burned": "P2"}]})
    assert differences({"days": []}, {"days": [{}]})
    assert differences({"nights": [{"told": {"P1": [{"answer": True}]}}]}, {"nights": [{"told": {"P1": []}}]})
    assert not differences({"winners": ["P1", "P2"]}, {"winners": ["P2", "P1"]})


PAGE = (Path(__file__).parents[4] / "device/nightcrier/box/games/judge.md").read_text("utf-8")
CHAPTER = PAGE[PAGE.index("## Wherewolf") :]
GAMES = [json.loads(game) for game in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
ROWS = re.findall(r"^\| (`[^|]+) \| (all|the first|from the second)(, once)? \| (must|may)?", CHAPTER, re.MULTILINE)
AT_NIGHT = {role: row for named, *row in ROWS for role in re.findall(r"`([a-z-]+)`", named)}
EXAMPLES = Path(__file__).parents[1] / "engine" / "examples"
WHEN = {"all": 2, "the first": 1, "from the second": 1}


@pytest.mark.parametrize("game", GAMES, ids=[game["game"] for game in GAMES])
def test_a_game_on_the_page_is_judged_and_told(game):
    referees: dict[str, JudgePlug | FileReferee]
    referees = {found.plug.id: found.plug for found in find_plugs() if isinstance(found.plug, JudgePlug)}
    if file := find_game([EXAMPLES], game["game"]):
        referees[file.id] = FileReferee(file)
    content = msgspec.Raw(json.dumps(game).encode())
    assert msgspec.to_builtins(referees[game["game"]].judge_game(content))["winners"]
    assert referees[game["game"]].tell_game(content)


def test_every_artifact_and_house_rule_of_one_night_is_on_the_page():
    words = [*ARTIFACTS, *HouseRules.__struct_fields__, *OneNightSheet.__struct_fields__]
    assert [word for word in words if f"`{word}`" not in PAGE and f'"{word}"' not in PAGE] == []


def test_every_role_is_on_the_page_with_what_it_chooses():
    assert [role for role in ROLE_TABLE if f"`{role}`" not in CHAPTER] == []
    chooses = {role for role, card in ROLE_TABLE.items() if card.must or card.may}
    assert set(AT_NIGHT) == chooses | {"peasant", *ITEMS}
    for role in chooses:
        card, (when, once, how) = ROLE_TABLE[role], AT_NIGHT[role]
        nights = card.must or card.may
        assert (len(nights), card.once) == (WHEN[when], bool(once)), role
        assert (LATER in nights) is (when != "the first"), role
        assert how == ("must" if card.must else "may"), role


def test_every_key_and_word_of_the_verdict_is_on_the_page():
    verdict = verdict_of(game_of("seer", round_of()))
    keys = [key for row in (verdict, verdict["nights"][0], verdict["days"][0], verdict["players"]["P1"]) for key in row]
    told = [word for kind, _, word in (key.partition(".") for key in WORDS) if kind in ("causes", "turned", "end")]
    words = [*filter(None, told), "burned", "none", "direct", "tie", "cancelled", "dark", "white"]
    assert [word for word in (*keys, *words) if f"`{word}`" not in CHAPTER and f"`{word}." not in CHAPTER] == []
