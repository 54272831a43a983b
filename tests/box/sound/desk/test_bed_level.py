"""Tests the bed under the voice, which goes down before a word and up after it and repeats as a loop, and the drone
under the night, which starts once it is decoded, rises, ends, and outlives an unplugged speaker."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.sound.desk.bed_level import DUCK_DB, DUCK_DOWN, DUCK_HOLD, DUCK_UP, LOOP_SWITCH
from nightcrier.box.sound.desk.narration import pause_between
from nightcrier.box.sound.port import SILENCE_DB, DroneSet, Fader, Said, clip_level

FULL = 3.0  # by then a bed that faded in over a second is at its level


@pytest.fixture
def lit(stage):
    """Return a stage on which the bed has reached its level."""
    stage.desk.bed("tapping", -3.0, 1.0)
    stage.run(FULL)
    return stage


def test_a_bed_fades_in(stage, player):
    stage.desk.bed("tapping", -3.0, 1.0)
    assert stage.beds() == [(0.0, "tapping", -3.0, 1.0)]
    assert player.heard("bed") == [("bed", "tapping", 0.0)]
    ramp = player.ramps[Fader.LEVEL]
    assert (ramp.db(0.0), ramp.db(1.0)) == (SILENCE_DB, -3.0)


def test_a_word_waits_until_the_bed_is_down(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0)])
    assert lit.beds(FULL + 0.4)[1:] == [(FULL, "tapping", -3.0 + DUCK_DB, DUCK_DOWN)]
    assert [note.at for note in lit.notes if isinstance(note, Said)] == [FULL + DUCK_DOWN]


def test_under_a_hush_the_bed_goes_deeper_and_as_fast_and_under_louder_words_up_again(lit, workshop):
    hushed = workshop.utterance("hush", clip=workshop.folder / "hush.0.84_-2_0.25_-10LU.opus")
    lit.desk.speak(1, [workshop.utterance("wake", 1.0), hushed], holds=True)
    assert lit.beds()[-1] == (FULL, "tapping", -3.0 + DUCK_DB - 10, DUCK_DOWN)
    lit.run(FULL + 4.0)
    lit.desk.speak(2, [workshop.utterance("wake", 1.0)])
    assert lit.beds()[-1] == (FULL + 4.0, "tapping", -3.0 + DUCK_DB, DUCK_UP)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("one-night.seer.close.0.92_-2.6_0.2_0.9_1_-4_0_1_-5LU.opus", -5),
        ("paused.0.9_-2_0.2.opus", 0),
        ("paused.opus", 0),
    ],
)
def test_a_clip_tells_its_level_in_its_name(name, level):
    assert clip_level(name) == level


def test_the_bed_rises_slowly_and_is_up_when_the_last_word_is_over(lit, player, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0), workshop.utterance("more", 0.5)])
    lit.run(9.0)
    end = FULL + DUCK_DOWN + 1.5 + pause_between(*[workshop.utterance("wake")] * 2)
    assert lit.beds()[-1] == (round(end - DUCK_UP, 9), "tapping", -3.0, DUCK_UP)
    assert 0.7 <= DUCK_UP <= 1.0
    assert player.ramps[Fader.LEVEL].db(end) == pytest.approx(-3.0)


def test_under_a_word_shorter_than_its_rise_the_bed_rises_from_its_beginning(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("two", 0.5)])
    assert lit.beds(9.0)[-1] == (FULL + DUCK_DOWN, "tapping", -3.0, DUCK_UP)


def test_where_more_is_said_the_bed_stays_low_until_the_last_word(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("close", 1.0)], holds=True)
    lit.run(FULL + DUCK_DOWN + 3.0)
    lit.desk.speak(2, [workshop.utterance("wake", 1.0)])
    assert [level for *_, level, _ in lit.beds(FULL + DUCK_DOWN + 3.1)] == [-3.0, -3.0 + DUCK_DB]
    assert lit.beds(FULL + 9.0)[-1][0] == pytest.approx(FULL + DUCK_DOWN + 4.0 - DUCK_UP)


def test_hush_brings_a_bed_back_that_was_held(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("close", 1.0)], holds=True)
    lit.run(FULL + DUCK_DOWN + 3.0)
    lit.desk.hush()
    assert lit.beds(FULL + 9.0)[-1][2] == -3.0


def test_a_word_takes_nothing_from_the_slow_rise_of_nightfall(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("open", 1.0)])
    stage.desk.bed("tapping", 0.0, 8.0)
    stage.run(9.0)
    ramp = player.ramps[Fader.LEVEL]
    assert (ramp.db(1.0 + DUCK_HOLD), ramp.end, ramp.end_db) == (pytest.approx(SILENCE_DB, abs=10), 8.0, 0.0)


def test_a_word_that_follows_at_once_brings_the_bed_down_in_the_breath_before_it(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0)])
    lit.run(FULL + DUCK_DOWN + 1.0)
    lit.desk.speak(2, [workshop.utterance("more", 1.0)])
    assert lit.beds(FULL + DUCK_DOWN + 1.5)[-1] == (FULL + DUCK_DOWN + 1.0, "tapping", -3.0 + DUCK_DB, DUCK_DOWN)
    assert [note.at for note in lit.notes if isinstance(note, Said)][-1] == FULL + DUCK_DOWN + 1.0 + pause_between(
        *[workshop.utterance("wake")] * 2
    )


def test_a_word_while_the_bed_rises_waits_only_for_the_rest_of_the_way(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0)])
    lit.run(FULL + DUCK_DOWN + 1.0 - DUCK_UP / 2)
    lit.desk.speak(2, [workshop.utterance("more", 1.0)])
    assert lit.beds()[-1][2:] == (-3.0 + DUCK_DB, pytest.approx(DUCK_DOWN / 2))


def test_hush_brings_the_bed_back(lit, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0)])
    lit.run(FULL + 0.4)
    lit.desk.hush()
    assert lit.beds(FULL + 1.0)[-1] == (round(FULL + 0.4 + DUCK_HOLD, 9), "tapping", -3.0, DUCK_UP)


def test_where_nothing_was_to_be_said_the_bed_comes_back(lit):
    lit.desk.speak(1, [])
    assert lit.beds(9.0)[-1] == (FULL + DUCK_DOWN, "tapping", -3.0, DUCK_UP)


def test_a_bed_that_starts_under_a_word_starts_low(stage, player, workshop):
    stage.desk.speak(1, [workshop.utterance("wake", 5.0)])
    stage.desk.bed("tapping", 0.0, 1.0)
    assert stage.beds(2.0) == [(0.0, "tapping", DUCK_DB, 1.0)]
    assert player.ramps[Fader.LEVEL].db(2.0) == DUCK_DB


def test_a_word_during_the_fade_in_starts_at_once_and_the_bed_goes_on_to_the_low_level(stage, player, workshop):
    stage.desk.bed("tapping", 0.0, 1.0)
    stage.desk.speak(1, [workshop.utterance("wake", 5.0)])
    assert [note.at for note in stage.notes if isinstance(note, Said)] == [0.0]
    assert player.ramps[Fader.LEVEL].db(1.0) == DUCK_DB


def test_the_level_can_change_under_way(lit, player):
    lit.desk.bed("tapping", -9.0, 0.5)
    lit.run(FULL + 1)
    assert player.ramps[Fader.LEVEL].db(FULL + 1) == -9.0
    assert len(player.heard("bed")) == 1


def test_silence_fades_out_and_then_ends_the_loop(lit, player):
    lit.desk.bed("", 0.0, 1.5)
    assert lit.beds(9.0)[-1] == (FULL, "", SILENCE_DB, 1.5)
    assert player.heard("bed")[-1] == ("bed", None, FULL + 1.5)


def test_silence_in_silence_asks_nothing_of_the_player(stage, player):
    stage.desk.sleep()
    stage.desk.bed("", 0.0, 1.5)
    stage.run(9.0)
    assert player.asked == []


def test_a_word_over_a_bed_that_fades_away_hurries_it(lit, player, workshop):
    lit.desk.bed("", 0.0, 1.5)
    lit.desk.speak(1, [workshop.utterance("dawn", 1.0)])
    lit.run(9.0)
    assert player.heard("bed")[-1] == ("bed", None, FULL + DUCK_DOWN)
    assert [note.at for note in lit.notes if isinstance(note, Said)] == [FULL + DUCK_DOWN]


def test_the_same_bed_wanted_again_while_it_fades_rises_from_where_it_is(lit, player):
    lit.desk.bed("", 0.0, 1.0)
    lit.run(FULL + 0.5)
    lit.desk.bed("tapping", -3.0, 0.5)
    lit.run(9.0)
    assert len(player.heard("bed")) == 1
    assert player.ramps[Fader.LEVEL].db(9.0) == -3.0


def test_another_bed_takes_over_when_the_first_has_faded(lit, player):
    lit.desk.bed("fire", -6.0, 1.0)
    lit.run(9.0)
    assert player.heard("bed")[-1] == ("bed", "fire", FULL + LOOP_SWITCH)
    assert lit.beds()[-1] == (FULL, "fire", -6.0, 1.0)
    assert player.ramps[Fader.LEVEL].db(9.0) == -6.0


def test_of_two_changes_at_once_the_last_one_counts(lit, player):
    lit.desk.bed("fire", -6.0, 1.0)
    lit.desk.bed("", 0.0, 1.0)
    lit.run(9.0)
    assert player.heard("bed")[-1] == ("bed", None, FULL + LOOP_SWITCH)


def test_a_word_that_ends_while_beds_change_leaves_the_new_one_at_its_level(lit, player, workshop):
    lit.desk.speak(1, [workshop.utterance("wake", 1.0)])
    lit.run(FULL + DUCK_DOWN + 0.9)
    lit.desk.bed("fire", -6.0, 1.0)
    lit.run(9.0)
    assert player.heard("bed")[-1][:2] == ("bed", "fire")
    assert player.ramps[Fader.LEVEL].db(9.0) == -6.0


def test_an_unknown_bed_is_reported_and_another_plays(stage, player, workshop):
    stage.desk.bed("rain", 0.0, 1.0)
    assert player.heard("bed") == [("bed", "tapping", 0.0)]
    assert workshop.reports == ["There is no bed 'rain'; tapping is played instead."]


def test_a_broken_bed_is_a_fault_and_another_plays(stage, player, workshop):
    player.bad = {workshop.assets / "beds/tapping.wav"}
    stage.desk.bed("tapping", 0.0, 1.0)
    (fault,) = stage.run(0.5)
    assert "tapping.wav" in fault.what
    assert player.heard("bed") == [("bed", "fire", 0.0)]


def test_when_every_bed_is_broken_the_night_goes_on_without(stage, player, workshop):
    player.bad = {workshop.assets / "beds/tapping.wav", workshop.assets / "beds/fire.wav"}
    stage.desk.bed("tapping", 0.0, 1.0)
    assert len(stage.run(0.5)) == 2
    assert player.heard("bed") == []


def test_no_bed_at_all_is_silence(staged, player, workshop):
    stage = staged(player, workshop.sounds())
    stage.desk.bed("tapping", 0.0, 1.0)
    assert stage.beds() == [(0.0, "", SILENCE_DB, 1.0)]
    assert player.asked == []


scenes = st.lists(
    st.tuples(st.sampled_from(["speak", "hush", "tapping", "fire", ""]), st.floats(0.0, 1.0)), max_size=25
)


@given(scenes)
def test_whatever_is_asked_the_bed_never_jumps_and_ends_where_it_belongs(fresh, scenes):
    stage, player, workshop = fresh()
    for action, pause in scenes:
        if action == "speak":
            stage.desk.speak(1, [workshop.utterance("line", 0.3)])
        elif action == "hush":
            stage.desk.hush()
        else:
            stage.desk.bed(action, 0.0, 0.5)
        stage.run(stage.clock.now() + pause)
    stage.run(stage.clock.now() + 5.0)
    levels = [ramp for fader, ramp in player.turns if fader is Fader.LEVEL]
    for before, after in pairwise(levels):
        assert after.start_db == pytest.approx(before.db(after.at), abs=1e-6)
    beds = [action for action, _ in scenes if action not in {"speak", "hush"}]
    assert (levels[-1].end_db if levels else SILENCE_DB) == (0.0 if beds and beds[-1] else SILENCE_DB)


@pytest.fixture
def humming(workshop, player, staged):
    stage = staged(player, workshop.sounds({"tapping": 1.0}, {"drone": 1.0}))
    stage.run(1.0)
    return stage


def levels(stage):
    return [note.level_db for note in stage.notes if isinstance(note, DroneSet)]


def test_it_rises_with_the_night_and_is_begun_once(humming, player):
    for moment, share in enumerate((0.25, 0.5, 1.0), 2):
        humming.desk.drone(share)
        humming.run(moment)
    assert player.heard("drone") == [("drone", "drone", 1.0)]
    assert levels(humming) == sorted(levels(humming))
    assert player.ramps[Fader.DRONE].end_db == levels(humming)[-1] < 0


def test_where_it_is_gone_it_is_silent(humming, player):
    humming.desk.drone(0.5)
    humming.run(4.0)
    humming.desk.drone(0.0)
    assert player.ramps[Fader.DRONE].end_db == levels(humming)[-1] == SILENCE_DB


def test_nobody_waits_until_it_is_decoded(humming, player):
    player.decoding = {humming.desk._sounds.signal("drone").file}
    humming.desk.drone(0.5)
    assert player.heard("drone") == []
    player.decoding = set()
    humming.run(3.0)
    assert len(player.heard("drone")) == 1


def test_it_is_back_with_the_speaker(humming, player):
    humming.desk.drone(0.5)
    player.missing = "gone"
    humming.run(3.0)
    player.missing = ""
    humming.run(6.0)
    assert len(player.heard("drone")) == 2


def test_a_broken_one_is_left_out_and_told_once(humming, player):
    player.bad = {humming.desk._sounds.signal("drone").file}
    humming.desk.drone(0.5)
    humming.run(5.0)
    humming.desk.drone(1.0)
    humming.run(8.0)
    assert player.heard("drone") == []
    assert len(humming.events) == 1


def test_what_moves_while_it_rises_moves_no_longer_than_the_bed_on_its_way_up(humming, player):
    humming.desk.drone(0.5)
    humming.run(4.0)
    humming.desk.drone(1.0)
    assert player.ramps[Fader.DRONE].seconds <= DUCK_UP
