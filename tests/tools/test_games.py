"""Tests `nightcrier games`: the list, which files are right or wrong, and which of two files counts."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.game_files import find_games
from nightcrier.cli import main
from tests.box.games.engine.small import ADDED, MANY, SMALL

EXAMPLES = Path(__file__).parents[1] / "box" / "games" / "engine" / "examples"
Captured = pytest.CaptureFixture[str]


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.game.toml"
    file.write_text(text, "utf-8")
    return file


def rows(capsys: Captured) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_list_has_a_row_a_game_and_a_line_a_refused_file(tmp_path, call):
    file, wrong = put(tmp_path, "den", SMALL), put(tmp_path, "wrong", "format = 3")
    put(tmp_path, "squire", ADDED)
    written = call(1, "games", "--games", tmp_path, "--json")
    found = {row["game"]: row for row in map(json.loads, written.out.splitlines())}
    assert found["den"] == {
        "game": "den",
        "name": "Fox",
        "players": [5, 8],
        "nights": "one",
        "layers": ["call"],
        "languages": ["en"],
        "file": str(file),
    }
    assert (found["squire"]["players"], found["squire"]["layers"]) == (None, ["call"])
    assert written.err == f"{wrong}: format: must be 1 or 2.\n"
    assert "den" in call(1, "games", "--games", tmp_path).out


def test_the_nearer_file_counts_unless_it_is_refused(tmp_path):
    far, near = put(tmp_path / "far", "den", SMALL), put(tmp_path / "near", "den", SMALL)
    folders = [far.parent, near.parent, tmp_path / "nosuch"]
    assert find_games(folders).games["den"][1] == near
    near.write_text("format = 3")
    found = find_games(folders)
    assert found.games["den"][1] == far
    assert [fault.key for fault in found.complaints] == ["format"]


def test_the_last_folder_that_is_named_is_the_nearest(tmp_path, capsys):
    put(tmp_path / "a", "den", SMALL)
    put(tmp_path / "b", "den", SMALL.replace("[5, 8]", "[6, 8]"))
    assert main(["games", "show", "den", "--games", str(tmp_path / "a"), "--games", str(tmp_path / "b"), "--json"]) == 0
    assert rows(capsys)[0]["players"] == 6


def test_a_check_tells_of_each_file(tmp_path, capsys, call):
    right, wrong = put(tmp_path, "den", SMALL), put(tmp_path, "wrong", SMALL.replace("[5, 8]", "[5]"))
    assert main(["games", "check", str(right), str(wrong), f"{tmp_path}/nosuch.game.toml", "--json"]) == 1
    first, second, third = rows(capsys)
    expected = {"file": str(right), "ok": True, "game": "den", "roles": 2, "calls": 1, "layers": ["call"]}
    made = [f"words.en.lines.fox.{part}: made by the house" for part in ("wake", "close")]
    assert first == expected | {"languages": ["en"], "notes": made}
    assert (second["ok"], second["key"]) == (False, "players")
    assert (second["errors"], second["more"]) == ([{"key": "players", "why": second["why"]}], 0)
    assert (third["ok"], third["key"]) == (False, "")
    names = tmp_path / "round-table.de.names.toml"
    names.write_text('format = 1\n[roles]\nseer = "Seher"\n')
    assert call(0, "games", "check", names).out == f"{names}: right; roles: 1; calls: 0; layers: names\n"
    assert call(0, "games", "check", right).out.startswith(str(right))
    wrong.write_text(wrong.read_text().replace('"read"', '"reed"'))
    assert call(1, "games", "show", wrong).err.count("\n") == call(1, "games", "check", wrong).err.count("\n") == 2


def test_only_a_plain_file_is_read(tmp_path, call):
    (tmp_path / "a.game.toml").mkdir()
    os.mkfifo(tmp_path / "b.game.toml")
    for name in ("a", "b"):
        assert "plain file" in call(1, "games", "show", tmp_path / f"{name}.game.toml").err


def test_an_id_whose_file_is_refused_is_told_as_that(tmp_path, call):
    wrong = put(tmp_path, "wrong", "format = 3")
    assert call(1, "games", "--games", tmp_path, "show", "wrong").err == f"{wrong}: format: must be 1 or 2.\n"
    assert main(["games", "--games", str(tmp_path), "show", "nosuch"]) == 2


@pytest.mark.parametrize("text", [SMALL, ADDED])
def test_people_are_shown_what_is_said(tmp_path, call, text):
    about = text.replace("[words.en]\n", '[words.en]\nabout = "Who took the hen?"\n')
    shown = call(0, "games", "show", put(tmp_path, "den", about)).out
    assert shown.splitlines()[1] == "Who took the hen?"
    assert "open your eyes." in shown
    assert "meets: thumbs tanner;" in call(0, "games", "show", EXAMPLES / "one-night-extras.game.toml").out


def test_who_copied_a_role_is_shown_with_it_or_behind_it_unless_that_is_called_before_her(tmp_path, capsys):
    copied = 'copied = "%s"\nmeets = { how = "thumbs", of = "minion" }\nafter = "%s"'
    words = "roles = { minion = 'Minion', "
    for how, after, calls, said in (
        ("with", "minion", ["squire"], True),
        ("with", "sentinel", ["squire"], False),
        ("after", "minion", ["squire", "doppelganger-squire"], False),
        ("after", "sentinel", ["squire"], False),
    ):
        text = ADDED.replace('after = "minion"', copied % (how, after)).replace("roles = { ", words)
        assert main(["games", "show", str(put(tmp_path, "more", text)), "--json"]) == 0
        found = rows(capsys)[1:]
        assert [row["call"] for row in found] == calls
        assert ("and who copied it" in str(found[0]["say"])) is said
        assert found[0]["copied"] == ("" if after == "sentinel" else how)


def test_the_morning_is_shown_after_the_calls(tmp_path, call):
    *_, closed, dawn, day = call(0, "games", "show", put(tmp_path, "den", SMALL)).out.splitlines()
    assert (closed, dawn) == ("  Fox, close your eyes.", "  Everybody, open your eyes.")
    assert day.startswith("day: 1")


def test_people_are_shown_what_a_file_itself_says_of_its_game_day_and_vote(tmp_path, call):
    own = '[words.en.lines]\nvote = "Point."\nday = "Talk."\nexplain = "Find the fox."\n'
    first, second, *_, day, talk, vote = call(0, "games", "show", put(tmp_path, "den", SMALL + own)).out.splitlines()
    assert (first, second, day[:6], talk, vote) == ("Fox", "Find the fox.", "day: 1", "  Talk.", "  Point.")


def test_a_check_notes_a_deal_that_never_comes_and_a_talk_that_is_longer(tmp_path, capsys):
    much = "".join(f'[[call]]\nwho = "fox"\nid = "c{n}"\ndo = {{ verb = "view", count = [1, 5] }}\n' for n in range(3))
    text = MANY.replace("format = 1", 'format = 1\ndeal = "box"') + much + "[day]\nseconds = 20\neach_player = 7\n"
    assert main(["games", "check", str(put(tmp_path, "den", text))]) == 0
    assert [line for line in capsys.readouterr().out.splitlines()[1:] if not line.endswith(MADE)] == [
        "  deal: a role may choose more than a turn has room for, so the game is played with cards",
        "  day: the talk is never shorter than least, 60 seconds",
    ]
    put(tmp_path, "den", MANY + "[day]\nseconds = 25\neach_player = 7\n")
    assert main(["games", "check", str(tmp_path / "den.game.toml"), "--json"]) == 0
    assert [note for note in rows(capsys)[0]["notes"] if not note.endswith(MADE)] == []


MADE = ": made by the house"
WINS = "[[end]]\nid = 'x'\nif = 'night == 9'\nwins = "


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (SMALL + "[words.fr.roles]\nhen = 'Poule'\n", ["roles.fox: named in en, not in fr"]),
        (SMALL + "[words.fr.roles]\nhen = 'Poule'\nfox = 'Renard'\n", []),
        (
            SMALL + "[words.en.sides]\ntown = 'Yard'\n[words.fr]\nroles = { hen = 'Poule', fox = 'Renard' }\n",
            ["sides.town: named in en, not in fr"],
        ),
        (
            MANY + "[words.en.marks]\nbitten = 'Bitten'\n[words.de]\nroles = { hen = 'Henne', fox = 'Fuchs' }\n",
            ["marks.bitten: named in en, not in de"],
        ),
        (MANY + WINS + "'town'\n", ["side.foxes: it never wins, for no end has it, or a role of it, in wins"]),
        (MANY + WINS + "['town', '-hen', 'bitten']\n", [f"side.{side}: it never wins" for side in ("town", "foxes")]),
        (MANY + WINS + "['fox', 'hen']\n", []),
        (MANY + WINS + "'all'\n", []),
        (
            SMALL + "[[call]]\nid = 'more'\nwho = ['hen', '-town']\n[words.en.calls]\nmore = 'More'\n",
            ["call[1].who: nobody is left, so it is never made"],
        ),
        (SMALL + "[[call]]\nid = 'more'\nwho = ['all', '-town']\n[words.en.calls]\nmore = 'More'\n", []),
        (
            ADDED.replace('who = "squire"', 'who = ["wolf", "-squire"]\nid = "squire"')
            + "[words.en.calls]\nsquire = 'x'\n",
            [],
        ),
    ],
)
def test_a_check_notes_names_that_are_missing_and_whom_nothing_reaches(tmp_path, capsys, text, notes):
    assert main(["games", "check", str(put(tmp_path, "den", text)), "--json"]) == 0
    found = [note for note in rows(capsys)[0]["notes"] if not re.search(f"^deal: a moderator|{MADE}$", note)]
    assert [note[: len(said)] for note, said in zip(found, notes, strict=True)] == notes
