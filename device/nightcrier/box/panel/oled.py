"""Drives an OLED on the I2C bus: its controllers, the connection, and the search for changed dots.

The setup and the addresses of the controllers come from their data sheets and from luma.oled 3.16. SSD1306 and SSD1309
accept a window of pages and columns. An SH1106 accepts one page at a time. Its memory has 132 columns, and its glass
starts some columns in.

The connection is the kernel's I2C, through smbus2. luma's own I2C does the same, but imports Pillow and
multiprocessing. These need five megabytes, and a third of the time until the first picture.

luma's own display() would send 1034 bytes for one changed digit. The import of luma's devices starts four threads and
needs nine megabytes. Each of its devices registers a function that runs at exit, and each picture is drawn bit by bit.
So luma is not used."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from msgspec import Struct

from nightcrier.box.panel.changes import (
    Cover,
    Patch,
    Patches,
    all_columns,
    column_changes,
    page_patches,
    window_patches,
)
from nightcrier.box.panel.port import ScreenLost
from nightcrier.kernel.screen import GLASS, Frame, ScreenFormat
from nightcrier.kernel.settings import ScreenSettings

_COMMANDS, _DOTS = 0x00, 0x40
"""The first byte of a transfer, which says whether commands or dots follow."""


class SmbusWire:
    """Connects to the glass through smbus2, which is imported only if there is a glass."""

    def __init__(self, bus: int, address: int) -> None:
        """Open the bus. Raises `OSError` if the bus does not exist, or if the program may not use it."""
        from smbus2 import SMBus, i2c_msg

        self._address, self._message = address, i2c_msg.write
        self._bus = SMBus(bus)

    def command(self, *commands: int) -> None:
        """Send commands. At most 32 bytes fit into one call."""
        self._bus.write_i2c_block_data(self._address, _COMMANDS, list(commands))

    def data(self, data: bytes) -> None:
        """Send dots to the position that the last command set. One transfer may hold a whole picture."""
        self._bus.i2c_rdwr(self._message(self._address, [_DOTS, *data]))

    def status(self) -> int:
        """Return the status byte, which these controllers send when they are read without naming a register."""
        return int(self._bus.read_byte(self._address))

    def close(self) -> None:
        self._bus.close()


TRANSFER = 2
"""The number of bytes before the content of every transfer: the address on the bus, and one byte that says whether
commands or data follow."""


class Controller(Struct, frozen=True):
    """Describes a controller of a glass. `setup` does not change the light or the contrast. `overhead` is the number of
    bytes that a patch needs in addition to its dots: its address, and the first bytes of two transfers."""

    setup: tuple[int, ...]
    cover: Cover
    point: Callable[[Patch, int], tuple[int, ...]]
    overhead: int
    first_column: bool = False  # `column_offset` counts
    format: ScreenFormat = GLASS

    def patches(self, before: Frame | None, after: Frame) -> Patches:
        """Return the patches to send. If `before` is None, nobody knows what the glass shows, so return patches for the
        whole picture."""
        masks = all_columns(self.format) if before is None else column_changes(before, after, self.format)
        return self.cover(masks, self.overhead)

    def transfers(self, before: Frame | None, after: Frame, offset: int) -> Iterator[tuple[tuple[int, ...], bytes]]:
        for patch in self.patches(before, after):
            yield self.point(patch, offset if self.first_column else 0), patch.cut(after, self.format.width)


def _window_commands(patch: Patch, offset: int) -> tuple[int, ...]:
    return 0x21, patch.left + offset, patch.right + offset, 0x22, patch.top, patch.bottom


def _page_commands(patch: Patch, offset: int) -> tuple[int, ...]:
    column = patch.left + offset
    return 0xB0 | patch.top, column & 0x0F, 0x10 | column >> 4


# Clock, rows, no shift, first line, charge pump, windows filled row by row, upright both ways, wiring of the rows,
# pre-charge, voltage, picture from the memory, not inverted.
_SSD1306 = bytes.fromhex("d580 a83f d300 40 8d14 2000 a1 c8 da12 d9f1 db40 a4 a6")

# The same for an SH1106, first column and page in between. Two commands it does not know, 20 and 8d, it passes over.
_SH1106 = bytes.fromhex("20 10 b0 c8 00 10 40 a1 a6 a83f a4 d300 d5f0 d922 da12 db20 8d14")

CONTROLLERS = {
    "ssd1306": Controller(tuple(_SSD1306), window_patches, _window_commands, overhead=6 + 2 * TRANSFER),
    "ssd1309": Controller(tuple(_SSD1306), window_patches, _window_commands, overhead=6 + 2 * TRANSFER),
    "sh1106": Controller(tuple(_SH1106), page_patches, _page_commands, overhead=3 + 2 * TRANSFER, first_column=True),
}

UPSIDE_DOWN = (0xA0, 0xC0)
"""The commands that reverse the order of columns and rows. luma sends both for an upright glass."""


_NOTHING, _DARK, _LIT, _CONTRAST = 0xE3, 0xAE, 0xAF, 0x81

_OFF = 0x40
"""The bit of the status that is set while the glass is off: the same for SSD1306, SSD1309 and SH1106."""


class Wire(Protocol):
    def command(self, *commands: int) -> None: ...

    def data(self, data: bytes) -> None: ...

    def status(self) -> int: ...

    def close(self) -> None: ...


class OledScreen:
    """Implements `Screen` on an OLED. Remembers what the glass shows, until the connection to the glass is lost."""

    def __init__(
        self, settings: ScreenSettings, connect: Callable[[int, int], Wire] | None = None, *, greets: bool = False
    ) -> None:
        """Store `connect`, a function that opens a connection for a bus number and an address; by default the kernel's
        I2C. `greets` means that the glass shows the moon of systemd/first_light, which stays until the first
        picture."""
        self._settings = settings
        self._controller = CONTROLLERS[settings.controller]
        self._connect = connect or SmbusWire
        self._wire: Wire | None = None
        self._shown: Frame | None = None
        self._whole = False  # the next picture is sent as if nothing were shown
        self._level = 0xFF
        self._doubted = False  # it said "off" when it had just been switched on
        self._greets = greets

    @property
    def format(self) -> ScreenFormat:
        return self._controller.format

    def open(self) -> None:
        """Set up the glass. If it is open already, set it up again without flicker, and send the whole picture."""
        with self._explain_failures():
            if self._wire is None:
                self._wake()
            else:
                self._set_up(self._shown or self.format.blank)

    def show(self, frame: Frame) -> None:
        """Send those parts of the frame that have changed."""
        with self._explain_failures():
            self._send(frame)

    def forget(self) -> None:
        """Make the next picture go out as a whole, like a first picture."""
        self._whole = True

    def contrast(self, level: int) -> None:
        """Set the contrast. If it is unchanged, send nothing."""
        if level == self._level:
            return
        self._level = level
        with self._explain_failures():
            self._command(_CONTRAST, level)

    def keep_lit(self) -> None:
        """Check by its status whether the glass is lit. A glass that lost its power for a moment accepts every transfer
        but shows nothing.

        Some controllers cannot be read, or always give the same answer. If a glass answers "off" right after it was
        switched on, its answer is ignored. From then on the box only checks whether the glass responds, until the glass
        answers "on" once."""
        with self._explain_failures():
            if self._says_lit():
                self._doubted = False
            elif self._doubted:
                self._command(_NOTHING)
            else:
                self._set_up(self._shown or self.format.blank)
                self._doubted = not self._says_lit()

    def close(self) -> None:
        """Turn the glass dark, if it still answers. A second call does nothing."""
        with suppress(ScreenLost), self._explain_failures():
            self._command(_DARK)
        self._drop()

    def _wake(self) -> None:
        """Connect to the glass and set it up. Its memory starts with random dots, so it is cleared before the light
        goes on."""
        greets, self._doubted, self._greets = self._greets, False, False
        self._wire = self._connect(self._settings.bus, self._settings.address)
        self._command(_NOTHING)
        if greets:
            self._prepare()
        else:
            self._command(_DARK)
            self._set_up(self.format.blank)

    def _set_up(self, picture: Frame) -> None:
        self._prepare()
        self._send(picture)
        self._command(_LIT)

    def _prepare(self) -> None:
        self._command(*self._controller.setup)
        if self._settings.upside_down:
            self._command(*UPSIDE_DOWN)
        self._command(_CONTRAST, self._level)
        self._shown = None

    def _send(self, frame: Frame) -> None:
        wire = self._need_wire()
        before = None if self._whole else self._shown
        for commands, data in self._controller.transfers(before, frame, self._settings.column_offset):
            wire.command(*commands)
            wire.data(data)
        self._shown, self._whole = frame, False

    def _command(self, *commands: int) -> None:
        self._need_wire().command(*commands)

    def _says_lit(self) -> bool:
        """Say whether the glass answers that it is on. A status that cannot be read counts as off; only sending then
        shows whether the glass responds."""
        try:
            return not self._need_wire().status() & _OFF
        except OSError:
            return False

    def _need_wire(self) -> Wire:
        if self._wire is None:
            raise ScreenLost("The screen is not open.")
        return self._wire

    @contextmanager
    def _explain_failures(self) -> Iterator[None]:
        """Turn every error of the bus into one sentence, and close the bus."""
        try:
            yield
        except ScreenLost:
            raise
        except ImportError as missing:
            raise self._loss(f"{missing.name or missing} is not installed; run systemd/install") from missing
        except Exception as error:
            raise self._loss(_failure_sentence(error, self._settings)) from error

    def _loss(self, why: str) -> ScreenLost:
        self._drop()
        return ScreenLost(f"The screen does not answer: {why}.")

    def _drop(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            with suppress(Exception):
                wire.close()


def _failure_sentence(error: Exception, settings: ScreenSettings) -> str:
    if isinstance(error, PermissionError):
        return f"this user may not use I2C bus {settings.bus}; add it to the group i2c"
    if isinstance(error, FileNotFoundError):
        return f"there is no I2C bus {settings.bus}; switch I2C on with systemd/install"
    if isinstance(error, OSError):
        return f"nothing at {settings.address:#04x} on I2C bus {settings.bus}; look at its four wires"
    return str(error)
