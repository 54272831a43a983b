"""Tests games with roles from files: the contract's cases, and each rule about such roles that they leave out."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.one_night.plug import PLUG
from nightcrier.kernel.errors import RefusedGame
from nightcrier.words.catalogue import LANGUAGES

CASES = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "extension-examples.json").read_text("utf-8"))
}
EXTRAS = Path("config/games/one-night-extras.game.toml")


def file_of(text: str, name: str = "more") -> GameFile:
    return read_game(text.encode(), f"{name}.game.toml", LANGUAGES)


def roles_file(roles: str, calls: str, name: str = "more") -> GameFile:
    """Return a game file with these roles, each given with its side, and these calls."""
    rows = [role.split(":") for role in roles.split()]
    words = "\n".join(f'{role} = "{role.title()}"' for role, _ in rows)
    tables = "\n".join(f'[role.{role}]\nside = "{side}"' for role, side in rows)
    head = f'format = 1\nextends = "one-night"\n{tables}\n{calls}\n[words.en]\nname = "More"\n'
    return file_of(f"{head}[words.en.roles]\n{words}\n", name)


def judged(players: str, night: Sequence[dict[str, Any]] = (), *files: GameFile, **more: Any) -> dict[str, Any]:
    game = {"game": "one-night", "players": players.split(), "center": ["villager", "drunk", "robber"], "night": night}
    content = msgspec.Raw(json.dumps(game | more).encode())
    known = files or (file_of(EXTRAS.read_text("utf-8"), "one-night-extras"),)
    found: dict[str, Any] = msgspec.to_builtins(PLUG.extended_by(known).judge_game(content))
    return found


def acts(seat: int, call: str, *targets: str, **more: str) -> dict[str, Any]:
    return {"seat": seat, "as": call, "targets": targets, **more}


def holds(expected: Any, found: Any) -> bool:
    if isinstance(expected, dict):
        return all(holds(value, found.get(key, [])) for key, value in expected.items())
    return bool(expected == found)


@pytest.mark.parametrize("case", CASES)
def test_a_case_of_the_contract(case, tmp_path, call):
    sheet = tmp_path / "game.json"
    sheet.write_text(json.dumps(CASES[case]["game"]), "utf-8")
    found = json.loads(call(0, "judge", "--games", EXTRAS.parent, sheet).out)
    assert holds(CASES[case]["expect"], found), found


def test_a_lookout_who_does_not_name_the_own_place_does_not_look_and_is_warned_of():
    assert judged("werewolf lookout villager", [acts(2, "lookout", "P2")]).get("warnings") is None
    found = judged("werewolf lookout villager", [acts(2, "lookout")])
    assert found["told"] == {}
    assert found["warnings"] == ["Seat 2, the Lookout, does not name its own place: judged as if it did not look."]


def test_a_doppelganger_sees_the_thumbs_and_acts_in_the_call_of_the_role():
    found = judged("doppelganger squire werewolf", [acts(1, "doppelganger", "P2"), acts(1, "squire", "P3")])
    assert found["told"]["P1"] == [
        {"place": "P2", "card": "squire"},
        {"seats": ["P3"]},
        {"place": "P3", "card": "werewolf"},
    ]
    assert (found["players"]["P1"]["plays_as"], found["players"]["P1"]["team"]) == ("squire", "werewolf")


def test_a_doppelganger_who_did_not_wake_saw_no_thumbs():
    found = judged("doppelganger squire werewolf", [acts(1, "doppelganger", "P2")])
    assert found["told"] == {"P1": [{"place": "P2", "card": "squire"}], "P2": [{"seats": ["P3"]}]}


def test_thumbs_are_those_of_the_cards_as_dealt():
    found = judged("doppelganger squire werewolf", [acts(1, "doppelganger", "P3")])
    assert found["told"]["P2"] == [{"seats": ["P3"]}]


COPIED = """
[[call]]
who = "owl"
after = "robber"
do = { verb = "view", count = [0, 1] }
copied = "%s"
"""


@pytest.mark.parametrize(
    ("copied", "entry", "seen"),
    [("at once", "owl", "seer"), ("with", "owl", "robber"), ("after", "doppelganger-owl", "robber")],
)
def test_a_doppelganger_sees_the_card_of_the_moment_at_which_her_role_acts(copied, entry, seen):
    night = [acts(1, "doppelganger", "P3"), acts(1, entry, "P4"), acts(2, "robber", "P4")]
    found = judged("doppelganger robber owl seer", night, roles_file("owl:village", COPIED % copied))
    assert found["told"]["P1"] == [{"place": "P3", "card": "owl"}, {"place": "P4", "card": seen}]


@pytest.mark.parametrize(("copied", "entry"), [("with", "owl"), ("after", "doppelganger-owl")])
def test_a_doppelganger_chooses_behind_a_role_that_sits_after_her(copied, entry):
    file = roles_file("owl:village", COPIED.replace('"view"', '"take"') % copied)
    night = [acts(1, "doppelganger", "P2"), acts(1, entry, "P3"), acts(2, "owl", "P3")]
    found = judged("doppelganger owl seer", night, file)
    assert " ".join(each["card"] for each in found["players"].values()) == "owl seer doppelganger"


@pytest.mark.parametrize(
    ("copied", "entry", "why"),
    [
        ("at once", "doppelganger-owl", "seat 1: a Doppelganger who copied the Owl acts as owl"),
        ("with", "doppelganger-owl", "seat 1: a Doppelganger who copied the Owl acts as owl"),
        ("after", "owl", "seat 1: a Doppelganger who copied the Owl acts as doppelganger-owl"),
    ],
)
def test_a_deed_of_a_doppelganger_at_another_moment_is_refused(copied, entry, why):
    night = [acts(1, "doppelganger", "P3"), acts(1, entry, "P2")]
    with pytest.raises(RefusedGame, match=why):
        judged("doppelganger robber owl", night, roles_file("owl:village", COPIED % copied))
    with pytest.raises(RefusedGame, match="seat 3: there is no role 'doppelganger-owl'"):
        judged("doppelganger robber owl", [acts(3, "doppelganger-owl")], roles_file("owl:village", COPIED % "after"))


def test_the_story_tells_when_a_doppelganger_woke():
    night = [acts(1, "doppelganger", "P2"), acts(1, "squire", "P3")]
    game = {"game": "one-night", "players": ["doppelganger", "squire", "werewolf"], "night": night}
    content = msgspec.Raw(json.dumps(game | {"center": ["villager", "drunk", "robber"]}).encode())
    story = PLUG.extended_by((file_of(EXTRAS.read_text("utf-8"), "one-night-extras"),)).tell_game(content)
    assert story[2:6] == [
        "  P1, as Doppelganger, looks at P2, and plays that role from now on: P2 is the Squire.",
        "  P2 recognises P3.",
        "  P1 recognises P3.",
        "  P1, as Squire, looks at P3: P3 is the Werewolf.",
    ]


def test_a_doppelganger_exchanges_before_a_file_role_that_she_copied():
    night = [acts(2, "seer", "P3"), acts(1, "doppelganger", "P4"), acts(1, "poltergeist", "P3", "P2")]
    found = judged("doppelganger seer werewolf poltergeist", night)
    assert found["told"]["P2"] == [{"place": "P3", "card": "seer"}]


def test_the_undertaker_looks_at_a_neighbor_at_dawn():
    found = judged("undertaker robber seer werewolf", [acts(1, "undertaker", "P4"), acts(2, "robber", "P4")])
    assert found["told"]["P1"] == [{"place": "P4", "card": "robber"}]
    with pytest.raises(RefusedGame, match="seat 1: the Undertaker chooses 0 to 1 of neighbours"):
        judged("undertaker robber seer werewolf", [acts(1, "undertaker", "P3")])


def test_the_lookout_sees_the_own_card_after_the_drunk_unless_it_is_shielded():
    night = [acts(1, "lookout", "P1"), acts(2, "troublemaker", "P1", "P3")]
    assert judged("lookout troublemaker seer", night)["told"]["P1"] == [{"place": "P1", "card": "seer"}]
    assert judged("lookout sentinel seer", [acts(2, "sentinel", "P1"), night[0]])["told"] == {}


@pytest.mark.parametrize(
    ("players", "entry", "why"),
    [
        ("squire werewolf seer", acts(1, "squire", "P3"), "chooses 0 to 1 of wolf"),
        ("apprentice werewolf seer", acts(1, "apprentice"), "nobody calls the Apprentice with this deck"),
        ("seer werewolf villager", acts(1, "squire"), "nobody calls the Squire"),
        ("squire werewolf seer", acts(3, "squire", "P2"), "does not hold the Squire"),
        ("poltergeist werewolf seer", acts(1, "poltergeist", "P2"), "chooses 0 to 2 of all"),
        ("gravedigger werewolf seer", acts(1, "squire"), "there is no role 'gravedigger'"),
    ],
)
def test_an_action_against_a_rule_is_refused(players, entry, why):
    with pytest.raises(RefusedGame, match=why):
        judged(players, [entry])


def test_a_role_whose_rule_is_beyond_the_verbs_is_refused_by_its_name():
    text = 'format = 1\nextends = "one-night"\n[role.mad-king]\nside = "village"\njudged = false\n'
    file = file_of(text + '[words.en]\nname = "King"\nroles = { mad-king = "Mad King" }\n')
    with pytest.raises(RefusedGame, match="the Mad King has a rule that only people can judge"):
        judged("mad-king werewolf seer", (), file)
    assert judged("villager werewolf seer", (), file)["players"]


@pytest.mark.parametrize(
    ("do", "entry", "cards", "told"),
    [
        ('{ verb = "take" }', acts(1, "owl", "P2"), "werewolf owl seer", [["P1", "werewolf"]]),
        ('{ verb = "trade", of = "center" }', acts(1, "owl", "C1"), "villager werewolf seer", []),
        (
            '{ verb = "view", of = "center", count = [1, 2] }',
            acts(1, "owl", "C2"),
            "owl werewolf seer",
            [["C2", "drunk"]],
        ),
        ('"shift"', acts(1, "owl", direction="left"), "owl seer werewolf", []),
        ('{ verb = "swap", of = ["all", "-werewolf"] }', acts(1, "owl", "P1", "P3"), "seer werewolf owl", []),
    ],
)
def test_a_verb_does_a_deed_of_the_house(do, entry, cards, told):
    file = roles_file("owl:village", f'[[call]]\nwho = "owl"\nafter = "robber"\ndo = {do}')
    found = judged("owl werewolf seer", [entry], file)
    assert " ".join(player["card"] for player in found["players"].values()) == cards
    assert [[look["place"], look["card"]] for look in found["told"].get("P1", [])] == told


def test_a_card_is_turned_and_another_is_shielded():
    calls = '[[call]]\nwho = "owl"\nafter = "seer"\ndo = { verb = "%s", count = [1, 2] }'
    shields = judged("owl seer tanner", [acts(1, "owl", "P2", "P3")], roles_file("owl:village", calls % "shield"))
    assert [player["shield"] for player in shields["players"].values()] == [False, True, True]
    turned = judged("owl seer tanner", [acts(1, "owl", "P2", "P3")], roles_file("owl:village", calls % "turn"))
    assert [player["face_up"] for player in turned["players"].values()] == [False, True, False]


def test_a_duty_that_is_not_done_is_a_warning():
    file = roles_file("owl:village", '[[call]]\nwho = "owl"\nafter = "seer"\ndo = "view"')
    warned = "Seat 1, the Owl, must act and did nothing: judged as if nothing was done."
    assert judged("owl werewolf seer", (), file)["warnings"] == [warned]


def test_open_eyes_meet_each_other_and_two_files_may_call_by_one_name():
    calls = '[[call]]\nid = "birds"\nwho = ["%s", "villager"]\nafter = "seer"\nmeets = { how = "eyes" }'
    own = '[words.en.calls]\nbirds = "Birds"\n'
    files = [
        file_of(
            f'format = 1\nextends = "one-night"\n[role.{role}]\nside = "village"\n{calls % role}\n'
            f'[words.en]\nname = "More"\nroles = {{ {role} = "Bird" }}\n{own}',
            role,
        )
        for role in ("owl", "magpie")
    ]
    found = judged("owl magpie villager werewolf", [acts(1, "birds"), acts(2, "birds")], *files)
    assert found["told"] == {
        "P1": [{"seats": ["P3"]}],
        "P2": [{"seats": ["P3"]}],
        "P3": [{"seats": ["P2"]}, {"seats": ["P1"]}],
    }


def test_of_two_files_with_one_role_the_nearer_counts():
    near = roles_file("owl:werewolf", "", "near")
    far = roles_file("owl:tanner magpie:village", '[[call]]\nwho = "owl"\nafter = "seer"\ndo = "view"', "far")
    found = judged("owl magpie seer", (), near, far)
    assert [player["team"] for player in found["players"].values()] == ["werewolf", "village", "village"]
    assert "warnings" not in found
