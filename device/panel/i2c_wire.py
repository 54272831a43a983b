"""The wire between the box and its glass: luma's I2C, which only writes, and the one byte that is read past it."""


class LumaWire:
    """What a screen sends goes through luma; it is imported here only, when there is a glass to talk to."""

    def __init__(self, bus: int, address: int) -> None:
        """Raises luma's errors when there is no such bus, or no right to it."""
        from luma.core.interface.serial import i2c

        self._luma = i2c(port=bus, address=address)

    def command(self, *commands: int) -> None:
        """At most 32 bytes."""
        self._luma.command(*commands)

    def data(self, data: bytes) -> None:
        """Dots, from where the last command pointed."""
        self._luma.data(data)

    def status(self) -> int:
        """A byte that is read without a register before it is the status of these controllers."""
        return int(self._luma._bus.read_byte(self._luma._addr))  # noqa: SLF001 - luma itself reads nothing

    def cleanup(self) -> None:
        """Give the bus back."""
        self._luma.cleanup()
