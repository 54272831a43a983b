"""A wooden table as a body that rings: a thin plate with grain, its modes, and how they fade."""

import numpy as np

from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import Wave

TABLE_WIDTH, TABLE_DEPTH, _THICKNESS = 1.7, 0.95, 0.022  # metres
_STIFF_ALONG, _STIFF_ACROSS = 11e9, 0.9e9  # Young's modulus of spruce along and across the grain, pascals
_DENSITY = 620.0  # kilograms per cubic metre
_MODES = 110
_RINGS: Seconds = 0.4
_LOWEST = 70.0  # hertz; the supports swallow what lies below
_RADIATES_ABOVE = 350.0  # hertz; below it a table top is a poor loudspeaker


class Plate:
    """The modes of one table top: where they sit, how fast they fade."""

    def __init__(self, chance: np.random.Generator) -> None:
        m, n = (grid.ravel() for grid in np.meshgrid(np.arange(1, 40), np.arange(1, 40)))
        along, across = (modulus * _THICKNESS**3 / 12 for modulus in (_STIFF_ALONG, _STIFF_ACROSS))
        twist = np.sqrt(along * across)
        bending = (
            along * (m / TABLE_WIDTH) ** 4
            + 2 * twist * (m * n / (TABLE_WIDTH * TABLE_DEPTH)) ** 2
            + across * (n / TABLE_DEPTH) ** 4
        )
        hertz = np.pi / 2 * np.sqrt(bending / (_DENSITY * _THICKNESS))
        chosen = [mode for mode in np.argsort(hertz) if hertz[mode] > _LOWEST][:_MODES]
        self._m, self._n = m[chosen], n[chosen]
        self._hertz = hertz[chosen] * chance.normal(1, 0.01, _MODES)
        self._loss = chance.uniform(0.035, 0.06, _MODES)
        self._heard = self._shape(0.43 * TABLE_WIDTH, 0.37 * TABLE_DEPTH)
        time = np.arange(round(_RINGS * SAMPLE_RATE)) / SAMPLE_RATE
        swing = np.sin(2 * np.pi * np.outer(self._hertz, time))
        self._ringing = swing * np.exp(-np.pi * np.outer(self._loss * self._hertz, time))

    def struck_at(self, x: float, y: float) -> Wave:
        """What is heard after one sharp knock at this place."""
        strength = self._shape(x, y) * self._heard * self._hertz / (self._hertz + _RADIATES_ABOVE)
        return np.asarray(strength @ self._ringing)

    def _shape(self, x: float, y: float) -> Wave:
        return np.asarray(np.sin(self._m * np.pi * x / TABLE_WIDTH) * np.sin(self._n * np.pi * y / TABLE_DEPTH))
