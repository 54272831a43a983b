"""What is wrong with a pack is found, clip by clip, and what it covers is counted."""

from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import coverage_table, voice_coverage
from nightcrier.takes.sound_faults import pack_faults
from nightcrier_studio.review import review_table
from studio.tests.canned import CLIP, EN, clip_of, long_clip


def test_a_good_pack_has_no_faults(pack, lines):
    assert list(pack_faults(pack(), lines, None)) == []
    assert list(pack_faults(pack(), lines, lambda _file: (-16.4, -1.6))) == []


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
    assert "it is at -14.0 LUFS instead of -16;" in found[0]
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
