"""Drives an OLED on the I2C bus: knows its controllers, the wire to them, and sends only what changed.

The setup and the addresses of the controllers are facts, from their data sheets and luma.oled 3.16. SSD1306 and SSD1309
fill a window of pages and columns. An SH1106 takes one page at a time, and its glass begins some columns into a memory
of 132.

The wire is the kernel's I2C, through smbus2. luma's own I2C does no more, and imports Pillow and multiprocessing: five
megabytes, and a third of the way to the first picture.

luma's own display() would send 1034 bytes for one changed digit. Importing luma's devices starts four threads and costs
nine megabytes. Each of its devices leaves a hook that runs at exit, and each picture is drawn bit by bit. So luma is
left out."""

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
    """The wire to the glass through smbus2, which is imported only when there is a glass to talk to."""

    def __init__(self, bus: int, address: int) -> None:
        """Open the bus. Raises `OSError` if there is no bus of this number, or no right to use the bus."""
        from smbus2 import SMBus, i2c_msg

        self._address, self._message = address, i2c_msg.write
        self._bus = SMBus(bus)

    def command(self, *commands: int) -> None:
        """Send commands, at most 32 bytes."""
        self._bus.write_i2c_block_data(self._address, _COMMANDS, list(commands))

    def data(self, data: bytes) -> None:
        """Send dots, from where the last command pointed; a whole picture in one transfer."""
        self._bus.i2c_rdwr(self._message(self._address, [_DOTS, *data]))

    def status(self) -> int:
        """Read the status byte, which these controllers give to a read without a register."""
        return int(self._bus.read_byte(self._address))

    def close(self) -> None:
        self._bus.close()


TRANSFER = 2
"""The bytes before every transfer: the address on the bus, and one byte that says whether commands or data follow."""


class Controller(Struct, frozen=True):
    """A controller of a glass. `setup` leaves light and contrast alone. `overhead` counts the bytes that a patch costs
    besides its dots: those of its address, and the begin of two transfers."""

    setup: tuple[int, ...]
    cover: Cover
    point: Callable[[Patch, int], tuple[int, ...]]
    overhead: int
    first_column: bool = False  # `column_offset` counts
    format: ScreenFormat = GLASS

    def patches(self, before: Frame | None, after: Frame) -> Patches:
        """Return what to send: the whole picture if `before` is None, because nobody knows what the glass shows."""
        masks = all_columns(self.format) if before is None else column_changes(before, after, self.format)
        return self.cover(masks, self.overhead)

    def transfers(self, before: Frame | None, after: Frame, offset: int) -> Iterator[tuple[tuple[int, ...], bytes]]:
        """Yield commands and data, patch by patch."""
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
"""The commands that scan columns and rows the other way round. luma sets both for an upright glass."""


_NOTHING, _DARK, _LIT, _CONTRAST = 0xE3, 0xAE, 0xAF, 0x81

_OFF = 0x40
"""The bit of the status that is set while the glass is switched off, on SSD1306, SSD1309 and SH1106 alike."""


class Wire(Protocol):
    """The bus, with one glass on it."""

    def command(self, *commands: int) -> None: ...

    def data(self, data: bytes) -> None: ...

    def status(self) -> int: ...

    def close(self) -> None: ...


class OledScreen:
    """The port `Screen` on an OLED. The screen remembers what the glass shows, until the glass is lost."""

    def __init__(self, settings: ScreenSettings, connect: Callable[[int, int], Wire] | None = None) -> None:
        """Keep `connect`, which opens a wire for a bus number and an address: by default, the kernel's I2C."""
        self._settings = settings
        self._controller = CONTROLLERS[settings.controller]
        self._connect = connect or SmbusWire
        self._wire: Wire | None = None
        self._shown: Frame | None = None
        self._whole = False  # the next picture is sent as if nothing were shown
        self._level = 0xFF
        self._doubted = False  # it said "off" when it had just been switched on

    @property
    def format(self) -> ScreenFormat:
        return self._controller.format

    def open(self) -> None:
        """Set the glass up. An open glass is set up again, without a flicker, and drawn whole."""
        with self._explain_failures():
            if self._wire is None:
                self._wake()
            else:
                self._set_up(self._shown or self.format.blank)

    def show(self, frame: Frame) -> None:
        """Send the parts of the frame that changed."""
        with self._explain_failures():
            self._send(frame)

    def forget(self) -> None:
        """Have the next picture sent whole, like a first picture."""
        self._whole = True

    def contrast(self, level: int) -> None:
        """Set the contrast; an unchanged contrast is not sent."""
        if level == self._level:
            return
        self._level = level
        with self._explain_failures():
            self._command(_CONTRAST, level)

    def keep_lit(self) -> None:
        """Ask for the status of the glass. A glass that lost its power for a moment takes everything and shows nothing.

        Some controllers cannot be read, or always answer alike. So a glass that says "off" when it has just been
        switched on is only asked whether it is there, until it says "on" once."""
        with self._explain_failures():
            if self._says_lit():
                self._doubted = False
            elif self._doubted:
                self._command(_NOTHING)
            else:
                self._set_up(self._shown or self.format.blank)
                self._doubted = not self._says_lit()

    def close(self) -> None:
        """Leave the glass dark, if it still listens. Closing twice does nothing."""
        with suppress(ScreenLost), self._explain_failures():
            self._command(_DARK)
        self._drop()

    def _wake(self) -> None:
        """Connect and set up. The memory of the glass holds noise, so it is blanked before the light goes on."""
        self._doubted = False
        self._wire = self._connect(self._settings.bus, self._settings.address)
        self._command(_NOTHING)
        self._command(_DARK)
        self._set_up(self.format.blank)

    def _set_up(self, picture: Frame) -> None:
        self._command(*self._controller.setup)
        if self._settings.upside_down:
            self._command(*UPSIDE_DOWN)
        self._command(_CONTRAST, self._level)
        self._shown = None
        self._send(picture)
        self._command(_LIT)

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
        """Say whether the glass answers that it shines. A status that cannot be read counts as no: only sending shows
        whether the glass is there."""
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
        """Turn every failure of the bus into one sentence, and give the bus back."""
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
    """Explain an error in words for people, as far as the system tells."""
    if isinstance(error, PermissionError):
        return f"this user may not use I2C bus {settings.bus}; add it to the group i2c"
    if isinstance(error, FileNotFoundError):
        return f"there is no I2C bus {settings.bus}; switch I2C on with systemd/install"
    if isinstance(error, OSError):
        return f"nothing at {settings.address:#04x} on I2C bus {settings.bus}; look at its four wires"
    return str(error)
