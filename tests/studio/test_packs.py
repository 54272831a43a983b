"""Packs are built, and go on where they stopped."""

import tomllib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from device.kernel.errors import NightcrierError
from device.kernel.ids import Language, LineId
from device.sound.voices.packs import load, text_hash
from device.studio import crew as crews
from device.studio.building import Made, Task, build, described
from device.studio.crew import made
from device.studio.packfile import opened
from device.studio.script import script
from tests.studio.canned import CLIP, LONG, RATE, VOICE, crew, silently


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
    assert script(words, Language("it")) == {"scenario.one-night.first": "Prima partita"}


def test_a_built_pack_is_read_by_the_box(pack, lines):
    shelved = pack()
    assert list(shelved.pack.clips) == list(lines)
    clip = shelved.pack.clips[LineId("one-night.seer.wake")]
    assert (clip.file, clip.seconds, clip.hash) == (
        "one-night.seer.wake.opus",
        1.0,
        text_hash("Seer. Wake up."),
    )
    assert (shelved.pack.name, shelved.pack.quality, shelved.pack.engine) == ("Man", "good", "rhvoice bdl")
    assert shelved.pack.licence == VOICE.licence


def test_what_is_there_is_not_built_again(tmp_path, pack, lines):
    asked = []

    def again(_voice, tasks):
        asked.extend(tasks)
        return crew(_voice, tasks)

    assert build(tmp_path / "en-male", VOICE, lines, again, silently) == []
    assert asked == []
    (tmp_path / "en-male/paused.opus").unlink()
    build(tmp_path / "en-male", VOICE, {**lines, LineId("role.seer"): "Seer"}, again, silently)
    assert asked == [Task("paused", "Paused."), Task("role.seer", "Seer")]


def test_a_build_that_is_stopped_keeps_what_it_had(tmp_path, lines):
    def stopped(_voice, tasks):
        yield Made(tasks[0], CLIP)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path / "en-male", VOICE, lines, stopped, silently)
    assert list(load(tmp_path / "en-male", pytest.fail).clips) == ["one-night.open"]


def test_a_long_build_writes_its_list_now_and_then(tmp_path):
    many = {LineId(f"number.{number}"): str(number) for number in range(50)}
    seen = []

    def slow(_voice, tasks):
        for task in tasks:
            listed = tmp_path / "en-male/pack.toml"
            seen.append(len(tomllib.loads(listed.read_text())["clips"]) if listed.exists() else 0)
            yield Made(task, CLIP)

    told = []
    build(tmp_path / "en-male", VOICE, many, slow, lambda done, total: told.append((done, total)))
    assert seen[20] == 20
    assert seen[40] == 40
    assert told[0] == (1, 50)
    assert told[-1] == (50, 50)


def test_lines_that_are_gone_leave_no_files(tmp_path, pack, lines):
    del lines[LineId("paused")]
    build(tmp_path / "en-male", VOICE, lines, crew, silently)
    assert not (tmp_path / "en-male/paused.opus").exists()
    assert "paused" not in pack().pack.clips


def test_faults_of_a_build_are_sentences(tmp_path):
    def clumsy(_voice, tasks):
        return [Made(tasks[0], fault="espeak-ng fell over"), Made(tasks[1], LONG)]

    asked = {LineId("a"): "A", LineId("b"): "B"}
    assert build(tmp_path / "en-male", VOICE, asked, clumsy, silently) == [
        "en-male: a: espeak-ng fell over",
        "en-male: b: lasts 10.0 s; shorten its text to at most 9 s.",
    ]


class Mouth:
    """An engine that can say one word."""

    needs = ()

    def __init__(self, sound):
        self.sound = sound

    def speak(self, text):
        if text != "On":
            raise NightcrierError("It can only say On.")
        return self.sound, RATE


def test_a_line_is_spoken_and_mastered(talk):
    assert made(Mouth(talk()), Task("screen.on", "On")).clip.startswith(b"OggS")
    assert made(Mouth(talk()), Task("screen.off", "Off")).fault == "It can only say On."
    assert "nothing to hear" in made(Mouth(np.zeros(99)), Task("screen.on", "On")).fault


def test_a_crew_does_every_task_with_one_engine(talk, monkeypatch):
    asked = []
    monkeypatch.setattr(crews, "_engine", lambda voice: asked.append(voice) or Mouth(talk()))
    tasks = [Task(LineId("screen.on"), "On"), Task(LineId("screen.off"), "Off")]
    done = {each.task.line: each for each in crews.crew(VOICE, tasks, ThreadPoolExecutor)}
    assert done["screen.on"].clip
    assert done["screen.off"].fault
    assert asked == [VOICE, VOICE]


def test_a_pack_keeps_what_it_was_told_of_its_voice(tmp_path):
    fresh = opened(tmp_path / "en-male", described(VOICE))
    fresh.write()
    assert load(tmp_path / "en-male", pytest.fail) == described(VOICE)
