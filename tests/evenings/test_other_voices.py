"""Tests that recordings of another length change no evening: scripts wait for the end of a line, not for seconds."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.ids import Seconds
from tests.evenings.rehearsed import Rehearsed
from tests.sampling import sampled

HERE = Path(__file__).parent
FOR_THOSE_WHO_KNOW = sorted(HERE.glob("growl-*.txt"))
FOR_NEWCOMERS = [*sorted((HERE / "newcomers").glob("*.txt")), HERE / "welcome" / "by-ear.txt"]
SHORT, LONG = 3.0, 8.0


def every_line_lasts(seconds: Seconds, patched: pytest.MonkeyPatch) -> None:
    """Let every line last this many seconds, whether or not a recording of it exists."""
    said = VoiceChain.say

    def lasting(self, lines, languages, ways):
        return tuple(replace(utterance, seconds=seconds) for utterance in said(self, lines, languages, ways))

    patched.setattr(VoiceChain, "say", lasting)


@pytest.mark.parametrize("seconds", [SHORT, LONG])
@pytest.mark.parametrize("script", sampled(FOR_THOSE_WHO_KNOW, 2), ids=lambda script: script.stem)
def test_an_evening_reaches_its_end(script, seconds, tmp_path, monkeypatch):
    every_line_lasts(seconds, monkeypatch)
    Rehearsed(tmp_path).play(script)


@pytest.mark.parametrize("script", FOR_NEWCOMERS, ids=lambda script: script.stem)
def test_so_does_one_of_newcomers(script, tmp_path, monkeypatch):
    every_line_lasts(SHORT, monkeypatch)
    Rehearsed(tmp_path, config=HERE / "welcome" / "always.toml", newcomers=True).play(script)
