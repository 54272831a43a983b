"""Tests the night as a file: every sample at its time, the bed under the voice, nothing too loud."""

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.sound.desk.bed_level import DUCK_DB, DUCK_DOWN, DUCK_UP
from nightcrier.box.sound.players.mixdown import Limiter, MixdownPlayer, decode_samples, resample
from nightcrier.box.sound.port import SAMPLE_RATE, SILENCE_DB, BadClip, Said
from nightcrier.kernel.errors import WrongUse


@pytest.fixture
def show(workshop, staged):
    """Return a class of stages that write to a file at full loudness. `written` closes it and returns its samples."""

    class Show(staged):
        def __init__(self, name="night.wav", beds=None, signals=None, room=0.0):
            self.out = workshop.folder / name
            (player := MixdownPlayer(self.out))._room *= room  # it is left out where samples are compared
            super().__init__(player, workshop.sounds(beds, signals))
            self.desk.loudness(1.0, 1.0)
            self.desk.wake()
            self.run(1.0)

        def written(self):
            self.desk.close()
            return soundfile.read(self.out, always_2d=True)[0]

    return Show


def decibels(samples):
    return 20 * np.log10(np.sqrt(np.mean(np.square(samples))))


def test_clips_begin_at_the_sample_the_records_say(show, workshop):
    night = show()
    clips = [workshop.tone(workshop.folder / f"{n}.wav", 0.4321 + n / 10, level=0.3) for n in range(3)]
    night.desk.speak(1, [workshop.utterance(c.stem, 0.4321 + n / 10, clip=c) for n, c in enumerate(clips)])
    night.run(4.00001)
    samples = night.written()
    expected = np.zeros(len(samples))
    for note in (note for note in night.notes if isinstance(note, Said)):
        clip = soundfile.read(note.utterance.clip)[0]
        begin = round(note.at * SAMPLE_RATE)
        expected[begin : begin + len(clip)] += clip
    assert np.abs(samples[:, 0] - expected).max() < 2 / 32768
    assert len(samples) == round(4.00001 * SAMPLE_RATE)


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".opus"])
def test_every_format_keeps_onset_and_length(show, workshop, suffix):
    night = show(f"night{suffix}")
    clip = workshop.tone(workshop.folder / "a.wav", 0.5, hz=1000)
    night.desk.speak(1, [workshop.utterance("a", 0.5, clip=clip)])
    night.run(3.0)
    samples = night.written()
    assert abs(np.argmax(np.abs(samples[:, 0]) > 0.1) - SAMPLE_RATE) < 512
    assert abs(len(samples) - 3 * SAMPLE_RATE) < 64


def test_the_bed_lies_low_under_a_word_and_comes_back(show, workshop):
    night = show(beds={"tapping": 0.7})
    silence = workshop.tone(workshop.folder / "silence.wav", 1.0, level=0.0)
    night.desk.bed("tapping", 0.0, 0.5)
    night.run(3.0)
    night.desk.speak(1, [workshop.utterance("wake", 1.0, clip=silence)])
    night.run(6.0)
    bed, begin, end = night.written(), 3.0 + DUCK_DOWN, 4.0 + DUCK_DOWN
    before, under, after = (
        decibels(bed[round(first * SAMPLE_RATE) : round(last * SAMPLE_RATE)])
        for first, last in ((2.0, 3.0), (begin, end - DUCK_UP), (end, end + 1.0))
    )
    assert before - under == pytest.approx(-DUCK_DB, abs=0.5)
    assert after == pytest.approx(before, abs=0.5)


def test_the_bed_repeats_without_a_seam(show, workshop):
    night = show(beds={"tapping": 0.7})
    night.desk.bed("tapping", 0.0, 0.0)
    night.run(5.0)
    samples = night.written()
    loop = soundfile.read(workshop.assets / "beds/tapping.wav")[0]
    assert np.abs(samples[SAMPLE_RATE:] - np.tile(loop, (7, 1))[: len(samples) - SAMPLE_RATE]).max() < 2 / 32768


def test_ramps_follow_the_decibels(show):
    night = show(beds={"tapping": 1.0})
    night.desk.bed("tapping", 0.0, 1.0)
    night.run(3.0)
    samples = night.written()
    middle, level = samples[round(1.45 * SAMPLE_RATE) : round(1.55 * SAMPLE_RATE)], samples[2 * SAMPLE_RATE :]
    assert decibels(middle) - decibels(level) == pytest.approx(-30.0, abs=1.0)


def test_a_signal_is_heard_beside_the_voice(show, workshop):
    night = show(signals={"gong": 0.5})
    clip = workshop.tone(workshop.folder / "a.wav", 0.5, level=0.2)
    night.desk.signal(1, "gong")
    night.desk.speak(2, [workshop.utterance("a", 0.5, clip=clip)])
    night.desk.signal(1, "gong")
    night.run(2.0)
    gong = soundfile.read(workshop.assets / "signals/gong.wav")[0]
    expected = soundfile.read(clip)[0] + gong
    assert np.abs(night.written()[SAMPLE_RATE : SAMPLE_RATE + SAMPLE_RATE // 2, 0] - expected).max() < 3 / 32768


def test_what_is_cut_fades_and_what_was_queued_is_not_heard(show, workshop):
    night, clip = show(), workshop.tone(workshop.folder / "a.wav", 1.0, hz=0)
    night.desk.speak(1, [workshop.utterance("a", 1.0, clip=clip), workshop.utterance("a", 1.0, clip=clip)])
    night.run(1.5)
    night.desk.hush()
    night.run(4.0)
    samples, cut = night.written()[:, 0], round(1.5 * SAMPLE_RATE)
    assert samples[cut - 1] == pytest.approx(0.5, abs=1e-3)
    assert np.abs(np.diff(samples[cut - 10 : cut + 1000])).max() < 0.002
    assert np.abs(samples[cut + 800 :]).max() == 0


def test_silence_is_the_tone_of_a_room_and_never_digital(show):
    night = show(room=1.0)
    night.run(4.0)
    samples = np.abs(night.written())
    assert 10 ** (SILENCE_DB / 20) > samples.max() > 0
    assert samples.reshape(-1, SAMPLE_RATE // 100).max(axis=1).min() > 0  # no hundredth of a second is without it


def test_what_is_cut_at_its_very_end_is_left_as_it_is(show, workshop):
    night, clip = show(), workshop.tone(workshop.folder / "a.wav", 0.5, hz=0)
    night.desk.speak(1, [workshop.utterance("a", 0.5, clip=clip)])
    night.run(1.499)
    night.desk.hush()
    night.run(2.0)
    assert np.abs(night.written()[round(1.5 * SAMPLE_RATE) :]).max() == 0


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".opus"])
def test_the_sum_of_the_loudest_stays_below_minus_one(show, workshop, suffix):
    night = show(f"night{suffix}", beds={"tapping": 1.0}, signals={"gong": 2.0})
    loud = workshop.tone(workshop.folder / "loud.wav", 2.0, hz=300, level=0.99)
    night.desk.signal(1, "gong")
    night.desk.bed("tapping", 6.0, 0.1)
    night.desk.speak(2, [workshop.utterance("loud", 2.0, clip=loud)])
    night.desk.signal(1, "gong")
    night.run(5.0)
    assert np.abs(night.written()).max() < 10 ** (-1 / 20)


def test_a_long_night_is_written_as_it_goes(workshop, staged):
    seconds = []
    night = staged(MixdownPlayer(workshop.folder / "night.flac", seconds.append), workshop.sounds())
    night.desk.wake()
    night.run(60.0)
    assert len(seconds) > 100
    assert seconds == sorted(seconds)
    assert seconds[-1] == 60.0


def test_what_is_asked_before_the_file_is_open_is_silence_at_its_start(workshop, staged):
    night = staged(MixdownPlayer(workshop.folder / "night.wav"), workshop.sounds())
    night.run(1.0)
    night.desk.loudness(1.0, 1.0)
    night.desk.wake()
    night.run(2.0)
    night.desk.close()
    assert soundfile.info(workshop.folder / "night.wav").frames == 2 * SAMPLE_RATE


def test_an_unknown_format_says_what_is_allowed(tmp_path):
    with pytest.raises(WrongUse, match=r"choose one of: \.wav, \.flac, \.ogg, \.opus"):
        MixdownPlayer(tmp_path / "night.mp4")


def test_a_folder_that_is_not_there_is_one_sentence(workshop, staged):
    night = staged(MixdownPlayer(workshop.folder / "nowhere/night.wav"), workshop.sounds())
    night.desk.wake()
    (fault,) = night.desk.poll()
    assert "cannot be written; choose a folder" in fault.what


def test_a_full_disk_is_one_sentence_for_whoever_wants_the_file(workshop):
    class Full:
        def write(self, samples):
            raise OSError("No space left on device")

    player = MixdownPlayer(workshop.folder / "night.wav")
    player._file = Full()
    player.poll(1.0)
    assert (
        str(player.refused)
        == f"{workshop.folder / 'night.wav'}: not all of it could be written; make room on the disk."
    )


def test_a_broken_clip_is_a_fault_in_the_file_as_on_the_box(show, workshop):
    night = show()
    night.replacements = [workshop.silent("a", 1.0)]
    night.desk.speak(1, [workshop.utterance("a", 1.0, clip=workshop.broken())])
    assert "not a sound this box can play" in night.run(3.0)[0].what


def test_an_empty_sound_is_a_broken_one(workshop):
    with pytest.raises(BadClip):
        decode_samples(workshop.tone(workshop.folder / "x.wav", 0.0))


@pytest.mark.parametrize("rate", [16000, 22050, 24000, 44100, 48000])
def test_resampling_keeps_pitch_level_and_place(workshop, rate):
    wide = decode_samples(workshop.tone(workshop.folder / "a.wav", 1.0, hz=1000, rate=rate))
    assert wide.shape == (SAMPLE_RATE, 2)
    middle = slice(SAMPLE_RATE // 4, 3 * SAMPLE_RATE // 4)
    expected = 0.5 * np.cos(2 * np.pi * 1000 * np.arange(SAMPLE_RATE) / SAMPLE_RATE)
    assert np.abs(wide[middle, 0] - expected[middle]).max() < 0.002


@settings(max_examples=30)
@given(st.integers(1, 3000), st.integers(1, 3000))
def test_resampling_gives_the_length_that_was_asked_for_and_keeps_silence_and_level(before, after):
    wide = resample(np.full((before, 2), 0.5, np.float32), after)
    assert wide.shape == (after, 2)
    assert wide == pytest.approx(0.5, abs=1e-5)


peaks = st.floats(0.0, 4.0, width=32, allow_subnormal=False)  # turned down, a smaller one is no sound any more
blocks = st.lists(st.tuples(st.integers(0, 2000), peaks), min_size=1, max_size=8)


@settings(max_examples=50)
@given(blocks)
def test_the_limiter_holds_the_ceiling_loses_no_sample_and_leaves_the_quiet_alone(parts):
    limiter, generator = Limiter(-1.5), np.random.default_rng(3)
    given_in = [generator.uniform(-peak, peak, (length, 2)).astype(np.float32) for length, peak in parts]
    out = np.concatenate([*(limiter.push(block) for block in given_in), limiter.rest()])
    whole = np.concatenate(given_in)
    assert len(out) == len(whole)
    ceiling = 10 ** (-1.5 / 20)
    assert np.abs(out).max(initial=0.0) <= ceiling + 1e-6
    if np.abs(whole).max(initial=0.0) <= ceiling:
        assert np.array_equal(out, whole)
    assert np.all(np.sign(out) == np.sign(whole))
