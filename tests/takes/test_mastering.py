"""Tests that every mastered clip is as loud as the others, has no clipped peak, and is long enough to be understood,
and that voices of different color come out alike."""

import io

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.takes import mastering
from nightcrier.takes.mastering import (
    EQUALISED,
    UnusableRecording,
    compress,
    equalise,
    finish_edges,
    is_clipped,
    limit_peaks,
    master_line,
    shape_line,
    shape_tone,
)
from nightcrier.takes.soundfiles import (
    LONGEST_PAUSE,
    WHOLE_LINE,
    decibels,
    decode_sound,
    encode_speech,
    gain_factor,
    is_slack,
    line_loudness,
    longest_pause,
    lufs,
    resample_to,
    true_peak,
)
from nightcrier.takes.waves import colour, frequencies
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.tones import OCTAVES, equaliser_for, loudest_moment, octave_levels, speech_levels

RATE = 22050


@pytest.mark.parametrize("peak", [0.01, 0.3, 0.9])
@pytest.mark.parametrize("seconds", [0.3, 1.2, 4.0])
def test_a_clip_is_as_loud_as_every_other_however_it_was_spoken(talk, seconds, peak):
    clip = decode_sound(master_line(talk(seconds, peak=peak), RATE))
    assert line_loudness(clip, OPUS_RATE) == pytest.approx(-16, abs=0.5)
    assert true_peak(clip) <= -1.5


@pytest.mark.parametrize("level", [-10, -3])
def test_a_quiet_line_is_as_much_quieter_as_its_kind_says(talk, level):
    clip = decode_sound(master_line(talk(1.2, peak=0.9), RATE, level=level))
    assert line_loudness(clip, OPUS_RATE) == pytest.approx(-16 + level, abs=0.5)


def test_one_word_is_as_loud_to_the_ear_as_a_sentence(talk):
    """Loudness is felt at the loudest moment, so a word must not be amplified because of the silence around it."""
    word, sentence = (decode_sound(master_line(talk(seconds), RATE)) for seconds in (0.25, 4.0))
    assert loudest_moment(word, OPUS_RATE) == pytest.approx(loudest_moment(sentence, OPUS_RATE), abs=2)


def test_silence_around_a_line_changes_nothing_of_its_loudness(talk):
    spoken = talk(0.3)
    assert line_loudness(np.pad(spoken, RATE), RATE) == pytest.approx(line_loudness(spoken, RATE), abs=0.1)
    assert line_loudness(np.tile(spoken[6000:-6000], 20), RATE) == pytest.approx(line_loudness(spoken, RATE), abs=1)


def test_silence_that_has_grown_on_the_way_is_cut_once_more(talk, monkeypatch):
    line = np.concatenate((talk(1.0), np.zeros(RATE // 2), talk(1.0), np.zeros(RATE // 2)))
    grown = resample_to(line, RATE, OPUS_RATE)
    monkeypatch.setattr(mastering, "shape_line", lambda *_: grown)
    assert longest_pause(grown, OPUS_RATE) > LONGEST_PAUSE
    clip = decode_sound(master_line(line, RATE))
    assert longest_pause(clip, OPUS_RATE) <= LONGEST_PAUSE
    assert not is_slack(clip, OPUS_RATE, 0.6)
    assert len(clip) / OPUS_RATE == pytest.approx(2.65, abs=0.06)
    assert line_loudness(clip, OPUS_RATE) == pytest.approx(-16, abs=0.5)


@pytest.mark.parametrize(("after", "least", "slack"), [(0.25, 0.6, False), (0.35, 0.6, True), (0.35, 1.35, False)])
def test_silence_at_an_end_is_too_long_unless_it_fills_a_line_up(after, least, slack):
    tone = np.sin(np.arange(OPUS_RATE) / 25)
    assert is_slack(np.pad(tone, (0, round(after * OPUS_RATE))), OPUS_RATE, least) is slack


def test_one_short_word_is_padded_to_the_shortest_line(talk):
    assert len(decode_sound(master_line(talk(0.2), RATE))) >= 0.6 * OPUS_RATE


def test_the_silence_around_a_line_goes(talk):
    spoken = talk(1.0)
    assert len(spoken) == pytest.approx(1.6 * RATE, abs=2)
    assert len(decode_sound(master_line(spoken, RATE))) < 1.4 * OPUS_RATE


def test_the_same_voice_gives_the_same_file(talk):
    assert master_line(talk(), RATE) == master_line(talk(), RATE)


def test_a_clip_is_opus_in_one_channel(talk):
    with soundfile.SoundFile(io.BytesIO(master_line(talk(), RATE))) as file:
        assert (file.format, file.subtype, file.samplerate, file.channels) == ("OGG", "OPUS", 24000, 1)


def test_a_clip_begins_and_ends_in_silence(talk):
    clip = decode_sound(master_line(talk(), RATE))
    assert np.abs(clip[:20]).max() < 0.02
    assert np.abs(clip[-200:]).max() < 0.02


def test_silence_is_refused():
    with pytest.raises(UnusableRecording, match="nothing to hear"):
        master_line(np.zeros(RATE), RATE)
    with pytest.raises(UnusableRecording, match="nothing to hear"):
        master_line(np.zeros(0), RATE)


def test_a_recording_that_was_cut_flat_is_refused(talk):
    with pytest.raises(UnusableRecording, match="clipped"):
        master_line(np.clip(3 * talk(peak=1.0), -1, 1), RATE)


def test_a_loud_recording_is_not_taken_for_a_clipped_one(talk):
    assert not is_clipped(talk(peak=0.999))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.05, 30), st.floats(-20, -1))
def test_no_peak_passes_the_limiter(seed, loud, ceiling):
    wild = loud * np.random.default_rng(seed).standard_normal(6000) ** 3
    assert true_peak(limit_peaks(wild, OPUS_RATE, ceiling)) <= ceiling + 0.5


def test_the_limiter_leaves_quiet_sound_alone(talk):
    quiet = 0.1 * talk()
    assert np.allclose(limit_peaks(quiet, RATE, -1.0), quiet)


def test_the_compressor_brings_loud_and_soft_closer_together(talk):
    soft, loud = (compress(talk(peak=peak), RATE) for peak in (0.1, 1.0))
    apart = decibels(float(np.abs(loud).max())) - decibels(float(np.abs(soft).max()))
    assert 0 < apart < 15


def test_rumble_goes_and_presence_comes():
    time = np.arange(OPUS_RATE) / OPUS_RATE

    def passes(hertz: float) -> float:
        tone = np.sin(2 * np.pi * hertz * time)
        return decibels(float(shape_tone(tone, OPUS_RATE)[4800:43200].std() / tone.std()))

    assert passes(40) < -10
    assert -4 < passes(260) < -0.5
    assert 1 < passes(3200) < 4


def test_a_tone_of_full_scale_has_the_loudness_the_standard_gives_it():
    tone = np.sin(2 * np.pi * 997 * np.arange(4 * OPUS_RATE) / OPUS_RATE)
    assert lufs(tone, OPUS_RATE) == pytest.approx(-3.01, abs=0.1)
    assert loudest_moment(tone, OPUS_RATE) == pytest.approx(-3.01, abs=0.1)
    assert true_peak(tone) == pytest.approx(0, abs=0.1)


def test_a_peak_between_two_samples_is_seen():
    between = np.sin(2 * np.pi * np.arange(4800) / 4 + np.pi / 4)
    assert decibels(float(np.abs(between).max())) == pytest.approx(-3.01, abs=0.01)
    assert true_peak(between) == pytest.approx(0, abs=0.6)


def test_the_edges_are_faded_and_padded(talk):
    assert finish_edges(np.ones(OPUS_RATE))[[0, -1]] == pytest.approx([0, 0])
    assert len(finish_edges(np.ones(OPUS_RATE // 10))) == WHOLE_LINE.least * OPUS_RATE
    assert len(finish_edges(np.ones(OPUS_RATE))) == OPUS_RATE


def test_no_bits_are_spent_on_what_a_voice_cannot_have(talk):
    """At 16 kHz the same bits reproduce a narrow voice better. Whoever decodes the Opus clip still gets 48 kHz."""
    line = np.repeat(talk(2.0), 3)[: 2 * OPUS_RATE]
    for voice_rate, rate in ((8000, 16000), (16000, 16000), (22050, 24000), (44100, 48000), (96000, 48000)):
        clip = encode_speech(line, 24, voice_rate)
        assert soundfile.info(io.BytesIO(clip)).samplerate == rate
        assert len(decode_sound(clip)) == pytest.approx(len(line), abs=3)


def test_fewer_bits_a_second_make_a_smaller_clip(talk):
    small, large = (len(master_line(talk(4.0), RATE, kbits=kbits)) for kbits in (24, 32))
    assert 0.65 < small / large < 0.9


def test_a_clip_is_coded_at_no_higher_rate_than_its_band(talk):
    rates = [soundfile.info(io.BytesIO(master_line(talk(), RATE, band=band))).samplerate for band in (OPUS_RATE, 16000)]
    assert rates[0] > rates[1] == 16000


def test_gain_and_decibels_are_each_others_inverse():
    assert decibels(gain_factor(-7.5)) == pytest.approx(-7.5)


TONE_RATE = 24000


def coloured(slope, seed=5):
    """Return two seconds of noise in syllables, with a spectrum that falls by `slope` decibels an octave."""
    noise = np.random.default_rng(seed).standard_normal(2 * TONE_RATE)
    hertz = np.maximum(frequencies(noise, TONE_RATE), 80)
    syllables = 0.2 + np.abs(np.sin(2 * np.pi * 2.3 * np.arange(len(noise)) / TONE_RATE))
    return 0.05 * syllables * colour(noise, (hertz / 500) ** (slope / 6.02))


def test_the_average_is_that_of_the_literature():
    """The expected levels are those of Byrne and others, 1994, with 2 dB less chest and 2.5 dB more presence."""
    assert speech_levels() == pytest.approx([-8.7, -6.3, -3.6, -9.5, -13.1, -16.6, -20.0], abs=0.1)


def test_the_levels_of_octaves_are_found():
    third = 2 ** (1 / 3)
    sound = sum(np.sin(2 * np.pi * third * octave * np.arange(TONE_RATE) / TONE_RATE) for octave in OCTAVES)
    assert octave_levels([(sound, TONE_RATE), (0.1 * sound, TONE_RATE)]) == pytest.approx([-8.45] * 7, abs=0.1)


def test_a_dull_and_a_sharp_voice_come_out_alike():
    mastered = []
    for slope in (-8.5, -5.0):
        voice = coloured(slope)
        mastered.append(octave_levels([(shape_line(voice, TONE_RATE, equaliser_for([(voice, TONE_RATE)])), OPUS_RATE)]))
    dull, sharp = mastered
    assert np.abs(dull - sharp)[1:].max() < 4
    assert np.abs(dull - speech_levels())[1:].max() < 3.5


def test_the_equaliser_has_its_limits():
    gains = equaliser_for([(coloured(-14.0), TONE_RATE)])
    assert max(map(abs, gains)) == 10
    assert gains[EQUALISED.index(500.0)] == 0


def test_gains_are_those_asked_for():
    gains = (3.0, 0.0, -6.0, 2.0, 10.0, -10.0)
    for hertz, gain in zip((100.0, *EQUALISED), (3.0, *gains), strict=True):
        tone = np.sin(2 * np.pi * hertz * np.arange(TONE_RATE) / TONE_RATE)
        middle = equalise(tone, TONE_RATE, gains)[4000:-4000]
        assert 20 * np.log10(middle.std() / tone.std()) == pytest.approx(gain, abs=0.3)
    assert equalise(tone, TONE_RATE, ()) is tone


def test_every_shipped_voice_has_its_equaliser():
    for name, voice in read_voices().items():
        if voice.shipped:
            assert len(voice.tone) == len(EQUALISED), name
