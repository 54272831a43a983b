"""Tests that one's own decks and settings can be tried without root, wherever the command line names them."""

import json
from itertools import product

import pytest

from nightcrier.cli import COMMANDS, main

DECK = """
game = "one-night"
level = 2
cards = ["werewolf", "minion", "seer", "robber", "troublemaker", "drunk"]
fillers = ["insomniac", "hunter"]
[names]
en = "Sunday Five"
"""


@pytest.fixture
def scenarios(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "sunday-five.toml").write_text(DECK)
    return folder


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[table]\nlanguages = ["it"]\n')
    return file


PLACED = (
    ("{places}", "decks", "show", "sunday-five"),
    ("decks", "{places}", "show", "sunday-five"),
    ("decks", "show", "{places}", "sunday-five"),
    ("decks", "show", "sunday-five", "{places}"),
)


@pytest.mark.parametrize(("line", "whole"), [*product(PLACED, (True, False))])
def test_own_decks_are_found_wherever_they_are_named(scenarios, capsys, line, whole):
    places = [f"--scenarios={scenarios}"] if whole else ["--scenarios", str(scenarios)]
    assert main([part for word in line for part in (places if word == "{places}" else [word])]) == 0
    assert "Sunday Five" in capsys.readouterr().out


def test_a_deck_and_settings_of_ones_own_are_rehearsed(scenarios, config, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("1 wait\n")
    out = tmp_path / "out"
    words = ["--config", str(config), "--scenarios", str(scenarios), "rehearse", str(script), "--out", str(out)]
    assert main(words) == 0
    rows = [json.loads(row) for row in (out / "log.jsonl").read_text("utf-8").splitlines()]
    assert any("mazzo" in row["lines"] for row in rows if row["kind"] == "screen")


def test_a_deck_of_ones_own_is_rendered(scenarios, tmp_path):
    cues = tmp_path / "cues.jsonl"
    words = ["render", "--scenario", "sunday-five", "--show", "vote", "--scenarios", str(scenarios)]
    assert main([*words, "--out", str(tmp_path / "vote.wav"), "--cues", str(cues)]) == 0
    assert "vote.now" in cues.read_text()


def test_a_deck_with_a_fault_is_named_by_the_check_of_the_box(scenarios, tmp_path, capsys):
    (scenarios / "sunday-five.toml").write_text("level = 9")
    main(["check", "--state", str(tmp_path / "state"), "--scenarios", str(scenarios)])
    assert "sunday-five.toml" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["run", "sim", "rehearse", "render", "check", "report"])
def test_all_that_reads_settings_and_decks_can_be_told_others(command, capsys):
    assert command in COMMANDS
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert {"--config", "--scenarios", "--state"} <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize("words", [("--config", "{file}", "decks"), ("scores", "--config={file}")])
def test_a_place_that_a_command_does_not_read_is_refused(config, capsys, words):
    assert main([word.format(file=config) for word in words]) == 2
    assert capsys.readouterr().err.endswith(" reads no --config; take it out.\n")


def test_what_is_there_and_no_file_is_not_called_missing(call):
    assert "'/dev/null' is no plain file" in call(2, "check", "--config", "/dev/null").err
