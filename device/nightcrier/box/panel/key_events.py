"""Read what the kernel tells of an input device: which keys it has, and which of them go down and up. The file is pure.

A key has a name of the device's two numbers and its own, such as `046d:c31c/57`. A stick or a hat has two keys for each
axis, one for each way, such as `045e:028e/a16-`. What a device calls itself is never read: a stranger has written it.

A device may tell more than a finger can do, by a fault or on purpose. The presses above a limit are then left out."""

from collections.abc import Callable, Iterator, Mapping
from struct import Struct as Layout

from msgspec import Struct

EVENT = Layout("llHHi")
"""The bytes of an event: the seconds and microseconds of its time, its kind, its code and its value."""
NUMBERS = Layout("4H")
"""The bytes of the numbers of a device: of its bus, of its vendor, its own, and that of its version."""
BOUNDS = Layout("6i")
"""The bytes of an axis: where it stands, its least and its greatest value, and three more that nobody needs here."""

_REPORT, _KEY, _AXIS = 0, 1, 3
_ALL_IN, _DROPPED = 0, 3
"""The codes of a report: all that changed at once is told, or some of it was lost."""
_UP, _DOWN = 0, 1
"""The values of a key. A key that repeats by itself has another value, which is left out."""

KEYS = 0x300
"""The number of codes that a key can have."""
AXES = (0, 1, 16, 17)
"""The axes that count: the first stick, and the first hat. Both stand in the middle while nobody touches them."""
_PADS = range(0x120, 0x140)
"""The keys of joysticks and gamepads. The axes of other devices are places on a pad, or how the device is tilted."""

_FAR, _NEAR = 0.6, 0.4
"""The parts of the way from the middle to the end: there an axis counts as pressed, and here as let go."""
MOST_PRESSES = 50
"""The most presses of a device in a second. A finger does not reach half of it, and a knob that turns hardly all."""


class KeyChange(Struct, frozen=True):
    """A key that went down or up, with the time that the kernel has given to it."""

    at: float
    key: str
    is_down: bool


def bits(read: bytes) -> frozenset[int]:
    """Return the numbers of the bits that are set. The kernel tells in such bits which keys a device has."""
    number = int.from_bytes(read, "little")
    return frozenset(bit for bit in range(number.bit_length()) if number >> bit & 1)


def axes_of(keys: frozenset[int], axes: frozenset[int]) -> tuple[int, ...]:
    """Return the axes of a device that count as keys."""
    return tuple(axis for axis in AXES if axis in axes) if not keys.isdisjoint(_PADS) else ()


class DeviceKeys:
    """Follows the keys of one device. `axes` holds the least and the greatest value of each axis that counts."""

    def __init__(self, device: str, keys: frozenset[int], axes: Mapping[int, tuple[int, int]]) -> None:
        self._device, self._keys, self._axes = device, keys, axes
        self._down: set[str] = set()
        self._is_lost = False
        self._second, self._presses = 0, 0

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all keys that the device has."""
        return frozenset([*map(self._key, self._keys), *(self._way(axis, way) for axis in self._axes for way in "-+")])

    def follow(self, read: bytes, now_down: Callable[[], frozenset[str]]) -> Iterator[KeyChange]:
        """Yield the changes that these events tell. `now_down` returns the keys that are down, and is asked only where
        the kernel has lost events."""
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
        """Yield the changes after which these keys are down, and no others."""
        for key in sorted(self._down ^ down):
            yield from self._change(key, at, is_down=key in down)

    def keys_down(self, keys: frozenset[int], places: Mapping[int, int]) -> frozenset[str]:
        """Return the names of the keys that are down, from their codes and from where the axes stand."""
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
        """Return how far an axis is from its middle, down and up, as a part of the way to its end."""
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
