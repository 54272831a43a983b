"""A Raspberry Pi 3 as QEMU has it, started from a card.

The firmware's own stage cannot be emulated: kernel, initramfs, device tree and command line are read from the card's
first partition, where the firmware would find them, and handed to QEMU."""

import base64
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

TREE = "bcm2837-rpi-3-b.dtb"
_FAT_BEGINS = 4 * 1024 * 1024
_SEEN = "console=ttyS1,115200 systemd.show_status=1 systemd.log_color=0 panic=-1"
"""Debian's tree gives the first port to Bluetooth, so what is printed comes out of the second."""
COUNTED = ("-icount", "shift=1,sleep=off")
"""A clock of instructions, 500 million a second for all cores: a busy computer makes it slow, and lets nothing in it
time out."""
FREE = ()
"""The computer's own clock, and the cores at the same time, as far as it has as many: to measure, on a quiet one."""
_PATIENCE = 0.2
KEPT = "settings and scores are kept on the card"
"""Printed when the first start is done with the card."""
SLOW = 1800
"""Seconds that a start may take here. QEMU is a fraction as fast as a Pi."""


class NotThere(Exception):
    """What was waited for did not come."""


def mtool(tool: str, card: Path, *words: str) -> str:
    """A tool of mtools on the card's first partition, in which `::` begins a place."""
    command = [tool, "-i", f"{card}@@{_FAT_BEGINS}", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def unit_words(name: str, unit: str) -> str:
    """For the kernel's command line: a unit that is on no card."""
    coded = base64.b64encode(unit.encode()).decode()
    return f"systemd.set_credential_binary=systemd.extra-unit.{name}:{coded} systemd.wants={name}"


def load_card(card: Path, folder: Path) -> "Loaded":
    """As the firmware does, from the card's first partition."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("vmlinuz", "initrd.img", "cmdline.txt", TREE):
        mtool("mcopy", card, "-n", "-o", f"::{name}", str(folder / name))
    return Loaded(folder)


class Loaded:
    """What the firmware has loaded, in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def words(self, more: str) -> list[str]:
        """For QEMU."""
        line = f"{(self._folder / 'cmdline.txt').read_text().strip().replace('quiet', '')} {_SEEN} {more}"
        files = {"-kernel": "vmlinuz", "-initrd": "initrd.img", "-dtb": TREE}
        return [*(word for key, name in files.items() for word in (key, str(self._folder / name))), "-append", line]


class Pi:
    """One that is running, from power-on until it is cut or has switched itself off."""

    def __init__(
        self, loaded: Loaded, card: str, printed: Path, more: str = "", words: Sequence[str] = COUNTED
    ) -> None:
        self._printed = printed
        printed.unlink(missing_ok=True)
        command = ["qemu-system-aarch64", "-M", "raspi3b", "-display", "none", "-no-reboot", "-monitor", "none"]
        command += ["-serial", "null", "-serial", f"file:{printed}", "-drive", f"file={card},if=sd,format=raw"]
        self._begun = time.monotonic()
        self._process = subprocess.Popen([*command, *loaded.words(more), *words], stdin=subprocess.DEVNULL)

    def said(self) -> list[str]:
        """The lines printed so far, from the kernel on."""
        if not self._printed.exists():
            return []
        return self._printed.read_text("utf-8", errors="replace").replace("\r", "").split("\n")

    def wait_for(self, words: str, seconds: float) -> float:
        """Until a line has these words: the seconds since power-on. Raises NotThere."""
        while not any(words in line for line in self.said()):
            passed = time.monotonic() - self._begun
            if self._process.poll() is not None or passed > seconds:
                raise NotThere(f"{words!r} was not printed within {passed:.0f} s; see {self._printed}")
            time.sleep(_PATIENCE)
        return time.monotonic() - self._begun

    def cut(self) -> None:
        """The plug is pulled."""
        self._process.kill()
        self._process.wait()
