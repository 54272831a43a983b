"""Tests which lines a person is asked to speak."""

import json
from argparse import Namespace
from pathlib import Path

import pytest

from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import Folders
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.voice_files import VoiceFiles, choose_lines
from studio.tests.canned import EN


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return VoiceFiles(box_folders(Path(tmp_path_factory.mktemp("state"))), None)


def chosen(house, only=None, game=None, deck=None, cards=None):
    return choose_lines(house, EN, Namespace(only=only, game=game, deck=deck, cards=cards))


def test_without_a_choice_all_lines_are_meant(house):
    assert chosen(house) == house.texts(EN)


def test_a_game_has_its_lines_and_the_house_the_others(house):
    growl = chosen(house, game="growl")
    assert growl
    assert all("growl" in line.split(".")[:2] for line in growl)
    games = {line for game in ("one-night", "growl", "wherewolf", "house") for line in chosen(house, game=game)}
    assert games == set(house.texts(EN))


def test_a_deck_has_its_cards_and_no_others(house):
    lines = chosen(house, deck="first-game")
    assert {"one-night.open", "one-night.seer.wake", "role.seer", "scenario.one-night.first-game"} <= set(lines)
    assert not [line for line in lines if "drunk" in line or "doppelganger" in line or "growl" in line]
    assert len([line for line in lines if line.startswith("scenario.")]) == 1


def test_a_deck_can_have_other_cards_now(house):
    lines = chosen(house, deck="first-game", cards=["werewolf", "drunk"])
    assert {"one-night.drunk.wake", "role.drunk"} <= set(lines)
    assert not [line for line in lines if "seer" in line]


def test_a_deck_of_peoples_own_can_be_spoken_too(tmp_path):
    own = tmp_path / "scenarios"
    own.mkdir(parents=True)
    cards = 'cards = ["werewolf", "seer", "drunk", "villager", "villager", "villager"]'
    (own / "mine.toml").write_text(f'game = "one-night"\nlevel = 1\n{cards}\n[names]\nen = "Mine"\n')
    lines = chosen(VoiceFiles(Folders(tmp_path, tmp_path, tmp_path, tmp_path), None), deck="mine")
    assert "one-night.drunk.wake" in lines
    assert not [line for line in lines if "robber" in line or line.startswith("scenario.")]


def test_choices_narrow_each_other(house):
    assert list(chosen(house, only=["one-night.*.wake"], deck="first-game")) == [
        line for line in chosen(house, deck="first-game") if line.endswith(".wake") and line.startswith("one-night.")
    ]


@pytest.mark.parametrize("show", ["night", "day", "vote", "verdict"])
def test_all_that_a_played_deck_says_is_among_its_lines(house, tmp_path, show):
    rendered = ["render", "--scenario", "first-game", "--show", show, "--state", str(tmp_path)]
    assert main([*rendered, "--out", str(tmp_path / "a.wav"), "--cues", str(tmp_path / "cues")]) == 0
    rows = map(json.loads, (tmp_path / "cues").read_text().splitlines())
    said = {row["line"] for row in rows if row["kind"] == "say"}
    assert said
    said -= {"verdict.dead", "verdict.winners"}  # of a voice that has not recorded a newer sentence
    assert said & house.texts(EN).keys() <= chosen(house, deck="first-game").keys()


def test_whoever_dies_is_named_too(house):
    assert {"verdict.dead.one", "verdict.nobody", "verdict.winners.many", "seats-and", "vote.hold.other"} <= set(
        chosen(house, deck="first-game")
    )


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (None, "say which with --deck"),
        ("growl-classic", "no card of growl 'sser'"),
        ("first-game", "There is no card of one-night 'sser'"),
    ],
)
def test_cards_that_say_nothing_are_refused(house, deck, why):
    with pytest.raises(WrongUse, match=why):
        chosen(house, deck=deck, cards=["sser"])
