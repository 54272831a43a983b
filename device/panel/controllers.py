"""Knows the controllers of the glass, and the wire to them. Their setup and addresses are facts: from their data sheets
and luma.oled 3.16.

SSD1306 and SSD1309 fill a window of pages and columns; an SH1106 takes one page at a time, and its glass begins some
columns into a memory of 132.

The wire is the kernel's I2C, through smbus2. luma's own I2C does the same, and imports Pillow and multiprocessing for
it: five megabytes, and a third of the way to the first picture.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from device.kernel.screen import GLASS, Frame, ScreenFormat
from device.panel.changes import Cover, Patch, Patches, all_columns, changed_columns, page_patches, window_patches

_COMMANDS, _DOTS = 0x00, 0x40
"""The first byte of a transfer, which says what follows."""


class SmbusWire:
    """The wire to the glass. smbus2 is imported here only, when there is a glass to talk to."""

    def __init__(self, bus: int, address: int) -> None:
        """Open the bus. Raises `OSError` if there is no such bus, or no right to it."""
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
        """Read the status: these controllers give it to a read without a register."""
        return int(self._bus.read_byte(self._address))

    def close(self) -> None:
        """Give the bus back."""
        self._bus.close()


TRANSFER = 2
"""Every transfer begins with the address on the bus and one byte that says whether commands or data follow."""


class Controller(Struct, frozen=True):
    """A controller of a glass. `setup` leaves light and contrast alone; `overhead` counts the bytes that a patch costs
    beside its own: those of its address, and the begin of two transfers."""

    setup: tuple[int, ...]
    cover: Cover
    point: Callable[[Patch, int], tuple[int, ...]]
    overhead: int
    first_column: bool = False  # `column_offset` counts
    format: ScreenFormat = GLASS

    def patches(self, before: Frame | None, after: Frame) -> Patches:
        """Return what to send: all of the picture if it is not known what the glass shows."""
        masks = all_columns(self.format) if before is None else changed_columns(before, after, self.format)
        return self.cover(masks, self.overhead)

    def transfers(self, before: Frame | None, after: Frame, offset: int) -> Iterator[tuple[tuple[int, ...], bytes]]:
        """Yield commands and data, patch by patch."""
        for patch in self.patches(before, after):
            yield self.point(patch, offset if self.first_column else 0), patch.cut(after, self.format.width)


def _window(patch: Patch, offset: int) -> tuple[int, ...]:
    return 0x21, patch.left + offset, patch.right + offset, 0x22, patch.top, patch.bottom


def _page(patch: Patch, offset: int) -> tuple[int, ...]:
    column = patch.left + offset
    return 0xB0 | patch.top, column & 0x0F, 0x10 | column >> 4


# Clock, rows, no shift, first line, charge pump, windows filled row by row, upright both ways, wiring of the rows,
# pre-charge, voltage, picture from the memory, not inverted.
_SSD1306 = bytes.fromhex("d580 a83f d300 40 8d14 2000 a1 c8 da12 d9f1 db40 a4 a6")

# The same for an SH1106, first column and page in between. Two commands it does not know, 20 and 8d, it passes over.
_SH1106 = bytes.fromhex("20 10 b0 c8 00 10 40 a1 a6 a83f a4 d300 d5f0 d922 da12 db20 8d14")

CONTROLLERS = {
    "ssd1306": Controller(tuple(_SSD1306), window_patches, _window, overhead=6 + 2 * TRANSFER),
    "ssd1309": Controller(tuple(_SSD1306), window_patches, _window, overhead=6 + 2 * TRANSFER),
    "sh1106": Controller(tuple(_SH1106), page_patches, _page, overhead=3 + 2 * TRANSFER, first_column=True),
}

UPSIDE_DOWN = (0xA0, 0xC0)
"""Columns and rows scanned the other way round; luma sets both for an upright glass."""
