"""The second format: the worked cases of its contract, as far as the box plays what they are about."""

import json
import re
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import BadFile, RefusedGame, all_faults
from tests.box.games.engine.small import MANY, read
from tests.box.games.engine.test_examples import EXAMPLES, differences

SECOND = EXAMPLES / "second"
CASES: list[dict[str, Any]] = json.loads((SECOND / "examples.json").read_text("utf-8"))["judged"]
BUILT = {"g2-04": "", "g2-09": "", "g2-10": "", "g2-17": ""}
"""The cases that ask for nothing of a led day or an election, and why a game is refused."""
BUILT |= {"g2-21": "as 'shot'", "g2-22": "heal is used up", "g2-23": "who has chosen in heal-first"}
BUILT["g2-20"] = ""
LEFT = {
    "jinro": {"day.again", "day.defence", "day.last_words"},
    "village-captain": {"elect", "day.tie_by"},
    "club-mafia": {
        "leave",
        "day.rounds",
        "day.one",
        "day.rest",
        "day.self",
        "day.again",
        "day.defence",
        "day.last_words",
    },
    "badge": {
        "elect",
        "leave",
        "mark.badge.votes",
        "day.rounds",
        "day.again",
        "day.tied_vote",
        "day.defence",
        "day.spared",
    }
    | {"day.last_words"},
}
"""The keys of each file that the box does not know yet: whoever builds one finds its cases here."""
LED = "rounds|again|tied_vote|defence|last_words|tie_by|spared|one|rest|self"


def text_of(name: str) -> str:
    return (SECOND / f"{name}.game.toml").read_text("utf-8")


def without_led_day(name: str) -> GameFile:
    text = re.sub(r"(?m)^\[\[(elect|leave)\]\]\n(?:[^\[\n].*\n)*", "", text_of(name))
    text = re.sub(rf"(?m)^(?:{LED}) = .*\n", "", text).replace("votes = 1.5", "votes = 2")
    return read(text.replace('"listed"', '"majority"').replace('tie = "lift"', ""), name)


@pytest.mark.parametrize("case", [case for case in CASES if case["id"] in BUILT], ids=lambda case: case["id"])
def test_a_case_of_the_contract_is_judged(case):
    game = json.loads(json.dumps(case["game"]))
    for each in game["rounds"]:
        assert not each.pop("elections", {}).get("badge", {}).get("stand")
    referee = FileReferee(without_led_day(game["game"]))
    if why := BUILT[case["id"]]:
        with pytest.raises(RefusedGame, match=why):
            referee.judge_game(json.dumps(game).encode())
        return
    found, expected = msgspec.to_builtins(referee.judge_game(json.dumps(game).encode())), case["expect"]
    for each in (*expected["nights"], *expected["days"]):
        for key in ("elected", "again", "list", "left"):
            assert not [place for place in dict.fromkeys(each.pop(key, [])) if key != "elected"]
    assert list(differences(expected, found)) == []


@pytest.mark.parametrize("name", LEFT)
def test_the_keys_of_a_led_day_are_not_known_yet(name):
    with pytest.raises(BadFile) as refused:
        read(text_of(name), name)
    keys = {fault.key for fault in all_faults([refused.value])}
    assert keys - {"day.vote", "day.tie", "day.seconds", "day.least"} == LEFT[name]


POTIONS = """[mark.a]
[mark.b]
[[call]]
id = "one"
who = "hen"
do = { verb = "mark", mark = "a", count = [0, 1], uses = 2 }
[[call]]
id = "two"
who = "hen"
do = { verb = "mark", mark = "a", count = [0, 1], uses = 2, shares = "one" }
[[call]]
id = "three"
who = "hen"
do = { verb = "mark", mark = "b", uses = 2, shares = "two", not_with = "two" }
"""


@pytest.mark.parametrize(
    ("nights", "refused", "warnings"),
    [
        # the calls in which seat 1 chooses, by night; why that is refused; in how many nights a duty was left undone
        ([["one"], ["two"], []], "", 1),
        ([["two"], []], "", 1),
        ([["one", "two"], ["three"]], "three is used up: it has 2 in a game", 0),
        ([["three"], ["three"], ["one"]], "one is used up", 0),
        ([["two", "three"]], "who has chosen in two does not choose in three that night", 0),
    ],
)
def test_calls_share_their_uses_and_one_closes_another(nights, refused, warnings):
    file = read(MANY.replace("format = 1", "format = 2") + POTIONS)
    rounds = [{"night": [{"seat": 1, "as": call, "target": "P2"} for call in calls], "day": {}} for calls in nights]
    game = {"game": "small", "players": ["hen", "fox", "fox", "fox", "fox"], "rounds": rounds}
    if refused:
        with pytest.raises(RefusedGame, match=refused):
            FileReferee(file).judge_game(json.dumps(game).encode())
    else:
        assert len(FileReferee(file).judge_game(json.dumps(game).encode())["warnings"]) == warnings
