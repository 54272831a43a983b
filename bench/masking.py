"""python -m bench.masking: how well the beds cover the small noises of a night.

The noises are made here: a card drawn over the table and laid down (friction noise in strokes, 2 to 9 kHz), and a
button let go (a click that rings at 1 to 4 kHz), each at three levels; the beds are at -26 LUFS. Noticed is what stands
out of the bed in a band of hearing (a third of an octave) by more than 4 dB for 20 milliseconds or longer; printed is
at how many of 100 moments of the bed a noise does. A model to compare beds with, no listening test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from device.sound.player import SAMPLE_RATE
from device.studio.ring import Wave, band_gains, colour, frequencies
from device.studio.soundfiles import gain_factor, loudest_moment, read_sound

BEDS = ("wind", "rain", "fire", "tapping", "tapping-bright")
LEVELS = (-30.0, -36.0, -42.0)  # loudest moment of the noise, LUFS; the beds are at -26
ROOM = -62.0  # what a quiet room is at
BANDS = 250.0 * 2 ** (np.arange(16) / 3)
FRAME, HOP = SAMPLE_RATE // 50, SAMPLE_RATE // 100  # 20 and 10 ms
STANDS_OUT = 4.0  # dB
MOMENTS = 60
AUDIO = Path("assets/audio/beds")


def card(chance: np.random.Generator) -> Wave:
    """A card drawn over wood in two strokes, then a snap as it is laid down."""
    time = np.arange(round(0.5 * SAMPLE_RATE)) / SAMPLE_RATE
    strokes = np.clip(np.sin(2 * np.pi * 2.2 * time), 0, None) ** 0.7 * (1 + 0.6 * chance.standard_normal(len(time)))
    noise = colour(chance.standard_normal(len(time)), band_gains(frequencies(time), 2000, 9000))
    snap = np.exp(-np.abs(time - 0.42) / 0.004) * colour(
        chance.standard_normal(len(time)), band_gains(frequencies(time), 800, 6000)
    )
    return np.asarray(noise * strokes + 1.5 * snap)


def click(chance: np.random.Generator) -> Wave:
    """A button that is let go."""
    time = np.arange(round(0.05 * SAMPLE_RATE)) / SAMPLE_RATE
    ring = sum(np.sin(2 * np.pi * hertz * time) * np.exp(-time / 0.006) for hertz in (1150.0, 2600.0, 3900.0))
    return np.asarray(ring + chance.standard_normal(len(time)) * np.exp(-time / 0.0015))


def in_bands(sound: Wave) -> Wave:
    """Power in every band of hearing, frame by frame."""
    frames = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[::HOP] * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames)) ** 2
    hertz = np.asarray(np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE), dtype=np.float64)
    weights = np.array([band_gains(hertz, at * 2 ** (-1 / 6), at * 2 ** (1 / 6), 3) ** 2 for at in BANDS])
    return np.asarray(power @ weights.T)


def stands_out(noise: Wave, bed: Wave) -> bool:
    """Whether an ear that has grown used to the bed notices: against the bed there, and what it usually does."""
    here = in_bands(bed[: len(noise)])
    usual = np.maximum(np.quantile(in_bands(bed), 0.9, axis=0), here)
    return bool((10 * np.log10(in_bands(noise + bed[: len(noise)]) / usual) > STANDS_OUT).any(axis=1).sum() >= 2)


def heard(make: Callable[[np.random.Generator], Wave], bed: Wave, level: float, chance: np.random.Generator) -> float:
    """The share of moments at which the noise is noticed."""
    hits = 0
    for _ in range(MOMENTS):
        noise = np.pad(make(chance), FRAME)
        noise *= gain_factor(level - loudest_moment(noise, SAMPLE_RATE))
        start = int(chance.integers(len(bed) - 2 * SAMPLE_RATE))
        hits += stands_out(noise, bed[start : start + 2 * SAMPLE_RATE])
    return hits / MOMENTS


def beds(chance: np.random.Generator) -> Iterator[tuple[str, Wave]]:
    """The quiet room alone, and with each bed in it."""
    quiet = chance.standard_normal(20 * SAMPLE_RATE)
    quiet *= gain_factor(ROOM - loudest_moment(quiet, SAMPLE_RATE))
    yield "none", quiet
    for name in BEDS:
        bed = read_sound(AUDIO / f"{name}.ogg")[0]
        yield name, bed + np.resize(quiet, len(bed))


def main() -> None:
    chance = np.random.default_rng(5)
    noises = {"card": card, "click": click}
    heads = "".join(f"{f'{noise} {level:.0f}':>10}" for noise in noises for level in LEVELS)
    print(f"noticed, of 100 {heads}")
    for name, bed in beds(chance):
        cells = (100 * heard(make, bed, level, chance) for make in noises.values() for level in LEVELS)
        print(f"{name:15} " + "".join(f"{cell:10.0f}" for cell in cells))


if __name__ == "__main__":
    main()
