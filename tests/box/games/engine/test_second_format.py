"""Tests the second format: the worked cases of its contract, and keys of a led day at their limits."""

import json
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee import whole_game
from nightcrier.box.games.engine.referee.records import RoundChoices
from nightcrier.box.games.engine.referee.standing import begin_standing, lay_table
from nightcrier.box.games.engine.referee.whole_game import election_due
from nightcrier.box.games.engine.sheets.drawn_sheet import played_rows
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import RefusedGame
from tests.box.games.engine.small import MANY, read
from tests.box.games.engine.test_examples import EXAMPLES, differences

SECOND = EXAMPLES / "second"
CASES: list[dict[str, Any]] = json.loads((SECOND / "examples.json").read_text("utf-8"))["judged"]
REFUSED = {"g2-03": "there has to be a vote again", "g2-07": "who is voted on does not vote", "g2-21": "as 'shot'"}
REFUSED |= {"g2-22": "heal is used up", "g2-23": "who has chosen in heal-first"}
"""The reason for which each of these games of the contract is refused."""


def game_of(name: str) -> GameFile:
    return read((SECOND / f"{name}.game.toml").read_text("utf-8"), name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_of_the_contract_is_judged(case):
    referee, game = FileReferee(game_of(case["game"]["game"])), json.dumps(case["game"]).encode()
    if case["expect"].get("error"):
        with pytest.raises(RefusedGame, match=REFUSED[case["id"]]):
            referee.judge_game(game)
    else:
        assert list(differences(case["expect"], msgspec.to_builtins(referee.judge_game(game)))) == []
        assert referee.tell_game(game)[-1]


@pytest.mark.parametrize("name", ["jinro", "club-mafia"])
def test_a_whole_evening_of_the_contract_has_the_rows_that_it_says(name):
    rows = [json.loads(line) for line in (SECOND / f"play-{name}.jsonl").read_text("utf-8").splitlines()]
    game, seed = rows[-1]["game"], rows[0]["seed"]
    assert [json.loads(json.dumps(row)) for row in played_rows(game_of(name), game, seed)] == rows


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


def vote(**cast: str) -> dict[str, list[str]]:
    return {seat[1:]: [place] for seat, place in cast.items()}


LIST, MOST = "[day]\nvote = 'listed'\n", "[day]\nvote = 'majority'\n"
HALF = MOST + "need = 'half'\nagain = 1\n"
AFTER = "[[death]]\nid = 'after'\nof = 'all'\ncause = ['foul']\nchooses = 'others'\n"
NAMED = [{"by": 1, "of": "P4"}, {"by": 2, "of": "P3"}, {"by": 5, "of": "P2"}]
TIE = {"votes": vote(_1="P2", _2="P1")}
BADGES = "[mark.badge]\nlasts = 'game'\nannounced = true\nvotes = 2.5\n[mark.mute]\nlasts = 'game'\nvotes = 0\n"
ELECT = BADGES + "[[elect]]\nmark = 'badge'\nagain = 1\n"
MUTED = "[[call]]\nid = 'more'\nwho = 'hen'\ndo = { verb = 'mark', mark = 'mute', of = 'all', count = [1, 5] }\n"
LEAVES = "[[leave]]\nid = 'foul'\nends_day = false\n[[leave]]\nid = 'shown'\nof = 'fox'\nshows = true\n"


def day_of(text: str, day: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the verdict on the first day of one hen and four foxes, with a file of the second format."""
    file = read(MANY.replace("format = 1", "format = 2") + text)
    rounds = [{"day": day, **more}]
    game = {"game": "small", "players": ["hen", "fox", "fox", "fox", "fox"], "rounds": rounds}
    verdict = msgspec.to_builtins(FileReferee(file).judge_game(json.dumps(game).encode()))
    return {**verdict["nights"][0], **verdict["days"][0]}


@pytest.mark.parametrize(
    ("text", "day", "pyre", "out"),
    [
        # what the file has of a day, what people do on it, how it ends, and who is out
        (LIST, {"nominations": NAMED[:1]}, "direct", ["P4"]),
        (LIST + "one = 'not-first'\n", {"nominations": NAMED[:1]}, "none", []),
        (LIST + "one = 'vote'\n", {"nominations": NAMED[:1]}, "none", []),
        (LIST + "one = 'vote'\n", {"nominations": NAMED[:1], "votes": vote(_2="P4")}, "burned", ["P4"]),
        (LIST + "rest = 'last'\n", {"nominations": NAMED}, "burned", ["P2"]),
        (LIST, {"nominations": NAMED, "votes": vote(_2="P4", _1="P3")}, "tie", []),
        (LIST + "tie = 'all'\n", {"nominations": NAMED, "votes": vote(_2="P4", _1="P3")}, "burned", ["P3", "P4"]),
        (
            LIST + "again = 2\nrest = 'last'\n",
            {
                "nominations": NAMED,
                "votes": vote(_1="P4", _2="P4", _3="P2", _4="P2", _5="P3"),
                "again": [vote(_1="P4", _3="P4")],
            },
            "burned",
            ["P2"],
        ),
        (
            HALF,
            {**TIE, "again": [vote(_3="P1", _4="P1")]},
            "none",
            [],
        ),
        (
            HALF,
            {**TIE, "again": [vote(_3="P1", _4="P1", _5="P1")]},
            "burned",
            ["P1"],
        ),
        (MOST + "again = 1\n", {**TIE, "again": [{}]}, "none", []),
        (MOST + "tie = 'lift'\n", {**TIE, "lift": [1, 2, 3]}, "lifted", ["P1", "P2"]),
        (MOST + "tie = 'lift'\n", {**TIE, "lift": [1, 2]}, "tie", []),
        (MOST + "tie = 'lift'\n", TIE, "tie", []),
        (MOST + "self = true\n", {"votes": vote(_1="P1")}, "burned", ["P1"]),
        (LEAVES + MOST, {"left": [{"seat": 3, "as": "shown"}]}, "over", ["P3"]),
        (
            LEAVES + LIST,
            {"left": [{"seat": 4, "as": "foul"}], "nominations": NAMED[:2]},
            "direct",
            ["P3", "P4"],
        ),
        (
            LEAVES + AFTER + "[day]\nvote = 'three'\n",
            {"left": [{"seat": 4, "as": "foul", "dusk": [{"seat": 4, "as": "after", "target": "P5"}]}]},
            "none",
            ["P4", "P5"],
        ),
        (
            LEAVES + "[[end]]\nid = 'x'\nif = 'dead(all) > 0'\nwins = []\n[day]\nvote = 'three'\n",
            {"left": [{"seat": 4, "as": "foul"}]},
            "over",
            ["P4"],
        ),
    ],
)
def test_a_day_ends_as_its_keys_say(text, day, pyre, out):
    found = day_of(text, day)
    assert (found["pyre"], found["out"]) == (pyre, out)
    assert found["shown"] == ({"P3": "fox"} if "as': 'shown'" in str(day) else {})


@pytest.mark.parametrize(
    ("text", "day", "more", "why"),
    [
        # what the file has of a day, what people do on it, what else there is in that round, and why it is refused
        (MOST, {"again": [{}]}, {}, "there is no vote again without a tie"),
        (MOST + "again = 1\n", {**TIE, "again": [TIE["votes"]] * 2}, {}, "nor more often than"),
        (MOST + "again = 1\n", {**TIE, "again": [vote(_1="P3")]}, {}, "nobody may vote for P3 now"),
        (
            MOST + "again = 1\ntied_vote = false\n",
            {**TIE, "again": [TIE["votes"]]},
            {},
            "seat 1: who is voted on does not vote now",
        ),
        (MOST, {**TIE, "lift": []}, {}, "no hands are raised for all of a tie"),
        (MOST + "tie = 'lift'\n", {"lift": []}, {}, "are for a last tie"),
        (MOST + "tie = 'lift'\n", {**TIE, "lift": [1, 1]}, {}, "a hand is counted once"),
        (
            MOST,
            {**TIE, "tie_by": "P1"},
            {},
            "one holder of the mark may choose one of the tied",
        ),
        (LIST, {"nominations": NAMED, "votes": vote(_1="P5")}, {}, "nobody may vote for P5 now"),
        (LIST, {"votes": vote(_1="P5")}, {}, "nobody may vote for P5 now"),
        (LIST, {"nominations": [*NAMED, {"by": 1, "of": "P5"}]}, {}, "each seat nominates once a day"),
        (LIST, {"nominations": [*NAMED, {"by": 3, "of": "P4"}]}, {}, "and is nominated once"),
        (LIST, {"nominations": [{"by": 3, "of": "P3"}]}, {}, "nobody nominates itself"),
        (LEAVES, {"left": [{"seat": 4, "as": "four"}]}, {}, "nobody goes as 'four'; did you mean 'foul'?"),
        (LEAVES, {"left": [{"seat": 1, "as": "shown"}]}, {}, "this seat may not go as shown"),
        (LEAVES, {"left": [{"seat": 4, "as": "foul"}] * 2}, {}, "only who is in play goes"),
        (LEAVES + LIST, {"left": [{"seat": 4, "as": "shown"}], "votes": vote(_1="P2")}, {}, "over without a vote"),
        (ELECT, {}, {"elections": {"crown": {}}}, "the election crown is not held on this day"),
        (ELECT, {}, {"elections": {"badge": {"stand": []}}}, "nobody stands for badge: all in play may be elected"),
        (ELECT + "stand = true\n", {}, {"elections": {"badge": {"stand": ["P6"]}}}, "only who is in play stands"),
        (ELECT, {}, {"elections": {"badge": {"votes": vote(_1="P1")}}}, "nobody votes for itself"),
        (ELECT, {}, {"elections": {"badge": TIE}}, "P1, P2 have equally many votes"),
        (ELECT, {}, {"elections": {"badge": {"again": [{}]}}}, "there is no vote again without a tie"),
    ],
)
def test_what_is_against_the_rules_of_a_day_is_refused(text, day, more, why):
    with pytest.raises(RefusedGame) as refused:
        day_of(text, day, **more)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("row", "election", "elected"),
    [
        ("", {"votes": vote(_1="P2", _3="P2")}, "P2"),
        ("", {}, None),
        ("", {**TIE, "again": [vote(_3="P1")]}, "P1"),
        ("", {**TIE, "again": [TIE["votes"]]}, None),
        ("stand = true\n", {"stand": ["P4"]}, "P4"),
        ("stand = true\n", {"stand": ["P4", "P2"], "votes": vote(_1="P2")}, "P2"),
        ("stand = true\n", {"stand": []}, None),
        ("moment = 'before'\n", {"votes": vote(_1="P2")}, "P2"),
    ],
)
def test_who_is_elected_has_a_mark_that_weighs(row, election, elected):
    day = {"votes": {seat: ["P5"] for seat in "12"}}
    found = day_of(ELECT + row + MOST, day, elections={"badge": election})
    assert found["elected"] == {"badge": elected}
    assert found["announced"] == ({"badge": [elected]} if elected else {})
    assert found["counts"] == {"P5": {"P2": 3.5, "P1": 3.5}.get(str(elected), 2)}


def test_who_has_no_vote_is_no_rest_of_it():
    night = [{"seat": 1, "as": "more", "targets": ["P1", "P5"]}]
    found = day_of(BADGES + MUTED + LIST + "rest = 'last'\n", {"nominations": NAMED}, night=night)
    assert found["counts"] == {"P2": 3}


def test_a_badge_is_elected_only_where_nobody_in_play_has_it():
    file = read(MANY.replace("format = 1", "format = 2") + ELECT + "nights = 'every'\n[day]\nvote = 'majority'\n")
    votes, burned = {"badge": {"votes": vote(_1="P2")}}, {"votes": vote(_1="P2")}
    rounds = [{"elections": votes, "day": {}}, {"day": burned}, {"elections": {}, "day": {}}]
    game = {"game": "small", "players": ["hen", "fox", "fox", "fox", "fox"], "rounds": rounds}
    verdict = FileReferee(file).judge_game(json.dumps(game).encode())
    assert [night["elected"] for night in verdict["nights"]] == [{"badge": "P2"}, {}, {"badge": None}]
    assert verdict["players"]["P2"]["marks"] == ["badge"]


def test_a_tie_is_decided_by_the_only_holder_of_a_mark():
    text = ELECT.replace("votes = 2.5\n", "") + MOST + "tie = 'lift'\ntie_by = 'badge'\n"
    elections = {"badge": {"votes": vote(_1="P3")}}
    assert day_of(text, {**TIE, "tie_by": "P2"}, elections=elections)["out"] == ["P2"]
    assert day_of(text, {**TIE, "lift": [1, 2, 3]}, elections=elections)["pyre"] == "lifted"
    with pytest.raises(RefusedGame, match="one holder of the mark"):
        day_of(text, {**TIE, "tie_by": "P4"}, elections=elections)
    with pytest.raises(RefusedGame, match="one holder of the mark"):
        day_of(text, {**TIE, "tie_by": "P2", "lift": []}, elections=elections)


def test_no_night_is_judged_for_an_election_of_another_moment(monkeypatch):
    """Judging a night takes time, which adds up when evenings are played by the thousand."""
    game = read(MANY.replace("format = 1", "format = 2") + ELECT)
    state = begin_standing(lay_table(game, ["hen", "fox", "fox", "fox", "fox"]))
    assert election_due(state, RoundChoices(), "after")
    monkeypatch.setattr(whole_game, "play_night", None)
    state.number = 1
    assert [election_due(state, RoundChoices(), moment) for moment in ("before", "after")] == [None, None]


def test_a_wrong_key_of_an_election_is_named_with_its_place():
    game = {"game": "badge", "rounds": [{"elections": {"badge": {"votes": {"P1": ["P2"]}}}}]}
    with pytest.raises(RefusedGame, match="round 1, elections, votes: its keys are whole numbers in quotes"):
        FileReferee(game_of("badge")).judge_game(json.dumps(game).encode())
