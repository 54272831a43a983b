"""Tests that a broken game by somebody else costs only itself: one sentence names its folder, and others are played."""

import json
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from nightcrier.box import games
from nightcrier.box.library import read_offer
from nightcrier.kernel.folders import share
from tests.box.stage import Stage
from tests.box.test_third_game import ONE_NIGHT, OWLS

PLUGS = {
    "it raises": "raise RuntimeError('two\\nlines')",
    "it ends the program": "raise SystemExit(3)",
    "it is no Python": "def (:",
    "it needs what is not there": "import nosuchmodule",
    "it has no plug": "",
    "its plug is nothing": "PLUG = None",
    "its plug has no rank": "class PLUG:\n    id = 'owls'",
    "its rank is a word": "class PLUG:\n    id, rank = 'owls', 'first'",
    "it takes another's name": "class PLUG:\n    id, rank = 'one-night', 0",
}
IN_PLUG = {
    "its folder is none": ('folder: str = "owls"', "folder: object = None"),
    "its words are a number": ('shown_only: tuple[str, ...] = ("owls.secret.",)', "shown_only: object = 5"),
    "its answers are a number": (
        'beside_seats: tuple[str, ...] = ("screen.owls.secret.tree",)',
        "beside_seats: object = 5",
    ),
    "it cannot read its scenarios": ("read = parse_toml", "raise RuntimeError; read = parse_toml"),
    "its scenarios are nothing": ("return Scenario(name, read.names, read.players)", "return None"),
    "its scenarios are for nobody": (
        "return Scenario(name, read.names, read.players)",
        "return Scenario(name, {}, ())",
    ),
    "its game is nothing": ("return Owls(tuple(scenarios))", "return None"),
}
IN_GAME = {
    "behind the plug is no Python": ("class Owls", "def (: class"),
    "it has no scenarios": ("return self.shelf", "return ()"),
    "its scenarios raise": ("return self.shelf", "raise RuntimeError"),
    "its options are words": (
        "def choices(self) -> tuple[Choice, ...]:\n        return ()",
        "def choices(self) -> object:\n        return ('a',)",
    ),
    "it takes another's name": ('id: str = "owls"', 'id: str = "one-night"'),
}
RAISING = "    def opening(self, setup: Setup) -> object:\n        raise RuntimeError\n\n"


def owls_in(room: Path) -> Path:
    return Path(shutil.copytree(OWLS / "owls", room / "owls", ignore=shutil.ignore_patterns("__pycache__")))


def spoil_text(file: Path, whole: str, broken: str) -> None:
    content = file.read_text("utf-8")
    assert whole in content
    file.write_text(content.replace(whole, broken), "utf-8")


@pytest.fixture
def room(tmp_path, monkeypatch):
    """Yield a folder in the search path of the games, with a game of Owls in it."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path / "games")])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    owls_in(tmp_path / "games")
    yield tmp_path / "games"
    for name in [name for name in sys.modules if name.startswith("nightcrier.box.games.owls")]:
        del sys.modules[name]
    if isinstance(getattr(games, "owls", None), ModuleType):
        del games.owls


def complaint() -> str:
    """Return the only complaint about games and scenarios, after checking that the other games are offered."""
    found = read_offer([share("config") / "scenarios"])
    assert list(found.games) == ["one-night", "growl", "wherewolf"]
    (wrong,) = found.complaints
    sentence = str(wrong)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("plug", PLUGS.values(), ids=PLUGS)
def test_a_plug_that_is_none_costs_only_its_game(room, plug):
    (room / "owls" / "plug.py").write_text(plug, "utf-8")
    assert complaint().startswith(f"{room / 'owls'}: cannot be played (")


@pytest.mark.parametrize(("whole", "broken"), IN_PLUG.values(), ids=IN_PLUG)
def test_a_plug_with_wrong_values_costs_only_its_game(room, whole, broken):
    spoil_text(room / "owls" / "plug.py", whole, broken)
    assert str(room / "owls") in complaint()


@pytest.mark.parametrize(("whole", "broken"), IN_GAME.values(), ids=IN_GAME)
def test_a_broken_game_behind_a_good_plug_costs_only_itself(room, whole, broken):
    spoil_text(room / "owls" / "game.py", whole, broken)
    assert str(room / "owls") in complaint()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_no_plug_and_not_waited_for(room, make):
    plug = room / "owls" / "plug.py"
    plug.unlink()
    make(plug)
    assert str(room / "owls") in complaint()


def test_the_box_names_it_and_plays_the_others(room, where):
    (room / "owls" / "plug.py").write_text("raise RuntimeError", "utf-8")
    box = Stage(where)
    faults = [str(row["what"]) for row in box.kinds("fault")]
    assert any(str(room / "owls") in fault for fault in faults)
    box.back()
    for _ in range(3):
        if box.rehearsal.box.daemon.table.session is None:
            box.start()
    box.start()  # the cards are dealt
    box.rehearsal.advance(60.0)
    assert box.kinds("window")


def test_the_commands_name_it_and_go_on(room, tmp_path, call):
    (room / "owls" / "plug.py").write_text("raise RuntimeError", "utf-8")
    listed = call(1, "decks")
    assert "first-game" in listed.out
    assert str(room / "owls") in listed.err
    sheet = tmp_path / "game.json"
    sheet.write_text(json.dumps(ONE_NIGHT), "utf-8")
    judged = call(0, "judge", sheet)
    assert json.loads(judged.out)["players"]["P2"]["card"] == "seer"
    assert str(room / "owls") in judged.err


def test_a_game_that_raises_over_what_was_remembered_keeps_no_box_from_starting(room, where):
    spoil_text(room / "owls" / "game.py", "    def usual_calls", RAISING + "    def usual_calls")
    box = Stage(where)
    box.turn(-1).rehearsal.advance(2.0)
    box.rehearsal.cut()
    assert box.page == "home"
