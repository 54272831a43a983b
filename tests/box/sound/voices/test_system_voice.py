"""The child that speaks with the voice of macOS or Windows; its engine is made up here."""

from types import SimpleNamespace

import pytest
import soundfile

from nightcrier.box.sound.voices import speech_programs


class FakeEngine:
    """A pyttsx3 engine with one Italian voice, that writes what it is given to write."""

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
    assert speech_programs.can_speak(SimpleNamespace(languages=languages, id=name), language) is speaks


def test_the_voice_of_the_language_writes_the_file(tmp_path):
    engine, out = FakeEngine(), tmp_path / "x.wav"
    assert speech_programs.write_speech(engine, "it", "Ciao", out) == 0
    assert engine.voice == "com.apple.voice.Alice"
    assert engine.jobs == [("Ciao", str(out))]


def test_without_a_voice_it_says_so(tmp_path):
    assert speech_programs.write_speech(FakeEngine(), "fa", "x", tmp_path / "x.wav") == speech_programs.NO_VOICE


def test_what_is_no_wave_becomes_one(workshop, monkeypatch):
    aiff, out = workshop.folder / "x.aiff", workshop.folder / "x.wav"
    soundfile.write(aiff, [0.0, 0.1] * 100, 22050, format="AIFF")
    engine = FakeEngine(aiff.read_bytes())
    monkeypatch.setattr("pyttsx3.init", lambda: engine)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(read=lambda: "Ciao"))
    assert speech_programs.run_child(["it", str(out)]) == 0
    assert out.read_bytes()[:4] == b"RIFF"
    assert soundfile.info(out).frames == 200


def test_a_wave_stays_as_it_is(tmp_path):
    out = tmp_path / "x.wav"
    out.write_bytes(b"RIFF as Windows writes it")
    speech_programs.convert_to_wav(out)
    assert out.read_bytes() == b"RIFF as Windows writes it"


def test_a_missing_voice_is_the_exit_status(monkeypatch, tmp_path):
    monkeypatch.setattr("pyttsx3.init", FakeEngine)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(read=lambda: "x"))
    assert speech_programs.run_child(["fa", str(tmp_path / "x.wav")]) == speech_programs.NO_VOICE
