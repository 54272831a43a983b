"""Read any common format of sound, write Ogg files that are always the same for the same sound, measure loudness, and
find the speech inside a line.

Speech is found against the noise floor of the line. Silence, the tick at the end of a machine's line, and too long
pauses can then be removed. Loudness and the peak between samples follow ITU-R BS.1770."""

import io
from math import gcd
from pathlib import Path

import numpy as np
import scipy
import soundfile
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.ogg import OPUS_RATE, steady_ogg
from nightcrier.box.sound.voices.clip_faults import SHORTEST_LINE, SHORTEST_PART
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.waves import Wave

LONGEST_PAUSE: Seconds = 0.6
"""The longest pause that is allowed inside a line."""

_SHORTENED: Seconds = 0.5
"""The length to which a longer pause is shortened. This length is less than `LONGEST_PAUSE`, because mastering can hide
a faint end of a word and so make the pause longer."""

_LONGEST_END: Seconds = 0.3

_FRAME: Seconds = 0.005
_SMOOTHED = 4  # frames: hiss flickers
_FLOOR_SHARE = 5  # of a hundred frames lie below what is taken for the floor
_OVER_FLOOR: Decibels = 14.0
_FAINTEST: Decibels = -50.0  # below the loudest frame nothing counts as speech
_FULLEST: Decibels = -34.0  # and whatever lies above this does: a line without any silence has no floor
_TICK: Seconds = 0.25
_TICK_BELOW: Decibels = -25.0
_HISS_BELOW: Decibels = -32.0
_JOIN: Seconds = 0.02


class ClipEdges(Struct, frozen=True):
    """The edges of a clip: the silence before and after the speech, the length of the fade, and the minimum length."""

    before: Seconds
    after: Seconds
    fade: Seconds
    least: Seconds


WHOLE_LINE = ClipEdges(0.03, 0.09, 0.06, SHORTEST_LINE)
SENTENCE_PART = ClipEdges(0.01, 0.02, 0.02, SHORTEST_PART)
"""The edges of a part of a sentence, close together because the next part follows at once."""

Stretches = NDArray[np.int64]
"""Stretches of sound, one row for each: the first sample of the stretch, and the first sample after it."""


def speech_stretches(sound: Wave, rate: int) -> Stretches:
    """Return the stretches in which somebody speaks. Silences of at least half a pause separate the stretches. A faint
    tick that stands alone is not speech, and fainter hiss is not, however long it is."""
    if not sound.any():
        return np.array([[0, len(sound)]])
    frame = round(_FRAME * rate)
    levels = _levels(sound, frame)
    heard = levels > np.clip(np.percentile(levels, _FLOOR_SHARE) + _OVER_FLOOR, _FAINTEST, _FULLEST)
    found = _runs(heard, round(_SHORTENED / 2 / _FRAME))
    spoken = [run for run in found if not _is_tick(levels[run[0] : run[1]], heard[run[0] : run[1]])]
    return np.minimum(np.array(spoken, dtype=np.int64).reshape(-1, 2) * frame, len(sound))


def cut_out(sound: Wave, rate: int, edges: ClipEdges = WHOLE_LINE, played: Wave | None = None) -> Wave:
    """Return the line with a little silence on both sides, and without long pauses. `played` is the decoded line, if
    there is one. In that case `played` is searched for speech, because coding can lose a faint end of a word."""
    stretches = speech_stretches(sound if played is None else played, rate)
    starts = stretches[:, 0] - round(_SHORTENED / 2 * rate)
    ends = stretches[:, 1] + round(_SHORTENED / 2 * rate)
    starts[0], ends[-1] = stretches[0, 0] - round(edges.before * rate), stretches[-1, 1] + round(edges.after * rate)
    line = sound[max(0, starts[0]) : ends[0]]
    for index in range(1, len(stretches)):
        if starts[index] > ends[index - 1]:
            line = _join(line, sound[starts[index] : ends[index]], round(_JOIN * rate))
        else:
            line = np.concatenate((line, sound[ends[index - 1] : ends[index]]))
    return line


def is_slack(played: Wave, rate: int, least: Seconds) -> bool:
    """Say whether a line has a pause that is too long or too much silence at its end. Silence that fills a short line
    up to the length `least` does not count."""
    end = (len(played) - int(speech_stretches(played, rate)[-1, 1])) / rate
    fills = len(played) <= round((least + _FRAME) * rate)
    return longest_pause(played, rate) > LONGEST_PAUSE or (end > _LONGEST_END and not fills)


def longest_pause(sound: Wave, rate: int) -> Seconds:
    """Return the longest pause inside a line, or 0 if no pause is at least half as long as allowed."""
    stretches = speech_stretches(sound, rate)
    return float(np.max(stretches[1:, 0] - stretches[:-1, 1], initial=0)) / rate


def _levels(sound: Wave, frame: int) -> Wave:
    power = (np.pad(sound, (0, -len(sound) % frame)).reshape(-1, frame) ** 2).mean(axis=1)
    smooth = np.convolve(power, np.ones(_SMOOTHED) / _SMOOTHED, mode="same")[: len(power)]
    return np.asarray(10 * np.log10(smooth / smooth.max() + 1e-12))


def _runs(heard: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Return the stretches of frames in which something is heard, as pairs of frame numbers. A gap of at most `gap`
    frames does not end a stretch."""
    places = np.flatnonzero(heard)
    breaks = np.flatnonzero(np.diff(places) > gap)
    firsts, lasts = places[np.concatenate(([0], breaks + 1))], places[np.concatenate((breaks, [len(places) - 1]))]
    return list(zip(firsts.tolist(), (lasts + 1).tolist(), strict=True))


def _is_tick(levels: Wave, heard: NDArray[np.bool_]) -> bool:
    return bool(levels.max() < (_TICK_BELOW if heard.sum() * _FRAME < _TICK else _HISS_BELOW))


def _join(line: Wave, following: Wave, overlap: int) -> Wave:
    """Join two sounds: the end of the first fades into the start of the second."""
    fade = np.linspace(1, 0, overlap)
    middle = line[-overlap:] * fade + following[:overlap] * fade[::-1]
    return np.concatenate((line[:-overlap], middle, following[overlap:]))


_CHUNK = 1 << 15  # libsndfile encodes Vorbis on its stack: long sounds go in by pieces
_OPUS_RATES = (16_000, 24_000, OPUS_RATE)
_OPUS_LEAST, _OPUS_MOST = 6, 256  # kbit a second, one channel


def read_sound(file: Path) -> tuple[Wave, int]:
    """Return one channel of a sound file and its rate. Several channels are mixed into one."""
    channels, rate = read_channels(file)
    return channels.mean(axis=1), rate


def read_channels(file: Path) -> tuple[Wave, int]:
    try:
        channels, rate = soundfile.read(io.BytesIO(sound_content(file)), dtype="float64", always_2d=True)
    except (soundfile.LibsndfileError, OSError) as fault:
        raise NightcrierError(
            f"{file} cannot be read as sound; wav, flac, mp3, ogg, opus and aiff are understood."
        ) from fault
    return np.asarray(channels), int(rate)


def resample_to(sound: Wave, rate: int, wanted: int) -> Wave:
    common = gcd(rate, wanted)
    return sound if rate == wanted else np.asarray(scipy.signal.resample_poly(sound, wanted // common, rate // common))


def encode_speech(sound: Wave, kbits: int = 32, voice_rate: int = OPUS_RATE) -> bytes:
    """Return a sound of 48 kHz as Opus with `kbits` kbit a second. Opus files have less than half the size of Vorbis
    files, but are not for loops. `voice_rate` is the sample rate of the voice; no bits are spent on frequencies that
    the voice cannot have."""
    rate = next((rate for rate in _OPUS_RATES if rate >= voice_rate), OPUS_RATE)
    compression = (_OPUS_MOST - kbits) / (_OPUS_MOST - _OPUS_LEAST)
    return encode_sound(resample_to(sound, OPUS_RATE, rate), rate, "OPUS", compression)


def decode_sound(encoded: bytes) -> Wave:
    """Return the sound of an encoded file at 48 kHz."""
    sound, rate = soundfile.read(io.BytesIO(encoded), dtype="float64")
    return resample_to(np.asarray(sound), rate, OPUS_RATE)


def encode_sound(sound: Wave, rate: int, codec: str, compression: float) -> bytes:
    encoded, channels = io.BytesIO(), sound.shape[1] if sound.ndim > 1 else 1
    with soundfile.SoundFile(
        encoded, "w", rate, channels, subtype=codec, format="OGG", compression_level=compression
    ) as stream:
        for start in range(0, len(sound), _CHUNK):
            stream.write(sound[start : start + _CHUNK])
    return steady_ogg(encoded.getvalue())


_MOMENT: Seconds = 0.4
"""The shortest sound that has a defined loudness."""
_SHORT_TERM: Seconds = 3.0


def lufs(sound: Wave, rate: int) -> Decibels:
    """Return the loudness of the whole sound. Pauses are not measured."""
    return loudness_by_moments(sound, rate)[0]


def loudness_by_moments(sound: Wave, rate: int) -> tuple[Decibels, list[Decibels]]:
    from pyloudnorm import Meter  # with a third of SciPy: only who measures waits for it

    meter = Meter(rate)
    whole = float(meter.integrated_loudness(_long_enough(sound, rate)))
    return whole, meter.blockwise_loudness


def line_loudness(sound: Wave, rate: int) -> Decibels:
    """Return the loudness of the speech in a line. A short line is repeated for 3 s before it is measured (the short
    term of EBU R 128). A single word is therefore measured like a sentence."""
    spoken = cut_out(sound, rate)
    times = -(-round(_SHORT_TERM * rate) // max(1, len(spoken)))
    return lufs(np.tile(spoken, times), rate)


def true_peak(sound: Wave) -> Decibels:
    """Return the highest peak of the wave, including peaks between samples. The wave is computed at four times the
    sample rate."""
    return decibels(float(np.abs(scipy.signal.resample_poly(sound, 4, 1)).max()))


def decibels(amplitude: float) -> Decibels:
    return 20 * float(np.log10(max(amplitude, 1e-9)))


def gain_factor(level: Decibels) -> float:
    return float(10 ** (level / 20))


def _long_enough(sound: Wave, rate: int) -> Wave:
    missing = round(_MOMENT * rate) + 1 - len(sound)
    return np.pad(sound, (0, max(0, missing)))


def measure_file(file: Path) -> tuple[Decibels, Decibels]:
    """Return the loudness and the highest peak of a line."""
    sound, rate = read_sound(file)
    return line_loudness(sound, rate), true_peak(sound)
