"""Makes virtual input devices with the kernel's uinput: keypads that a script plugs in, presses and pulls."""

import fcntl
import os
import struct
import time

from moments import now

_KIND_BIT, _KEY_BIT, _SET_UP, _CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x5501
_SYN, _KEY = 0, 1
USB = 3


class Keypad:
    """Simulates a device with these keys, plugged in when it is created."""

    def __init__(self, keys: range | tuple[int, ...], name: bytes = b"keypad", product: int = 1) -> None:
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._file, _KIND_BIT, _KEY)
        for key in keys:
            fcntl.ioctl(self._file, _KEY_BIT, key)
        fcntl.ioctl(self._file, _SET_UP, struct.pack("<4H80sI", USB, 0x1234, product, 1, name, 0))
        fcntl.ioctl(self._file, _CREATE)

    def change(self, key: int, *, down: bool) -> None:
        for kind, code, value in ((_KEY, key, int(down)), (_SYN, 0, 0)):
            os.write(self._file, struct.pack("llHHi", 0, 0, kind, code, value))

    def press(self, key: int, seconds: float = 0.12) -> float:
        """Press a key, and return the moment when it was released."""
        self.change(key, down=True)
        time.sleep(seconds)
        self.change(key, down=False)
        return now()

    def flood(self, key: int, seconds: float) -> int:
        """Press a key as often as the kernel accepts it, and return how often."""
        end, times = now() + seconds, 0
        while now() < end:
            self.change(key, down=True)
            self.change(key, down=False)
            times += 1
        return times

    def unplug(self) -> None:
        """Remove the device. The kernel releases the keys that are down."""
        os.close(self._file)
