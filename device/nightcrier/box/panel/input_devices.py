"""Reads keypads, foot switches and gamepads: Linux input devices beside the pins (/dev/input/event*).

A thread waits for events of these devices, and for devices that come and go. It listens only to devices that have a key
with a use, or to all devices while people choose new keys. Such a device is grabbed, so that its keys type nothing
elsewhere. All devices together are one more set of controls, so keys on two devices can mean the same button.

A press of a key that turns the dial is reported as moves of the dial's contacts. The decoder of the pins thus decides
about all gestures."""

import os
import select
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import TypeAlias

from nightcrier.box.events import KeyPressed, KeySaid, KeyUse
from nightcrier.box.panel.hand import Knob
from nightcrier.box.panel.key_events import AXES, BOUNDS, EVENT, KEYS, NUMBERS, DeviceKeys, KeyChange, axes_of, bits
from nightcrier.box.panel.port import Edge, Put, edge_time
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard, LivingThread
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.settings import PanelSettings
from nightcrier.kernel.watching import CREATED, PERMITTED, open_watch, watch_folder

Ioctl: TypeAlias = Callable[[int, int, bytes | int], bytes | int]

FOLDER = Path("/dev/input")


def ask_kernel(descriptor: int, request: int, given: bytes | int) -> bytes | int:
    """Send a request to an open device, and return the kernel's answer. Raises OSError."""
    return ioctl(descriptor, request, given)


_READ, _WRITE = 2 << 30, 1 << 30


def _request(way: int, number: int, size: int) -> int:
    """Return the number of a request to a device (linux/input.h), from its direction, code and size in bytes."""
    return way | size << 16 | ord("E") << 8 | number


ID, KEY_STATES = _request(_READ, 0x02, NUMBERS.size), _request(_READ, 0x18, KEYS // 8)
KEY_BITS, AXIS_BITS = _request(_READ, 0x21, KEYS // 8), _request(_READ, 0x23, 8)
BOUNDS_OF = {axis: _request(_READ, 0x40 + axis, BOUNDS.size) for axis in AXES}
GRAB, SET_CLOCK = _request(_WRITE, 0x90, 4), _request(_WRITE, 0xA0, 4)

BUILT_IN = 0x19
"""The bus number of keys that are built into the machine, such as the power button of a Pi 5."""
_BATCH = 50
"""The most events that are read in one call."""
PACE: Seconds = 0.01
"""The pause after each reading, so that a device that never stops cannot keep the processor busy. It delays nobody,
because each event has the kernel's time stamp."""


class InputDevice:
    """An open input device with the keys that count. Raises OSError if the device cannot be used."""

    def __init__(self, file: Path, call: Ioctl) -> None:
        self._ioctl = call
        self.descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            bus, vendor, product, _ = NUMBERS.unpack(self._look_up(ID))
            keys = frozenset() if bus == BUILT_IN else bits(self._look_up(KEY_BITS))
            self._axes = axes_of(keys, bits(self._look_up(AXIS_BITS)))
            ends = {axis: self._bounds(axis)[1:3] for axis in self._axes}
            self.keys = DeviceKeys(f"{vendor:04x}:{product:04x}", keys, ends)
        except BaseException:
            self.close()
            raise

    def grab(self) -> None:
        """Reserve the device for the box alone, and ask for time stamps of the box's clock. Without such time stamps,
        each event gets the time at which it is read."""
        with suppress(OSError):
            self._ioctl(self.descriptor, SET_CLOCK, time.CLOCK_MONOTONIC.to_bytes(4, "little"))
        with suppress(OSError):
            self._ioctl(self.descriptor, GRAB, 1)

    def read(self) -> Iterator[KeyChange]:
        """Yield the waiting changes of keys. Raises OSError once the device is gone."""
        read = os.read(self.descriptor, _BATCH * EVENT.size)
        if not read:
            raise OSError("the device has ended")
        yield from self.keys.follow(read, self._now_down)

    def close(self) -> None:
        os.close(self.descriptor)

    def _now_down(self) -> frozenset[str]:
        places = {axis: self._bounds(axis)[0] for axis in self._axes}
        return self.keys.keys_down(bits(self._look_up(KEY_STATES)), places)

    def _bounds(self, axis: int) -> tuple[int, int, int]:
        at, least, most, *_ = BOUNDS.unpack(self._look_up(BOUNDS_OF[axis]))
        return at, least, most

    def _look_up(self, request: int) -> bytes:
        """Return what the device reports about itself. The request contains the number of bytes to return."""
        answer = self._ioctl(self.descriptor, request, bytes(request >> 16 & 0x3FFF))
        return answer if isinstance(answer, bytes) else b""


class InputDevices:
    """Puts the edges of all keys with a use into the loop, or the names of pressed keys while people choose some."""

    def __init__(
        self, settings: PanelSettings, clock: Clock, put: Put, folder: Path = FOLDER, call: Ioctl = ask_kernel
    ) -> None:
        self._clock, self._put, self._folder, self._ioctl = clock, put, folder, call
        self._knob = Knob(settings)
        self._followed: tuple[Mapping[str, KeyUse], bool] = {}, False  # in one piece for the thread
        self._held: dict[KeyUse, set[str]] = {use: set() for use in KeyUse}
        self._levels = {"dial-a": False, "dial-b": False}
        self._devices: dict[str, InputDevice] = {}
        self._called, self._changes, self._poll = os.eventfd(0), open_watch(), select.poll()
        for descriptor in (self._called, self._changes):
            self._poll.register(descriptor, select.POLLIN)
        self._over, self._looks = False, True  # for devices, at the next turn
        self._watch()
        guard = FaultGuard(clock, Part.PANEL, "Listening to keypads")
        self._thread = LivingThread("inputs", self._listen, guard, put)
        self._thread.start()

    def follow(self, uses: Mapping[str, KeyUse], *, by_name: bool) -> None:
        """Listen to these keys from now on. With `by_name`, report presses of all keys, by their names only."""
        self._followed = uses, by_name
        os.eventfd_write(self._called, 1)

    def levels(self) -> dict[str, bool]:
        """Return the present level of each control, by the name of its pin. Untouched controls are left out."""
        return dict(self._levels)

    def close(self) -> None:
        self._over = True
        os.eventfd_write(self._called, 1)
        self._thread.end()
        for name in [*self._devices]:
            self._let_go(name)
        for descriptor in (self._called, self._changes):
            os.close(descriptor)

    def _listen(self) -> bool:
        """Handle everything that has arrived. Look for devices again if an earlier look failed."""
        woken = {descriptor for descriptor, _ in self._poll.poll(0 if self._looks else None)}
        for name, device in [*self._devices.items()]:
            if device.descriptor in woken:
                self._read(name, device)
        if self._called in woken:
            os.eventfd_read(self._called)
        if self._changes in woken:
            os.read(self._changes, 65536)
            self._watch()
        self._looks = self._looks or not woken.isdisjoint({self._called, self._changes})
        if self._looks:
            self._look_for_devices()
            self._looks = False
        else:
            time.sleep(PACE)
        return not self._over

    def _watch(self) -> None:
        """Watch for new devices. The kernel creates their folder when the first device appears."""
        for folder, flags in ((self._folder.parent, CREATED), (self._folder, CREATED | PERMITTED)):
            with suppress(OSError):
                watch_folder(self._changes, folder, flags)

    def _look_for_devices(self) -> None:
        for name, device in [*self._devices.items()]:
            if not self._is_wanted(device):
                self._let_go(name)
        for file in sorted(self._folder.glob("event*")):
            if file.name not in self._devices:
                with suppress(OSError):  # it is gone again, or not allowed yet: then the kernel tells once it is
                    self._open(file)

    def _open(self, file: Path) -> None:
        device = InputDevice(file, self._ioctl)
        if not self._is_wanted(device):
            device.close()
            return
        device.grab()
        self._devices[file.name] = device
        self._poll.register(device.descriptor, select.POLLIN)

    def _is_wanted(self, device: InputDevice) -> bool:
        uses, by_name = self._followed
        return bool(device.keys.names) if by_name else not device.keys.names.isdisjoint(uses)

    def _read(self, name: str, device: InputDevice) -> None:
        try:
            for change in device.read():
                self._tell(change)
        except BlockingIOError:
            return
        except OSError:  # unplugged: the game goes on, and what was down is let go
            self._let_go(name)

    def _let_go(self, name: str) -> None:
        device = self._devices.pop(name)
        self._poll.unregister(device.descriptor)
        device.close()
        for change in device.keys.become(frozenset(), self._clock.now()):
            self._tell(change)

    def _tell(self, change: KeyChange) -> None:
        at, (uses, by_name) = edge_time(change.at, self._clock.now()), self._followed
        if not change.is_down:
            self._release(change.key, at)
        elif by_name:
            self._put(KeySaid(at, KeyPressed(change.key)))
        elif (use := uses.get(change.key)) in (KeyUse.LEFT, KeyUse.RIGHT):
            for move in self._knob.turn(1 if use is KeyUse.RIGHT else -1, at, 0.0):
                self._move(move.at, move.pin, active=move.active)
        elif use is not None:
            self._held[use].add(change.key)
            self._move(at, use.value, active=True)

    def _release(self, key: str, at: float) -> None:
        for use, held in self._held.items():
            if key in held:
                held.remove(key)
                if not held:
                    self._move(at, use.value, active=False)

    def _move(self, at: float, pin: str, *, active: bool) -> None:
        if self._levels.get(pin, False) != active:
            self._levels[pin] = active
            self._put(Edge(at, pin, active))
