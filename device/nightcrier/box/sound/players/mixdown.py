"""Writes the sound that people would hear to a file, exact to the sample, with the times of a virtual clock.

Clips are decoded by libsndfile, not by pygame, because libsndfile needs no device and has full precision. A test
compares its samples with pygame's. The sound is made in blocks, so a long night needs no more memory than a short one.
A limiter looks ahead and lowers the sum before a peak comes, so the sum stays below a ceiling."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.players.mixer import room_tone
from nightcrier.box.sound.port import SAMPLE_RATE, SILENCE_DB, BadClip, Fader, NoSound, Ramp, amplitude, steady_ramp
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.ids import Decibels

Samples: TypeAlias = npt.NDArray[np.float32]
"""A sound as an array. Each row is one moment, with a left and a right value."""


def decode_samples(file: Path) -> Samples:
    """Return the samples of a whole sound file, in stereo."""
    import soundfile

    try:
        samples, native = soundfile.read(io.BytesIO(sound_content(file)), dtype="float32", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        raise BadClip(file) from error
    if len(samples) == 0:
        raise BadClip(file)
    stereo = samples[:, :2] if samples.shape[1] > 1 else np.repeat(samples, 2, axis=1)
    return stereo if native == SAMPLE_RATE else resample(stereo, round(len(stereo) * SAMPLE_RATE / native))


def resample(samples: Samples, length: int) -> Samples:
    """Return the sound with another number of samples. All frequencies that fit are kept, and all higher ones are
    removed.

    A loop gets no audible seam, because the samples are treated as a periodic signal."""
    spectrum = np.fft.rfft(samples, axis=0)
    kept = min(len(samples), length) // 2 + 1
    fitting = np.zeros((length // 2 + 1, samples.shape[1]), spectrum.dtype)
    fitting[:kept] = spectrum[:kept]
    wide: Samples = np.fft.irfft(fitting * (length / len(samples)), length, axis=0).astype(np.float32)
    return wide


_REACH = 512
"""The number of samples that the limiter looks ahead: 12 ms, so that its work is not heard."""


class Limiter:
    """Keeps a sound below a ceiling. Samples are returned up to `_REACH` samples late; `rest` returns the last ones."""

    def __init__(self, ceiling_db: Decibels) -> None:
        self._ceiling = amplitude(ceiling_db)
        self._held: Samples = np.zeros((0, 2), np.float32)
        self._before = np.ones(_REACH - 1)  # the gains the samples already given away asked for

    def push(self, block: Samples) -> Samples:
        """Add a block of samples, and return all samples that are final now."""
        samples = np.concatenate([self._held, block])
        ready = max(0, len(samples) - (_REACH - 1))
        asked = np.concatenate([self._before, self._own_gains(samples)])
        self._held = samples[ready:]
        self._before = asked[ready : ready + _REACH - 1]
        return _turn_down(samples[:ready], asked)

    def rest(self) -> Samples:
        return self.push(np.zeros((_REACH - 1, 2), np.float32))

    def _own_gains(self, samples: Samples) -> npt.NDArray[np.float64]:
        """Return for every sample the gain that would keep it below the ceiling."""
        peaks = np.abs(samples).max(axis=1, initial=0.0).astype(np.float64)
        gains: npt.NDArray[np.float64] = self._ceiling / np.maximum(peaks, self._ceiling)
        return gains


def _turn_down(samples: Samples, asked: npt.NDArray[np.float64]) -> Samples:
    """Multiply samples by the smallest gain nearby, averaged over `_REACH` samples. The result is smooth, and never too
    loud."""
    if len(samples) == 0 or asked.min() >= 1.0:
        return samples
    smallest, width = asked, 1
    while width < _REACH:
        smallest = np.minimum(smallest[:-width], smallest[width:])
        width *= 2
    sums = np.concatenate([[0.0], np.cumsum(smallest)])
    gains = (sums[_REACH:] - sums[:-_REACH]) / _REACH
    turned: Samples = samples * gains[: len(samples), None].astype(np.float32)
    return turned


_BLOCK = 16384
_CUT = 720
"""The number of samples over which an interrupted voice fades: 15 ms, as on the box."""

_FORMATS = {
    ".wav": ("WAV", "PCM_16", None),
    ".flac": ("FLAC", "PCM_16", None),
    ".ogg": ("OGG", "VORBIS", 0.4),
    ".opus": ("OGG", "OPUS", None),
}
"""The container, the coding and the compression level for each file suffix. At its default level, Vorbis distorts peaks
most."""

_CEILING: Decibels = -1.5
_CEILING_CODED: Decibels = -3.0
"""The ceiling before a lossy coding. Such a coding makes the sound up to 1.4 dB louder (measured on hard-limited speech
and noise), and the result must stay below -1 dBFS."""


class _Voice:
    """A clip or signal that is playing, and the position in the output at which it begins."""

    def __init__(self, samples: Samples, begin: int) -> None:
        self.samples, self.begin = samples, begin

    @property
    def end(self) -> int:
        return self.begin + len(self.samples)

    def cut(self, at: int) -> None:
        played = max(0, at - self.begin)
        fading = self.samples[played : played + _CUT]
        slope = np.linspace(1.0, 0.0, _CUT, dtype=np.float32)[: len(fading), None]
        self.samples = np.concatenate([self.samples[:played], fading * slope])

    def add_to(self, block: Samples, start: int) -> None:
        first, last = max(self.begin, start), min(self.end, start + len(block))
        if first < last:
            block[first - start : last - start] += self.samples[first - self.begin : last - self.begin]


class MixdownPlayer:
    """Writes the sound to `out`, whose suffix names the format. `progress` is called with the second up to which all
    sound is written.

    A box goes on after any error of its player. So `refused` says afterward why the file is incomplete."""

    def __init__(self, out: Path, progress: Callable[[float], None] = lambda _: None) -> None:
        if out.suffix not in _FORMATS:
            wrong = f"cannot end in '{out.suffix}'" if out.suffix else "needs an ending"
            raise WrongUse(f"A sound file {wrong}; choose one of: {', '.join(_FORMATS)}.")
        self._kind, self._coding, self._squeeze = _FORMATS[out.suffix]
        self._out, self._progress = out, progress
        self._file: Any = None
        self.refused: NightcrierError | None = None
        self._done = 0  # samples rendered
        self._voices: list[_Voice] = []
        self._loops: dict[Fader, tuple[Samples, int]] = {}  # by what turns each; and where it began
        self._faders = dict.fromkeys(Fader, steady_ramp(0.0))
        self._room = np.frombuffer(room_tone(), "<i2").reshape(-1, 2).astype(np.float32) / 32768
        self._limiter = Limiter(_CEILING if self._coding == "PCM_16" else _CEILING_CODED)

    def open(self) -> str:
        import soundfile

        try:
            self._file = soundfile.SoundFile(
                self._out, "w", SAMPLE_RATE, 2, self._coding, format=self._kind, compression_level=self._squeeze
            )
        except (OSError, soundfile.SoundFileError) as error:
            self.refused = NightcrierError(f"{self._out}: cannot be written; choose a folder with room, and yours.")
            raise NoSound(str(self.refused)) from error
        return ""

    def close(self) -> None:
        if self._file is not None:
            self._write(self._limiter.rest())
            self._attempt(self._file.close)

    def alive(self) -> bool:
        return True

    def is_ready(self, clip: Path) -> bool:
        return True

    def play(self, clip: Path, at: float) -> None:
        self._voices.append(_Voice(decode_samples(clip), self._sample_at(at)))

    def load(self, clip: Path) -> None: ...

    queue = play
    signal = play

    def stop(self, at: float) -> None:
        self.poll(at)
        self._voices = [voice for voice in self._voices if voice.begin < self._done]
        for voice in self._voices:
            voice.cut(self._done)

    def cue_bed(self, loop: Path) -> None: ...

    def bed(self, loop: Path | None, at: float) -> None:
        if loop:
            self._begin(Fader.LEVEL, loop, at)
        else:
            self.poll(at)
            self._loops.pop(Fader.LEVEL, None)

    def drone(self, loop: Path, at: float) -> None:
        self._begin(Fader.DRONE, loop, at)

    def _begin(self, level: Fader, loop: Path, at: float) -> None:
        samples = decode_samples(loop)
        self.poll(at)
        self._loops[level] = samples, self._done

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        self.poll(ramp.at)
        self._faders[fader] = ramp

    def poll(self, now: float) -> None:
        if self._file is None:
            return
        until = self._sample_at(now)
        while self._done < until:
            block = self._render(self._done, min(_BLOCK, until - self._done))
            self._done += len(block)
            self._write(self._limiter.push(block))
        self._voices = [voice for voice in self._voices if voice.end > self._done]

    def due(self) -> float | None:
        return None

    @property
    def silent_from(self) -> float:
        return max((voice.end for voice in self._voices), default=self._done) / SAMPLE_RATE

    def _sample_at(self, moment: float) -> int:
        return max(self._done, round(moment * SAMPLE_RATE))

    def _render(self, start: int, length: int) -> Samples:
        block = np.zeros((length, 2), np.float32)
        for voice in self._voices:
            voice.add_to(block, start)
        block *= self._gains((Fader.VOICE,), start, length)
        for level in (Fader.LEVEL, Fader.DRONE):
            if level in self._loops:
                loop, began = self._loops[level]
                places = np.arange(start - began, start - began + length) % len(loop)
                block += loop[places] * self._gains((Fader.BED, level), start, length)
        block += self._room[np.arange(start, start + length) % len(self._room)]
        return block

    def _gains(self, faders: tuple[Fader, ...], start: int, length: int) -> Samples:
        gains = np.ones((length, 1), np.float32)
        for fader in faders:
            gains *= _ramp_gains(self._faders[fader], start, length)
        return gains

    def _write(self, samples: Samples) -> None:
        self._attempt(lambda: self._file.write(samples))
        self._progress(self._done / SAMPLE_RATE)

    def _attempt(self, write: Callable[[], None]) -> None:
        """Write, unless an earlier write has failed. A failed assertion of the library is caught, too."""
        import soundfile

        if self.refused:
            return
        try:
            write()
        except (OSError, soundfile.SoundFileError, AssertionError):
            self.refused = NightcrierError(f"{self._out}: not all of it could be written; make room on the disk.")


def _ramp_gains(ramp: Ramp, start: int, length: int) -> Samples:
    first = start / SAMPLE_RATE
    if first >= ramp.end:
        return np.full((length, 1), amplitude(ramp.end_db), np.float32)
    moments = first + np.arange(length) / SAMPLE_RATE
    level = np.interp(moments, (ramp.at, ramp.end), (ramp.start_db, ramp.end_db))
    gains = np.where(level <= SILENCE_DB, 0.0, 10.0 ** (level / 20))
    return gains[:, None].astype(np.float32)
