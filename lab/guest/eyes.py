"""Eyes of a person before the box: the bus of its screen is read along."""

import os
import struct
import threading
from collections import deque

import program  # noqa: F401 - the glass is that of the installed box
from moments import now
from rows import row, say

TAP = "/sys/module/i2c_tap/parameters"


class Eyes(threading.Thread):
    """The picture on the glass, and the moments of its changes, read along the bus."""

    def __init__(self, controller: str = "ssd1306") -> None:
        super().__init__(daemon=True)
        self.controller = controller
        self.changes: list[float] = []
        self.wrong: list[str] = []
        self.bytes = 0
        self.pictures: deque[tuple[float, tuple[bool, bytes]]] = deque(maxlen=500)
        """The last ones: when each came, whether the glass shone, and its memory."""
        self._opened, self._lost = now(), self._lost_so_far()
        self._tap = os.open("/dev/i2c-tap", os.O_RDONLY)
        self.renew(7)
        self.start()

    def renew(self, noise: int) -> None:
        """A glass that has just got its power: noise in its memory, dark."""
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
        """Messages that came too fast to be read along."""
        return self._lost_so_far() - self._lost

    def _lost_so_far(self) -> int:
        with open(f"{TAP}/lost") as file:
            return int(file.read())

    def judge_bus(self, whose: str = "") -> None:
        """The row of every script that looks at the glass."""
        measured = f"{len(self.wrong)} wrong messages, {self.lost()} not seen"
        row(f"{whose}bus", measured, "none", not self.wrong and not self.lost())
        for wrong in self.wrong[:5]:
            say("wrong", wrong)

    def frame(self) -> bytes:
        return bytes(self.glass.frame())

    def dark(self) -> bool:
        """Switched off, or without a dot."""
        return not any(self.frame())

    def whole(self, moment: float) -> float | None:
        """How long after a moment all stood there that stands there now, to the last dot."""
        now_there = self._seen
        later = [(at, seen) for at, seen in self.pictures if at > moment]
        return next((at - moment for at, seen in later if seen == now_there), None)

    def after(self, moment: float) -> list[float]:
        """How long after a moment each change of the picture came."""
        return [at - moment for at in self.changes if at > moment]


def set_bus(parameter: str, value: object) -> None:
    """Play a fault of the bus or its screen."""
    with open(f"{TAP}/{parameter}", "w") as file:
        file.write(str(value))
