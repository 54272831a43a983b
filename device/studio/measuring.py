"""Loudness and peak of a clip as it lies on disk."""

from pathlib import Path

from device.kernel.ids import Decibels
from device.studio.loudness import lufs, true_peak
from device.studio.soundfiles import read


def measured(file: Path) -> tuple[Decibels, Decibels]:
    sound, rate = read(file)
    return lufs(sound, rate), true_peak(sound)
