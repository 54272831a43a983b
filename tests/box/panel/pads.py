"""Simulates input devices with pipes in a folder, and the answers of the kernel about them."""

import os
import queue
from pathlib import Path
from typing import Self

from nightcrier.box.panel import input_devices as kernel
from nightcrier.box.panel.key_events import BOUNDS, EVENT

USB, KEY, AXIS, SYN = 3, 1, 3, 0
PATIENCE = 20


class PaperDevice:
    """Simulates a keypad or a gamepad. While it `refuses`, the box has no permission to use it."""

    def __init__(self, file: Path, keys: set[int], axes: tuple[int, ...], bus: int, *, refuses: bool) -> None:
        self.file, self.keys, self.axes, self.bus, self.refuses = file, keys, axes, bus, refuses
        self.is_plugged = False
        self.states: set[int] = set()
        self.grabs: queue.SimpleQueue[int] = queue.SimpleQueue()

    def plug(self) -> None:
        self.is_plugged = True
        os.mkfifo(self.file)
        self._writer = os.open(self.file, os.O_RDWR | os.O_NONBLOCK)

    def allow(self) -> None:
        self.refuses = False
        self.file.chmod(0o660)

    def tell(self, *events: tuple[float, int, int, int]) -> Self:
        os.write(self._writer, b"".join(EVENT.pack(int(at), round(at % 1 * 1e6), *rest) for at, *rest in events))
        return self

    def press(self, key: int, at: float, seconds: float = 0.1) -> Self:
        self.tell((at, KEY, key, 1), (at + seconds, KEY, key, 0))
        return self

    def unplug(self) -> None:
        self.is_plugged = False
        self.file.unlink()
        os.close(self._writer)

    def until_grabbed(self) -> Self:
        assert self.grabs.get(timeout=PATIENCE)
        return self

    def answer(self, request: int, given: bytes | int) -> bytes | int:
        if self.refuses:
            raise PermissionError(13, "Permission denied")
        if request == kernel.GRAB:
            self.grabs.put(int.from_bytes(given, "little") if isinstance(given, bytes) else given)
            return 0
        answers = {
            kernel.ID: b"".join(n.to_bytes(2, "little") for n in (self.bus, 0x046D, 0xC31C, 1)),
            kernel.KEY_BITS: _bits(self.keys, 96),
            kernel.KEY_STATES: _bits(self.states, 96),
            kernel.AXIS_BITS: _bits({*self.axes}, 8),
            **{request: BOUNDS.pack(0, -100, 100, 0, 0, 0) for request in kernel.BOUNDS_OF.values()},
        }
        if request not in answers:
            raise OSError(22, "Invalid argument")
        return answers[request]


def _bits(numbers: set[int], size: int) -> bytes:
    return sum(1 << number for number in numbers).to_bytes(size, "little")


class PaperFolder:
    """Simulates the folder of input devices and the kernel. The first device creates the folder, like a real one."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._devices = folder, list[PaperDevice]()

    def plug(self, number, keys, axes=(), *, bus=USB, refuses=False):
        device = PaperDevice(self.folder / f"event{number}", keys, axes, bus, refuses=refuses)
        self._devices.append(device)
        self.folder.mkdir(exist_ok=True)
        device.plug()
        return device

    def ioctl(self, descriptor: int, request: int, given: bytes | int) -> bytes | int:
        opened = os.fstat(descriptor).st_ino
        there = (each for each in self._devices if each.is_plugged)
        return next(each for each in there if each.file.stat().st_ino == opened).answer(request, given)
