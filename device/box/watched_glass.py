"""A disk whose every write is told, and a glass behind the real driver whose every transfer is: how many bytes, into
which file, and which commands. For records that look for leaks. The plug of the glass is in the script's hand."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from device.box.scripted import PictureScreen
from device.kernel.files import Disk
from device.kernel.screen import Frame
from device.kernel.settings import SHIPPED
from device.panel.controllers import TRANSFER
from device.panel.oled import OledScreen
from device.panel.port import ScreenLost

TellTransfer: TypeAlias = Callable[[str, int], None]
"""The commands, in hexadecimal, none where it was dots; and the bytes on the bus."""

_SWITCHES: dict[tuple[int, ...], bool] = {(0xAE,): False, (0xAF,): True}
_OFF = 0x40


class WatchedWire:
    """A bus with one glass on it, which always answers."""

    def __init__(self, tell: TellTransfer) -> None:
        self._tell, self._lit = tell, False

    def command(self, *commands: int) -> None:
        self._lit = _SWITCHES.get(commands, self._lit)
        self._tell(bytes(commands).hex(), TRANSFER + len(commands))

    def data(self, data: bytes) -> None:
        self._tell("", TRANSFER + len(data))

    def status(self) -> int:
        self._tell("", TRANSFER)
        return 0 if self._lit else _OFF

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


class WatchedGlass(PictureScreen):
    """Keeps its picture as every rehearsed screen does, and sends it."""

    def __init__(self, tell: TellTransfer) -> None:
        super().__init__()
        self._tell = tell
        self.power_up()

    def power_up(self) -> None:
        """Begin with a driver that knows of nothing that was shown before."""
        super().power_up()
        self._driver = OledScreen(SHIPPED.screen, lambda _bus, _address: WatchedWire(self._tell))

    def open(self) -> None:
        self._do(self._driver.open)

    def show(self, frame: Frame) -> None:
        self._do(lambda: self._driver.show(frame))
        self.frame = frame

    def forget(self) -> None:
        self._driver.forget()

    def contrast(self, level: int) -> None:
        self._do(lambda: self._driver.contrast(level))
        self.level = level

    def keep_lit(self) -> None:
        self._do(self._driver.keep_lit)

    def close(self) -> None:
        self._driver.close()
        super().close()

    def _do(self, deed: Callable[[], None]) -> None:
        """A pulled plug is found whenever a rehearsed screen finds it; what shone is forgotten by then."""
        try:
            self._answer()
        except ScreenLost:
            self.power_up()
            raise
        deed()


TellWrite: TypeAlias = Callable[[str, int], None]
"""The name of the file, and the bytes."""


class WatchedDisk(Disk):
    """The real one, watched."""

    def __init__(self, tell: TellWrite) -> None:
        self._tell = tell

    def write(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().append(path, content)

    def scrub(self, path: Path) -> None:
        self._tell(path.name, path.stat().st_size)
        super().scrub(path)
