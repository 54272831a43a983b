"""Tests `voices` on the command line of a box and of the studio: its verbs, its exit status, and what it says if
something is missing."""

import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import numpy as np
import pytest
import soundfile

from nightcrier import cli
from nightcrier.box.sound.containers import container_index, sound_content
from nightcrier.box.sound.port import clip_level
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.soundfiles import encode_speech, measure_file
from nightcrier.tools import voice_checks, voices
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio import pack_build
from nightcrier_studio.__main__ import VERBS, main
from nightcrier_studio.__main__ import main as studio
from nightcrier_studio.engines.catalogue import VOICE_ENGINES
from nightcrier_studio.engines.needs import Need
from nightcrier_studio.making import fitting_lines
from nightcrier_studio.pack_build import SpokenClip
from studio.tests.canned import RATE

CLIP = encode_speech(0.1 * np.random.default_rng(0).standard_normal(48000))


def lay_out(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """Make an unused box, and an audio folder with a single sound. Return that folder."""
    (folder / "signals").mkdir()
    shutil.copy("assets/audio/signals/tick.ogg", folder / "signals")
    shutil.copy("assets/audio/LICENSES.md", folder)
    (folder / "sounds.toml").write_text('[signals.tick]\nfile = "signals/tick.ogg"\nseconds = 0.6\n')
    patch.setenv("STATE_DIRECTORY", str(folder / "state"))
    patch.setattr(voice_checks, "LANGUAGES", voice_checks.LANGUAGES[:1])
    return folder


@pytest.fixture
def state(tmp_path, monkeypatch):
    return lay_out(tmp_path, monkeypatch)


def voices_of(folder: Path, *words: str) -> int:
    """Run `voices`: on a box if the box has this verb, otherwise in the studio."""
    program = cli.main if words[0] in voices.VERBS else studio
    return program(["voices", *words, "--audio", str(folder)])


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    """Build a voice with canned sound instead of an engine, once for all tests, because that takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        folder = lay_out(tmp_path_factory.mktemp("english"), patch)
        patch.setattr(pack_build, "_OFTEN", 1000)
        patch.setattr(pack_build, "speak_tasks", lambda _voice, tasks: [SpokenClip(task, CLIP) for task in tasks])
        patch.setattr("nightcrier_studio.engines.needs.install_sentence", lambda _pack, _needs: "")
        assert voices_of(folder, "build", "en", "--pack", "en-male") == 0
    return folder


@pytest.fixture
def built(state, english, monkeypatch):
    """Return a box with that voice, but without the libraries that measure it."""
    monkeypatch.setattr(voice_checks, "measure_of_studio", lambda: None)
    shutil.copytree(english / "voices", state / "voices")
    return state


def test_a_built_voice_is_listed_with_what_it_can_say(built, capsys):
    assert voices_of(built, "list") == 0
    listed = capsys.readouterr().out
    assert listed.startswith("en       en-male          good ")
    assert "one-night" in listed


def test_check_is_content_with_a_whole_voice_and_names_what_is_wrong(built, capsys):
    assert voices_of(built, "check") == 0
    assert "Loudness was not measured" in capsys.readouterr().err
    voice = built / "voices/en-male.zip"
    damaged = bytearray(voice.read_bytes())
    damaged[damaged.index(b"OpusHead") + 20] ^= 1
    voice.write_bytes(damaged)
    assert voices_of(built, "check") == 1
    told = capsys.readouterr().err
    assert ".opus in it is damaged; run `./run voices build en --pack en-male --again " in told


def test_check_measures_where_the_studio_is_installed(built, capsys, monkeypatch):
    heard: dict[bytes, tuple[float, float]] = {}  # the canned sound of all lines is measured once

    def measured(file: Path) -> tuple[float, float]:
        content = sound_content(file)
        return heard.get(content) or heard.setdefault(content, measure_file(file))

    monkeypatch.setattr(voice_checks, "measure_of_studio", lambda: measured)
    assert voices_of(built, "check") == 1
    assert "LUFS instead of -16" in capsys.readouterr().err


def test_check_looks_at_the_sounds_and_at_the_licences(built, capsys):
    (built / "signals/tick.ogg").write_bytes(b"OggS")
    (built / "LICENSES.md").write_text("nobody")
    assert voices_of(built, "check") == 1
    told = capsys.readouterr().err
    assert f"{built / 'signals/tick.ogg'}: it is not a whole Ogg file; run `./run voices sounds`." in told
    assert "en-male: nothing tells what may be done with it;" in told


def test_check_says_which_language_has_no_voice(state, capsys):
    assert voices_of(state, "check") == 1
    assert "en: there is no voice; for one: ./run voices build en." in capsys.readouterr().err


def test_check_of_a_language_looks_at_its_voices_alone(built, capsys):
    (built / "signals/tick.ogg").write_bytes(b"OggS")
    assert voices_of(built, "check", "en") == 0
    assert voices_of(built, "check", "it") == 1
    told = capsys.readouterr().err
    assert "it: there is no voice; for one: ./run voices build it." in told
    assert "tick.ogg" not in told
    assert voices_of(built, "check", "xx") == 2


def test_the_studio_measures_the_sounds_that_it_makes(state, capsys):
    """A box knows how long its tick should be, but not how loud."""
    shutil.copy("assets/audio/signals/gong.ogg", state / "signals/tick.ogg")
    (state / "sounds.toml").write_text('[signals.tick]\nfile = "signals/tick.ogg"\nseconds = 4.5\n')
    assert voices_of(state, "check") == 1
    assert "tick.ogg" not in capsys.readouterr().err
    assert studio(["voices", "check", "--audio", str(state)]) == 1
    assert "tick.ogg" in capsys.readouterr().err


def test_what_an_engine_lacks_is_one_sentence_and_a_fault(state, capsys, monkeypatch):
    monkeypatch.setattr(
        "nightcrier_studio.engines.needs.install_sentence", lambda pack, _needs: f"Install something for {pack}."
    )
    assert voices_of(state, "build", "en") == 1
    assert capsys.readouterr().err == "Install something for en-male.\nInstall something for en-female.\n"


def test_while_words_cannot_be_read_no_clip_is_thrown_away(built, tmp_path, monkeypatch, capsys):
    (tmp_path / "bad.game.toml").write_text("=")
    monkeypatch.setattr("nightcrier_studio.engines.needs.install_sentence", lambda _pack, _needs: "")
    before = (built / "voices/en-male.zip").read_bytes()
    assert voices_of(built, "build", "en", "--pack", "en-male", "--games", str(tmp_path)) == 2
    assert "bad.game.toml" in capsys.readouterr().err
    assert (built / "voices/en-male.zip").read_bytes() == before


@pytest.mark.parametrize("words", [("build", "xx"), ("build", "en", "--pack", "nobody"), ("page", "xx")])
def test_wrong_use_is_one_sentence(state, capsys, words):
    assert voices_of(state, *words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_recordings_are_imported_into_the_state_folder(state, tmp_path, talk, capsys):
    (tmp_path / "takes").mkdir()
    soundfile.write(tmp_path / "takes/paused.wav", talk(), 22050)
    assert voices_of(state, "import", str(tmp_path / "takes"), "--language", "en", "--person", "Ann") == 0
    assert (state / "state/voices/en-ann/paused.opus").is_file()
    voices_of(state, "list")
    assert "en-ann           unchecked" in capsys.readouterr().out


def test_the_review_tables_of_all_languages_are_written_where_none_is_named(built, tmp_path):
    assert voices_of(built, "table", "--out", str(tmp_path / "docs")) == 0
    assert {file.stem for file in (tmp_path / "docs").iterdir()} == set(LANGUAGES)
    assert "| paused |" in (tmp_path / "docs/en.md").read_text("utf-8")


def test_the_review_table_holds_nobodys_own_recordings_and_decks(built, tmp_path, monkeypatch):
    own = own_pack(built / "state" / "voices", Language("en"), "Ann")
    own.keep(LineId("paused"), "Paused.", CLIP)
    own.write()
    (tmp_path / "own" / "scenarios").mkdir(parents=True)
    shutil.copy("config/scenarios/first-game.toml", tmp_path / "own/scenarios/anns-birthday.toml")
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "own"))
    assert voices_of(built, "list") == 0
    assert voices_of(built, "table", "en", "--out", str(tmp_path / "docs")) == 0
    written = (tmp_path / "docs/en.md").read_text("utf-8")
    assert "en-male" in written
    assert "en-ann" not in written
    assert "anns-birthday" not in written


def test_a_check_that_takes_minutes_shows_how_far_it_is(built, monkeypatch):
    told = []
    monkeypatch.setattr(voice_checks, "measure_of_studio", lambda: lambda file: (-16.0 + clip_level(file.name), -3.0))
    monkeypatch.setattr(voice_checks, "ProgressBar", lambda what: lambda done, total: told.append((what, done, total)))
    assert voices_of(built, "check") == 0
    clips = len(container_index(built / "voices" / "en-male.zip")) - 1
    assert told == [("check", done, clips) for done in range(1, clips + 1)]


def test_beds_and_signals_are_made_anew(state, monkeypatch):
    made = []
    monkeypatch.setattr("nightcrier_studio.sounds.catalogue.build_sounds", lambda folder, _told: made.append(folder))
    assert voices_of(state, "sounds") == 0
    assert made == [state]


def test_list_and_check_need_no_studio(built):
    """The test runs in a Python that cannot import the studio's libraries."""
    program = (
        "import sys\n"
        "for name in ('numpy', 'scipy', 'soundfile', 'pyloudnorm', 'sounddevice'): sys.modules[name] = None\n"
        "from nightcrier.cli import main\n"
        f"main(['voices', 'list', '--audio', {str(built)!r}])\n"
        f"main(['voices', 'check', '--audio', {str(built)!r}])\n"
        f"assert main(['voices', 'build', 'en', '--audio', {str(built)!r}]) == 1\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "en-male" in done.stdout
    assert "Loudness was not measured" in done.stderr
    assert "in the checkout, run: ./run voices build" in done.stderr


def test_the_verbs_are_named_in_the_help(capsys):
    parser = ArgumentParser()
    voices.add_verbs(parser, VERBS)
    helped = parser.format_help()
    assert all(
        verb in helped for verb in ("list", "check", "build", "import", "page", "booth", "table", "tones", "sounds")
    )


def test_lines_are_chosen_by_patterns_and_one_that_fits_no_line_is_wrong_use():
    lines = [LineId("paused"), LineId("vote.one"), LineId("vote.two")]
    assert fitting_lines(lines, ["vote.*"]) == lines[1:]
    assert fitting_lines(lines, ()) == []
    with pytest.raises(WrongUse, match=r"No line is called vote\.three"):
        fitting_lines(lines, ["vote.three"])


class Hiss:
    """An engine that speaks everything as white noise, which is sharper than any voice."""

    needs = (Need("sh", "dash"),)

    def speak(self, text):
        return 0.1 * np.random.default_rng(len(text)).standard_normal(RATE), RATE


def tones_of_english(monkeypatch, tmp_path, engine):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setitem(VOICE_ENGINES, "kokoro", lambda *_: engine)
    return main(["voices", "tones", "en", "--pack", "en-male"])


def test_the_equaliser_of_a_voice_is_measured_from_its_own_lines(tmp_path, monkeypatch, capsys):
    assert tones_of_english(monkeypatch, tmp_path, Hiss()) == 0
    found = re.fullmatch(r"en-male: tone = \[(.*)\]\n", capsys.readouterr().out)
    assert found
    gains = list(map(float, found[1].split(", ")))
    assert gains[1] == 0
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] == -10


def test_an_engine_that_is_missing_is_one_sentence(tmp_path, monkeypatch, capsys):
    engine = Hiss()
    engine.needs = (Need("no-such-program", "nothing"),)
    assert tones_of_english(monkeypatch, tmp_path, engine) == 1
    assert "sudo apt install nothing" in capsys.readouterr().err
