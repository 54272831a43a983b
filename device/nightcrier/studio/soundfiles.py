"""Sound files in and out: any common format in, steady Ogg files out. How loud a sound is to the ear, and how high it
climbs between its samples: ITU-R BS.1770."""

import io
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from pyloudnorm import Meter
from scipy.signal import resample_poly

from nightcrier.box.sound.containers import sound_content
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.heard import cut_out
from nightcrier.studio.ogg import OPUS_RATE, fix_serial
from nightcrier.studio.ring import Wave

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
