"""Tests that a role is one row and its words: two made-up ones, one that looks and one that moves cards, are added to a
copy of the program, and are called, dealt, played, told and judged."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROWS = """
    Role(
        *("owl", _V, _B),
        wakes="9-B",
        power=power(Deed.LOOK, "the Owl looks at the card of one other player", (_OTHER,)),
        hands=LIFTS_ONE,
        copied=Copied.AT_ONCE,
    ),
    Role(
        *("magpie", _V, _B),
        wakes="9-C",
        power=power(Deed.SWAP, "the Magpie exchanges the cards of two other players", (_OTHER, _OTHER)),
        hands=Handwork("exchanges two cards", 8),
    ),
"""
BEFORE = '    Role(*("villager", _V, _B), count=3),\n'
LINES = """
"one-night.owl.wake" = { text = "Owl, wake up." }
"one-night.owl.wake.short" = { text = "Owl." }
"one-night.owl.close" = { text = "Owl, close your eyes." }
"one-night.magpie.wake" = { text = "Magpie, wake up." }
"one-night.magpie.wake.short" = { text = "Magpie." }
"one-night.magpie.close" = { text = "Magpie, close your eyes." }
"""
PLAY = Path(__file__).with_name("made_up_roles.py")
SHEET = {
    "game": "one-night",
    "players": ["owl", "magpie", "werewolf"],
    "center": ["villager", "villager", "villager"],
    "night": [{"seat": 1, "as": "owl", "targets": ["P2"]}, {"seat": 2, "as": "magpie", "targets": ["P1", "P3"]}],
    "votes": [3, 3, 1],
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Return what a program with both extra roles says of a night and of a game, and its judgment."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree("device", copy / "device", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "assets").mkdir()
    for part in Path("assets").resolve().iterdir():
        if part.name != "words":
            (copy / "assets" / part.name).symlink_to(part)
    shutil.copytree("assets/words", copy / "assets" / "words")
    (copy / "config").symlink_to(Path("config").resolve())
    _insert(copy / "device/nightcrier/box/games/one_night/rules/roles.py", BEFORE, ROWS)
    english = copy / "assets/words/en.toml"
    _insert(english, "[screen]\n", 'owl = "Owl"\nmagpie = "Magpie"\n')
    _insert(english, '"one-night.open" = ', LINES)
    shutil.copy(PLAY, copy / "play.py")
    sheet = copy / "game.json"
    sheet.write_text(json.dumps(SHEET), "utf-8")
    command = [sys.executable, str(copy / "play.py"), str(sheet)]
    done = subprocess.run(
        command, cwd=copy, env={"PYTHONPATH": str(copy / "device")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    night, _, judged = done.stdout.partition("\n")
    return json.loads(night), json.loads(judged)


def _insert(file: Path, before: str, text: str) -> None:
    content = file.read_text("utf-8")
    assert content.count(before) == 1
    file.write_text(content.replace(before, text.lstrip("\n") + before), "utf-8")


def test_they_are_called_with_their_lines_and_windows(evening):
    night, _ = evening
    assert [line for line in night["said"] if "owl" in line] == ["one-night.owl.wake", "one-night.owl.close"]
    assert (night["windows"]["owl"], night["windows"]["magpie"]) == (6.0, 8.0)


def test_they_act_on_the_screen_and_the_story_tells_of_it(evening):
    night, _ = evening
    assert ["owl", 1, 1] in night["turns"]
    assert ["magpie", 2, 0] in night["turns"]
    assert night["moved"]
    assert {"role.owl", "deal.story.looked", "role.magpie", "deal.story.swapped"} <= set(night["story"])


def test_they_are_judged(evening):
    _, judged = evening
    assert judged["told"] == {"P1": [{"place": "P2", "card": "magpie"}]}
    assert [judged["players"][seat]["card"] for seat in ("P1", "P2", "P3")] == ["werewolf", "magpie", "owl"]
    assert (judged["dead"], judged["winners"]) == (["P3"], ["P1"])
