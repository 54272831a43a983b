"""Simulates the eyes of a person at the box, by reading the bus of its screen."""

import os
import struct
import threading
from collections import deque

import program  # noqa: F401 - the glass is that of the installed box
from moments import now
from rows import row, say

TAP = "/sys/module/i2c_tap/parameters"


class Eyes(threading.Thread):
    """Watches the bus, and keeps the picture on the screen and the moments of its changes."""

    def __init__(self, controller: str = "ssd1306", since: float | None = None) -> None:
        """Start watching from a moment on, or from now."""
        super().__init__(daemon=True)
        self.controller = controller
        self.changes: list[float] = []
        self.wrong: list[str] = []
        self.bytes = 0
        self.pictures: deque[tuple[float, tuple[bool, bytes]]] = deque(maxlen=500)
        """The last pictures: when each came, whether the glass was lit, and its memory."""
        self._opened, self._lost = now() if since is None else since, self._lost_so_far()
        self._tap = os.open("/dev/i2c-tap", os.O_RDONLY)
        self.renew(7)
        self.start()

    def renew(self, noise: int) -> None:
        """Replace the screen by one that was just powered: dark, with noise in its memory."""
        from glass_model import GlassModel

        self.glass = GlassModel(self.controller, noise=noise)
        self._seen = self.glass.on, bytes(self.glass.memory)

    def run(self) -> None:
        rest = b""
        while True:
            rest += os.read(self._tap, 65536)
            while len(rest) >= 12:
                nanoseconds, _, length = struct.unpack_from("<QHH", rest)
                if len(rest) < 12 + length:
                    break
                self._take(nanoseconds / 1e9, rest[12 : 12 + length])
                rest = rest[12 + length :]

    def _take(self, at: float, message: bytes) -> None:
        if at < self._opened:
            return  # the bus keeps what nobody has read yet: it was for another screen
        try:
            self.glass.transfer(message)
        except Exception as error:
            self.wrong.append(f"{at:.3f}: {error!r}")
        self.bytes += len(message) + 1
        seen = self.glass.on, bytes(self.glass.memory)
        if seen != self._seen:
            self._seen = seen
            self.changes.append(at)
            self.pictures.append((at, seen))

    def lost(self) -> int:
        """Return the number of messages that came too fast to be read."""
        return self._lost_so_far() - self._lost

    def _lost_so_far(self) -> int:
        with open(f"{TAP}/lost") as file:
            return int(file.read())

    def judge_bus(self, whose: str = "") -> None:
        """Print the row about the bus, for every script that watches the screen."""
        measured = f"{len(self.wrong)} wrong messages, {self.lost()} not seen"
        row(f"{whose}bus", measured, "none", not self.wrong and not self.lost())
        for wrong in self.wrong[:5]:
            say("wrong", wrong)

    def frame(self) -> bytes:
        return bytes(self.glass.frame())

    def dark(self) -> bool:
        """Say whether the glass is switched off, or shows no dot."""
        return not any(self.frame())

    def whole(self, moment: float) -> float | None:
        """Return the seconds from a moment until the present picture was complete, to the last dot."""
        now_there = self._seen
        later = [(at, seen) for at, seen in self.pictures if at > moment]
        return next((at - moment for at, seen in later if seen == now_there), None)

    def after(self, moment: float) -> list[float]:
        """Return the seconds from a moment to each later change of the picture."""
        return [at - moment for at in self.changes if at > moment]


def set_bus(parameter: str, value: object) -> None:
    with open(f"{TAP}/{parameter}", "w") as file:
        file.write(str(value))
