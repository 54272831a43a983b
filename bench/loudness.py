"""python -m bench.loudness [AUDIO FOLDER]: how even the voices are, and how well the beds close and stay below them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.desk.bed_level import DUCK_DB
from nightcrier.box.sound.voices.clip_faults import (
    CLIP_LOUDNESS,
    HIGHEST_PEAK,
    LONGEST_LINE,
    LOUDNESS_WITHIN,
    SHORTEST_LINE,
)
from nightcrier.box.sound.voices.packs import Clip, read_shelf
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.ring import Wave, band_gains, colour, frequencies, seam_rank
from nightcrier.studio.soundfiles import line_loudness, loudest_moment, lufs, read_channels, read_sound, true_peak
from nightcrier.words.catalogue import LANGUAGES


def main(folders: Sequence[str]) -> int:
    audio = Path(folders[0] if folders else "assets/audio")
    good = [_voices(audio), _beds(audio), _signals(audio)]
    return 0 if all(good) else 1


def _voices(audio: Path) -> bool:
    print(f"{'voice':16} clips  MB   LUFS min..max   peak dBTP  seconds min..max  outside ±{LOUDNESS_WITHIN} LU")
    good = True
    for pack in (pack for language in LANGUAGES for pack in read_shelf(audio / "voices", language, print)):
        files = [(clip, file) for clip in pack.pack.clips.values() if (file := pack.file_of(clip))]
        rows = np.array(list(_clips(files)))
        size = sum(len(sound_content(file)) for _, file in files) / 1e6
        loud, peaks, lengths = rows.T
        out = int((abs(loud - CLIP_LOUDNESS) > LOUDNESS_WITHIN).sum())
        fits = lengths.min() >= SHORTEST_LINE and lengths.max() <= LONGEST_LINE
        good &= not out and peaks.max() <= HIGHEST_PEAK and bool(fits)
        print(
            f"{pack.id:16} {len(rows):5} {size:4.1f}  {loud.min():6.2f}..{loud.max():6.2f} {peaks.max():8.2f}"
            f"     {lengths.min():5.2f}..{lengths.max():5.2f} {out:8}"
        )
    return good


def _clips(files: Sequence[tuple[Clip, Path]]) -> Iterator[tuple[float, float, float]]:
    for clip, file in files:
        sound, rate = read_sound(file)
        yield line_loudness(sound, rate), true_peak(sound), clip.seconds


def _beds(audio: Path) -> bool:
    print(
        "\nbed               LUFS   peak  loudest 0.4 s  seam rank  rhythm  hole ms  rise dB  taps/s  spread  mono dB"
        "  speech over bed, LU"
    )
    good = True
    for file in sorted((audio / "beds").glob("*.ogg")):
        channels, rate = read_channels(file)
        bed = channels.mean(axis=1)
        taps, spread = _taps(bed, rate)
        level, hole, over = (
            lufs(bed, rate),
            1000 * longest_hole(bed, rate),
            CLIP_LOUDNESS - lufs(bed, rate) - DUCK_DB,
        )
        rank, beat = seam_rank(bed, rate), rhythm(bed, rate)
        good &= over >= 18 and rank < 1 and ((hole <= 20 and beat < 0.1) or "tapping" not in file.stem)
        print(
            f"{file.stem:15} {level:6.2f} {true_peak(bed):6.2f} {loudest_moment(bed, rate):10.2f} {rank:12.2f}"
            f" {beat:8.3f} {hole:7.1f} {highest_rise(bed, rate):8.1f} {taps:7.1f} {spread:7.2f}"
            f" {mono_loss(channels):8.2f} {over:12.1f}"
        )
    return good


_STEP: Seconds = 0.01
LOOPS = ("drone",)
"""Signals without an end."""
MOST_LOST: Decibels = 3.0
SHARPEST_END: Decibels = 6.0


def mono_loss(left_right: Wave) -> Decibels:
    """How much of its level a sound loses where both its channels come out of one speaker."""
    return float(10 * np.log10(np.mean(left_right**2) / np.mean(left_right.mean(axis=1) ** 2)))


def highest_rise(loop: Wave, rate: int, window: Seconds = 0.05) -> Decibels:
    """How far the loudest stretch of this time stands over the mean."""
    width = round(window * rate)
    total = np.cumsum(np.concatenate(([0.0], loop**2, loop[:width] ** 2)))
    return float(10 * np.log10((total[width:] - total[:-width]).max() / width / np.mean(loop**2)))


def rhythm(loop: Wave, rate: int, shortest: Seconds = 0.15, longest: Seconds = 10.0) -> float:
    """The strongest likeness of the loudness with itself a while later: near 0 is no rhythm, 1 a clockwork."""
    steps = round(_STEP * rate)
    envelope = np.sqrt((loop[: len(loop) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1))
    spectrum = np.abs(np.fft.rfft(envelope - envelope.mean())) ** 2
    likeness = np.fft.irfft(spectrum, len(envelope))
    return float((likeness / likeness[0])[round(shortest / _STEP) : round(longest / _STEP)].max())


def longest_hole(loop: Wave, rate: int, depth: Decibels = 10.0, window: Seconds = 0.005) -> Seconds:
    """The longest time in which the loop stays this much below its mean power."""
    width = round(window * rate)
    power = np.convolve(np.concatenate((loop, loop)) ** 2, np.ones(width) / width, mode="same")
    quiet = power < np.mean(loop**2) / 10 ** (depth / 10)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], quiet, [False])).astype(int)))
    lengths = edges[1::2] - edges[::2]
    return float(lengths.max() / rate) if len(lengths) else 0.0


def small_speaker_loss(sound: Wave, rate: int) -> Decibels:
    """Return how much loudness a signal loses on a speaker of 5 cm, which begins at 200 Hz."""
    heard = colour(sound, band_gains(frequencies(sound, rate), 200, rate, 4))
    return loudest_moment(sound, rate) - loudest_moment(heard, rate)


def sharpest_end(sound: Wave, rate: int, audible: Decibels = 35.0) -> Decibels:
    """Return how far a sound falls within 50 ms, where it falls most: from 0.2 s after its last onset until it is so
    far under its loudest moment that nobody hears it. Level is that of a tenth of a second, an onset a rise by 3 dB."""
    hop = round(_STEP * rate)
    power = np.add.reduceat(np.pad(sound, (10 * hop, 30 * hop)) ** 2, np.arange(0, len(sound) + 40 * hop, hop))
    level = 10 * np.log10(np.convolve(power, np.ones(10) / 10, "valid") + 1e-12)
    fall, heard = level[:-5] - level[5:], level > level.max() - audible
    last = np.flatnonzero((fall < -3) & heard[5:])[-1] + 5
    return float(np.max(fall[last + 20 :], where=heard[last + 20 : -5], initial=0.0))


def _taps(bed: Wave, rate: int) -> tuple[float, float]:
    """How many strokes a second stand out, by 6 dB over the tenth of a second around them, and how unevenly they come:
    the spread of the times between them over their mean. 1 is hail; the fingers of a roll come more evenly."""
    steps = rate // 500
    fine = (np.diff(bed)[: (len(bed) - 1) // steps * steps].reshape(-1, steps) ** 2).mean(axis=1)
    around = np.convolve(fine, np.ones(50) / 50, mode="same")
    peaks = (fine[1:-1] > fine[:-2]) & (fine[1:-1] >= fine[2:]) & (fine[1:-1] > 4 * around[1:-1])
    times = np.diff(np.flatnonzero(peaks))
    return len(times) / (len(bed) / rate), float(times.std() / times.mean()) if len(times) > 1 else 0.0


def _signals(audio: Path) -> bool:
    print("\nsignal          loudest 0.4 s   peak  small speaker, LU  sharpest end, dB in 50 ms")
    good = True
    for file in sorted((audio / "signals").glob("*.ogg")):
        sound, rate = read_sound(file)
        lost, end = small_speaker_loss(sound, rate), 0.0 if file.stem in LOOPS else sharpest_end(sound, rate)
        good &= true_peak(sound) <= HIGHEST_PEAK and lost <= MOST_LOST and end <= SHARPEST_END
        print(f"{file.stem:15} {loudest_moment(sound, rate):10.2f} {true_peak(sound):9.2f} {lost:17.1f} {end:26.1f}")
    return good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
