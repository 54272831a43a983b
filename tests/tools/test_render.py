"""Tests `nightcrier render`: an existing file is replaced only by a complete new one."""

import os
import resource
from pathlib import Path

import pytest

from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools import progress, render, render_show
from nightcrier.tools.command_line import draft


def test_nothing_is_said_to_be_made_before_all_that_was_asked_for_is_known(tmp_path, call, monkeypatch):
    """No file may be called made while the command is still looking things up, however long that takes."""
    monkeypatch.setattr(progress, "_SILENT", 0.0)
    told = call(2, "render", "--show", "nosuch", "--out", tmp_path / "night.ogg").err
    assert "There is no show 'nosuch'" in told
    assert "made" not in told


def test_a_game_whose_file_is_refused_is_told_as_that(tmp_path, call):
    wrong = tmp_path / "den.game.toml"
    wrong.write_text("format = 3")
    words = ("render", "--games", tmp_path, "--out", tmp_path / "night.ogg", "--game")
    assert call(1, *words, "den").err == f"{wrong}: format: must be 1 or 2.\n"
    assert "There is no game 'nosuch'" in call(2, *words, "nosuch").err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--scenario", "nosuch"), "There is no scenario 'nosuch'; choose one of: first-game, "),
        (("--show", "nosuch"), "There is no show 'nosuch' in this game; choose one of: night, day, vote, verdict."),
        (("--game", "growl", "--show", "nosuch"), "There is no show 'nosuch' in this game; choose one of: "),
        (("--game", "wherewolf", "--show", "nosuch"), "There is no show 'nosuch' in this game; choose one of: "),
        (("--deck", "werewolf=2,seer"), "This deck cannot be played with 3 players: 3 of 6: add 3."),
        (("--game", "wherewolf", "--deck", "brad"), "There is no role 'brad'; did you mean 'bard'?\n"),
        (("--players", "0"), "This deck cannot be played with 0 players: For 3 to 5 players."),
        (("--voice", "nosuch"), "There is no voice 'nosuch'; choose one of: en-"),
        (("--voice", "it-female"), "There is no voice 'it-female'; "),
        (("--option", "nosuch=on"), "There is no option of one-night 'nosuch'; choose one of: "),
        (("--option", "pace"), "--option: 'pace' has no value; write NAME=VALUE."),
        (("--option", "pace=never"), "There is no pace 'never'; choose one of: "),
        (("--sound", "nosuch=on"), "There is no sound 'nosuch'; choose one of: cast, foley, drone, day-bed."),
        (("--sound", "foley"), "--sound: 'foley' has no value; write NAME=VALUE."),
        (("--sound", "drone=loud"), "There is no drone 'loud'; choose one of: on, off."),
        (("--sound", "cast=on"), "There is no cast 'on'; did you mean 'one'?"),
        (("--sound", "foley=on", "--sound", "foley=off"), "The sound foley is given twice; give it once."),
        (("--bed", "nosuch"), "There is no bed 'nosuch'; choose one of: "),
        (("--wording", "never"), "There is no wording 'never'; choose one of: evening, full, short."),
        (("--option", "pace=fast", "--pace", "slow"), "The option pace is given twice; give it once."),
        (("--option", "pace=fast", "--option", "pace=slow"), "The option pace is given twice; give it once."),
        (("--deck", "werewolf=0,seer"), "--deck: 'werewolf=0' is no card; write a role, or role=how many."),
        (("--then", "en"), "--then: every line is said in en already; name another language."),
        (("--language", "xx"), "There is no language 'xx'; choose one of: en, "),
        (
            ("--game", "growl", "--scenario", "growl-classic", "--players", "12"),
            "This deck cannot be played with 12 players: For 4 to 10 players.",
        ),
        (("--cues", "{out}"), "The sound and its cue sheet need two files: give --cues another name."),
    ],
)
def test_a_refusal_leaves_what_was_there(tmp_path, call, words, sentence):
    out, cues = tmp_path / "keep.ogg", tmp_path / "keep.jsonl"
    out.write_text("last night")
    cues.write_text("its cues")
    given = [word.format(out=out) for word in words]
    kept = [] if "--cues" in given else ["--cues", str(cues)]
    assert call(2, "render", "--out", out, *kept, *given).err.startswith(sentence)
    assert (out.read_text(), cues.read_text()) == ("last night", "its cues")
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(("game", "show"), [("one-night", "vote"), ("growl", "cheer"), ("wherewolf", "vote")])
def test_every_game_comes_to_its_last_show(tmp_path, monkeypatch, game, show):
    monkeypatch.setattr(render_show, "_LONGEST", 1.0)
    out = tmp_path / "show.wav"
    assert main(["render", "--out", str(out), "--game", game, "--show", show, "--state", str(tmp_path / "state")]) == 0
    assert out.read_bytes()[:4] == b"RIFF"


def test_help_tells_the_values_of_each_game(capsys):
    with pytest.raises(SystemExit):
        main(["render", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "how much is said; one-night: evening, full, short; growl: " in told


def test_what_is_done_takes_the_place_of_what_was_there(tmp_path, monkeypatch):
    monkeypatch.setattr(render_show, "_LONGEST", 1.0)
    out, cues = tmp_path / "keep.wav", tmp_path / "keep.jsonl"
    out.write_text("last night")
    assert main(["render", "--out", str(out), "--cues", str(cues)]) == 0
    assert out.read_bytes()[:4] == b"RIFF"
    assert '"kind":"' in cues.read_text()
    assert len(list(tmp_path.iterdir())) == 2


def test_a_dash_prints_the_cue_sheet(tmp_path, monkeypatch, call):
    monkeypatch.setattr(render_show, "_LONGEST", 1.0)
    monkeypatch.chdir(tmp_path)
    assert call(0, "render", "--out", "night.wav", "--cues", "-").out.startswith('{"')
    assert [file.name for file in tmp_path.iterdir()] == ["night.wav"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("noext", "A sound file needs an ending; choose"), ("night.xyz", "A sound file cannot end in '.xyz'; choose")],
)
def test_what_is_no_name_of_a_sound_file_is_refused_as_it_was_written(tmp_path, call, name, sentence):
    assert call(2, "render", "--out", tmp_path / name).err.startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_fall_on_the_way_leaves_what_was_there(tmp_path, monkeypatch):
    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(render, "perform_show", cut)
    out = tmp_path / "keep.wav"
    out.write_text("last night")
    assert main(["render", "--out", str(out)]) == 130
    assert out.read_text() == "last night"
    assert list(tmp_path.iterdir()) == [out]


def test_a_link_that_leads_to_itself_is_one_sentence(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(WrongUse, match="loop: cannot be written"), draft(tmp_path / "loop"):
        pass


def test_a_place_that_is_no_file_is_written_to_directly():
    with draft(Path("/dev/null")) as place:
        assert place == Path("/dev/null")
    assert place.exists()


def test_a_pipe_is_not_opened_and_closed_before_it_is_written_to(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")

    def refused(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(Path, "open", refused)
    with draft(tmp_path / "pipe") as place:
        assert place == tmp_path / "pipe"
    assert place.is_fifo()


@pytest.mark.parametrize("place", ["nowhere/night.ogg", "", "a\0b.ogg"])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path, place):
    with pytest.raises(WrongUse, match="cannot be written"), draft(tmp_path / place):
        raise AssertionError


@pytest.fixture
def full_disk():
    """Limit the size of files, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg", "opus"])
def test_a_full_disk_is_one_sentence_and_what_was_there_stays(tmp_path, call, suffix):
    out = tmp_path / f"keep.{suffix}"
    out.write_text("last night")
    said = call(1, "render", "--out", out).err
    assert said.endswith("not all of it could be written; make room on the disk.\n")
    assert "Traceback" not in said
    assert [file.read_text() for file in tmp_path.iterdir()] == ["last night"]


def test_a_sound_file_that_cannot_even_be_begun_is_one_sentence(tmp_path, call):
    out = tmp_path / "full.wav"
    out.symlink_to("/dev/full")
    assert call(1, "render", "--show", "vote", "--out", out).err.startswith(f"{out}: cannot be written; ")
