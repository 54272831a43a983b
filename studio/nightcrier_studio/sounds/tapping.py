"""Make the sound of ten people who tap on one table: the bed that covers the noises of the night.

The table is a thin wooden plate with grain. The plate rings in its modes, and each mode fades. Every third player sits
near: the fingers roll from the little one to the first, rest, and roll again. The other players are a murmur of
fingertips in the background, which leaves no gap. Every player has a tempo that changes slowly, so the sum has no
common beat. Each tap is a half-sine push of the fingertip into the plate; the length of the push makes the tap dull or
bright. Each tap also has a breath of skin noise that reaches the ear directly. Under the taps there is the rubbing of
palms, at frequencies where cards rustle and people do not speak."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.kernel.ids import Seconds
from nightcrier.takes.waves import Wave, colour, frequencies, room_answer
from nightcrier_studio.sounds.ring import (
    Ring,
    band_pass,
    convolve_ring,
    drift_noise,
    even_out,
    moments,
    shelf_gains,
    unit_spread,
)

_TABLE_WIDTH, _TABLE_DEPTH, _THICKNESS = 1.7, 0.95, 0.022  # metres
_STIFF_ALONG, _STIFF_ACROSS = 11e9, 0.9e9  # Young's modulus of spruce along and across the grain, pascals
_DENSITY = 620.0  # kilograms per cubic metre
_MODES = 110
_RINGS: Seconds = 0.4
_LOWEST = 70.0  # hertz; the supports swallow what lies below
_RADIATES_ABOVE = 350.0  # hertz; below it a table top is a poor loudspeaker


_Drum: TypeAlias = Callable[[np.random.Generator, list[Ring], Ring], None]


class Plate:
    """Holds the modes of one table top: their frequencies, and how fast they fade."""

    def __init__(self, chance: np.random.Generator) -> None:
        m, n = (grid.ravel() for grid in np.meshgrid(np.arange(1, 40), np.arange(1, 40)))
        along, across = (modulus * _THICKNESS**3 / 12 for modulus in (_STIFF_ALONG, _STIFF_ACROSS))
        twist = np.sqrt(along * across)
        bending = (
            along * (m / _TABLE_WIDTH) ** 4
            + 2 * twist * (m * n / (_TABLE_WIDTH * _TABLE_DEPTH)) ** 2
            + across * (n / _TABLE_DEPTH) ** 4
        )
        hertz = np.pi / 2 * np.sqrt(bending / (_DENSITY * _THICKNESS))
        chosen = [mode for mode in np.argsort(hertz) if hertz[mode] > _LOWEST][:_MODES]
        self._m, self._n = m[chosen], n[chosen]
        self._hertz = hertz[chosen] * chance.normal(1, 0.01, _MODES)
        self._loss = chance.uniform(0.035, 0.06, _MODES)
        self._heard = self._shape(0.43 * _TABLE_WIDTH, 0.37 * _TABLE_DEPTH)
        time = moments(_RINGS)
        swing = np.sin(2 * np.pi * np.outer(self._hertz, time))
        self._ringing = swing * np.exp(-np.pi * np.outer(self._loss * self._hertz, time))

    def knock_at(self, x: float, y: float) -> Wave:
        """Return the sound of one sharp knock at a given place of the table."""
        strength = self._shape(x, y) * self._heard * self._hertz / (self._hertz + _RADIATES_ABOVE)
        return np.asarray(strength @ self._ringing)

    def _shape(self, x: float, y: float) -> Wave:
        return np.asarray(np.sin(self._m * np.pi * x / _TABLE_WIDTH) * np.sin(self._n * np.pi * y / _TABLE_DEPTH))


_PLAYERS = 10
_FAR_SHARE = 0.5  # of the others together, beside the near ones
_FINGERS = 4  # places in front of each player where fingers land
_TAPS_A_SECOND = (9.0, 13.0)  # within a roll; of the far ones, all the time
_REST: tuple[Seconds, Seconds] = (0.12, 0.6)  # between two rolls
_UNEVEN = 0.18  # spread of the logarithm of the time between two taps of a roll
_FAR_UNEVEN = 0.45
_ACCENT = (0.6, 0.75, 0.9, 1.25)  # the little finger to the first, which comes down hardest
_PUSH = (0.0006, 0.0022)  # seconds a nail or a soft fingertip touches the wood
_IRONING = 0.45  # how far loud taps are pushed down and quiet moments lifted: no hole for a rustle to show in
_SKIN, _SKIN_BAND = 0.34, (1800.0, 6500.0)  # share and hertz of the skin noise
_PALMS, _PALM_BAND = 0.75, (1800.0, 9500.0)
"""The strength of the palms, and their band in hertz, in which cards rustle and only the sharpest consonants sound."""


def tapping(chance: np.random.Generator, seconds: Seconds) -> Wave:
    return _over_palms(chance, _fingers(chance, seconds))


def _fingers(chance: np.random.Generator, seconds: Seconds) -> Wave:
    plate, skin = Plate(chance), Ring(seconds)
    near = _on_wood(chance, plate, range(0, _PLAYERS, 3), skin, _roll)
    far = _on_wood(chance, plate, (seat for seat in range(_PLAYERS) if seat % 3), skin, _murmur)
    rubbing = band_pass(skin.sound, *_SKIN_BAND)
    mixed = unit_spread(near) + _FAR_SHARE * unit_spread(far) + _SKIN * unit_spread(rubbing)
    return even_out(convolve_ring(mixed, room_answer(chance, 0.45, wet=0.5)), _IRONING, 0.012)


def _over_palms(chance: np.random.Generator, taps: Wave) -> Wave:
    """Return the taps over the soft, steady rubbing of many palms, which covers the rustle of cards."""
    return unit_spread(taps) + _PALMS * drift_noise(chance, len(taps), _PALM_BAND, 0.08, (2, 40))


def _on_wood(chance: np.random.Generator, plate: Plate, seats: Iterable[int], skin: Ring, drum: _Drum) -> Wave:
    """Return the sound of the table while the given players drum on it with `drum`."""
    heard = np.zeros(len(skin.sound))
    for seat in seats:
        fingers = [Ring(skin.seconds) for _ in range(_FINGERS)]
        drum(chance, fingers, skin)
        for finger in fingers:
            heard += convolve_ring(finger.sound, _spot(chance, plate, seat))
    return heard


def tapping_bright(chance: np.random.Generator, seconds: Seconds) -> Wave:
    """Return the tapping of nails instead of fingertips. Nails cover the rustle of cards better."""
    loop = _fingers(chance, seconds)
    return _over_palms(chance, colour(loop, shelf_gains(frequencies(loop), 2500, 6.0)))


def _roll(chance: np.random.Generator, fingers: list[Ring], skin: Ring) -> None:
    """Add the finger rolls of one player, spread over the whole loop."""
    length, tempo = skin.seconds, chance.uniform(*_TAPS_A_SECOND)
    touch, at = chance.uniform(*_PUSH), chance.uniform(0, 0.5)
    while at < length:
        loud = chance.lognormal(0, 0.25)
        tempo = np.clip(tempo * chance.lognormal(0, 0.12), *_TAPS_A_SECOND)
        for finger in range(chance.integers(0, 2), _FINGERS):
            _tap(chance, fingers[finger], skin, at, touch, loud * _ACCENT[finger] * chance.lognormal(0, 0.12))
            at += chance.lognormal(0, _UNEVEN) / tempo
        at += chance.uniform(*_REST)


def _murmur(chance: np.random.Generator, fingers: list[Ring], skin: Ring) -> None:
    """Add the taps of one distant player, without a pattern."""
    length, tempo = skin.seconds, chance.uniform(*_TAPS_A_SECOND)
    touch, at = _PUSH[1] * chance.uniform(0.8, 1.2), chance.uniform(0, 0.2)
    while at < length:
        _tap(chance, fingers[chance.integers(_FINGERS)], skin, at, touch, chance.lognormal(-0.5, 0.25))
        at += chance.lognormal(-(_FAR_UNEVEN**2) / 2, _FAR_UNEVEN) / tempo


def _tap(chance: np.random.Generator, finger: Ring, skin: Ring, at: Seconds, touch: Seconds, force: float) -> None:
    finger.lay(at, _push(touch * chance.lognormal(0, 0.25)), force)
    time = moments(0.025)
    skin.lay(at, chance.standard_normal(len(time)) * np.exp(-time / chance.uniform(0.003, 0.007)), force)


def _push(seconds: Seconds) -> Wave:
    """Return the push of a fingertip: a half-sine. Its momentum is the same for every length."""
    samples = max(3, round(seconds * SAMPLE_RATE))
    push = np.sin(np.pi * (np.arange(samples) + 0.5) / samples)
    return np.asarray(push / push.sum())


def _spot(chance: np.random.Generator, plate: Plate, seat: int) -> Wave:
    """Return the sound of the plate in front of a seat. There are five seats on each long side of the table."""
    x = _TABLE_WIDTH * ((seat % 5 + 0.5) / 5 + chance.uniform(-0.06, 0.06))
    from_edge = chance.uniform(0.12, 0.28)
    return plate.knock_at(x, _TABLE_DEPTH * (from_edge if seat < _PLAYERS / 2 else 1 - from_edge))
