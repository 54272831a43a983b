"""Packs are built, go on where they stopped, are checked, recorded and taken in, one line at a time."""

import tomllib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import soundfile

from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import Language, LineId
from device.sound.packs import load, shelf, text_hash
from device.studio import crew as crews
from device.studio.building import Made, Task, build, described
from device.studio.checking import faults
from device.studio.coverage import covered, table
from device.studio.crew import made
from device.studio.engines.catalogue import voices
from device.studio.importing import take_in
from device.studio.packfile import opened
from device.studio.people import own_pack
from device.studio.recording import Answer, record
from device.studio.review import review
from device.studio.script import script
from device.studio.soundfiles import speech

RATE = 22050
EN = Language("en")
VOICE = voices()["en-male"]
CLIP = speech(0.1 * np.random.default_rng(0).standard_normal(48000))
LONG = speech(0.1 * np.random.default_rng(0).standard_normal(48000 * 10))


def crew(_voice, tasks):
    """Speaks everything at once, the last line first."""
    return [Made(task, CLIP) for task in reversed(tasks)]


def silently(_done: int, _total: int) -> None:
    pass


@pytest.fixture
def lines(words):
    return script(words, EN)


@pytest.fixture
def pack(tmp_path, lines):
    """A whole pack, as the box reads it."""
    build(tmp_path / "en-male", VOICE, lines, crew, silently)
    return lambda: shelf(tmp_path, EN, pytest.fail)[0]


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


def test_a_good_pack_has_no_faults(pack, lines):
    assert list(faults(pack(), lines, None)) == []
    assert list(faults(pack(), lines, lambda _file: (-16.4, -1.6))) == []


def test_missing_stale_and_left_over_clips_are_found(pack, lines):
    del lines[LineId("paused")]
    now = {**lines, LineId("screen.on"): "Now on", **{LineId(f"new.{n}"): "New" for n in range(5)}}
    run = "run `./run voices build en --pack en-male`."
    assert list(faults(pack(), now, None)) == [
        f"en-male: new.0, new.1, new.2 and 2 more have no clip; {run}",
        f"en-male: screen.on speaks an older text; {run}",
        f"en-male: paused is no line now; {run}",
    ]


def test_broken_missing_and_wrong_files_are_found(tmp_path, pack, lines):
    folder = tmp_path / "en-male"
    (folder / "paused.opus").unlink()
    (folder / "screen.on.opus").write_bytes(CLIP[:-3])
    (folder / "role.seer.opus").write_bytes(LONG)
    found = "\n".join(faults(pack(), lines, None))
    assert "paused: paused.opus is missing; delete paused.opus and run" in found
    assert "screen.on: screen.on.opus is cut off;" in found
    assert "role.seer: it lasts 10.00 s, not 1.00 s as its list says;" in found
    assert "role.seer: it lasts 10.00 s and a line lasts 0.6 to 9 s: change its text;" in found


def test_loud_and_peaking_clips_are_found(pack, lines):
    found = list(faults(pack(), lines, lambda _file: (-14.0, -0.5)))
    assert len(found) == 2 * len(lines)
    assert "it is at -14.0 LUFS instead of -16;" in found[0]
    assert "it peaks at -0.5 dBTP, above -1.5;" in found[1]


def test_coverage_counts_by_game_what_can_be_said_now(pack, lines):
    row = covered(pack(), {**lines, LineId("paused"): "Waiting."})
    assert row.chapters == {"one-night": (3, 3), "house": (3, 4)}
    assert list(table({EN: [row], Language("it"): []})) == [
        "en       en-male          good          one-night 3/3  house 3/4",
        "it       no voice; `./run voices build it` makes one",
    ]


def test_the_review_table_has_every_text(words, pack):
    page = review(words, EN, [pack()])
    assert page.startswith("# English")
    assert "| one-night.seer.wake | Seer, wake up. | Seer. Wake up. | 1.0 | en-male |" in page
    assert "| screen.seat | Seat {n} |  |  |  |" in page


@pytest.fixture
def own(tmp_path):
    return own_pack(tmp_path / "recordings", EN, "Ann Lee")


def test_recordings_are_taken_in_by_their_names(tmp_path, own, lines, talk):
    soundfile.write(tmp_path / "paused.flac", talk(), RATE)
    soundfile.write(tmp_path / "screen.on.wav", np.zeros(RATE), RATE)
    soundfile.write(tmp_path / "nothing.like.it.wav", talk(), RATE)
    (tmp_path / "notes.txt").write_text("not a sound")
    told = []
    found = take_in(tmp_path, lines, own, lambda done, total: told.append((done, total)))
    assert found == [
        "nothing.like.it.wav: there is no line 'nothing.like.it'; see the ids in docs/languages.",
        "screen.on.wav: there is nothing to hear in it; speak closer to the microphone",
    ]
    kept = load(tmp_path / "recordings/en-ann-lee", pytest.fail)
    assert list(kept.clips) == ["paused"]
    assert (kept.person, kept.quality) == ("Ann Lee", "human")
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_folder_without_recordings_is_wrong_use(tmp_path, own, lines):
    with pytest.raises(WrongUse, match="holds no sound files"):
        take_in(tmp_path, lines, own, silently)
    with pytest.raises(WrongUse, match="is no folder"):
        take_in(tmp_path / "nowhere", lines, own, silently)


def test_a_persons_pack_need_not_have_every_line(tmp_path, own, lines):
    own.keep(LineId("paused"), "Paused.", CLIP)
    own.write()
    (shelved,) = shelf(tmp_path / "recordings", EN, pytest.fail)
    assert list(faults(shelved, lines, None)) == []
    assert list(faults(shelved, {LineId("paused"): "Waiting."}, None)) == [
        "en-ann-lee: paused speaks an older text; run `./run voices record en --person 'Ann Lee'`."
    ]


def test_a_name_in_any_script_is_a_folder(tmp_path):
    assert own_pack(tmp_path, EN, "Олена").folder.name == "en-олена"
    assert own_pack(tmp_path, EN, "../..").folder.name == "en-own"


class Booth:
    """Somebody who answers as planned and says the same thing each time."""

    def __init__(self, answers, takes):
        self.answers, self.takes = list(answers), list(takes)
        self.shown, self.played, self.waited = [], [], 0.0

    def show(self, text):
        self.shown.append(text)

    def ask(self, *answers):
        answer = self.answers.pop(0)
        assert answer in answers
        return answer

    def wait(self, seconds):
        self.waited += seconds

    def record(self):
        return self.takes.pop(0), RATE

    def play(self, sound, rate):
        self.played.append((len(sound), rate))


def test_a_person_records_keeps_tries_again_skips_and_stops(tmp_path, own, lines, talk):
    booth = Booth(
        [
            *(Answer.SPEAK, Answer.KEEP),
            *(Answer.SPEAK, Answer.AGAIN, Answer.KEEP),
            Answer.NEXT,
            Answer.QUIT,
        ],
        [talk(1.0), talk(1.1), talk(1.2)],
    )
    assert record(booth, lines, own, lambda _line: None) == 2
    assert list(load(own.folder, pytest.fail).clips) == ["one-night.open", "one-night.seer.wake"]
    assert [text for text in booth.shown if text in "321"] == ["3", "2", "1"] * 3
    assert booth.waited == pytest.approx(9 * 0.6)
    assert "Seer. Wake up." in booth.shown[4]
    assert len(booth.played) == 3


def test_recording_goes_on_where_it_stopped(tmp_path, lines, talk):
    for line in list(lines)[:6]:
        pack = own_pack(tmp_path, EN, "own")
        pack.keep(line, lines[line], CLIP)
        pack.write()
    booth = Booth([Answer.SPEAK, Answer.KEEP], [talk()])
    assert record(booth, lines, own_pack(tmp_path, EN, "own"), lambda _line: None) == 1
    assert booth.shown[0] == "\n1 of 1 · scenario.one-night.first\n  First game"


def test_the_old_voice_is_heard_first_and_a_useless_take_is_said(own, lines, talk, tmp_path):
    old = tmp_path / "old.opus"
    old.write_bytes(CLIP)
    booth = Booth([Answer.SPEAK, Answer.AGAIN, Answer.QUIT], [np.zeros(RATE), np.clip(9 * talk(), -1, 1)])
    assert record(booth, lines, own, lambda _line: old) == 0
    assert booth.played == [(48000, 48000)]
    assert booth.shown[4].startswith("That cannot be used: there is nothing to hear in it")
    assert booth.shown[-1].startswith("That cannot be used: it is clipped")


def test_a_pack_keeps_what_it_was_told_of_its_voice(tmp_path):
    fresh = opened(tmp_path / "en-male", described(VOICE))
    fresh.write()
    assert load(tmp_path / "en-male", pytest.fail) == described(VOICE)
