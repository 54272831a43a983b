"""Make a raw voice into a clip: the same tone and loudness for every speaker, without clicks or clipping.

One call makes a line into a clip of 48 kHz.

The rumble and a little of the chest are filtered out of the tone. A little presence and a slight echo of a room are
added. A compressor evens out the syllables, and a limiter lets no peak pass.

An equaliser makes all voices alike: it brings each voice to the long-term spectrum of speech. Otherwise the table would
notice each change between a dull and a sharp voice."""

from collections.abc import Iterable

import numpy as np
import scipy

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.box.sound.voices.clip_faults import CLIP_LOUDNESS, HIGHEST_PEAK
from nightcrier.kernel.booth_messages import Spoilt
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.soundfiles import (
    WHOLE_LINE,
    ClipEdges,
    cut_out,
    decode_sound,
    encode_speech,
    gain_factor,
    is_slack,
    line_loudness,
    resample_to,
    true_peak,
)
from nightcrier.takes.waves import Wave, colour, frequencies, room_answer

_RUMBLE = 100.0  # hertz
_CHEST: tuple[float, Decibels, float] = (260.0, -2.0, 0.9)  # hertz, gain, sharpness
_PRESENCE: tuple[float, Decibels, float] = (3200.0, 2.5, 0.8)
_ROOM_SECONDS, _ROOM_WET, _ROOM_SEED = 0.16, 0.07, 7


def shape_tone(sound: Wave, rate: int) -> Wave:
    """Return the sound with its tone shaped. The echo of the room makes the sound longer."""
    clean = np.asarray(scipy.signal.sosfilt(scipy.signal.butter(2, _RUMBLE, "highpass", fs=rate, output="sos"), sound))
    shaped = scipy.signal.lfilter(*_bell(rate, *_PRESENCE), scipy.signal.lfilter(*_bell(rate, *_CHEST), clean))
    answer = room_answer(np.random.default_rng(_ROOM_SEED), _ROOM_SECONDS, _ROOM_WET, rate)
    return np.asarray(scipy.signal.fftconvolve(shaped, answer))


def house_gains(hertz: Wave) -> Wave:
    """Return the gains of Nightcrier's own tone, which shapes chest and presence, in decibels at the given
    frequencies."""
    bells = (scipy.signal.freqz(*_bell(OPUS_RATE, *bell), hertz, fs=OPUS_RATE)[1] for bell in (_CHEST, _PRESENCE))
    return np.asarray(sum(20 * np.log10(np.abs(answer)) for answer in bells))


def _bell(rate: int, hertz: float, gain_db: Decibels, sharpness: float) -> tuple[Wave, Wave]:
    """Return a filter that raises or lowers the frequencies around `hertz`: the bilinear transform of a resonance."""
    turn = 2 * np.pi * hertz / rate
    width, amplitude = np.sin(turn) / (2 * sharpness), 10 ** (gain_db / 40)
    above = np.array([1 + width * amplitude, -2 * np.cos(turn), 1 - width * amplitude])
    below = np.array([1 + width / amplitude, -2 * np.cos(turn), 1 - width / amplitude])
    return above, below


_THRESHOLD: Decibels = -24.0
_RATIO = 2.5
_ATTACK: Seconds = 0.006
_RELEASE: Seconds = 0.12
_STEP: Seconds = 0.001
_LOOK_AHEAD: Seconds = 0.003
_OVERSAMPLING = 4


def compress(sound: Wave, rate: int) -> Wave:
    """Return the sound compressed: above the threshold the level rises `_RATIO` times less."""
    step = round(_STEP * rate)
    blocks = np.pad(sound, (0, -len(sound) % step)).reshape(-1, step)
    level = 10 * np.log10((blocks**2).mean(axis=1) + 1e-12)
    reduction = _follow(np.maximum(level - _THRESHOLD, 0) * (1 - 1 / _RATIO))
    middles = (np.arange(len(blocks)) + 0.5) * step
    return np.asarray(sound * 10 ** (-np.interp(np.arange(len(sound)), middles, reduction) / 20))


def limit_peaks(sound: Wave, rate: int, ceiling: Decibels) -> Wave:
    """Return the sound with no peak above the ceiling, even between samples. The gain is lowered shortly before each
    peak."""
    top = 10 ** (ceiling / 20)
    between = np.abs(scipy.signal.resample_poly(sound, _OVERSAMPLING, 1)).reshape(-1, _OVERSAMPLING).max(axis=1)
    needed = np.minimum(1, top / np.maximum(between, 1e-9))
    width = 2 * round(_LOOK_AHEAD * rate) + 1
    held = scipy.ndimage.minimum_filter1d(needed, 2 * width - 1, mode="nearest")
    window = np.hanning(width + 2)[1:-1]
    return np.asarray(sound * np.convolve(np.pad(held, width // 2, mode="edge"), window / window.sum(), mode="valid"))


def _follow(wanted: Wave) -> Wave:
    """Return the gain at each step as it approaches the wanted gain: fast downwards, slowly upwards."""
    attack, release = (1 - np.exp(-_STEP / time) for time in (_ATTACK, _RELEASE))
    followed, now = np.empty(len(wanted)), 0.0
    for index, target in enumerate(wanted.tolist()):
        now += (attack if target > now else release) * (target - now)
        followed[index] = now
    return followed


OCTAVES: tuple[float, ...] = (125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0)
"""The middles of the octaves, in hertz."""

_THIRDS = 125 * 2 ** (np.arange(-1, 20) / 3)
_PUBLISHED = "54.4 57.7 56.8 60.2 60.3 59.0 62.1 62.1 60.5 56.8 53.7 53.0 52.0 48.7 48.1 46.8 45.6 44.5 44.3 43.7 43.4"
"""The long-term average of speech of men and women in twelve languages, in decibels for each third of an octave from
100 Hz to 10 kHz: D. Byrne and others, Journal of the Acoustical Society of America 96 (1994), pages 2108-2120."""
_SPEECH = np.array([float(level) for level in _PUBLISHED.split()])

EQUALISED = OCTAVES[1:]
"""The octaves that are equalised. Lower octaves are not changed, because they depend on how high the speaker's voice
is."""
_HELD = 1  # of `EQUALISED`: at 500 Hz, where speech is strongest, nothing is changed
_MOST: Decibels = 10.0


def octave_levels(sounds: Iterable[tuple[Wave, int]]) -> Wave:
    """Return the level of each octave relative to the whole sound. Every sound has the same weight."""
    return _in_octaves(*_mean_power(sounds))


def speech_levels() -> Wave:
    """Return the wanted level of each octave: the published average of speech, with chest and presence of Nightcrier's
    own tone."""
    return _in_octaves(_THIRDS, 10 ** ((_SPEECH + house_gains(_THIRDS)) / 10))


def equaliser_for(raw: Iterable[tuple[Wave, int]]) -> tuple[Decibels, ...]:
    """Return the gains at the octaves of `EQUALISED` that bring a voice to the average. Each gain is limited."""
    hertz, power = _mean_power(raw)
    short = (speech_levels() - _in_octaves(hertz, power * 10 ** (house_gains(hertz) / 10)))[1:]
    gains = np.clip(short - short[_HELD], -_MOST, _MOST)
    return tuple(round(float(gain), 1) + 0.0 for gain in gains)


def equalise(sound: Wave, rate: int, gains: tuple[Decibels, ...]) -> Wave:
    """Return the sound with given gains at the octaves of `EQUALISED`, and a smooth curve between them."""
    if not gains:
        return sound
    padded = np.pad(sound, (0, round(0.1 * rate)))
    return colour(padded, 10 ** (_gain_at(frequencies(padded, rate), np.array(gains)) / 20))[: len(sound)]


def _gain_at(hertz: Wave, gains: Wave) -> Wave:
    return np.asarray(np.interp(np.log(np.maximum(hertz, 1.0)), np.log(EQUALISED), gains))


_TWELFTHS = 12
_LOWEST, _HIGHEST = OCTAVES[0] / 2**0.5, OCTAVES[-1] * 2**0.5


def _mean_power(sounds: Iterable[tuple[Wave, int]]) -> tuple[Wave, Wave]:
    """Return the frequencies of the twelfths of an octave, and the power in each twelfth. Every sound has the same
    weight."""
    edges = _LOWEST * 2 ** (np.arange(_TWELFTHS * len(OCTAVES) + 1) / _TWELFTHS)
    total = np.zeros(len(edges) - 1)
    for sound, rate in sounds:
        power = np.abs(np.fft.rfft(sound)) ** 2
        total += np.histogram(frequencies(sound, rate), edges, weights=power)[0] / power.sum()
    return np.sqrt(edges[1:] * edges[:-1]), total


def _in_octaves(hertz: Wave, power: Wave) -> Wave:
    octave = np.log2(hertz / _LOWEST).astype(int)
    summed = np.bincount(octave, weights=power, minlength=len(OCTAVES))[: len(OCTAVES)]
    return np.asarray(10 * np.log10(summed / summed.sum() + 1e-12))


_FADE_IN: Seconds = 0.004


def finish_edges(line: Wave, edges: ClipEdges = WHOLE_LINE) -> Wave:
    """Return the line with soft edges and silence added at its end, because a single word is often too short for a
    clip."""
    shape = np.ones(len(line))
    rise, fall = round(_FADE_IN * OPUS_RATE), round(edges.fade * OPUS_RATE)
    shape[:rise] = np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    shape[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return np.pad(line * shape, (0, max(0, round(edges.least * OPUS_RATE) - len(line))))


NOTHING = 1e-4
FULL_SCALE = 0.9995
CLIPPED_RUN = 4


def is_clipped(sound: Wave, run: int = CLIPPED_RUN) -> bool:
    """Say whether the wave was already clipped at full scale when the studio received it."""
    full = np.abs(sound) > FULL_SCALE
    return len(sound) >= run and bool(np.lib.stride_tricks.sliding_window_view(full, run).all(axis=1).any())


_ROUNDS = 30
_LEAST_COMES_THROUGH = 0.25
_TOLERANCE: Decibels = 0.1
_HEADROOM: Decibels = -3.0  # where the limiter begins: Opus gives peaks back higher than it got them


class UnusableRecording(NightcrierError):
    """Raised for a recording that cannot become a clip. The error says why."""

    def __init__(self, why: Spoilt, sentence: str) -> None:
        self.why = why
        super().__init__(sentence)


def must_sound(raw: Wave, least: float = 1) -> None:
    """Raise `UnusableRecording` for a recording that is too short, is silent, or is clipped."""
    if len(raw) < least or np.abs(raw).max() < NOTHING:
        raise UnusableRecording(Spoilt.SILENT, "there is nothing to hear in it; speak closer to the microphone")
    if is_clipped(raw):
        raise UnusableRecording(Spoilt.CLIPPED, "it is clipped; lower the recording level and speak it again")


def master_line(
    raw: Wave,
    rate: int,
    tone: tuple[Decibels, ...] = (),
    kbits: int = 32,
    band: int = OPUS_RATE,
    edges: ClipEdges = WHOLE_LINE,
) -> bytes:
    """Return the clip of a line, encoded with `kbits` kbit a second. The sample rate of the clip is that of `raw`, but
    at most `band`. `tone` is the voice's equaliser. If mastering has made the silence in the line longer, the line is
    cut once more. Raises `UnusableRecording` for silence and for clipped sound."""
    line = shape_line(raw, rate, tone, edges)
    clip = _bring_to_loudness(line, kbits, min(rate, band))
    played = decode_sound(clip)
    if not is_slack(played, OPUS_RATE, edges.least):
        return clip
    return _bring_to_loudness(finish_edges(cut_out(line, OPUS_RATE, edges, played), edges), kbits, min(rate, band))


def shape_line(raw: Wave, rate: int, tone: tuple[Decibels, ...], edges: ClipEdges = WHOLE_LINE) -> Wave:
    """Return the line at 48 kHz, before its loudness is set."""
    must_sound(raw)
    line = resample_to(equalise(cut_out(raw, rate, edges), rate, tone), rate, OPUS_RATE)
    shaped = shape_tone(line * gain_factor(-6) / np.abs(line).max(), OPUS_RATE)[: len(line)]
    return finish_edges(compress(shaped, OPUS_RATE), edges)


def _bring_to_loudness(line: Wave, kbits: int, rate: int) -> bytes:
    """Return the clip of a line, as loud as every other line after decoding. Limiter and codec change the loudness, so
    the gain is found in several rounds. If a round changed the loudness too little, the next round changes the gain
    more."""
    louder = step = CLIP_LOUDNESS - line_loudness(line, OPUS_RATE)
    ceiling, before, clip = _HEADROOM, CLIP_LOUDNESS - step, b""
    for _ in range(_ROUNDS):
        clip = encode_speech(limit_peaks(line * gain_factor(louder), OPUS_RATE, ceiling), kbits, rate)
        decoded = decode_sound(clip)
        loudness, over = line_loudness(decoded, OPUS_RATE), true_peak(decoded) - HIGHEST_PEAK
        if abs(CLIP_LOUDNESS - loudness) < _TOLERANCE and over <= 0:
            break
        came_through = float(np.clip((loudness - before) / step, _LEAST_COMES_THROUGH, 1)) if step else 1.0
        before, step = loudness, (CLIP_LOUDNESS - loudness) / came_through
        louder, ceiling = louder + step, ceiling - max(0.0, over + _TOLERANCE)
    return clip
