"""Measures what `render` writes: onsets against the cue sheet, loudness of speech over the bed, peaks, languages."""

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import scipy
import soundfile
from msgspec.structs import replace

from nightcrier.box.library import first_choices, read_library
from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.players import mixdown
from nightcrier.box.sound.players.mixdown import MixdownPlayer, Samples, decode_samples
from nightcrier.box.table.core.house import Choices
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.takes.pack_folder import own_pack
from tests.sampling import sampled_languages
from tests.shipped import rendered_lines, shipped_clip

RATE = 48000
ONE_BLOCK = 512 / RATE


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    words = ["--language", "it", "--then", "en", "--players", "5", "--pace", "fast"]
    assert main(["render", *words, "--out", str(folder / "n.wav"), "--cues", str(folder / "n.jsonl")]) == 0
    sound, rate = soundfile.read(folder / "n.wav")
    assert rate == RATE
    return sound.mean(axis=1), [json.loads(row) for row in (folder / "n.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def unheard(monkeypatch):
    """Skip the mixing for tests that only read the cue sheet: each sound keeps its length, but is silent."""
    monkeypatch.setattr(mixdown, "decode_samples", silence_as_long)
    monkeypatch.setattr(MixdownPlayer, "_render", lambda _player, _start, length: NOTHING.repeat(length, axis=0))
    monkeypatch.setattr(mixdown.Limiter, "push", lambda *_: NOTHING[:0])


NOTHING: Samples = np.zeros((1, 2), np.float32)


@cache
def silence_as_long(file: Path) -> Samples:
    return np.broadcast_to(NOTHING, decode_samples(file).shape)


def rms_db(sound: np.ndarray) -> float:
    return float(10 * np.log10(np.mean(sound**2) + 1e-12))


def part(sound: np.ndarray, begin: float, end: float) -> np.ndarray:
    return sound[round(begin * RATE) : round(end * RATE)]


def test_each_line_is_said_in_the_first_language_and_then_in_the_second(night):
    spoken = rendered_lines(Language("it")) & rendered_lines(Language("en"))  # others have no clip of their text
    says = [cue for cue in night[1] if cue["kind"] == "say" and cue["line"] in spoken]
    assert [cue["language"] for cue in says] == ["it", "en"] * (len(says) // 2)
    assert {cue["spoken_by"] for cue in says} == {"clip"}
    assert [cue["line"] for cue in says[::2]] == [cue["line"] for cue in says[1::2]]


def test_the_night_is_loud_enough_and_never_clips(night):
    peak = 20 * np.log10(np.abs(night[0]).max())
    assert -6 < peak < -1


def test_the_first_line_begins_at_its_cue_to_one_block(night):
    """A clip is silent for its first milliseconds, so the sound is compared with the clip itself."""
    sound, cues = night
    first = next(cue for cue in cues if cue["kind"] == "say")
    clip, rate = soundfile.read(BytesIO(sound_content(shipped_clip(first["pack"], first["line"]))))
    clip = np.interp(np.arange(RATE // 2) / RATE, np.arange(len(clip)) / rate, clip)
    begin = round(first["t"] * RATE)
    found = scipy.signal.correlate(sound[begin : begin + RATE], clip, "valid")
    assert np.abs(found).argmax() / RATE <= ONE_BLOCK


def test_the_bed_lies_far_under_speech_and_is_back_at_once(night):
    sound, cues = night
    window = next(cue for cue in cues if cue["kind"] == "window")
    wake = max((cue for cue in cues if cue["kind"] == "say" and cue["t"] < window["t"]), key=lambda cue: cue["t"])
    end = wake["t"] + wake["seconds"]
    bed = rms_db(part(sound, window["t"] + 1, window["t"] + window["seconds"] - 1))
    speech = rms_db(part(sound, wake["t"] + 0.1, end - 0.2))
    ducked = [cue["level_db"] for cue in cues if cue["kind"] == "bed" and cue["t"] <= wake["t"]][-1]
    assert speech - (bed + ducked) >= 18
    assert abs(rms_db(part(sound, end + 0.3, end + 1.3)) - bed) < 3


def test_the_bed_has_no_gap_from_before_the_first_call_to_after_the_last(night):
    sound, cues = night
    windows = [cue for cue in cues if cue["kind"] == "window"]
    quietest = min(
        rms_db(part(sound, at, at + 0.2))
        for window in windows
        for at in np.arange(window["t"] + 0.5, window["t"] + window["seconds"] - 0.5, 0.2)
    )
    assert quietest > -45


@pytest.mark.usefixtures("unheard")
@pytest.mark.parametrize("language", sampled_languages())
def test_every_line_that_is_recorded_is_heard_from_its_clip_in_every_language(language, tmp_path):
    out, cues = tmp_path / "n.wav", tmp_path / "n.jsonl"
    words = ["--language", language, "--show", "vote", "--out", str(out), "--cues", str(cues)]
    assert main(["render", *words]) == 0
    says = [json.loads(row) for row in cues.read_text("utf-8").splitlines() if '"say"' in row]
    recorded = rendered_lines(Language(language))
    assert recorded.intersection(cue["line"] for cue in says)
    assert [cue["spoken_by"] for cue in says] == ["clip" if cue["line"] in recorded else "none" for cue in says]
    assert {cue["language"] for cue in says} == {language}


def rendered(folder: Path, *words: str) -> list[dict[str, Any]]:
    out, cues = folder / "out.wav", folder / "out.jsonl"
    assert main(["render", "--players", "5", "--pace", "fast", *words, "--out", str(out), "--cues", str(cues)]) == 0
    return [json.loads(row) for row in cues.read_text("utf-8").splitlines()]


def says(cues: list[dict[str, Any]], key: str) -> set[str]:
    return {cue[key] for cue in cues if cue["kind"] == "say"}


def test_a_day_ends_after_its_last_sound(tmp_path):
    cues = rendered(tmp_path, "--show", "day", "--state", str(tmp_path / "none"))
    gong, _ = soundfile.read(share("assets") / "audio" / "signals" / "gong.ogg")
    sound = soundfile.info(tmp_path / "out.wav").frames
    assert (cues[-1]["kind"], cues[-1]["name"]) == ("signal", "gong")
    assert abs(sound - cues[-1]["t"] * RATE - len(gong)) <= 512
    heard, _ = soundfile.read(tmp_path / "out.wav", start=round(cues[-1]["t"] * RATE))
    assert rms_db(heard[: RATE // 2]) > -40


def test_a_vote_ends_before_the_question_after_it(tmp_path):
    cues = rendered(tmp_path, "--show", "vote", "--state", str(tmp_path / "none"))
    *_, last = (cue for cue in cues if cue["kind"] == "say")
    assert last["line"].startswith("one-night.reveal.")
    assert soundfile.info(tmp_path / "out.wav").frames / RATE < last["t"] + last["seconds"] + 10


@pytest.mark.usefixtures("unheard")
def test_a_voice_that_is_named_speaks_and_each_its_own_language(tmp_path):
    words = ("--show", "vote", "--then", "it", "--state", str(tmp_path / "none"))
    for voice in ("en-male", "en-female"):
        packs = says(rendered(tmp_path, *words, "--voice", voice, "--voice", "it-female"), "pack")
        assert packs == {voice, "it-female"}


@pytest.mark.usefixtures("unheard")
def test_options_make_another_night(tmp_path):
    state = ("--state", str(tmp_path / "none"))
    known, full = (
        says(rendered(tmp_path, *state), "text"),
        says(rendered(tmp_path, *state, "--wording", "full"), "text"),
    )
    assert known != full
    assert says(rendered(tmp_path, *state, "--option", "wording=full"), "text") == full
    lone = says(rendered(tmp_path, *state, "--option", "lone_wolf=on"), "line")
    assert lone != says(rendered(tmp_path, *state, "--option", "lone_wolf=off"), "line")


@pytest.mark.usefixtures("unheard")
def test_peoples_own_clips_and_the_voice_they_chose_are_heard_and_their_memory_is_left_alone(tmp_path):
    state = tmp_path / "state"
    own = own_pack(state / "voices", Language("en"), "Ann")
    own.keep(LineId("vote.now"), "Point!", sound_content(shipped_clip("en-female", "vote.now")))
    own.write()
    (state / "choices.json").write_bytes(chosen(voices={Language("en"): "en-male"}))
    before = {file: file.read_bytes() for file in state.rglob("*") if file.is_file()}
    cues = rendered(tmp_path, "--show", "vote", "--state", str(state))
    assert {cue["line"]: cue["pack"] for cue in cues if cue["kind"] == "say"}["vote.now"] == "en-ann"
    assert says(cues, "pack") - {""} == {"en-ann", "en-male"}  # "" says a line that is not recorded yet
    named = rendered(tmp_path, "--show", "vote", "--state", str(state), "--voice", "en-ann")
    assert {cue["line"]: cue["pack"] for cue in named if cue["kind"] == "say"}["vote.now"] == "en-ann"
    assert {file: file.read_bytes() for file in state.rglob("*") if file.is_file()} == before


def kept(folder: Path, **choices: object) -> tuple[str, str]:
    """Save these choices, and return the arguments that name the folder."""
    (folder / "box").mkdir(exist_ok=True)
    (folder / "box/choices.json").write_bytes(chosen(**choices))
    return "--state", str(folder / "box")


def heard(cues: list[dict[str, Any]], kind: str) -> set[str]:
    return {cue.get("name", "") for cue in cues if cue["kind"] == kind}


FOLEYS = {"paws", "chime", "coins", "steps"}


@pytest.mark.usefixtures("unheard")
def test_what_was_chosen_on_the_box_under_more_sounds_is_heard(tmp_path):
    plain = rendered(tmp_path, *kept(tmp_path))
    assert not heard(plain, "signal") & FOLEYS
    assert not heard(plain, "drone")
    assert "tapping" in heard(plain, "bed")
    box = kept(tmp_path, foley=True, drone=True, bed="fire", cast="cast")
    rich = rendered(tmp_path, *box)
    assert len(heard(rich, "signal") & FOLEYS) > 1
    assert heard(rich, "drone")
    assert "fire" in heard(rich, "bed")
    assert "tapping" not in heard(rich, "bed")
    assert len(says(plain, "pack") - {""}) == 1
    assert says(rich, "pack") - {""} == {"en-male", "en-female"}
    off = [word for name in ("foley=off", "drone=off", "cast=one") for word in ("--sound", name)]
    assert rendered(tmp_path, *box, *off, "--bed", "tapping") == plain


@pytest.mark.usefixtures("unheard")
def test_more_sounds_can_be_asked_for_without_a_box(tmp_path):
    none = ("--state", str(tmp_path / "none"))
    asked = rendered(tmp_path, *none, "--sound", "foley=on", "--sound", "drone=on")
    assert heard(asked, "signal") & FOLEYS
    assert heard(asked, "drone")
    day = ("--show", "day", "--option", "day_minutes=3", *none)
    assert "day" in heard(rendered(tmp_path, *day), "bed")
    assert "day" not in heard(rendered(tmp_path, *day, "--sound", "day-bed=off"), "bed")


def test_a_verdict_is_heard_with_its_sting_to_its_last_word(tmp_path, capsys):
    cues = rendered(tmp_path, "--show", "verdict", "--state", str(tmp_path / "none"), "--timeline")
    breath = next(row for row in capsys.readouterr().out.splitlines() if "(silence)" in row).split()
    assert (breath[1], -70 < float(breath[2]) < -60) == ("2.5", True)  # and nothing but the tone of the room
    dead, sting, *told = [cue for cue in cues if cue["kind"] in {"signal", "say"}]
    assert dead["line"] == "verdict.alive"
    assert sting["name"].endswith("-won")
    assert sting["t"] - dead["t"] - dead["seconds"] >= 2.5
    assert [cue["kind"] for cue in told] == ["say"] * len(told)
    assert told[-1]["t"] + told[-1]["seconds"] <= soundfile.info(tmp_path / "out.wav").frames / RATE + ONE_BLOCK


def chosen(**choices: object) -> bytes:
    """Return a file of choices as a box saves it."""
    with TemporaryDirectory() as folder:
        kept = ChoicesFile(Disk(), Path(folder) / "choices.json", Choices)
        library_of_box = read_library(standard_folders({}, Path(folder)), pytest.fail)
        kept.save(replace(first_choices(library_of_box), **choices))
        return (Path(folder) / "choices.json").read_bytes()
