"""Interprets what the kernel reports about an input device: which keys it has, and which of them go down and up. All
functions are pure.

A key's name consists of the device's two numbers and the key's own, such as `046d:c31c/57`. A stick or a hat has two
keys for each axis, one for each direction, such as `045e:028e/a16-`. The device's own name is never read, because a
stranger chose it.

A faulty or malicious device may report more than a finger can do. Presses above a limit are ignored."""

from collections.abc import Callable, Iterator, Mapping
from struct import Struct as Layout

from msgspec import Struct

EVENT = Layout("llHHi")
"""The layout of an event: the seconds and microseconds of its time, its kind, its code and its value."""
NUMBERS = Layout("4H")
"""The layout of a device's numbers: its bus, its vendor, its product and its version."""
BOUNDS = Layout("6i")
"""The layout of an axis: its position, its lowest and highest value, and three more values that are not needed here."""

_REPORT, _KEY, _AXIS = 0, 1, 3
_ALL_IN, _DROPPED = 0, 3
"""The codes of a report: all simultaneous changes have been reported, or some events were lost."""
_UP, _DOWN = 0, 1
"""The values of a pressed and released key. A key that repeats by itself sends another value, which is ignored."""

KEYS = 0x300
"""The number of key codes that exist."""
AXES = (0, 1, 16, 17)
"""The axes that count: the first stick and the first hat. Both rest in the middle while nobody touches them."""
_PADS = range(0x120, 0x140)
"""The key codes of joysticks and gamepads. On devices without such keys, axes are ignored, because they are a position
on a pad or the tilt of the device."""

_FAR, _NEAR = 0.6, 0.4
"""The fractions of the way from the middle to the end at which an axis counts as pressed, and as released."""
MOST_PRESSES = 50
"""The most presses that a device may report per second. A finger reaches less than half, a turned knob hardly all."""


class KeyChange(Struct, frozen=True):
    """A key that went down or up, with the kernel's time stamp."""

    at: float
    key: str
    is_down: bool


def bits(read: bytes) -> frozenset[int]:
    """Return the numbers of the bits that are set. The kernel reports the keys of a device as such bits."""
    number = int.from_bytes(read, "little")
    return frozenset(bit for bit in range(number.bit_length()) if number >> bit & 1)


def axes_of(keys: frozenset[int], axes: frozenset[int]) -> tuple[int, ...]:
    """Return the axes of a device that count as keys."""
    return tuple(axis for axis in AXES if axis in axes) if not keys.isdisjoint(_PADS) else ()


class DeviceKeys:
    """Follows the keys of one device. `axes` holds the lowest and the highest value of each axis that counts."""

    def __init__(self, device: str, keys: frozenset[int], axes: Mapping[int, tuple[int, int]]) -> None:
        self._device, self._keys, self._axes = device, keys, axes
        self._down: set[str] = set()
        self._is_lost = False
        self._second, self._presses = 0, 0

    @property
    def names(self) -> frozenset[str]:
        return frozenset([*map(self._key, self._keys), *(self._way(axis, way) for axis in self._axes for way in "-+")])

    def follow(self, read: bytes, now_down: Callable[[], frozenset[str]]) -> Iterator[KeyChange]:
        """Yield the changes in these events. `now_down` returns the keys that are down, and is called only if the
        kernel has lost events."""
        for seconds, micros, kind, code, value in EVENT.iter_unpack(read[: len(read) // EVENT.size * EVENT.size]):
            at = seconds + micros / 1e6
            if kind == _REPORT and code == _DROPPED:
                self._is_lost = True
            elif self._is_lost:
                if kind == _REPORT and code == _ALL_IN:
                    self._is_lost = False
                    yield from self.become(now_down(), at)
            elif kind == _KEY and code in self._keys and value in (_UP, _DOWN):
                yield from self._change(self._key(code), at, is_down=value == _DOWN)
            elif kind == _AXIS and code in self._axes:
                for way, part in zip("-+", self._parts(code, value), strict=True):
                    key = self._way(code, way)
                    yield from self._change(key, at, is_down=part >= (_NEAR if key in self._down else _FAR))

    def become(self, down: frozenset[str], at: float) -> Iterator[KeyChange]:
        """Yield the changes after which exactly these keys are down."""
        for key in sorted(self._down ^ down):
            yield from self._change(key, at, is_down=key in down)

    def keys_down(self, keys: frozenset[int], places: Mapping[int, int]) -> frozenset[str]:
        ways = (
            self._way(axis, way)
            for axis, at in places.items()
            for way, part in zip("-+", self._parts(axis, at), strict=True)
            if part >= _FAR
        )
        return frozenset([*map(self._key, keys), *ways])

    def _key(self, code: int) -> str:
        return f"{self._device}/{code}"

    def _way(self, axis: int, way: str) -> str:
        return f"{self._device}/a{axis}{way}"

    def _parts(self, axis: int, at: int) -> tuple[float, float]:
        """Return how far an axis is from its middle in each direction, as a fraction of the way to its end."""
        least, most = self._axes[axis]
        part = (2 * at - least - most) / max(1, most - least)
        return -part, part

    def _change(self, key: str, at: float, *, is_down: bool) -> Iterator[KeyChange]:
        if is_down == (key in self._down) or (is_down and not self._may_press(at)):
            return
        (self._down.add if is_down else self._down.remove)(key)
        yield KeyChange(at, key, is_down)

    def _may_press(self, at: float) -> bool:
        if int(at) != self._second:
            self._second, self._presses = int(at), 0
        self._presses += 1
        return self._presses <= MOST_PRESSES
