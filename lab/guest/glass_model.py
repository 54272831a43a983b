"""Models SSD1306, SSD1309 and SH1106 from the bytes on the bus to the pixels.

`GlassModel` decodes I2C transfers according to the controllers' data sheets: control bytes, commands with their
arguments, addressing modes and windows, contrast, on and off, mirrored scans. `GlassBus` replaces smbus2's `SMBus`, so
that everything above it runs unchanged, including luma. An unknown command is an error, because a real screen would
misread it."""

import errno
import os
from collections.abc import Iterable

from nightcrier.kernel.screen import GLASS, Frame
from nightcrier.kernel.settings import SHIPPED

_WIDTH, _HEIGHT, _PAGES = GLASS.width, GLASS.height, GLASS.pages

_HORIZONTAL, _VERTICAL, _PAGED = 0, 1, 2

_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""The number of bytes that follow a command of an SSD1306. Commands not listed have none."""

_SH1106_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SH1106_COLUMNS, _SH1106_FIRST = 132, 2
_SH1106_UNUSED = (0x20, 0x8D)
"""Commands of the SSD1306 that luma sends to an SH1106 too, which ignores them."""


class GlassModel:
    """One controller with its screen. `sent` counts bytes on the bus, including the bus address."""

    def __init__(self, controller: str = SHIPPED.screen.controller, noise: int = 0) -> None:
        """Start with noise in the memory, like a real screen."""
        self._wide = controller == "sh1106"
        self._columns = _SH1106_COLUMNS if self._wide else _WIDTH
        self.sent = 0
        self.transfers = 0
        self.power_up(noise)

    def power_up(self, noise: int) -> None:
        """Switch on the power, for the first time or after a moment without it. The glass answers, and is dark."""
        self.memory = bytearray((noise * (n + 7) * 31 >> 3) & 0xFF for n in range(self._columns * _PAGES))
        self.contrast = 0x7F
        self.on = False
        self._lit = self._inverse = False
        self._mirrored = self._climbing = False
        self._line = self._shift = 0
        self._mode = _PAGED
        self._window = (0, self._columns - 1)
        self._page_window = (0, _PAGES - 1)
        self._column = self._page = 0
        self._command: list[int] = []

    def transfer(self, payload: bytes) -> None:
        """Switch on the power, for the first time or after a moment without it. The screen answers, and is dark."""
        self.transfers += 1
        self.sent += 1 + len(payload)
        at = 0
        while at < len(payload):
            control, at = payload[at], at + 1
            end = at + 1 if control & 0x80 else len(payload)
            for byte in payload[at:end]:
                self._data(byte) if control & 0x40 else self._take(byte)
            at = end

    def status(self) -> int:
        """Return the answer to a read, which says whether the glass is switched off."""
        return 0 if self.on else 0x40

    def frame(self) -> Frame:
        """Return what people see, in the format of `Frame`. It is dark when the screen is off."""
        shown = bytearray(_WIDTH * _PAGES)
        for y in range(_HEIGHT if self.on else 0):
            row = self._row(y)
            for x in range(_WIDTH):
                if self._bit(row, x):
                    shown[y // 8 * _WIDTH + x] |= 1 << y % 8
        return bytes(shown)

    def _row(self, y: int) -> int:
        """Return the row of the memory that is shown in this row of the screen."""
        line = y if self._climbing else _HEIGHT - 1 - y
        return (line + self._line + self._shift) % _HEIGHT

    def _bit(self, row: int, x: int) -> bool:
        column = (x if self._mirrored else _WIDTH - 1 - x) + (_SH1106_FIRST if self._wide else 0)
        lit = self._lit or bool(self.memory[row // 8 * self._columns + column] >> row % 8 & 1)
        return lit != self._inverse

    def _data(self, byte: int) -> None:
        self.memory[self._page * self._columns + self._column] = byte
        if self._wide:
            self._column = min(self._column + 1, self._columns - 1)
        elif self._mode == _VERTICAL:
            if self._next_page():
                self._next_column()
        elif self._next_column() and self._mode == _HORIZONTAL:
            self._next_page()

    def _next_column(self) -> bool:
        first, last = self._window if self._mode != _PAGED else (0, self._columns - 1)
        wraps = self._column == last
        self._column = first if wraps else (self._column + 1) % self._columns
        return wraps

    def _next_page(self) -> bool:
        first, last = self._page_window
        wraps = self._page == last
        self._page = first if wraps else (self._page + 1) % _PAGES
        return wraps

    def _take(self, byte: int) -> None:
        """Take a byte of a command. The command is obeyed when its last argument is there."""
        self._command.append(byte)
        arguments = (_SH1106_ARGUMENTS if self._wide else _ARGUMENTS).get(self._command[0], 0)
        if len(self._command) > arguments:
            command, self._command = self._command, []
            self._obey(command[0], command[1:])

    def _obey(self, command: int, arguments: list[int]) -> None:
        if self._wide and command in _SH1106_UNUSED:
            return
        if not (self._point(command, arguments) or self._look(command, arguments) or self._wiring(command)):
            raise ValueError(f"command {command:#04x} is none of this controller")

    def _point(self, command: int, arguments: list[int]) -> bool:
        """Obey a command that sets the place of the next byte. The short forms count only in page addressing."""
        paged = self._wide or self._mode == _PAGED
        match command:
            case 0x20:
                self._mode = arguments[0] & 3
            case 0x21:
                self._window = (arguments[0], arguments[1])
                self._column = arguments[0]
            case 0x22:
                self._page_window = (arguments[0], arguments[1])
                self._page = arguments[0]
            case low if low <= 0x0F:
                self._column = self._column & 0xF0 | low if paged else self._column
            case high if high <= 0x1F:
                self._column = (self._column & 0x0F | (high & 0x0F) << 4) if paged else self._column
            case page if page & 0xF8 == 0xB0:
                self._page = page & 7 if paged else self._page
            case _:
                return False
        return True

    def _look(self, command: int, arguments: list[int]) -> bool:
        """Obey a command about how the memory is shown."""
        match command:
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._mirrored = command == 0xA1
            case 0xA4 | 0xA5:
                self._lit = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = command == 0xA7
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case 0xC0 | 0xC8:
                self._climbing = command == 0xC8
            case 0xD3:
                self._shift = arguments[0] & 0x3F
            case line if line & 0xC0 == 0x40:
                self._line = line & 0x3F
            case _:
                return False
        return True

    def _wiring(self, command: int) -> bool:
        """Accept commands about voltages and clocks, which change nothing visible."""
        return command in (0x8D, 0xA8, 0xAD, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3)


class GlassBus:
    """Simulates a screen's bus with those methods of smbus2's `SMBus` that are used. `fault` is an errno while the
    screen is pulled: 121 for no answer, 5 for a broken transfer, 110 for a bus that hangs."""

    def __init__(self, glass: GlassModel, address: int = SHIPPED.screen.address) -> None:
        self.glass, self.address = glass, address
        self.fault = 0
        self.opened = 0

    def __call__(self, _port: int) -> "GlassBus":
        """Return this bus in place of a new `SMBus`."""
        self.opened += 1
        return self

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """Write a block, in which the register is the control byte."""
        self._answer(address)
        self.glass.transfer(bytes([register, *data]))

    def read_byte(self, address: int) -> int:
        self._answer(address)
        return self.glass.status()

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        for message in messages:
            self._answer(message.addr)  # type: ignore[attr-defined]  # a ctypes structure of smbus2
            self.glass.transfer(bytes(message))

    def close(self) -> None:
        self.opened -= 1

    def _answer(self, address: int) -> None:
        fault = self.fault or (errno.EREMOTEIO if address != self.address else 0)
        if fault:
            raise OSError(fault, os.strerror(fault))
