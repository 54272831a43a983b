"""Thai is put together from sounds and tones: each syllable is read right, and its tone can be heard in the pitch."""

import ctypes
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.kernel.errors import NightcrierError
from nightcrier_studio.engines import espeak_child
from nightcrier_studio.engines.thai_engine import (
    CODAS,
    FLAT_HERTZ,
    ONSETS,
    TONE_STEP,
    VOWELS,
    FlatSpeech,
    Thai,
    espeak_spelling,
    flat_speaker,
    sing,
    thai_phrases,
    thai_syllables,
    tone_melody,
)
from nightcrier_studio.manners import Manner

RATE = 22050
TONES = {"˧": (0,), "˨˩": (-1, -2), "˥˩": (2, -2), "˦˥": (1, 2), "˩˩˦": (-2, -2, 1)}


def buzz(seconds: float, hertz: float = FLAT_HERTZ) -> np.ndarray:
    """A voice on one note: a row of damped pulses."""
    time = np.arange(round(seconds * RATE)) / RATE
    return sum(np.sin(2 * np.pi * hertz * order * time) / order for order in range(1, 30)) / 4


def pitch(sound: np.ndarray) -> float:
    """Hertz, from the likeness of the wave with itself a period later."""
    spectrum = np.fft.rfft(sound * np.hanning(len(sound)), 2 * len(sound))
    likeness = np.fft.irfft(np.abs(spectrum) ** 2)
    lags = np.arange(RATE // 220, RATE // 60)
    return RATE / float(lags[np.argmax(likeness[lags])])


def test_words_become_sounds_and_tones():
    (wolf,) = thai_syllables("/maː˩˩˦/")
    assert (wolf.sounds, wolf.vowel, wolf.tone) == (("m", "a:"), 1, (-2, -2, 1))
    see, card = thai_syllables("/duː˧/ /pʰaj˥˩/")
    assert see.sounds == ("d", "u:")
    assert card.sounds == ("p_h", "a", "j")
    assert thai_syllables("/lɯa̯˩˩˦/")[0].sounds == ("l", "W", "a")
    assert thai_syllables("/lap̚˨˩.taː˧/")[0].sounds == ("l", "a", "p")
    assert thai_syllables("/t͡ɕʰaːŋ˦˥/")[0].sounds == ("tS;", "h", "a:", "N")
    assert espeak_spelling(thai_syllables("/lap̚˨˩.taː˧/")) == "[[lap3ta:3]]"


@given(
    st.sampled_from(sorted(ONSETS)),
    st.sampled_from(sorted(VOWELS)),
    st.sampled_from(["", "ː"]),
    st.sampled_from(["", *sorted(CODAS)]),
    st.sampled_from(sorted(TONES)),
)
def test_every_syllable_that_can_be_built_is_read(onset, vowel, long, coda, tone):
    (syllable,) = thai_syllables(f"/{onset}{vowel}{long}{coda}{tone}/")
    assert syllable.sounds[syllable.vowel] == VOWELS[vowel] + (":" if long else "")
    assert syllable.tone == TONES[tone]
    assert len(syllable.sounds) == len(ONSETS[onset]) + 1 + len(coda)


def test_what_is_no_syllable_is_one_sentence():
    with pytest.raises(NightcrierError, match="'xyz' is no Thai syllable"):
        thai_syllables("/xyz/")


def test_a_space_is_a_rest():
    assert list(thai_phrases("หลับตา ทุกคน! (ได้)")) == ["หลับตา", "ทุกคน", "ได้"]


@pytest.mark.parametrize("tone", TONES)
def test_a_tone_is_heard_in_the_pitch(tone):
    flat = FlatSpeech(buzz(0.6), RATE, (0, 1000))
    sound, rate = Thai(lambda _text: f"/maː{tone}/", lambda _sounds, _pace: flat).speak("มา")
    levels = TONES[tone]
    assert rate == RATE
    begins, ends = (12 * np.log2(pitch(part) / FLAT_HERTZ) for part in (sound[1500:3500], sound[10500:12500]))
    assert begins == pytest.approx(TONE_STEP * levels[0], abs=1.6)
    assert ends == pytest.approx(TONE_STEP * levels[-1] - 1.4, abs=1.6)


def test_a_manner_raises_the_voice_and_hastens_it():
    flat, paces = FlatSpeech(buzz(0.6), RATE, (0, 1000)), []
    thai = Thai(lambda _text: "/maː˧/", lambda _sounds, pace: paces.append(pace) or flat)
    (low, _), (high, _) = (thai.speak("มา", Manner(pace=1.2, semitones=each)) for each in (-2.0, 2.0))
    assert 12 * np.log2(pitch(high[3000:6000]) / pitch(low[3000:6000])) == pytest.approx(4.0, abs=0.8)
    assert paces == [1.2, 1.2]


def test_each_phrase_is_followed_by_a_rest():
    flat = FlatSpeech(buzz(0.5), RATE, (0, 1000))
    sound, _ = Thai(lambda _text: "/maː˧/", lambda _sounds, _pace: flat).speak("มา มา")
    assert len(sound) == pytest.approx(2 * (0.5 + 0.16) * RATE, abs=4)


def test_a_phrase_dies_away_and_does_not_stop_at_a_wall():
    flat = FlatSpeech(buzz(0.5), RATE, (0, 1000))
    sound, _ = Thai(lambda _text: "/maː˧/", lambda _sounds, _pace: flat).speak("มา")
    ten, ends = round(0.01 * RATE), round(0.5 * RATE)
    levels = [20 * np.log10(sound[at - ten : at].std()) for at in range(ends - 15 * ten, ends + 1, ten)]
    assert np.ptp(levels[:4]) < 1
    assert levels[-1] < levels[0] - 20
    assert max(-np.diff(levels)) < 15


def test_nothing_to_say_and_swallowed_sounds_are_one_sentence():
    thai = Thai(lambda _text: "/maː˧/", lambda _sounds, _pace: FlatSpeech(buzz(0.5), RATE, (0,)))
    with pytest.raises(NightcrierError, match="nothing to say"):
        thai.speak("!")
    with pytest.raises(NightcrierError, match=r"swallowed a sound of \[\[ma:3\]\]"):
        thai.speak("มา")


def test_the_melody_is_as_long_as_the_sound():
    phrase = thai_syllables("/maː˧/ /maː˥˩/")
    assert len(tone_melody(phrase, FlatSpeech(buzz(0.7), RATE, (0, 900, 7000, 8000)))) == len(buzz(0.7))


@settings(max_examples=15, deadline=None)
@given(st.floats(-5, 5), st.floats(90, 130))
def test_a_voice_is_moved_by_so_many_semitones_and_stays_as_long(semitones, hertz):
    flat = buzz(0.5, hertz)
    moved = sing(flat, RATE, hertz, np.full(len(flat), semitones))
    assert len(moved) == len(flat)
    assert 12 * np.log2(pitch(moved[3000:8000]) / hertz) == pytest.approx(semitones, abs=0.6)


def test_a_voice_that_is_not_moved_sounds_as_before():
    flat = buzz(0.5)
    moved, middle = sing(flat, RATE, FLAT_HERTZ, np.zeros(len(flat))), slice(1000, -1000)
    assert np.corrcoef(moved[middle], flat[middle])[0, 1] > 0.99


class Library:
    """Stands in for espeak-ng: calls back with a wave and the moments of its phonemes."""

    def __init__(self) -> None:
        self.hear, self.told = None, []

    def espeak_Initialize(self, *_how):  # noqa: N802 - the library's own name
        return RATE

    def espeak_SetSynthCallback(self, hear):  # noqa: N802 - as above
        self.hear = hear

    def espeak_SetVoiceByName(self, voice):  # noqa: N802 - as above
        self.told.append(voice)

    def espeak_SetParameter(self, *parameter):  # noqa: N802 - as above
        self.told.append(parameter)

    def espeak_Synchronize(self):  # noqa: N802 - as above
        pass

    def espeak_Synth(self, text, *_how):  # noqa: N802 - as above
        self.told.append(text)
        wave = (ctypes.c_short * 4)(0, 16384, -16384, 0)
        events = (espeak_child._Event * 5)()
        rows = ((1, 0, b""), (7, 0, b"m"), (7, 2, "aː".encode()), (7, 3, b"_:"))
        for event, (kind, sample, name) in zip(events, rows, strict=False):
            event.kind, event.sample, event.name = kind, sample, name
        self.hear(ctypes.cast(wave, ctypes.POINTER(ctypes.c_short)), 4, events)
        self.hear(None, 0, (espeak_child._Event * 1)())


def test_wave_and_phonemes_come_back_from_the_library():
    library = Library()
    rate, samples, begins = espeak_child.synthesise(library, "th", 165, 62, "[[ma:3]]")
    assert (rate, np.frombuffer(samples, "<i2").tolist(), begins) == (RATE, [0, 16384, -16384, 0], [0, 2])
    assert library.told == [b"th", (1, 165, 0), (3, 62, 0), (4, 0, 0), b"[[ma:3]]"]


def child(program: str) -> tuple[str, ...]:
    """A process in the place of the one that speaks."""
    return (sys.executable, "-c", program)


def test_what_the_child_writes_is_speech_on_one_note():
    program = (
        "import sys\n"
        "assert sys.argv[1:] == ['th', '165', '62'] and sys.stdin.read() == '[[ma:3]]'\n"
        "sys.stdout.buffer.write(b'[22050, [0, 2]]\\n' + bytes([0, 0, 0, 64, 10, 10]))\n"
    )
    flat = flat_speaker("th", 165.0, 62, child(program))("[[ma:3]]", 1.0)
    assert flat.sound == pytest.approx([0, 0.5, 0.0784], abs=1e-3)
    assert (flat.rate, flat.begins) == (RATE, (0, 2))


def test_without_espeak_it_is_said_what_to_install():
    with pytest.raises(NightcrierError, match=r"could not say \[\[ma:3\]\]; run: sudo apt install espeak-ng"):
        flat_speaker("th", 165, 62, child("raise OSError"))("[[ma:3]]", 1.0)
