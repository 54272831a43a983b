"""The machine as the doctor sees it: every look goes through here, so that tests can build machines of paper."""

import grp
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from device.box.folders import Folders
from device.kernel.clock import RealClock
from device.kernel.program import program_call
from device.kernel.service import SERVICE_GROUPS
from device.kernel.settings import PanelSettings
from device.kernel.time_of_day import kernel_keeps_time
from device.panel.port import PanelLost

ASK_ROOT = f"sudo {program_call('check')}"
"""Root sees what the service sees."""


class Health(StrEnum):
    """Says how a part is, in the words of `check` and of `report`."""

    FINE = "fine"
    ADVICE = "advice"  # the box plays, but not as it should
    WRONG = "wrong"  # the box cannot play
    HIDDEN = "hidden"  # the service may look at it, but whoever asks may not


class Finding(Struct, frozen=True):
    """Says how one part is, in a sentence, and what mends it; `told`, how the box tells its people, if it does."""

    part: str
    health: Health
    what: str
    mend: str = ""
    told: str = ""

    @classmethod
    def fine(cls, part: str, what: str) -> "Finding":
        return cls(part, Health.FINE, what)

    @classmethod
    def advice(cls, part: str, what: str, mend: str, told: str = "") -> "Finding":
        return cls(part, Health.ADVICE, what, mend, told)

    @classmethod
    def hidden(cls, part: str, what: str) -> "Finding":
        return cls(part, Health.HIDDEN, what, ASK_ROOT)

    @classmethod
    def wrong(cls, part: str, what: str, mend: str, told: str = "") -> "Finding":
        return cls(part, Health.WRONG, what, mend, told)

    @property
    def row(self) -> str:
        """Return how it is, which part, and what is to be said of it."""
        return f"{self.health:8}{self.part:10}{self.what}"


def answers(bus: int, address: int) -> bool:
    """Return whether something on the I2C bus says yes to its address. A read disturbs no picture."""
    from smbus2 import SMBus

    try:
        with SMBus(bus) as wire:
            wire.read_byte(address)
    except OSError:
        return False
    return True


def ask(command: Sequence[str]) -> str:
    """Return what a program of the system says; nothing where there is none, or where it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError):
        return ""


def own_groups() -> frozenset[str]:
    """Return the groups of this process; root is in all of them."""
    everywhere = os.geteuid() == 0
    mine = {os.getegid(), *os.getgroups()}
    return frozenset(group.gr_name for group in grp.getgrall() if everywhere or group.gr_gid in mine)


def all_groups() -> frozenset[str]:
    """Return the groups that the system has."""
    return frozenset(group.gr_name for group in grp.getgrall())


def service_may_use(device: Path) -> bool:
    """Return whether the service, which is not root, may use a device: by its groups, or because everybody may."""
    about = device.stat()
    shared = [group.gr_gid for group in grp.getgrall() if group.gr_name in SERVICE_GROUPS]
    return (about.st_mode & 0o060 == 0o060 and about.st_gid in shared) or about.st_mode & 0o006 == 0o006


def pins_refused(panel: PanelSettings) -> str:
    """Claim the pins for a moment, as the service does; why they are not to be had, if they are not."""
    from device.panel.gpio import GpioControls

    controls = GpioControls(panel, RealClock())
    try:
        controls.open(lambda _edge: None)
    except PanelLost as lost:
        return str(lost)
    finally:
        controls.close()
    return ""


class Host(Struct, frozen=True):
    """Answers what is asked of the machine. `root` stands before every path of the system."""

    folders: Folders
    root: Path = Path("/")
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    may_read: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK)
    service_may_use: Callable[[Path], bool] = service_may_use
    pins_refused: Callable[[PanelSettings], str] = pins_refused
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None
    has_program: Callable[[str], bool] = lambda name: shutil.which(name) is not None
    answers: Callable[[int, int], bool] = answers
    groups: Callable[[], frozenset[str]] = own_groups
    all_groups: Callable[[], frozenset[str]] = all_groups
    ask: Callable[[Sequence[str]], str] = ask
    keeps_time: Callable[[], bool] = kernel_keeps_time

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    @property
    def is_checkout(self) -> bool:
        """Return whether voices can be built here: the installer leaves `./run` behind."""
        return (self.folders.words.parents[1] / "run").is_file()
