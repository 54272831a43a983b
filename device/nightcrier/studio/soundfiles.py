"""Reads any common format of sound, writes steady Ogg files, measures loudness, and finds the speech inside a line.

Speech is found against the line's own floor, so that dead air, the tick with which a machine ends, and pauses that are
too long can be taken out. Loudness to the ear, and how high a sound climbs between its samples: ITU-R BS.1770."""

import io
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from msgspec import Struct
from numpy.typing import NDArray
from pyloudnorm import Meter
from scipy.signal import resample_poly

from nightcrier.box.sound.containers import sound_content
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.ogg import OPUS_RATE, SHORTEST_LINE, SHORTEST_PART, fix_serial
from nightcrier.studio.ring import Wave

LONGEST_PAUSE: Seconds = 0.6
"""The longest pause inside a line."""

_SHORTENED: Seconds = 0.5
"""A longer pause is shortened to this: shaped and encoded, a faint end of a word can sink into the pause beside it."""

_LONGEST_END: Seconds = 0.3

_FRAME: Seconds = 0.005
_SMOOTHED = 4  # frames: hiss flickers
_FLOOR_SHARE = 5  # of a hundred frames lie below what is taken for the floor
_OVER_FLOOR: Decibels = 14.0
_FAINTEST: Decibels = -50.0  # below the loudest frame nothing counts as speech
_FULLEST: Decibels = -34.0  # and whatever lies above this does: a line without any silence has no floor
_TICK: Seconds = 0.25
_TICK_BELOW: Decibels = -25.0
_JOIN: Seconds = 0.02


class ClipEdges(Struct, frozen=True):
    """The edges of a clip: how much silence is left before and after it, how it fades, and how long it is at least."""

    before: Seconds
    after: Seconds
    fade: Seconds
    least: Seconds


WHOLE_LINE = ClipEdges(0.03, 0.09, 0.06, SHORTEST_LINE)
SENTENCE_PART = ClipEdges(0.01, 0.02, 0.02, SHORTEST_PART)
"""The next part follows at once, with an edge of its own."""

Stretches = NDArray[np.int64]
"""A row for each stretch: its first sample, and the first after it."""


def speech_stretches(sound: Wave, rate: int) -> Stretches:
    """The stretches in which somebody speaks, parted where nothing is heard for half a pause. A faint tick that stands
    alone is no speech."""
    if not sound.any():
        return np.array([[0, len(sound)]])
    frame = round(_FRAME * rate)
    levels = _levels(sound, frame)
    heard = levels > np.clip(np.percentile(levels, _FLOOR_SHARE) + _OVER_FLOOR, _FAINTEST, _FULLEST)
    found = _runs(heard, round(_SHORTENED / 2 / _FRAME))
    spoken = [run for run in found if not _is_tick(levels[run[0] : run[1]], heard[run[0] : run[1]])]
    return np.minimum(np.array(spoken, dtype=np.int64).reshape(-1, 2) * frame, len(sound))


def cut_out(sound: Wave, rate: int, edges: ClipEdges = WHOLE_LINE, played: Wave | None = None) -> Wave:
    """The line with a breath on both sides, and no long pause in it. Speech is looked for in `played`, the decoded
    line, where there is one: coding can lose a faint end of a word."""
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
    """Whether a line has a pause that is too long, or too much silence at its end, unless that fills it up to the least
    length."""
    end = (len(played) - int(speech_stretches(played, rate)[-1, 1])) / rate
    fills = len(played) <= round((least + _FRAME) * rate)
    return longest_pause(played, rate) > LONGEST_PAUSE or (end > _LONGEST_END and not fills)


def longest_pause(sound: Wave, rate: int) -> Seconds:
    """The longest pause inside a line; pauses shorter than half of what is allowed count as none."""
    stretches = speech_stretches(sound, rate)
    return float(np.max(stretches[1:, 0] - stretches[:-1, 1], initial=0)) / rate


def _levels(sound: Wave, frame: int) -> Wave:
    """Decibels against the loudest moment, frame by frame."""
    power = (np.pad(sound, (0, -len(sound) % frame)).reshape(-1, frame) ** 2).mean(axis=1)
    smooth = np.convolve(power, np.ones(_SMOOTHED) / _SMOOTHED, mode="same")[: len(power)]
    return np.asarray(10 * np.log10(smooth / smooth.max() + 1e-12))


def _runs(heard: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """The runs of frames in which something is heard, over gaps that are shorter than this."""
    places = np.flatnonzero(heard)
    breaks = np.flatnonzero(np.diff(places) > gap)
    firsts, lasts = places[np.concatenate(([0], breaks + 1))], places[np.concatenate((breaks, [len(places) - 1]))]
    return list(zip(firsts.tolist(), (lasts + 1).tolist(), strict=True))


def _is_tick(levels: Wave, heard: NDArray[np.bool_]) -> bool:
    return bool(heard.sum() * _FRAME < _TICK and levels.max() < _TICK_BELOW)


def _join(line: Wave, following: Wave, overlap: int) -> Wave:
    """The line and what follows it, the one fading into the other."""
    fade = np.linspace(1, 0, overlap)
    middle = line[-overlap:] * fade + following[:overlap] * fade[::-1]
    return np.concatenate((line[:-overlap], middle, following[overlap:]))


_CHUNK = 1 << 15  # libsndfile encodes Vorbis on its stack: long sounds go in by pieces
_VORBIS_Q4 = 0.6  # soundfile counts compression, 0 to 1; Vorbis quality 4 of 10 is 0.6
_OPUS_RATES = (16_000, 24_000, OPUS_RATE)
_OPUS_LEAST, _OPUS_MOST = 6, 256  # kbit a second, one channel


def read_sound(file: Path) -> tuple[Wave, int]:
    """One channel and its rate, whatever the format. Several channels are mixed into one."""
    channels, rate = read_channels(file)
    return channels.mean(axis=1), rate


def read_channels(file: Path) -> tuple[Wave, int]:
    """All its channels side by side, and its rate."""
    try:
        channels, rate = soundfile.read(io.BytesIO(sound_content(file)), dtype="float64", always_2d=True)
    except (soundfile.LibsndfileError, OSError) as fault:
        raise NightcrierError(
            f"{file} cannot be read as sound; wav, flac, mp3, ogg, opus and aiff are understood."
        ) from fault
    return np.asarray(channels), int(rate)


def resample_to(sound: Wave, rate: int, wanted: int) -> Wave:
    """The sound at another rate."""
    common = gcd(rate, wanted)
    return sound if rate == wanted else np.asarray(resample_poly(sound, wanted // common, rate // common))


def encode_loop(sound: Wave, rate: int) -> bytes:
    """The sound as Vorbis, which plays round and round without a gap."""
    return _encode(sound, rate, "VORBIS", _VORBIS_Q4)


def encode_speech(sound: Wave, kbits: int = 32, voice_rate: int = OPUS_RATE) -> bytes:
    """The sound, at 48 kHz, as Opus of so many kbit a second: less than half the size, but not for loops. No bits are
    spent on what a voice of this rate cannot have."""
    rate = next((rate for rate in _OPUS_RATES if rate >= voice_rate), OPUS_RATE)
    compression = (_OPUS_MOST - kbits) / (_OPUS_MOST - _OPUS_LEAST)
    return _encode(resample_to(sound, OPUS_RATE, rate), rate, "OPUS", compression)


def decode_sound(encoded: bytes) -> Wave:
    """The sound in an encoded file, at 48 kHz."""
    sound, rate = soundfile.read(io.BytesIO(encoded), dtype="float64")
    return resample_to(np.asarray(sound), rate, OPUS_RATE)


def _encode(sound: Wave, rate: int, codec: str, compression: float) -> bytes:
    encoded, channels = io.BytesIO(), sound.shape[1] if sound.ndim > 1 else 1
    with soundfile.SoundFile(
        encoded,
        "w",
        rate,
        channels,
        subtype=codec,
        format="OGG",
        compression_level=compression,
    ) as stream:
        for start in range(0, len(sound), _CHUNK):
            stream.write(sound[start : start + _CHUNK])
    return fix_serial(encoded.getvalue())


_MOMENT: Seconds = 0.4
"""The shortest stretch of time whose loudness is defined."""
_SHORT_TERM: Seconds = 3.0


def lufs(sound: Wave, rate: int) -> Decibels:
    """Loudness of the whole; pauses do not count."""
    return float(Meter(rate).integrated_loudness(_long_enough(sound, rate)))


def line_loudness(sound: Wave, rate: int) -> Decibels:
    """Loudness of what is spoken. A short line is measured as if it were said again and again for 3 s, the short
    term of EBU R 128: so one word fills the blocks of the measure, and passes its gates, as a sentence does."""
    spoken = cut_out(sound, rate)
    times = -(-round(_SHORT_TERM * rate) // max(1, len(spoken)))
    return lufs(np.tile(spoken, times), rate)


def loudest_moment(sound: Wave, rate: int) -> Decibels:
    """Loudness of the loudest 0.4 seconds: what is felt of a stroke that fades."""
    meter = Meter(rate)
    meter.integrated_loudness(_long_enough(sound, rate))
    return float(max(meter.blockwise_loudness))


def true_peak(sound: Wave) -> Decibels:
    """The highest point of the wave the samples stand for, read at four times the rate."""
    return decibels(float(np.abs(resample_poly(sound, 4, 1)).max()))


def decibels(amplitude: float) -> Decibels:
    return 20 * float(np.log10(max(amplitude, 1e-9)))


def gain_factor(level: Decibels) -> float:
    return float(10 ** (level / 20))


def _long_enough(sound: Wave, rate: int) -> Wave:
    missing = round(_MOMENT * rate) + 1 - len(sound)
    return np.pad(sound, (0, max(0, missing)))


def measure_file(file: Path) -> tuple[Decibels, Decibels]:
    """Loudness and highest peak of a line."""
    sound, rate = read_sound(file)
    return line_loudness(sound, rate), true_peak(sound)
