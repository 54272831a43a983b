"""Tests that `voices check` looks at packs, clip by clip, and at beds, signals and licenses."""

import shutil
from pathlib import Path

import pytest

from nightcrier.box.sound.port import clip_level
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import coverage_table, voice_coverage
from nightcrier.takes.sound_faults import MadeSounds, house_sound_faults, licence_faults, pack_faults
from nightcrier_studio.review import review_table
from nightcrier_studio.sounds.catalogue import sound_levels
from studio.tests.canned import CLIP, EN, clip_of, long_clip

SHIPPED = Path("assets/audio")
QUIET = MadeSounds({"beds/hum.ogg": -26.0, "signals/tick.ogg": -24.0}, lambda _file: (-26.4, -3.0))
LIST = """
[beds.hum]
file = "beds/hum.ogg"
seconds = 0.6

[signals.tick]
file = "signals/tick.ogg"
seconds = 0.6
"""


@pytest.fixture
def audio(tmp_path):
    """Return a folder with two short sounds."""
    for name in ("beds/hum.ogg", "signals/tick.ogg"):
        (tmp_path / name).parent.mkdir()
        shutil.copy(SHIPPED / "signals/tick.ogg", tmp_path / name)
    (tmp_path / "sounds.toml").write_text(LIST)
    return tmp_path


def test_the_sounds_of_the_house_are_there_whole_and_as_loud_as_they_are_made():
    assert list(house_sound_faults(SHIPPED, sound_levels())) == []


def test_without_a_studio_they_are_not_measured(audio):
    assert list(house_sound_faults(audio, None)) == []


def test_what_is_too_loud_or_peaks_is_named(audio):
    loud = MadeSounds(QUIET.wanted, lambda _file: (-25.0, -1.0))
    hum, tick = audio / "beds/hum.ogg", audio / "signals/tick.ogg"
    assert list(house_sound_faults(audio, loud)) == [
        f"{hum}: it peaks at -1.0 dBTP, above -1.5; run `./run voices sounds`.",
        f"{tick}: it peaks at -1.0 dBTP, above -1.5; run `./run voices sounds`.",
    ]
    assert [fault.split(": ")[1] for fault in house_sound_faults(audio, QUIET)] == [
        "it is at -26.4 LUFS instead of -24; run `./run voices sounds`."
    ]


def test_missing_cut_stray_and_foreign_sounds_are_named(audio):
    (audio / "beds/hum.ogg").write_bytes((audio / "beds/hum.ogg").read_bytes()[:-3])
    (audio / "beds/song.mp3").write_bytes(b"")
    (audio / "signals/tick.ogg").rename(audio / "signals/tock.ogg")
    told = list(house_sound_faults(audio, MadeSounds({"signals/gong.ogg": -17.0}, QUIET.measure)))
    assert "there is no file signals/tick.ogg beside it" in told[0]
    assert told[1:] == [
        f"{audio}/beds/song.mp3: sounds.toml does not name it, so nothing tells whose it is; take it away.",
        f"{audio}/signals/tock.ogg: sounds.toml does not name it, so nothing tells whose it is; take it away.",
        f"{audio}/signals/gong.ogg: it is missing; run `./run voices sounds`.",
        f"{audio}/beds/hum.ogg: it is cut off; run `./run voices sounds`.",
    ]


def test_a_length_that_is_not_its_own_and_a_sound_that_nobody_made_are_named(audio):
    (audio / "sounds.toml").write_text(LIST.replace("0.6", "2.5", 1))
    lasts, foreign = house_sound_faults(audio, MadeSounds({"beds/hum.ogg": -26.0}, QUIET.measure))
    assert "it lasts 0.60 s, not 2.50 s as its list says" in lasts
    assert "the studio makes no such sound, so nothing tells whose it is" in foreign


def test_a_folder_without_a_list_is_said_once(tmp_path):
    assert [*house_sound_faults(tmp_path, QUIET)][1:] == [
        f"{tmp_path}: there are no sounds; run `./run voices sounds`."
    ]


def test_a_voice_whose_licence_nobody_tells_is_named(tmp_path, pack):
    (unread,) = licence_faults(tmp_path, [pack()])
    assert "LICENSES.md" in unread
    (tmp_path / "LICENSES.md").write_text("| `en-female` |")
    (told,) = licence_faults(tmp_path, [pack()])
    assert told.startswith("en-male: nothing tells what may be done with it; write its licence into ")
    (tmp_path / "LICENSES.md").write_text("| `en-male` |")
    assert list(licence_faults(tmp_path, [pack()])) == []


def test_the_shipped_voices_have_theirs():
    assert list(licence_faults(SHIPPED, read_shelf(SHIPPED / "voices", EN, pytest.fail))) == []


def test_a_good_pack_has_no_faults(pack, lines):
    assert list(pack_faults(pack(), lines, None)) == []
    assert list(pack_faults(pack(), lines, lambda file: (-16.4 + clip_level(file.name), -1.6))) == []


def test_missing_stale_and_left_over_clips_are_found(pack, lines):
    del lines[LineId("paused")]
    now = {**lines, LineId("screen.on"): "Now on", **{LineId(f"new.{n}"): "New" for n in range(5)}}
    run = "run `./run voices build en --pack en-male`."
    assert list(pack_faults(pack(), now, None)) == [
        f"en-male: new.0, new.1, new.2 and 2 more have no clip; {run}",
        f"en-male: screen.on speaks an older text; {run}",
        f"en-male: paused is no line now; {run}",
    ]


def test_broken_missing_and_wrong_files_are_found(tmp_path, pack, lines):
    folder = tmp_path / "en-male"
    paused, screen, seer = (clip_of(line, lines[line]) for line in ("paused", "screen.on", "role.seer"))
    (folder / paused).unlink()
    (folder / screen).write_bytes(CLIP[:-3])
    (folder / seer).write_bytes(long_clip())
    found = "\n".join(pack_faults(pack(), lines, None))
    assert f"paused: {paused} is missing; run `./run voices build en --pack en-male --again paused`." in found
    assert f"screen.on: {screen} is cut off;" in found
    assert "role.seer: it lasts 10.00 s, not 1.00 s as its list says;" in found
    assert "role.seer: it lasts 10.00 s and a line lasts 0.6 to 9 s: change its text;" in found


def test_loud_and_peaking_clips_are_found(pack, lines):
    found = list(pack_faults(pack(), lines, lambda _file: (-14.0, -0.5)))
    assert len(found) == 2 * len(lines)
    assert "one-night.open: it is at -14.0 LUFS instead of -26;" in found[0]
    assert any("paused: it is at -14.0 LUFS instead of -16;" in each for each in found)
    assert "it peaks at -0.5 dBTP, above -1.5;" in found[1]


def test_coverage_counts_by_game_what_can_be_said_now(pack, lines):
    row = voice_coverage(pack(), {**lines, LineId("paused"): "Waiting."})
    assert row.chapters == {"one-night": (3, 3), "house": (3, 4)}
    assert list(coverage_table({EN: [row], Language("it"): []}, "a way to {}".format)) == [
        "en       en-male          good          one-night 3/3  house 3/4",
        "it       no voice; for one: a way to it",
    ]


def test_the_review_table_has_every_text(words, pack):
    page = review_table(words, EN, [pack()])
    assert page.startswith("# English")
    assert "| one-night.seer.wake | Seer, wake up. | Seer. Wake up. | 1.0 | en-male |" in page
    assert "| screen.seat | Seat {n} |  |  |  |" in page
