"""Tests that a made-up game in a folder of the tests plugs in without any line of code outside that folder."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from docs.pictures.showcase import every_page
from nightcrier.box import games
from nightcrier.box.library import Library, build_house, first_choices, read_library
from nightcrier.box.plugs import find_plugs, screen_only_words
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.cli import main
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.takes.script import voice_script

EN = Language("en")
OWLS = Path("tests/made_up_games").resolve()
EVENING = """
1 dial +3
1 start press
until idle 60
1 start press
1 dial +1
1 start press
1 start press
"""
ONE_NIGHT = {"game": "one-night", "players": ["werewolf", "seer", "villager"], "center": ["villager"] * 2 + ["drunk"]}


@pytest.fixture(autouse=True)
def path(monkeypatch):
    """Put the folder of the game into the search path of the games, and remove all traces in the end."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(OWLS)])
    yield
    for name in [name for name in sys.modules if name.startswith("nightcrier.box.games.owls")]:
        del sys.modules[name]
    if isinstance(getattr(games, "owls", None), ModuleType):
        del games.owls


@pytest.fixture
def shelf():
    return read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)


def test_it_is_found_and_offered_after_the_others_and_before_those_in_files(shelf):
    assert [found.plug.id for found in find_plugs()][-1] == "owls"
    assert list(shelf.games) == ["one-night", "growl", "wherewolf", "owls", *shelf.in_files]
    assert [scenario.id for scenario in shelf.games["owls"].scenarios()] == ["owls-oak"]


def test_its_pages_are_drawn_with_its_own_words(shelf):
    house = build_house(shelf, (share("assets") / "audio" / "voices",), ("tapping",))
    alone = Library({"owls": shelf.games["owls"]}, shelf.words)
    views: list[View] = list(every_page(house_of(house, alone), Table(first_choices(alone)), EN))
    shown = {text for view in views for text in view_lines(view)}
    assert {"Owls", "The old oak", "4 moons", "Who hooted?", "Eldest Owl"} <= shown
    assert not [text for text in shown if text.startswith("owls.")]


def house_of(house: object, shelf: Library) -> object:
    from msgspec.structs import replace

    return replace(house, games=shelf.games)  # type: ignore[type-var]


def test_its_call_order_stands_on_the_page_of_the_deck(shelf):
    calls = shelf.games["owls"].usual_calls(Setup("owls-oak", 3))
    assert [call.id for call in calls] == ["youngest-owl", "eldest-owl"]  # type: ignore[union-attr]


def test_it_is_played_from_start_to_verdict(tmp_path):
    played = tmp_path / "evening.txt"
    played.write_text(EVENING, "utf-8")
    assert main(["rehearse", str(played), "--out", str(tmp_path / "out")]) == 0
    rows = [json.loads(row) for row in (tmp_path / "out" / "log.jsonl").read_text("utf-8").splitlines()]
    said = [row["line"] for row in rows if row["kind"] == "say"]
    shown = [row["lines"] for row in rows if row["kind"] == "screen"]
    assert [line for line in said if line.startswith("owls.")] == ["owls.eldest-owl", "owls.youngest-owl"]
    assert ["3 moons"] in [lines[:1] for lines in shown]
    assert ["Who hooted?", "Seat 2", "◀▶", "done"] in shown


def test_its_judge_stands_beside_the_others(tmp_path, call):
    file = tmp_path / "games.json"
    sheets = [{"game": "owls", "hoots": [1, 4]}, ONE_NIGHT, {"game": "owls", "hoots": [-1]}]
    file.write_text(json.dumps(sheets), "utf-8")
    owls, one_night, refused = json.loads(call(2, "judge", file).out)
    assert owls == {"loudest": 2}
    assert one_night["players"]["P2"]["card"] == "seer"
    assert refused == {"error": "games[2], seat 1: nobody hoots less than never"}
    assert "The loudest owl sat on seat 2." in call(2, "judge", "--explain", file).out


def test_it_has_its_own_sheet_among_the_decks(call):
    assert call(0, "decks", "show", "owls-oak", "--players", "4").out == "Owls for 4: Eldest Owl hoots first\n"
    assert "owls-oak" in call(0, "decks", "--game", "owls").out


def test_its_show_is_rendered(tmp_path):
    cues = tmp_path / "cues.jsonl"
    assert main(["render", "--game", "owls", "--out", str(tmp_path / "owls.wav"), "--cues", str(cues)]) == 0
    windows = [json.loads(row) for row in cues.read_text("utf-8").splitlines()]
    assert [row["role"] for row in windows if row["kind"] == "window"] == ["eldest-owl", "youngest-owl"]


def test_a_voice_learns_its_lines_and_not_what_is_only_shown(shelf):
    lines_to_speak = voice_script(shelf.words, EN, screen_only_words())
    assert {"owls.eldest-owl", "role.eldest-owl", "screen.game.owls"} <= set(lines_to_speak)
    assert "screen.owls.secret.tree" not in lines_to_speak
