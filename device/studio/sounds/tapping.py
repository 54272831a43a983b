"""Ten people tapping on one table: the bed that covers the noises of the night. The table is a body that rings: a thin
wooden plate with grain, its modes, and how they fade.

Every player has an own tempo that wanders, so the sum has no beat. Each tap is a half-sine push of the fingertip into
the plate, whose length makes it dull or bright, and a breath of skin noise that reaches the ear directly.
"""

import numpy as np

from device.kernel.ids import Decibels, Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.ring import (
    Ring,
    Wave,
    band_gains,
    colour,
    convolve_ring,
    even_out,
    frequencies,
    room_answer,
    shelf_gains,
    unit_spread,
)

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


_PLAYERS = 10
_SPOTS = 3  # places in front of each player where fingers land
_TAPS_A_SECOND = (9.0, 13.0)  # two hands, several fingers
_UNEVEN = 0.45  # spread of the logarithm of the time between two taps
_PUSH = (0.0004, 0.0022)  # seconds a nail or a soft fingertip touches the wood
_IRONING = 0.45  # how far loud taps are pushed down and quiet moments lifted: no hole for a rustle to show in
_SKIN, _SKIN_BAND = 0.34, (1800.0, 6500.0)  # share and hertz of the skin noise


def tapping(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """The plain bed."""
    plate = Plate(chance)
    pushes = [[Ring(seconds) for _ in range(_SPOTS)] for _ in range(_PLAYERS)]
    skin = Ring(seconds)
    for player in pushes:
        _drum(chance, player, skin)
    on_wood = sum(
        (
            convolve_ring(ring.sound, _spot(chance, plate, seat))
            for seat, player in enumerate(pushes)
            for ring in player
        ),
        start=np.zeros(len(skin.sound)),
    )
    rubbing = colour(skin.sound, band_gains(frequencies(skin.sound), *_SKIN_BAND))
    mixed = unit_spread(on_wood) + _SKIN * unit_spread(rubbing)
    return even_out(convolve_ring(mixed, room_answer(chance, 0.45, wet=0.5)), _IRONING, 0.012)


def tapping_bright(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Nails instead of fingertips: covers the rustle of cards far better."""
    return _brighten(tapping(chance, seconds), 6.0)


def _brighten(loop: Wave, gain_db: Decibels) -> Wave:
    return colour(loop, shelf_gains(frequencies(loop), 2500, gain_db))


def _drum(chance: np.random.Generator, spots: list[Ring], skin: Ring) -> None:
    """One player's taps, all around the loop."""
    length, tempo = skin.seconds(), chance.uniform(*_TAPS_A_SECOND)
    touch, at = chance.uniform(*_PUSH), chance.uniform(0, 0.2)
    while at < length:
        force = chance.lognormal(0, 0.3)
        push = _push(touch * chance.lognormal(0, 0.25), skin.rate)
        spots[chance.integers(len(spots))].lay(at, push, force)
        skin.lay(at, _rub(chance, skin.rate), force)
        tempo = np.clip(tempo * chance.lognormal(0, 0.08), *_TAPS_A_SECOND)
        at += chance.lognormal(-(_UNEVEN**2) / 2, _UNEVEN) / tempo


def _push(seconds: Seconds, rate: int) -> Wave:
    """A half-sine of the same momentum whatever its length."""
    samples = max(3, round(seconds * rate))
    push = np.sin(np.pi * (np.arange(samples) + 0.5) / samples)
    return np.asarray(push / push.sum())


def _rub(chance: np.random.Generator, rate: int) -> Wave:
    time = np.arange(round(0.025 * rate)) / rate
    return np.asarray(chance.standard_normal(len(time)) * np.exp(-time / chance.uniform(0.003, 0.007)))


def _spot(chance: np.random.Generator, plate: Plate, seat: int) -> Wave:
    """How the plate answers in front of this seat: five seats along each long side."""
    x = TABLE_WIDTH * ((seat % 5 + 0.5) / 5 + chance.uniform(-0.06, 0.06))
    from_edge = chance.uniform(0.12, 0.28)
    return plate.struck_at(x, TABLE_DEPTH * (from_edge if seat < _PLAYERS / 2 else 1 - from_edge))
