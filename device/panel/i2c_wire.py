"""The wire between the box and its glass: the kernel's I2C, through smbus2.

luma's own I2C does the same, and imports Pillow and multiprocessing for it: five megabytes, and a third of the way to
the first picture."""

_COMMANDS, _DOTS = 0x00, 0x40
"""The byte before all others says what follows."""


class SmbusWire:
    """smbus2 is imported here only, when there is a glass to talk to."""

    def __init__(self, bus: int, address: int) -> None:
        """Raises `OSError` when there is no such bus, or no right to it."""
        from smbus2 import SMBus, i2c_msg

        self._address, self._message = address, i2c_msg.write
        self._bus = SMBus(bus)

    def command(self, *commands: int) -> None:
        """At most 32 bytes."""
        self._bus.write_i2c_block_data(self._address, _COMMANDS, list(commands))

    def data(self, data: bytes) -> None:
        """Dots, from where the last command pointed; a whole picture in one transfer."""
        self._bus.i2c_rdwr(self._message(self._address, [_DOTS, *data]))

    def status(self) -> int:
        """A byte that is read without a register before it is the status of these controllers."""
        return int(self._bus.read_byte(self._address))

    def close(self) -> None:
        """Give the bus back."""
        self._bus.close()
