"""Tests importing people's own recordings by file name: each person gets a folder, if the recordings sound like what
a shipped voice says."""

import os
import re
import shutil
from itertools import pairwise

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.voices.packs import Pack, Quality, read_pack, read_shelf
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import PackFolder, own_pack
from nightcrier.takes.script import person_script
from nightcrier.takes.sound_faults import pack_faults
from nightcrier.takes.soundfiles import measure_file, read_sound
from nightcrier.takes.take_import import ImportRules, import_recordings, must_hold_sounds, strange_things
from nightcrier.takes.takes import MachineVoice, time_warp_distance
from studio.tests.canned import CLIP, EN, RATE, silently

NOBODY = MachineVoice(None)


@pytest.fixture
def lines(words):
    return person_script(words, EN)


def test_recordings_are_taken_in_by_their_names(tmp_path, own, lines, talk):
    soundfile.write(tmp_path / "paused.flac", talk(), RATE)
    soundfile.write(tmp_path / "screen.on.wav", np.zeros(RATE), RATE)
    soundfile.write(tmp_path / "nothing.like.it.wav", talk(), RATE)
    (tmp_path / "notes.txt").write_text("not a sound")
    told = []
    taken, refused = import_recordings(
        tmp_path, ImportRules(lines, NOBODY), own, lambda done, total: told.append((done, total))
    )
    assert taken == ["paused"]
    assert refused == [
        "nothing.like.it.wav: there is no line 'nothing.like.it'; `./run voices table en` lists the ids.",
        "screen.on.wav: there is nothing to hear in it; speak closer to the microphone",
    ]
    kept = read_pack(tmp_path / "recordings/en-ann-lee", pytest.fail)
    assert (list(kept.clips), kept.person, kept.quality) == (["paused"], "Ann Lee", "unchecked")
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_a_check_would_find_fault_with_is_not_taken_and_what_was_there_stays(tmp_path, own, lines, talk):
    own.keep(LineId("paused"), lines["paused"], CLIP)
    own.write()
    before = sorted((file.name, file.read_bytes()) for file in own.folder.iterdir())
    soundfile.write(tmp_path / "paused.wav", np.tile(talk(), 12), RATE)
    taken, (refused,) = import_recordings(tmp_path, ImportRules(lines, NOBODY), own, silently)
    assert taken == []
    assert refused.startswith("paused.wav: it is too long: 18.8 s, and the line takes at most 9;")
    assert sorted((file.name, file.read_bytes()) for file in own.folder.iterdir()) == before


def test_pipes_and_folders_are_passed_over_and_nobody_waits_for_them(tmp_path, own, lines, talk):
    soundfile.write(tmp_path / "paused.flac", talk(), RATE)
    os.mkfifo(tmp_path / "screen.on.wav")
    (tmp_path / "screen.off.wav").mkdir()
    (tmp_path / "noise.wav").symlink_to("/dev/zero")
    assert strange_things(tmp_path) == [
        f"{name}.wav: it is no plain file; put the recording itself there."
        for name in ("noise", "screen.off", "screen.on")
    ]
    assert import_recordings(tmp_path, ImportRules(lines, NOBODY), own, silently) == (["paused"], [])


def test_two_recordings_of_one_line_are_both_refused(tmp_path, own, lines, talk):
    for name in ("paused.wav", "paused.WAV", "screen.on.flac"):
        soundfile.write(tmp_path / name, talk(), RATE)
    taken, refused = import_recordings(tmp_path, ImportRules(lines, NOBODY), own, silently)
    assert taken == ["screen.on"]
    assert refused == [
        f"{name}: there is another recording of this line; leave one of them." for name in ("paused.WAV", "paused.wav")
    ]


@pytest.mark.parametrize("person", ["a" * 300, "ह" * 40, "!" * 300])
def test_a_name_that_no_folder_can_have_is_refused(tmp_path, person):
    with pytest.raises(WrongUse, match="too long; write a shorter one"):
        own_pack(tmp_path, EN, person)


def test_what_was_taken_passes_the_check(tmp_path, own, lines, talk):
    soundfile.write(tmp_path / "paused.flac", talk(), RATE)
    import_recordings(tmp_path, ImportRules(lines, NOBODY), own, silently)
    (shelved,) = read_shelf(tmp_path / "recordings", EN, pytest.fail)
    assert list(pack_faults(shelved, lines, measure_file)) == []


def test_a_folder_without_recordings_is_wrong_use(tmp_path, own, lines):
    with pytest.raises(WrongUse, match=r"takes\.zip holds no sound files"):
        must_hold_sounds(tmp_path, tmp_path / "takes.zip")
    with pytest.raises(WrongUse, match="is no folder"):
        import_recordings(tmp_path / "nowhere", ImportRules(lines, NOBODY), own, silently)


def test_a_persons_pack_need_not_have_every_line(tmp_path, own, lines):
    own.keep(LineId("paused"), "Paused.", CLIP)
    own.write()
    (shelved,) = read_shelf(tmp_path / "recordings", EN, pytest.fail)
    assert list(pack_faults(shelved, lines, None)) == []
    assert list(pack_faults(shelved, {LineId("paused"): "Waiting."}, None)) == [
        "en-ann-lee: paused speaks an older text; record anew as Ann Lee, at the box or with `./run voices page en`."
    ]


def test_a_name_in_any_script_is_a_folder(tmp_path):
    assert own_pack(tmp_path, EN, "Олена").folder.name == "en-олена"
    assert re.fullmatch("en-[0-9a-f]{8}", own_pack(tmp_path, EN, "../..").folder.name)


PEOPLE = ("own", "Own", "OWN", "Anna", "Anna!", "A B", "A-B", "J", "J.", "Straße", "Strasse", "Zoe", "Zoë", "!", "?")


def test_different_people_have_different_folders_and_the_same_person_finds_hers(tmp_path):
    names = [own_pack(tmp_path, EN, person).folder.name for person in PEOPLE]
    assert len(set(names)) == len(PEOPLE)
    assert {"en-own", "en-anna", "en-a-b", "en-j", "en-strasse", "en-zoe", "en-zoë"} <= set(names)
    assert own_pack(tmp_path, EN, "").folder.name == "en-own"
    assert own_pack(tmp_path, EN, "ANNA").folder.name == "en-anna"
    assert own_pack(tmp_path, EN, "Zoe\u0308").folder == own_pack(tmp_path, EN, "Zoë").folder


def test_a_pack_that_is_there_keeps_its_folder_its_name_and_its_clips(tmp_path):
    old = PackFolder(tmp_path / "en-ben", Pack(EN, "Ben!", "CC0-1.0", "by Ben!", Quality.UNCHECKED, person="Ben!"))
    old.keep(LineId("paused"), "Paused.", CLIP)
    old.write()
    other = own_pack(tmp_path, EN, "Ben")
    assert other.pack.clips == {}
    assert other.folder.name.startswith("en-ben-")
    same = own_pack(tmp_path, EN, "BEN!")
    assert (same.folder, same.pack.name, same.pack.credit) == (old.folder, "Ben!", "by Ben!")
    other.keep(LineId("paused"), "Paused.", CLIP)
    other.write()
    shutil.rmtree(old.folder)
    assert own_pack(tmp_path, EN, "Ben").folder == other.folder


LINES = ("one-night.seer.wake", "one-night.robber.wake", "one-night.drunk.wake", "one-night.insomniac.wake")
VOICES = share("assets") / "audio" / "voices"


def shipped(language, name):
    return next(pack for pack in read_shelf(VOICES, Language(language), pytest.fail) if pack.id == name)


@pytest.fixture(scope="module")
def man():
    return MachineVoice(shipped("en", "en-male"))


def take(pack, line):
    return read_sound(pack.file_of(pack.pack.clips[line]))


def test_the_right_line_by_another_speaker_is_like_it(man):
    assert all(man.is_like(line, *take(shipped("en", "en-female"), line)) for line in LINES)


def test_swapped_lines_are_told(man):
    woman = shipped("en", "en-female")
    assert not any(man.is_like(line, *take(woman, other)) for line, other in pairwise(LINES))


def test_another_language_is_told(man):
    assert not any(man.is_like(line, *take(shipped("it", "it-female"), line)) for line in LINES)


def test_of_a_line_that_no_machine_says_nothing_is_held_against_a_take(man, talk):
    assert man.is_like("name.ann", talk(), 22050)
    assert MachineVoice(None).is_like(LINES[0], talk(), 22050)
    assert man.seconds("name.ann") is None


def test_warping_does_not_mind_speed():
    one = np.random.default_rng(0).standard_normal((40, 5))
    other = np.random.default_rng(1).standard_normal((60, 5))
    assert time_warp_distance(one, one) == pytest.approx(0, abs=1e-6)
    assert time_warp_distance(one, np.repeat(one, 2, axis=0)) == pytest.approx(0, abs=1e-6)
    assert time_warp_distance(one, other) > 1


def test_an_import_refuses_a_swapped_take_unless_somebody_is_sure(tmp_path, own, words, man):
    sound, rate = take(shipped("en", "en-female"), "one-night.robber.wake")
    soundfile.write(tmp_path / "one-night.seer.wake.wav", sound, rate)
    texts = person_script(words, EN)
    taken, (refused,) = import_recordings(tmp_path, ImportRules(texts, man), own, silently)
    assert taken == []
    assert refused.startswith("one-night.seer.wake.wav: it does not sound like its line;")
    assert import_recordings(tmp_path, ImportRules(texts, man, sure=True), own, silently) == ([*texts][1:2], [])
