"""Speech on one note, with the moment at which each phoneme begins; and what sings it: another melody for a voice that
speaks on one note, without changing its speed or its timbre. So the Thai tones are made.

Single periods of the voice are cut out, each under a soft window, and laid down again closer together or further apart
(time-domain PSOLA). Where there is no voice, in an s or a silence, nothing moves.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.signal import butter, find_peaks, sosfiltfilt

from device.kernel.errors import NightcrierError
from device.studio.engines.port import ENGINE_PATIENCE
from device.studio.ring import Wave

_CHILD = (sys.executable, "-m", "device.studio.engines.espeak_child")


class FlatSpeech(Struct, frozen=True):
    """Sound, its rate, and the sample at which each phoneme begins."""

    sound: Wave
    rate: int
    begins: tuple[int, ...]


SpeakFlat = Callable[[str], FlatSpeech]


def flat_speaker(voice: str, speed: float, pitch: int, child: Sequence[str] = _CHILD) -> SpeakFlat:
    """A function that speaks phonemes in double brackets on one note."""
    words = (*child, voice, str(round(speed)), str(pitch))

    def speak(text: str) -> FlatSpeech:
        try:
            done = subprocess.run(  # noqa: S603 - the words are the studio's own; the text goes in as data
                words, input=text.encode(), capture_output=True, check=True, timeout=ENGINE_PATIENCE
            )
        except (OSError, subprocess.SubprocessError) as fault:
            raise NightcrierError(f"espeak-ng could not say {text}; run: sudo apt install espeak-ng") from fault
        head, _, samples = done.stdout.partition(b"\n")
        rate, begins = msgspec.json.decode(head, type=tuple[int, tuple[int, ...]])
        return FlatSpeech(np.frombuffer(samples, dtype="<i2") / 32768, rate, begins)

    return speak


_SHORTEST_PERIOD = 8.0  # samples
_VOICED = 0.12  # of the strongest voicing; below it is breath or silence


def sing(flat: Wave, rate: int, hertz: float, semitones: Wave) -> Wave:
    """The voice, which speaks on `hertz`, moved at each sample by so many semitones."""
    period = rate / hertz
    ground = _ground(flat, rate, hertz)
    marks = _marks(ground, period)
    factor = np.where(_where_voiced(ground, round(3 * period)), 2 ** (semitones / 12), 1.0)
    return _lay_periods(flat, marks, _places(marks, factor))


def _ground(flat: Wave, rate: int, hertz: float) -> Wave:
    """The ground wave alone: one hump for every period."""
    band = butter(2, (0.6 * hertz, 1.5 * hertz), "bandpass", fs=rate, output="sos")
    return np.asarray(sosfiltfilt(band, flat))


def _where_voiced(ground: Wave, width: int) -> NDArray[np.bool_]:
    strength = np.sqrt(np.convolve(ground**2, np.ones(width) / width, mode="same"))
    return np.asarray(strength > _VOICED * strength.max())


def _marks(ground: Wave, period: float) -> NDArray[np.int64]:
    """The sample at which each period stands; a steady row where there is no voice."""
    humps = find_peaks(ground, distance=max(1, round(0.7 * period)))[0].tolist()
    marks, last = [0], len(ground) - 1
    for hump in [*humps, last]:
        while hump - marks[-1] > 1.5 * period:
            marks.append(marks[-1] + round(period))
        if hump - marks[-1] > 0.5 * period:
            marks.append(hump)
    return np.array(marks)


def _places(marks: NDArray[np.int64], factor: Wave) -> list[tuple[int, int]]:
    """The places where periods are laid down again: the moment, and which period. Unmoved, each stays where it was."""
    places, now, last = [], float(marks[0]), len(marks) - 1
    while now < marks[last]:
        after = int(np.clip(np.searchsorted(marks, now, side="right"), 1, last))
        nearest = after - 1 if now - marks[after - 1] <= marks[after] - now else after
        places.append((round(now), nearest))
        follows = min(nearest, last - 1)
        now += max(_SHORTEST_PERIOD, float(marks[follows + 1] - marks[follows]) / float(factor[round(now)]))
    return places


def _lay_periods(flat: Wave, marks: NDArray[np.int64], places: list[tuple[int, int]]) -> Wave:
    """All periods under their windows, summed, and the windows evened out again."""
    margin = int(np.diff(marks).max()) + 1
    padded, out, weight = np.pad(flat, margin), np.zeros(len(flat) + 2 * margin), np.zeros(len(flat) + 2 * margin)
    for at, which in places:
        half = int(marks[min(which + 1, len(marks) - 1)] - marks[max(which, 1) - 1])
        half = min(margin, max(8, half // (2 if 0 < which < len(marks) - 1 else 1)))
        window = np.hanning(2 * half + 1)
        centre = marks[which] + margin
        out[at + margin - half : at + margin + half + 1] += window * padded[centre - half : centre + half + 1]
        weight[at + margin - half : at + margin + half + 1] += window
    return np.asarray((out / np.maximum(weight, 0.3))[margin:-margin])
