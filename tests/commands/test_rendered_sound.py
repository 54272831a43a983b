"""What `render` writes, measured: onsets against the cue sheet, loudness of speech over bed, peaks, languages."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from device.box.folders import share
from device.cli import main
from device.words.catalogue import LANGUAGES

RATE = 48000
ONE_BLOCK = 512 / RATE


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[np.ndarray, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("night")
    words = ["--language", "it", "--then", "en", "--players", "5", "--pace", "fast"]
    assert main(["render", *words, "--out", str(folder / "n.wav"), "--cues", str(folder / "n.jsonl")]) == 0
    sound, rate = soundfile.read(folder / "n.wav")
    assert rate == RATE
    return sound.mean(axis=1), [json.loads(row) for row in (folder / "n.jsonl").read_text("utf-8").splitlines()]


def rms_db(sound: np.ndarray) -> float:
    return float(10 * np.log10(np.mean(sound**2) + 1e-12))


def part(sound: np.ndarray, begin: float, end: float) -> np.ndarray:
    return sound[round(begin * RATE) : round(end * RATE)]


def test_each_line_is_said_in_the_first_language_and_then_in_the_second(night) -> None:
    says = [cue for cue in night[1] if cue["kind"] == "say"]
    assert [cue["language"] for cue in says] == ["it", "en"] * (len(says) // 2)
    assert {cue["spoken_by"] for cue in says} == {"clip"}
    assert [cue["line"] for cue in says[::2]] == [cue["line"] for cue in says[1::2]]


def test_the_night_is_loud_enough_and_never_clips(night) -> None:
    peak = 20 * np.log10(np.abs(night[0]).max())
    assert -6 < peak < -1


def test_the_first_line_begins_at_its_cue_to_one_block(night) -> None:
    """The clip is silent for its first milliseconds: it is held against the clip itself."""
    sound, cues = night
    first = next(cue for cue in cues if cue["kind"] == "say")
    clip, _ = soundfile.read(share("assets") / "audio" / "voices" / first["pack"] / first["clip"])
    begin = round(first["t"] * RATE)
    found = np.correlate(sound[begin : begin + RATE], clip[: RATE // 2], "valid")
    assert np.abs(found).argmax() / RATE <= ONE_BLOCK


def test_the_bed_lies_far_under_speech_and_is_back_at_once(night) -> None:
    sound, cues = night
    window = next(cue for cue in cues if cue["kind"] == "window")
    wake = max((cue for cue in cues if cue["kind"] == "say" and cue["t"] < window["t"]), key=lambda cue: cue["t"])
    end = wake["t"] + wake["seconds"]
    bed = rms_db(part(sound, window["t"] + 1, window["t"] + window["seconds"] - 1))
    speech = rms_db(part(sound, wake["t"] + 0.1, end - 0.2))
    ducked = [cue["level_db"] for cue in cues if cue["kind"] == "bed" and cue["t"] <= wake["t"]][-1]
    assert speech - (bed + ducked) >= 18
    assert abs(rms_db(part(sound, end + 0.3, end + 1.3)) - bed) < 3


def test_the_bed_has_no_gap_from_before_the_first_call_to_after_the_last(night) -> None:
    sound, cues = night
    windows = [cue for cue in cues if cue["kind"] == "window"]
    quietest = min(
        rms_db(part(sound, at, at + 0.2))
        for window in windows
        for at in np.arange(window["t"] + 0.5, window["t"] + window["seconds"] - 0.5, 0.2)
    )
    assert quietest > -45


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_night_has_a_clip_in_every_language(language: str, tmp_path: Path) -> None:
    out, cues = tmp_path / "n.wav", tmp_path / "n.jsonl"
    words = ["--language", language, "--show", "vote", "--out", str(out), "--cues", str(cues)]
    assert main(["render", *words]) == 0
    says = [json.loads(row) for row in cues.read_text("utf-8").splitlines() if '"say"' in row]
    assert says
    assert {(cue["language"], cue["spoken_by"]) for cue in says} == {(language, "clip")}
