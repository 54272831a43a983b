"""The machine as the doctor sees it: every look goes through here, so that tests can build machines of paper."""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from device.box.folders import Folders


class Health(StrEnum):
    GOOD = "good"
    LESS = "less"  # the box plays, but not as it should
    ILL = "ill"  # the box cannot play


class Finding(Struct, frozen=True):
    """One part: how it is, in a sentence, and what mends it."""

    part: str
    health: Health
    what: str
    mend: str = ""

    @classmethod
    def good(cls, part: str, what: str) -> "Finding":
        return cls(part, Health.GOOD, what)

    @classmethod
    def less(cls, part: str, what: str, mend: str) -> "Finding":
        return cls(part, Health.LESS, what, mend)

    @classmethod
    def ill(cls, part: str, what: str, mend: str) -> "Finding":
        return cls(part, Health.ILL, what, mend)


def answers(bus: int, address: int) -> bool:
    """Whether something on the I2C bus says yes to its address. A read disturbs no picture."""
    from smbus2 import SMBus

    try:
        with SMBus(bus) as wire:
            wire.read_byte(address)
    except OSError:
        return False
    return True


def ask(command: Sequence[str]) -> str:
    """What a program of the system says; nothing where there is none, or where it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError):
        return ""


def groups() -> frozenset[str]:
    """The groups of whoever runs this; root is in all of them."""
    import grp

    everywhere = os.geteuid() == 0
    mine = {os.getegid(), *os.getgroups()}
    return frozenset(group.gr_name for group in grp.getgrall() if everywhere or group.gr_gid in mine)


class Host(Struct, frozen=True):
    """What is asked of the machine. `root` stands before every path of the system."""

    folders: Folders
    root: Path = Path("/")
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None
    has_program: Callable[[str], bool] = lambda name: shutil.which(name) is not None
    answers: Callable[[int, int], bool] = answers
    groups: Callable[[], frozenset[str]] = groups
    ask: Callable[[Sequence[str]], str] = ask

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    @property
    def is_checkout(self) -> bool:
        """Whether voices can be built here: the installer leaves `./run` behind."""
        return (self.folders.words.parents[1] / "run").is_file()
