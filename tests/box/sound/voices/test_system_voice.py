"""Tests the child process that speaks with the voice of macOS or Windows, and the file that a speech program writes."""

import os
from types import SimpleNamespace

import pytest
import soundfile

from nightcrier.box.sound.voices.live_speech import cut_dead_air, wave_seconds
from nightcrier.tools import system_voice
from tests.box.sound.voices.waves import tone, write_wav


class FakeEngine:
    """Simulates a pyttsx3 engine with one Italian voice, which writes fixed content to every file."""

    def __init__(self, content=b"RIFF....", languages=("it_IT",), name="com.apple.voice.Alice"):
        self.content, self.voice, self.jobs = content, None, []
        self.voices = [SimpleNamespace(id="x", languages=None), SimpleNamespace(id=name, languages=languages)]

    def getProperty(self, _):  # noqa: N802 - pyttsx3 names it
        return self.voices

    def setProperty(self, _, voice):  # noqa: N802 - pyttsx3 names it
        self.voice = voice

    def save_to_file(self, text, out):
        self.jobs.append((text, out))

    def runAndWait(self):  # noqa: N802 - pyttsx3 names it
        for _, out in self.jobs:
            with open(out, "wb") as file:  # noqa: PTH123 - as pyttsx3 is given a string
                file.write(self.content)


@pytest.mark.parametrize(
    ("languages", "name", "language", "speaks"),
    [
        (["en_US"], "x", "en", True),
        ([b"\x05en-gb"], "x", "en", True),
        (["de_DE"], "x", "en", False),
        ([], r"HKEY\TTS_MS_EN-US_ZIRA", "en", True),
        (None, r"HKEY\TTS_MS_EN-US_ZIRA", "it", False),
    ],
)
def test_a_voice_is_known_by_its_languages_or_its_id(languages, name, language, speaks):
    assert system_voice.can_speak(SimpleNamespace(languages=languages, id=name), language) is speaks


def test_the_voice_of_the_language_writes_the_file(tmp_path):
    engine, out = FakeEngine(), tmp_path / "x.wav"
    assert system_voice.write_speech(engine, "it", "Ciao", out) == 0
    assert engine.voice == "com.apple.voice.Alice"
    assert engine.jobs == [("Ciao", str(out))]


def test_without_a_voice_it_says_so(tmp_path):
    assert system_voice.write_speech(FakeEngine(), "fa", "x", tmp_path / "x.wav") == system_voice.NO_VOICE


def test_what_is_no_wave_becomes_one(workshop, monkeypatch):
    aiff, out = workshop.folder / "x.aiff", workshop.folder / "x.wav"
    soundfile.write(aiff, [0.0, 0.1] * 100, 22050, format="AIFF")
    engine = FakeEngine(aiff.read_bytes())
    monkeypatch.setattr("pyttsx3.init", lambda: engine)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(read=lambda: "Ciao"))
    assert system_voice.run_child(["it", str(out)]) == 0
    assert out.read_bytes()[:4] == b"RIFF"
    assert soundfile.info(out).frames == 200


def test_a_wave_stays_as_it_is(tmp_path):
    out = tmp_path / "x.wav"
    out.write_bytes(b"RIFF as Windows writes it")
    system_voice.convert_to_wav(out)
    assert out.read_bytes() == b"RIFF as Windows writes it"


def test_a_missing_voice_is_the_exit_status(monkeypatch, tmp_path):
    monkeypatch.setattr("pyttsx3.init", FakeEngine)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(read=lambda: "x"))
    assert system_voice.run_child(["fa", str(tmp_path / "x.wav")]) == system_voice.NO_VOICE


@pytest.mark.parametrize("content", [None, b"", b"RIFF", b"no wave at all"])
def test_what_is_no_wave_has_no_length(tmp_path, content):
    path = tmp_path / "x.wav"
    if content is not None:
        path.write_bytes(content)
    assert wave_seconds(path) is None


def test_a_file_of_which_a_part_is_gone_has_no_length(tmp_path):
    path = tmp_path / "x.wav"
    write_wav(path, 0.01)
    whole = path.read_bytes()
    for length in range(0, len(whole), 9):
        path.write_bytes(whole[:length])
        assert wave_seconds(path) is None


def test_no_flipped_bit_of_a_header_raises(tmp_path):
    path = tmp_path / "x.wav"
    write_wav(path, 0.01)
    whole = path.read_bytes()
    for bit in range(44 * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        wave_seconds(path)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.wav")
    assert wave_seconds(tmp_path / "x.wav") is None


@pytest.mark.parametrize(
    ("before", "after", "left"), [(0.2, 0.35, 0.12), (0.0, 0.35, 0.09), (0.2, 0.0, 0.03), (0.01, 0.02, 0.03)]
)
def test_dead_air_around_the_voice_is_cut_off(tmp_path, before, after, left):
    tone(tmp_path / "x.wav", before, 0.5, after)
    cut_dead_air(tmp_path / "x.wav")
    assert wave_seconds(tmp_path / "x.wav") == pytest.approx(0.5 + left, abs=0.011)


def test_what_cannot_be_cut_stays_as_it_is(tmp_path):
    write_wav(tmp_path / "silent.wav")
    tone(tmp_path / "stereo.wav", 0.5, 0.5, 0.5, channels=2)
    for name, seconds in (("silent.wav", 1.0), ("stereo.wav", 0.75)):
        cut_dead_air(tmp_path / name)
        assert wave_seconds(tmp_path / name) == pytest.approx(seconds, abs=0.001)
