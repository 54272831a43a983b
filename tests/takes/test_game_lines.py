"""Tests the lines of a game in a file, spoken by a person: asked for, saved, packed in one zip with the game, heard."""

from argparse import Namespace
from functools import partial
from pathlib import Path

import pytest

from nightcrier.box.library import read_library
from nightcrier.box.sound.port import SpokenBy
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.sound_faults import pack_faults
from nightcrier.tools.voice_files import VoiceFiles, choose_lines
from nightcrier.words.sentences import clip_texts, text_and_speech
from studio.tests.canned import CLIP, EN
from tests.box.games.engine.small import MANY, SMALL

FOX = "file.fox-hunt.fox"
WAKE = LineId(f"{FOX}.wake")


@pytest.fixture
def box(tmp_path, monkeypatch):
    """Return a box that has one game in a file."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "own"))
    (tmp_path / "own" / "games").mkdir(parents=True)
    (tmp_path / "own" / "games" / "fox-hunt.game.toml").write_text(SMALL)
    return tmp_path


def texts(game: str = "fox-hunt", language: Language = EN, only: list[str] | None = None) -> dict[LineId, str]:
    wanted = Namespace(only=only, game=game, deck=None, cards=None)
    return choose_lines(VoiceFiles(standard_folders(), None), language, wanted)


def test_each_text_that_a_deck_says_is_asked_for_once(box):
    assert texts() == {
        "scenario.fox-hunt.fox-hunt": "Fox",
        "role.file.fox-hunt.hen": "Hen",
        "file.fox-hunt.open": "Everybody, close your eyes.",
        "file.fox-hunt.dawn": "Everybody, open your eyes.",
        WAKE: "Fox, open your eyes. Look at what lies ready.",
        f"{FOX}.close": "Fox, close your eyes.",
    }
    assert list(texts(only=["*.wake"])) == [WAKE]


def test_lines_for_several_are_asked_for_where_several_can_be(box):
    file = box / "own" / "games" / "fox-hunt.game.toml"
    file.write_text(
        MANY.replace('who = "fox"', 'who = ["fox", "bitten"]\nid = "fox"').replace("count = 1", "count = 2")
    )
    told = '\ncalls = { fox = { name = "Fox", many = "Foxes" } }\nmarks = { bitten = "Bitten" }\n'
    file.write_text(file.read_text().replace("[words.en]\n", f"[words.en]{told}"))
    assert [line for line in texts() if ".fox." in line and line.startswith("file.")] == [
        f"{WAKE}.many",
        f"{FOX}.close.many",
    ]
    file.write_text(SMALL.replace("count = 1", "count = { 5 = 1, 7 = 2 }"))
    assert {WAKE, f"{WAKE}.many", f"{FOX}.close.many"} <= set(texts())


def recorded(box: Path, *lines: LineId) -> None:
    """Record these lines of the game in Ann's voice, and one line of the box."""
    pack, every = own_pack(box / "state" / "voices", EN, "Ann"), VoiceFiles(standard_folders(), None).all_texts(EN)
    for line in (*lines, LineId("paused")):
        pack.keep(line, every[line], CLIP)
    pack.write()


def said_by(box: Path, *lines: LineId) -> list[SpokenBy]:
    words = read_library(standard_folders(), list[Fault]().append).words
    own, now = box / "state" / "voices", partial(clip_texts, words)
    voices = VoiceChain(box / "none", partial(text_and_speech, words), lambda _: None, own=(own,), texts_now=now)
    return [said.spoken_by for said in voices.say(lines, (EN,))]


def faults(box: Path) -> list[str]:
    house, place = VoiceFiles(standard_folders(), None), box / "state" / "voices" / "en-ann"
    return list(pack_faults(ShelvedPack(place, read_pack(place, pytest.fail)), house.all_texts(EN), None))


def test_what_was_spoken_is_heard_until_its_text_changes(box):
    recorded(box, WAKE)
    assert faults(box) == []
    said = (WAKE, LineId(f"{WAKE}.met-many"), LineId(f"{FOX}.close"))
    assert said_by(box, *said) == [SpokenBy.CLIP, SpokenBy.CLIP, SpokenBy.NONE]
    names = box / "own" / "games" / "fox-hunt.en.names.toml"
    names.write_text('format = 1\n[roles]\nfox = "Owl"\n')
    assert said_by(box, WAKE) == [SpokenBy.NONE]
    (older,) = faults(box)
    assert older.startswith(f"en-ann: {WAKE} speaks an older text; record anew as Ann")
    names.unlink()
    recorded(box, LineId("scenario.fox-hunt.fox-hunt"))
    assert said_by(box, LineId("role.file.fox-hunt.fox")) == [SpokenBy.CLIP]


def test_a_zip_holds_the_lines_of_the_game_and_the_game_and_one_take_brings_both(box, call, monkeypatch):
    recorded(box)
    exported = ["voices", "export", "en", "--person", "Ann", "--game", "fox-hunt"]
    assert "Nothing of fox-hunt was recorded" in call(2, *exported).err
    recorded(box, WAKE)
    given = box / "stick" / "nightcrier" / "en-ann-fox-hunt.zip"
    given.parent.mkdir(parents=True)
    assert call(0, *exported, "--out", given).out == f"{given}: 1 clips of Ann. Licence: its speaker's own.\n"
    other = box / "other"
    monkeypatch.setenv("STATE_DIRECTORY", str(other / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(other / "own"))
    assert call(0, "take", box / "stick").out.startswith("1 game, 1 voice.\n")
    assert (other / "own" / "games" / "fox-hunt.game.toml").read_text() == SMALL
    assert said_by(other, WAKE, LineId("paused")) == [SpokenBy.CLIP, SpokenBy.NONE]
    assert call(0, "take", box / "stick").out.startswith("Nothing new; 2 were there already.\n")
