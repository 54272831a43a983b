"""Tests that every engine calls its program correctly, that each voice has its measured label, and that one sentence
says what is not installed."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.voices.packs import QUALITY_RANK, Quality
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.delivery import Manner
from nightcrier_studio.engines.catalogue import (
    VOICE_ENGINES,
    StudioVoice,
    choose_voices,
    read_voices,
    voice_of,
    with_full_stop,
)
from nightcrier_studio.engines.needs import Installer, Need, install_sentence, is_installed, lacks
from nightcrier_studio.engines.port import ProgramCall, run_program
from nightcrier_studio.engines.readers import reader_of

IMPORTING = """import runpy, sys
sys.path.insert(0, "studio")
runpy.run_module("nightcrier_studio.engines.needs", run_name="__main__")"""
"""A program that checks an engine's needs without any library, as when the studio has no environment yet."""
CANNED = 0.25 * np.ones(220)
VOICES = read_voices()
PROGRAMS = {name: voice for name, voice in VOICES.items() if voice.engine != "kokoro"}
"""The voices whose program is called once for each line. The others have tests of their own."""


@pytest.fixture
def orders():
    """Return a list that collects calls of programs, and a function that adds a call and writes canned sound for it."""
    given: list[ProgramCall] = []

    def write(order: ProgramCall) -> None:
        given.append(order)
        soundfile.write(order.out, CANNED, 22050)

    return given, write


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_voice_speaks_through_its_program(orders, name):
    given, write = orders
    sound, rate = PROGRAMS[name].ready(write).speak("狼")
    assert rate == 22050
    assert sound == pytest.approx(CANNED, abs=1e-4)
    assert any(str(given[0].out) in word for word in given[0].words)


def test_each_program_is_told_voice_speed_and_text(orders):
    given, write = orders
    for name in ("uk-female", "de-female", "ja-male"):
        VOICES[name].ready(write).speak("A < B")
    ukrainian, german, japanese = given
    assert ukrainian.words[:5] == ("RHVoice-test", "-p", "natalia", "-r", "92")
    assert ukrainian.spoken == "A < B"
    assert german.words[-1] == '<volume level="35"><speed level="112">A &lt; B.</speed></volume>'
    assert japanese.words[3:5] == (
        "-m",
        "/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice",
    )


def test_each_program_is_told_pace_and_pitch(orders):
    given, write = orders
    for name in ("uk-female", "de-female", "ja-male"):
        VOICES[name].ready(write).speak("A wolf", Manner(pace=1.25, semitones=12.0))
    ukrainian, german, japanese = given
    assert ukrainian.words[3:7] == ("-r", "115", "-t", "200")
    assert german.words[-1].startswith('<volume level="35"><pitch level="200"><speed level="140">A wolf.</speed>')
    assert japanese.words[5:9] == ("-r", "1.12", "-fm", "11")


def test_pico_is_given_whole_sentences():
    assert [with_full_stop(text) for text in ("Menü", "Wach auf!", "Moment…")] == ["Menü.", "Wach auf!", "Moment…."]


def test_pico_is_told_the_sounds_of_words_that_it_guesses_wrong(orders):
    given, write = orders
    VOICES["it-female"].ready(write).speak("L'angelo, svegliati · BACK", Manner())
    assert given[0].words[-1].count("<phoneme ph=") == 2
    assert reader_of(VOICES["it-female"])("BACK · svegliati") == """Bek , <phoneme ph='"zveL:ati'/>."""
    assert reader_of(VOICES["de-female"])("Geh weg") == "Geh weck."


def test_mandarin_is_read_as_pinyin():
    assert reader_of(VOICES["zh-Hant-male"])("狼人，請睜眼") == "lang2 ren2 ， qing3 zheng1 yan3"


def test_what_a_voice_needs_is_said_in_one_sentence():
    needs = VOICES["fa-male"].ready(run_program).needs
    said = install_sentence("fa-male", needs, has=lambda _need: False)
    assert said.startswith(
        "To build the voice fa-male, first run: sudo apt install espeak-ng && .venv-studio/bin/pip install kokoro"
    )
    assert said.endswith("package/voices/im_nicola.bin")
    assert install_sentence("fa-male", needs, has=lambda _need: True) == ""


def test_what_a_build_lacks_is_said_by_a_python_without_libraries():
    def said(*words: str) -> list[str]:
        return list(lacks(words, has=lambda _need: False))

    assert said("it", "--again", "vote.*") == [
        "To build the voice it-female, first run: sudo apt install libttspico-utils"
    ]
    assert [sentence.split()[4] for sentence in said("en", "uk") if sentence] == [
        "en-male,",
        "en-female,",
        "uk-female,",
    ]
    assert said("uk", "--pack", "uk-male", "--only", "paused")[0].endswith("rhvoice rhvoice-ukrainian")
    assert said("xx")[0].startswith("The box does not speak 'xx'; choose from en, ")
    assert list(lacks(["it"], has=lambda _need: True)) == [""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("it", "--pack", "nobody"), "There is no voice 'nobody'; choose one of en-male, "),
        (("it", "--pack"), "argument --pack: expected one argument; see ./run voices build --help."),
        (("it", "--only"), "argument --only: expected at least one argument; see ./run voices build --help."),
    ],
)
def test_what_is_wrong_with_the_words_of_a_build_is_said_before_its_environment_is_made(words, said):
    assert next(lacks(words)).startswith(said)


def test_it_imports_no_library_and_says_one_sentence():
    words = (sys.executable, "-I", "-S", "-c", IMPORTING, "voices", "build", "xx")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr


@pytest.mark.parametrize("name", VOICES)
def test_every_voice_says_what_it_needs(name):
    assert install_sentence(name, VOICES[name].ready(run_program).needs, has=lambda _need: False).startswith(
        "To build the voice"
    )


def test_programs_files_and_modules_are_looked_for():
    assert is_installed(Need("sh", "dash"))
    assert is_installed(Need("/bin/sh", "dash"))
    assert is_installed(Need("json", "json", Installer.PIP))
    assert not is_installed(Need("no-such-program", "x"))
    assert not is_installed(Need("/no/such/file", "x"))
    assert not is_installed(Need("no_such_module", "x", Installer.PIP))


def test_a_program_that_is_missing_or_fails_is_one_sentence(tmp_path):
    for words in (("no-such-program",), ("false",)):
        with pytest.raises(NightcrierError, match="could not say 'Boo'"):
            run_program(ProgramCall(words, "Boo", tmp_path / "a.wav"))
    run_program(ProgramCall(("sh", "-c", 'cat > "$0"', str(tmp_path / "a.wav")), "Boo", tmp_path / "a.wav"))
    assert (tmp_path / "a.wav").read_text() == "Boo"


def test_a_program_that_never_answers_is_given_up(monkeypatch, tmp_path):
    def never(*_words: object, **_ways: object) -> None:
        raise subprocess.TimeoutExpired("slow", 60)

    monkeypatch.setattr(subprocess, "run", never)
    with pytest.raises(NightcrierError, match="timed out"):
        run_program(ProgramCall(("slow",), "Boo", tmp_path / "a.wav"))


def test_the_list_of_voices_is_whole():
    assert {voice.language for voice in VOICES.values() if voice.shipped} == set(LANGUAGES)
    assert all(name.startswith(f"{voice.language}-") for name, voice in VOICES.items())
    assert all(voice.engine in VOICE_ENGINES and voice.licence and voice.credit for voice in VOICES.values())
    assert VOICES["th-male"].quality is Quality.EXPERIMENTAL
    assert {"en-male", "en-female"} <= {name for name, voice in VOICES.items() if voice.shipped}


def test_every_voice_has_its_licence_in_the_list_of_licences():
    page = Path("assets/audio/LICENSES.md").read_text("utf-8")
    assert [name for name in VOICES if f"`{name}`" not in page] == []


def test_only_what_may_be_passed_on_is_built_unasked():
    english, persian = LANGUAGES[:2]
    assert list(choose_voices([english, persian], None, VOICES)) == ["en-male", "en-female", "fa-male"]
    assert list(choose_voices([LANGUAGES[2]], "uk-male", VOICES)) == ["uk-male"]


def test_a_voice_that_is_not_there_is_wrong_use():
    with pytest.raises(WrongUse, match="choose one of en-male"):
        choose_voices([LANGUAGES[0]], "en-robot", VOICES)
    with pytest.raises(WrongUse, match=r"The studio has no voice of en that comes with the box\."):
        choose_voices([LANGUAGES[0]], None, {"fa-male": VOICES["fa-male"]})
    with pytest.raises(WrongUse, match="No voice of en is called 'fa-male'"):
        choose_voices([LANGUAGES[0]], "fa-male", VOICES)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("speed", "0"),
        ("tone", "[1, 2]"),
        ("tone", "[99, 0, 0, 0, 0, 0]"),
        ("kbits", "0"),
        ("kbits", "100000"),
        ("band", "7"),
        ("engine", '"nope"'),
    ],
)
def test_a_value_that_no_voice_can_have_is_refused_before_anything_is_spoken(tmp_path, key, value):
    voice = {"language": '"it"', "name": '"A"', "engine": '"pico"', "voice": '"it-IT"', "speed": "106"}
    voice |= {"quality": '"ok"', "licence": '"free"', "credit": '"A"', key: value}
    file = tmp_path / "voices.toml"
    file.write_text("\n".join(["[it-a]", *(f"{name} = {given}" for name, given in voice.items())]))
    with pytest.raises(BadFile, match=key):
        read_voices(file)


def test_each_engine_that_a_voice_may_name_is_there():
    assert set(get_args(get_type_hints(StudioVoice)["engine"])) == VOICE_ENGINES.keys()


BEST = {"rhvoice": "good", "pico": "ok", "openjtalk": "ok", "kokoro": "good"}
ROW = re.compile(r"^\| `([\w-]+)` \| (?:\d+ )?\| (?:\d+ % )?\| `(\w+)` \| (lowered)?", re.MULTILINE)
MEASURED = {
    name: (label, bool(lowered)) for name, label, lowered in ROW.findall(Path("docs/proofs/voices.md").read_text())
}


def test_the_docs_say_what_every_label_rests_on():
    assert {name for name, voice in VOICES.items() if voice.shipped} <= set(MEASURED)
    for name, (label, _) in MEASURED.items():
        assert VOICES[name].quality == label


def test_a_label_is_the_best_of_its_engine_or_says_why_it_was_lowered():
    for name, (label, lowered) in MEASURED.items():
        best = Quality(BEST.get(VOICES[name].engine, "robot"))
        assert (QUALITY_RANK[Quality(label)] > QUALITY_RANK[best]) == lowered, name


def test_the_voice_that_comes_first_has_the_best_label_of_its_language():
    assert voice_of(LANGUAGES[0]).voice == "am_fenrir"
    for language in LANGUAGES:
        ranks = [QUALITY_RANK[each.quality] for each in VOICES.values() if each.language == language and each.shipped]
        assert ranks[0] == min(ranks)
        assert ranks.count(ranks[0]) == 1
