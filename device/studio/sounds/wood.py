"""A wooden table as a body that rings: a thin plate with grain, its modes, and how they fade."""

import numpy as np

from device.kernel.ids import Seconds
from device.studio.ring import RATE, Sound

WIDTH, DEPTH, THICKNESS = 1.7, 0.95, 0.022  # metres
STIFF_ALONG, STIFF_ACROSS = 11e9, 0.9e9  # Young's modulus of spruce along and across the grain, pascals
DENSITY = 620.0  # kilograms per cubic metre
MODES = 110
RINGS: Seconds = 0.4
LOWEST = 70.0  # hertz; the supports swallow what lies below
RADIATES_ABOVE = 350.0  # hertz; below it a table top is a poor loudspeaker


class Plate:
    """The modes of one table top: where they sit, how fast they fade."""

    def __init__(self, chance: np.random.Generator) -> None:
        m, n = (grid.ravel() for grid in np.meshgrid(np.arange(1, 40), np.arange(1, 40)))
        along, across = (modulus * THICKNESS**3 / 12 for modulus in (STIFF_ALONG, STIFF_ACROSS))
        twist = np.sqrt(along * across)
        bending = along * (m / WIDTH) ** 4 + 2 * twist * (m * n / (WIDTH * DEPTH)) ** 2 + across * (n / DEPTH) ** 4
        hertz = np.pi / 2 * np.sqrt(bending / (DENSITY * THICKNESS))
        chosen = [mode for mode in np.argsort(hertz) if hertz[mode] > LOWEST][:MODES]
        self._m, self._n = m[chosen], n[chosen]
        self._hertz = hertz[chosen] * chance.normal(1, 0.01, MODES)
        self._loss = chance.uniform(0.035, 0.06, MODES)
        self._heard = self._shape(0.43 * WIDTH, 0.37 * DEPTH)
        time = np.arange(round(RINGS * RATE)) / RATE
        swing = np.sin(2 * np.pi * np.outer(self._hertz, time))
        self._ringing = swing * np.exp(-np.pi * np.outer(self._loss * self._hertz, time))

    def struck_at(self, x: float, y: float) -> Sound:
        """What is heard after one sharp knock at this place."""
        strength = self._shape(x, y) * self._heard * self._hertz / (self._hertz + RADIATES_ABOVE)
        return np.asarray(strength @ self._ringing)

    def _shape(self, x: float, y: float) -> Sound:
        return np.asarray(np.sin(self._m * np.pi * x / WIDTH) * np.sin(self._n * np.pi * y / DEPTH))
