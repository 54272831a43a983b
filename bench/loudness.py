"""Measures how even the voices are, and how well the beds loop and stay below the voices."""

from collections.abc import Callable, Iterator, Mapping
from math import isnan
from pathlib import Path

import numpy as np

from bench.rows import Row
from bench.voices import shipped_voices, spread_clips
from nightcrier.box.sound.desk.bed_level import DUCK_DB
from nightcrier.box.sound.port import clip_level
from nightcrier.box.sound.voices.clip_faults import (
    CLIP_LOUDNESS,
    HIGHEST_PEAK,
    LONGEST_LINE,
    LOUDNESS_WITHIN,
    SHORTEST_PART,
)
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.soundfiles import line_loudness, lufs, read_channels, read_sound, true_peak
from nightcrier.takes.waves import Wave, colour, frequencies
from nightcrier_studio.sounds.catalogue import BEDS, SIGNALS
from nightcrier_studio.sounds.ring import band_gains, seam_rank
from nightcrier_studio.tones import loudest_moment

SIZE, SMALLEST = 2000, 1
"""The most clips of each voice, beds and signals: for a release, and the fewest."""
AUDIO = Path("assets/audio")


def rows(size: int) -> Iterator[Row]:
    yield from _voices(size)
    yield from _beds(size)
    yield from _signals(size)


def _voices(most: int) -> Iterator[Row]:
    """Judge up to this many clips of each voice, spread over its list."""
    figures = dict[str, tuple[float, float, Seconds]]()
    for pack in shipped_voices():
        for file in spread_clips(pack, most):
            sound, rate = read_sound(file)
            loud = abs(line_loudness(sound, rate) - CLIP_LOUDNESS - clip_level(file.name))
            figures[f"{pack.id} {file.stem}"] = loud, true_peak(sound), len(sound) / rate
    loudest, highest, longest = (max(figures, key=lambda name: _rank(figures[name][at])) for at in (0, 1, 2))
    shortest, note = min(figures, key=lambda name: figures[name][2]), f"of {len(figures):,}: "
    off = f"off {CLIP_LOUDNESS:g} LUFS and the level of its line, the farthest clip"
    yield Row(off, figures[loudest][0], LOUDNESS_WITHIN, "LU", note=note + loudest)
    yield Row("the highest peak of a clip", figures[highest][1], HIGHEST_PEAK, "dBTP", note=highest)
    yield Row("the longest clip", figures[longest][2], LONGEST_LINE, "s", note=longest)
    yield Row("the shortest clip", figures[shortest][2], SHORTEST_PART, "s", least=True, note=shortest)


def _rank(figure: float) -> tuple[bool, float]:
    """Return a sort key that puts a clip without a figure, such as silence, above all others."""
    return isnan(figure), figure


def _beds(most: int) -> Iterator[Row]:
    fingers_last = sorted(BEDS, key=lambda name: "tapping" in name)
    beds = {each: _mono(AUDIO / "beds" / f"{each}.ogg") for each in fingers_last[-most:]}
    over = {name: CLIP_LOUDNESS - lufs(*bed) - DUCK_DB for name, bed in beds.items()}
    softest = min(over, key=over.__getitem__)
    yield Row("beds: speech over them", over[softest], 18, "LU", least=True, note=f"least over {softest}")
    yield _worst("beds: rank of a seam", beds, seam_rank, 0.999, "", "of its like in the loop: below 1")
    tapping = {name: bed for name, bed in beds.items() if "tapping" in name}
    yield _worst("tapping: its longest hole", tapping, lambda *bed: 1000 * longest_hole(*bed), 20, "ms")
    yield _worst("tapping: rhythm", tapping, rhythm, 0.1, "", "1 is a clockwork")


def _mono(file: Path) -> tuple[Wave, int]:
    channels, rate = read_channels(file)
    return channels.mean(axis=1), rate


def _signals(most: int) -> Iterator[Row]:
    signals = {each: read_sound(AUDIO / "signals" / f"{each}.ogg") for each in sorted(SIGNALS)[-most:]}
    yield _worst("signals: peak", signals, lambda sound, _: true_peak(sound), HIGHEST_PEAK, "dBTP")
    yield _worst("signals: lost on a speaker of 5 cm", signals, small_speaker_loss, MOST_LOST, "LU")
    end = {name: signal for name, signal in signals.items() if name not in LOOPS}
    yield _worst("signals: their sharpest end", end, sharpest_end, SHARPEST_END, "dB in 50 ms")


def _worst(
    what: str,
    sounds: Mapping[str, tuple[Wave, int]],
    figure: Callable[[Wave, int], float],
    most: float,
    unit: str,
    note: str = "",
) -> Row:
    """Return the row of the sound that is nearest to the limit, or farthest beyond it, with its name."""
    found = {name: figure(*sound) for name, sound in sounds.items()}
    worst = max(found, key=lambda name: _rank(found[name]))
    return Row(what, found[worst], most, unit, note=f"{worst}; {note}" if note else worst)


_STEP: Seconds = 0.01
LOOPS = ("drone",)
"""The signals that never end."""
MOST_LOST: Decibels = 3.0
SHARPEST_END: Decibels = 6.0


def mono_loss(left_right: Wave) -> Decibels:
    """Return how much level a sound loses if one speaker plays both of its channels."""
    return float(10 * np.log10(np.mean(left_right**2) / np.mean(left_right.mean(axis=1) ** 2)))


def highest_rise(loop: Wave, rate: int, window: Seconds = 0.05) -> Decibels:
    """Return how far the power of the loudest window exceeds the mean."""
    width = round(window * rate)
    total = np.cumsum(np.concatenate(([0.0], loop**2, loop[:width] ** 2)))
    return float(10 * np.log10((total[width:] - total[:-width]).max() / width / np.mean(loop**2)))


def rhythm(loop: Wave, rate: int, shortest: Seconds = 0.15, longest: Seconds = 10.0) -> float:
    """Return the highest autocorrelation of the loudness within these delays: near 0 is no rhythm, 1 a clockwork."""
    steps = round(_STEP * rate)
    envelope = np.sqrt((loop[: len(loop) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1))
    spectrum = np.abs(np.fft.rfft(envelope - envelope.mean())) ** 2
    likeness = np.fft.irfft(spectrum, len(envelope))
    return float((likeness / likeness[0])[round(shortest / _STEP) : round(longest / _STEP)].max())


def longest_hole(loop: Wave, rate: int, depth: Decibels = 10.0, window: Seconds = 0.005) -> Seconds:
    """Return the longest time in which the loop stays this far below its mean power."""
    width = round(window * rate)
    power = np.convolve(np.concatenate((loop, loop)) ** 2, np.ones(width) / width, mode="same")
    quiet = power < np.mean(loop**2) / 10 ** (depth / 10)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], quiet, [False])).astype(int)))
    lengths = edges[1::2] - edges[::2]
    return float(lengths.max() / rate) if len(lengths) else 0.0


def small_speaker_loss(sound: Wave, rate: int) -> Decibels:
    """Return how much loudness a signal loses on a 5 cm speaker, which begins at 200 Hz."""
    heard = colour(sound, band_gains(frequencies(sound, rate), 200, rate, 4))
    return loudest_moment(sound, rate) - loudest_moment(heard, rate)


def sharpest_end(sound: Wave, rate: int, audible: Decibels = 35.0) -> Decibels:
    """Return how far a sound falls within 50 ms where it falls most. The search goes from 0.2 s after its last onset
    until the sound is so far below its loudest moment that nobody hears it. Levels are measured over a tenth of a
    second; an onset is a rise by 3 dB."""
    hop = round(_STEP * rate)
    power = np.add.reduceat(np.pad(sound, (10 * hop, 30 * hop)) ** 2, np.arange(0, len(sound) + 40 * hop, hop))
    level = 10 * np.log10(np.convolve(power, np.ones(10) / 10, "valid") + 1e-12)
    fall, heard = level[:-5] - level[5:], level > level.max() - audible
    last = np.flatnonzero((fall < -3) & heard[5:])[-1] + 5
    return float(np.max(fall[last + 20 :], where=heard[last + 20 : -5], initial=0.0))


def _strokes(bed: Wave, rate: int) -> float:
    """Return how many strokes a second stand out by 6 dB from the tenth of a second around them. A roll has none."""
    steps = rate // 500
    fine = (np.diff(bed)[: (len(bed) - 1) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1)
    around = np.convolve(fine, np.ones(50) / 50, mode="same")
    peaks = (fine[1:-1] > fine[:-2]) & (fine[1:-1] >= fine[2:]) & (fine[1:-1] > 4 * around[1:-1])
    return int(peaks.sum()) / (len(bed) / rate)
