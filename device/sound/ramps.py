"""Loudness over time, as pure values: how a gain moves, and how loud a volume feels."""

import math

from msgspec import Struct

from device.kernel.ids import Decibels, Seconds

SILENCE_DB: Decibels = -60.0
"""From here down a sound is off: 60 dB under full level nobody hears it in a room with people."""

_LOUDNESS_TO_AMPLITUDE = 5 / 3
"""A tone of half the loudness has a third of the amplitude, about -10 dB (S. S. Stevens, 1955: 0.6 power law)."""


class Ramp(Struct, frozen=True):
    """A gain that goes from one level to another in a straight line of decibels, and stays there.

    Even steps of decibels are even steps for the ear, and no step is large enough to click."""

    at: float
    seconds: Seconds
    start_db: Decibels
    end_db: Decibels

    @property
    def end(self) -> float:
        return self.at + self.seconds

    def db(self, moment: float) -> Decibels:
        if moment >= self.end:
            return self.end_db
        if moment <= self.at:
            return self.start_db
        done = (moment - self.at) / self.seconds
        return self.start_db + (self.end_db - self.start_db) * done

    def gain(self, moment: float) -> float:
        return amplitude(self.db(moment))


def steady_ramp(level_db: Decibels, at: float = 0.0) -> Ramp:
    """A gain that does not move."""
    return Ramp(at, 0.0, level_db, level_db)


def amplitude(level_db: Decibels) -> float:
    return 0.0 if level_db <= SILENCE_DB else 10.0 ** (level_db / 20)


def volume_db(volume: float) -> Decibels:
    """How many decibels a volume from 0 to 1 stands for, so that half of it sounds half as loud."""
    within = min(1.0, max(0.0, volume))
    if within == 0.0:
        return SILENCE_DB
    return max(SILENCE_DB, 20 * _LOUDNESS_TO_AMPLITUDE * math.log10(within))
