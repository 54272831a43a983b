"""Tests that beds have no seam, rhythm or gap, that signals stay below full scale, and that a seed always gives the
same sound."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bench import loudness
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.takes.soundfiles import decode_sound, lufs, read_channels, true_peak
from nightcrier.takes.waves import colour, frequencies
from nightcrier_studio.sounds import catalogue, outdoors, ring, signals, theatre
from nightcrier_studio.sounds.catalogue import BEDS, SIGNALS, BedRecipe, encode_loop
from nightcrier_studio.sounds.ring import Ring, convolve_ring, drift_curve, even_out
from nightcrier_studio.sounds.tapping import tapping
from nightcrier_studio.tones import loudest_moment
from tests.sampling import sampled

SHORT = {name: BedRecipe(bed.make, 2.0) for name, bed in BEDS.items()}


@cache
def made(name: str) -> np.ndarray:
    """Return a signal, which is made once for all tests."""
    return SIGNALS[name].sound(name)


@cache
def shipped(bed: str) -> tuple[np.ndarray, int]:
    return read_channels(Path(f"assets/audio/beds/{bed}.ogg"))


def shipped_mono(bed: str) -> tuple[np.ndarray, int]:
    channels, rate = shipped(bed)
    return channels.mean(axis=1), rate


@pytest.fixture(scope="module")
def short():
    """Return two seconds of every bed."""
    return {name: bed.sound(name) for name, bed in SHORT.items()}


@pytest.mark.parametrize("name", BEDS)
def test_a_bed_has_its_length_and_its_level(short, name):
    assert len(short[name]) == 2 * SAMPLE_RATE
    assert lufs(short[name], SAMPLE_RATE) == pytest.approx(-26, abs=0.1)
    assert true_peak(short[name]) < -1.5


@pytest.mark.parametrize("name", ["tapping-bright", "fire", "wind", "rain"])
def test_a_bed_is_the_same_again_under_its_seed(short, name):
    assert np.array_equal(short[name], SHORT[name].sound(name))


@pytest.mark.parametrize("name", BEDS)
def test_a_bed_closes_without_a_seam(short, name):
    bed = short[name]
    assert abs(bed[0] - bed[-1]) <= np.quantile(np.abs(np.diff(bed)), 0.999)
    assert ring.seam_rank(bed, SAMPLE_RATE) < 1


def test_another_seed_gives_another_bed():
    first, other = (tapping(np.random.default_rng(seed), 1.0) for seed in (1, 2))
    assert not np.allclose(first, other)


@pytest.mark.parametrize("name", BEDS)
def test_where_a_shipped_bed_closes_nothing_is_heard(name):
    assert ring.seam_rank(*shipped_mono(name)) < 0.9


@pytest.mark.parametrize("name", BEDS)
def test_a_shipped_bed_is_wide_and_in_mono_no_quieter(name):
    left_right, _ = shipped(name)
    assert left_right.shape[1] == 2
    assert 0.3 < loudness.mono_loss(left_right) < 1


def test_what_left_and_right_share_is_the_loop():
    noise = np.random.default_rng(8).standard_normal(SAMPLE_RATE)
    wide = ring.widen_ring(noise, np.random.default_rng(9))
    assert np.allclose(wide.mean(axis=1), noise)
    assert loudness.mono_loss(wide) == pytest.approx(0.64, abs=0.05)


def test_a_drone_ends_as_it_begins():
    hum = made("drone")
    assert np.allclose(np.diff(hum, append=hum[0])[-1], np.diff(hum)[-1], atol=1e-3)


@pytest.mark.parametrize("name", ["paws", "chime", "coins", "steps"])
def test_a_foley_is_over_before_the_words_are_and_lies_under_them(name):
    heard = made(name)
    assert len(heard) < 1.5 * SAMPLE_RATE
    assert loudest_moment(heard, SAMPLE_RATE) < -16 - 12


def test_the_shipped_fire_has_no_hole_and_its_pops_startle_nobody():
    fire, rate = shipped_mono("fire")
    assert loudness.longest_hole(fire, rate) <= 0.020
    assert loudness.highest_rise(fire, rate) <= 4


def test_a_loop_is_turned_until_it_closes_calmly():
    noise = np.random.default_rng(6).standard_normal(4 * SAMPLE_RATE)
    noise[: SAMPLE_RATE // 50] *= 40
    assert ring.seam_rank(noise, SAMPLE_RATE) > 0.98
    calm = ring.close_calmly(noise, SAMPLE_RATE)
    assert ring.seam_rank(calm, SAMPLE_RATE) < 0.7
    assert np.array_equal(np.sort(calm), np.sort(noise))


def test_a_pop_is_held_under_the_rest():
    noise = np.random.default_rng(7).standard_normal(2 * SAMPLE_RATE)
    noise[SAMPLE_RATE : SAMPLE_RATE + 3000] *= 6
    assert loudness.highest_rise(noise, SAMPLE_RATE) > 10
    assert loudness.highest_rise(ring.hold_under(noise, 3.0, 0.012), SAMPLE_RATE) < 4


def test_the_wolves_of_a_pack_howl_each_in_its_own_way():
    contours = [contour for _, contour, _ in outdoors._PACK]
    assert len(set(contours)) == len(contours) >= 4


def test_a_dawn_is_over_as_people_open_their_eyes():
    assert len(made("dawn")) <= 2.6 * SAMPLE_RATE


def pitches(color: signals.Color) -> list[float]:
    """Return the strongest frequency of each note."""
    heard = []
    for ratio in signals._MOTIF:
        note = color._string(np.random.default_rng(1), ratio, 1.0)
        heard.append(float(np.abs(np.fft.rfft(note)).argmax()))
    return heard


@pytest.mark.parametrize("color", [*signals.COLORS.values(), signals._DAWN])
def test_each_color_plays_the_same_three_notes(color):
    first, *others = pitches(color)
    assert first == pytest.approx(color.hertz, abs=2)
    assert [each / first for each in others] == pytest.approx([1.5, 1.125], abs=0.01)


@pytest.mark.parametrize("name", [*signals.COLORS, "dawn"])
def test_a_color_has_no_wall_at_its_end_no_tick_and_no_whistle(name):
    sound = made(name)
    power = np.abs(np.fft.rfft(sound)) ** 2
    assert np.sort(power)[-6:].sum() < 0.9 * power.sum()
    sharp = ring.band_pass(sound, 12000, 20000)  # where a cut partial clicks
    loudest = np.abs(sharp.reshape(-1, SAMPLE_RATE // 100)).max(axis=1)
    assert loudest[-20:].max() < 10 ** (-60 / 20)
    assert np.abs(sound[-SAMPLE_RATE // 100 :]).max() < 10 ** (-50 / 20)


def test_no_two_colors_of_a_verdict_are_alike():
    assert len({repr(signals.COLORS[name]) for name in ("village-won", "wolves-won", "lone-won")}) == 3
    assert len(signals.COLORS) + 1 == 7


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_is_as_loud_on_a_small_speaker_and_ends_without_a_step(name):
    assert loudness.small_speaker_loss(made(name), SAMPLE_RATE) <= loudness.MOST_LOST
    assert name in loudness.LOOPS or loudness.sharpest_end(made(name), SAMPLE_RATE) <= loudness.SHARPEST_END


@pytest.mark.parametrize("make", [outdoors._drop, outdoors._click, outdoors._pop, theatre._clink])
def test_an_event_of_a_bed_has_died_away_where_it_ends(make):
    event, last = make(np.random.default_rng(3)), SAMPLE_RATE // 1000
    loudest = (event[: len(event) // last * last].reshape(-1, last) ** 2).mean(axis=1).max()
    assert 10 * np.log10((event[-last:] ** 2).mean() / loudest) < -30


def test_a_bird_sings_its_strophe_again_with_small_differences():
    chance = np.random.default_rng(0)
    bird, other = (outdoors.Bird(chance, 2300, 3100, strophes=1) for _ in range(2))
    songs = [bird.sing(chance) for _ in range(6)]
    for again in songs[1:]:
        assert not np.array_equal(again, songs[0])
        assert likeness(again, songs[0]) > 0.8
    assert likeness(other.sing(chance), songs[0]) < 0.3


def likeness(song: np.ndarray, other: np.ndarray) -> float:
    """Return how similar the pitches of two songs are, as a correlation."""
    first, second = (
        np.histogram(frequencies(s), 20, (2000, 3500), weights=np.abs(np.fft.rfft(s)) ** 2)[0] for s in (song, other)
    )
    return float(np.corrcoef(first, second)[0, 1])


def test_a_howl_breaks_and_its_breath_is_left_last():
    howl = outdoors._howl(np.random.default_rng(5), outdoors._LEADER)
    power = np.abs(np.fft.rfft(howl[-round(0.4 * SAMPLE_RATE) :])) ** 2
    assert np.sort(power)[-6:].sum() < 0.2 * power.sum()
    assert loudness.sharpest_end(howl, SAMPLE_RATE) <= loudness.SHARPEST_END
    tones = outdoors._glide(np.random.default_rng(6), outdoors._LEADER, ring.moments(3.1))
    step = SAMPLE_RATE // 20
    assert np.abs(12 * np.log2(tones[step:] / tones[:-step])).max() > 3  # semitones


@pytest.mark.parametrize("name", ["village-won", "wolves-won", "lone-won"])
def test_a_sting_is_short(name):
    assert len(made(name)) < 2 * SAMPLE_RATE


@pytest.mark.parametrize("name", ["tapping", "tapping-bright"])
def test_the_shipped_tapping_never_leaves_a_hole_and_has_no_rhythm(name):
    bed, rate = shipped_mono(name)
    assert loudness.longest_hole(bed, rate) <= 0.020
    assert loudness.rhythm(bed, rate) < 0.1


def test_the_measures_find_what_they_are_for():
    noise = np.random.default_rng(3).standard_normal(8 * SAMPLE_RATE)
    assert loudness.longest_hole(noise, SAMPLE_RATE) == 0
    assert loudness.rhythm(noise, SAMPLE_RATE, longest=3.0) < 0.2
    holed = noise.copy()
    holed[SAMPLE_RATE : SAMPLE_RATE + 2205] = 0
    assert loudness.longest_hole(holed, SAMPLE_RATE) == pytest.approx(0.045, abs=0.006)
    beating = noise * (np.arange(len(noise)) % (SAMPLE_RATE // 2) < 4000)
    assert loudness.rhythm(beating, SAMPLE_RATE, longest=3.0) > 0.8
    fading = noise * np.exp(-np.arange(len(noise)) / (0.2 * SAMPLE_RATE))
    assert loudness.sharpest_end(fading, SAMPLE_RATE) < 4
    assert loudness.sharpest_end(fading[: SAMPLE_RATE // 2], SAMPLE_RATE) > 20
    deep = np.sin(2 * np.pi * 100 * np.arange(SAMPLE_RATE) / SAMPLE_RATE)
    assert loudness.small_speaker_loss(deep, SAMPLE_RATE) > 20
    cut = noise.copy()
    cut[:2] = 400
    assert ring.seam_rank(cut, SAMPLE_RATE) > 0.99


@pytest.mark.parametrize("name", sampled(SIGNALS, 5))
def test_a_signal_is_heard_and_never_clips(name):
    signal = made(name)
    assert np.array_equal(signal, SIGNALS[name].sound(name))
    assert true_peak(signal) <= -1.5
    assert SIGNALS[name].loudest - 6 < loudest_moment(signal, SAMPLE_RATE) <= SIGNALS[name].loudest + 0.1
    assert abs(signal[-1]) < 0.01


def test_what_hangs_over_the_end_of_a_ring_is_heard_at_its_start():
    ring = Ring(10 / SAMPLE_RATE)
    ring.lay(9 / SAMPLE_RATE, np.array([1.0, 2.0, 3.0]))
    assert ring.sound.tolist() == [2, 3, 0, 0, 0, 0, 0, 0, 0, 1]


def test_a_response_rings_on_into_the_start():
    click = np.zeros(100)
    click[99] = 1
    assert convolve_ring(click, np.array([0.5, 0.25])) == pytest.approx([0.25, *np.zeros(98), 0.5], abs=1e-12)


def test_colour_and_ironing_keep_a_loop_a_loop():
    chance = np.random.default_rng(4)
    noise = chance.standard_normal(SAMPLE_RATE)
    assert colour(noise, np.ones(len(frequencies(noise)))) == pytest.approx(noise)
    swelling = noise * np.exp(drift_curve(chance, SAMPLE_RATE, 2, 9))
    flat = even_out(swelling, 1.0, 0.02)

    def spread(sound: np.ndarray) -> float:
        return float(np.log((sound.reshape(-1, SAMPLE_RATE // 100) ** 2).mean(axis=1)).std())

    assert spread(flat) < spread(swelling) / 2


def test_building_writes_every_sound_and_a_list_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "BEDS", {"tapping": BedRecipe(tapping, 1.0)})
    monkeypatch.setattr(catalogue, "SIGNALS", {"tick": SIGNALS["tick"]})
    told = []
    catalogue.build_sounds(tmp_path, lambda done, total: told.append((done, total)))
    listed = tomllib.loads((tmp_path / "sounds.toml").read_text())
    assert listed == {
        "beds": {"tapping": {"file": "beds/tapping.ogg", "seconds": 1.0}},
        "signals": {"tick": {"file": "signals/tick.ogg", "seconds": 0.6}},
    }
    assert told == [(1, 2), (2, 2)]
    assert (tmp_path / "beds/tapping.ogg").is_file()


def test_the_shipped_list_names_every_sound_there_is():
    listed = tomllib.loads(Path("assets/audio/sounds.toml").read_text())
    assert set(listed["beds"]) == set(BEDS)
    assert set(listed["signals"]) == set(SIGNALS)


def test_a_coded_loop_has_every_sample_it_had(short):
    assert len(decode_sound(encode_loop(short["rain"], SAMPLE_RATE))) == len(short["rain"])
