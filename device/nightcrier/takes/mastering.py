"""Make a raw voice into a clip: the same tone and loudness for every speaker, without clicks or clipping.

One call makes a line into a clip of 48 kHz.

The rumble and a little of the chest are filtered out of the tone. A little presence and a slight echo of a room are
added. A compressor evens out the syllables, and a limiter lets no peak pass.

An equalizer makes all voices alike: it brings each voice to the long-term spectrum of speech. Otherwise the table would
notice each change between a dull and a sharp voice."""

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
CHEST: tuple[float, Decibels, float] = (260.0, -2.0, 0.9)  # hertz, gain, sharpness
PRESENCE: tuple[float, Decibels, float] = (3200.0, 2.5, 0.8)
_ROOM_SECONDS, _ROOM_WET, _ROOM_SEED = 0.16, 0.07, 7


def shape_tone(sound: Wave, rate: int) -> Wave:
    """Return the sound with its tone shaped. The echo of the room makes the sound longer."""
    clean = np.asarray(scipy.signal.sosfilt(scipy.signal.butter(2, _RUMBLE, "highpass", fs=rate, output="sos"), sound))
    shaped = scipy.signal.lfilter(*bell(rate, *PRESENCE), scipy.signal.lfilter(*bell(rate, *CHEST), clean))
    answer = room_answer(np.random.default_rng(_ROOM_SEED), _ROOM_SECONDS, _ROOM_WET, rate)
    return np.asarray(scipy.signal.fftconvolve(shaped, answer))


def bell(rate: int, hertz: float, gain_db: Decibels, sharpness: float) -> tuple[Wave, Wave]:
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


EQUALISED: tuple[float, ...] = (250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0)
"""The middles of the octaves that are equalized, in hertz. Lower ones depend on how high the speaker's voice is."""


def equalise(sound: Wave, rate: int, gains: tuple[Decibels, ...]) -> Wave:
    """Return the sound with given gains at the octaves of `EQUALISED`, and a smooth curve between them."""
    if not gains:
        return sound
    padded = np.pad(sound, (0, round(0.1 * rate)))
    return colour(padded, 10 ** (_gain_at(frequencies(padded, rate), np.array(gains)) / 20))[: len(sound)]


def _gain_at(hertz: Wave, gains: Wave) -> Wave:
    return np.asarray(np.interp(np.log(np.maximum(hertz, 1.0)), np.log(EQUALISED), gains))


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
    level: Decibels = 0.0,
) -> bytes:
    """Return the clip of a line, encoded with `kbits` kbit a second. The sample rate of the clip is that of `raw`, but
    at most `band`. `tone` is the voice's equalizer, `level` the loudness relative to other lines. If mastering has made
    the silence in the line longer, the line is cut once more. Raises `UnusableRecording` for silence and for clipped
    sound."""
    line = shape_line(raw, rate, tone, edges)
    wanted = CLIP_LOUDNESS + level
    clip = _bring_to_loudness(line, kbits, min(rate, band), wanted)
    played = decode_sound(clip)
    if not is_slack(played, OPUS_RATE, edges.least):
        return clip
    return _bring_to_loudness(
        finish_edges(cut_out(line, OPUS_RATE, edges, played), edges), kbits, min(rate, band), wanted
    )


def shape_line(raw: Wave, rate: int, tone: tuple[Decibels, ...], edges: ClipEdges = WHOLE_LINE) -> Wave:
    """Return the line at 48 kHz, before its loudness is set."""
    must_sound(raw)
    line = resample_to(equalise(cut_out(raw, rate, edges), rate, tone), rate, OPUS_RATE)
    shaped = shape_tone(line * gain_factor(-6) / np.abs(line).max(), OPUS_RATE)[: len(line)]
    return finish_edges(compress(shaped, OPUS_RATE), edges)


def _bring_to_loudness(line: Wave, kbits: int, rate: int, wanted: Decibels) -> bytes:
    """Return the clip of a line, as loud as wanted after decoding. Limiter and codec change the loudness, so
    the gain is found in several rounds. If a round changed the loudness too little, the next round changes the gain
    more."""
    louder = step = wanted - line_loudness(line, OPUS_RATE)
    ceiling, before, clip = _HEADROOM, wanted - step, b""
    for _ in range(_ROUNDS):
        clip = encode_speech(limit_peaks(line * gain_factor(louder), OPUS_RATE, ceiling), kbits, rate)
        decoded = decode_sound(clip)
        loudness, over = line_loudness(decoded, OPUS_RATE), true_peak(decoded) - HIGHEST_PEAK
        if abs(wanted - loudness) < _TOLERANCE and over <= 0:
            break
        came_through = float(np.clip((loudness - before) / step, _LEAST_COMES_THROUGH, 1)) if step else 1.0
        before, step = loudness, (wanted - loudness) / came_through
        louder, ceiling = louder + step, ceiling - max(0.0, over + _TOLERANCE)
    return clip
