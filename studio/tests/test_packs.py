"""Tests that packs are built, and that a stopped build continues."""

import tomllib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nightcrier.box.sound.voices.packs import read_pack, text_hash
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier_studio import pack_build
from nightcrier_studio.delivery import manner_of
from nightcrier_studio.pack_build import SpeechTask, SpokenClip, build_pack, empty_pack, open_pack, speak_task
from studio.tests.canned import CLIP, RATE, VOICE, clip_of, crew, long_clip, silently


def test_the_script_holds_what_can_be_said(lines):
    assert lines == {
        "one-night.open": "Night falls.",
        "one-night.seer.wake": "Seer. Wake up.",
        "paused": "Paused.",
        "role.seer": "See-er",
        "screen.on": "On",
        "screen.game.one-night": "One Night",
        "scenario.one-night.first": "First game",
    }


def test_a_language_without_a_book_still_has_its_titles(words):
    assert voice_script(words, Language("it")) == {"scenario.one-night.first": "Prima partita"}


def test_a_built_pack_is_read_by_the_box(pack, lines):
    shelved = pack()
    assert list(shelved.pack.clips) == list(lines)
    clip = shelved.pack.clips[LineId("one-night.seer.wake")]
    assert (clip.file, clip.seconds, clip.hash) == (
        clip_of("one-night.seer.wake", "Seer. Wake up."),
        1.0,
        text_hash("Seer. Wake up."),
    )
    assert (shelved.pack.name, shelved.pack.quality, shelved.pack.engine) == ("Man", "good", "kokoro am_fenrir")
    assert shelved.pack.licence == VOICE.licence


def test_what_is_there_is_not_built_again(tmp_path, pack, lines):
    asked = []

    def again(_voice, tasks):
        asked.extend(tasks)
        return crew(_voice, tasks)

    assert build_pack(tmp_path / "en-male", VOICE, lines, again, silently) == []
    assert asked == []
    (tmp_path / "en-male" / clip_of("paused", "Paused.")).unlink()
    build_pack(tmp_path / "en-male", VOICE, {**lines, LineId("role.seer"): "Seer"}, again, silently)
    assert asked == [
        SpeechTask("paused", "Paused.", manner_of(LineId("paused"), "Paused.")),
        SpeechTask("role.seer", "Seer"),
    ]


def test_a_build_that_is_stopped_keeps_what_it_had(tmp_path, lines):
    def stopped(_voice, tasks):
        yield SpokenClip(tasks[0], CLIP)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_pack(tmp_path / "en-male", VOICE, lines, stopped, silently)
    assert list(read_pack(tmp_path / "en-male", pytest.fail).clips) == ["one-night.open"]


def test_a_long_build_writes_its_list_now_and_then(tmp_path):
    many, seen = {LineId(f"number.{number}"): str(number) for number in range(50)}, []

    def slow(_voice, tasks):
        for task in tasks:
            listed = tmp_path / "en-male/pack.toml"
            seen.append(len(tomllib.loads(listed.read_text())["clips"]) if listed.exists() else 0)
            yield SpokenClip(task, CLIP)

    told = []
    build_pack(tmp_path / "en-male", VOICE, many, slow, lambda done, total: told.append((done, total)))
    assert (seen[20], seen[40]) == (20, 40)
    assert (told[0], told[-1]) == ((1, 50), (50, 50))


def test_lines_that_are_gone_leave_no_files(tmp_path, pack, lines):
    gone = clip_of("paused", lines.pop(LineId("paused")))
    assert (tmp_path / "en-male" / gone).exists()
    build_pack(tmp_path / "en-male", VOICE, lines, crew, silently)
    assert not (tmp_path / "en-male" / gone).exists()
    assert "paused" not in pack().pack.clips


def test_faults_of_a_build_are_sentences(tmp_path):
    def clumsy(_voice, tasks):
        return [SpokenClip(tasks[0], fault="espeak-ng crashed"), SpokenClip(tasks[1], long_clip())]

    asked = {LineId("a"): "A", LineId("b"): "B"}
    assert build_pack(tmp_path / "en-male", VOICE, asked, clumsy, silently) == [
        "en-male: a: espeak-ng crashed",
        "en-male: b: lasts 10.0 s; shorten its text to at most 9 s.",
    ]


class Mouth:
    """An engine that can say only one word."""

    needs = ()

    def __init__(self, sound):
        self.sound = sound

    def speak(self, text, _manner):
        if text != "On":
            raise NightcrierError("It can only say On.")
        return self.sound, RATE


def test_a_line_is_spoken_and_mastered(talk):
    assert speak_task(VOICE, Mouth(talk()), SpeechTask("screen.on", "On")).clip.startswith(b"OggS")
    assert speak_task(VOICE, Mouth(talk()), SpeechTask("screen.off", "Off")).fault == "It can only say On."
    assert "nothing to hear" in speak_task(VOICE, Mouth(np.zeros(99)), SpeechTask("screen.on", "On")).fault


def test_a_crew_does_every_task_with_one_engine(talk, monkeypatch):
    asked = []
    monkeypatch.setattr(pack_build, "_engine", lambda voice: asked.append(voice) or Mouth(talk()))
    tasks = [SpeechTask(LineId("screen.on"), "On"), SpeechTask(LineId("screen.off"), "Off")]
    done = {each.task.line: each for each in pack_build.speak_tasks(VOICE, tasks, ThreadPoolExecutor)}
    assert done["screen.on"].clip
    assert done["screen.off"].fault
    assert asked == [VOICE, VOICE]


def test_a_pack_keeps_what_it_was_told_of_its_voice(tmp_path):
    open_pack(tmp_path / "en-male", empty_pack(VOICE)).write()
    assert read_pack(tmp_path / "en-male", pytest.fail) == empty_pack(VOICE)
