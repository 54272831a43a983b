"""Starts a card in QEMU's Raspberry Pi 3.

The firmware's own stage cannot be emulated. So kernel, initramfs, device tree and command line are read from the card's
first partition, where the firmware would find them, and handed to QEMU."""

import base64
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

TREE = "bcm2837-rpi-3-b.dtb"
_FAT_BEGINS = 4 * 1024 * 1024
_SEEN = "console=ttyS1,115200 systemd.show_status=1 systemd.log_color=0 panic=-1"
"""More words for the kernel. Debian's tree gives the first port to Bluetooth, so the output comes out of the second."""
COUNTED = ("-icount", "shift=1,sleep=off")
"""A clock of instructions, 500 million a second for all cores. A busy computer makes it slow, but nothing times out."""
FREE = ()
"""No options: QEMU uses the computer's own clock and all its cores, for measuring on a quiet computer."""
_PATIENCE = 0.2
KEPT = "settings and scores are kept on the card"
"""Printed when the first start is done with the card."""
SLOW = 1800
"""The seconds that a start may take here. QEMU is a fraction as fast as a Pi."""


class NotThere(Exception):
    """Raised if something that was waited for did not come."""


def mtool(tool: str, card: Path, *words: str) -> str:
    """Run a tool of mtools on the card's first partition, where paths begin with `::`, and return its output."""
    command = [tool, "-i", f"{card}@@{_FAT_BEGINS}", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def unit_words(name: str, unit: str) -> str:
    """Return the words for the kernel's command line that add a unit which is on no card."""
    coded = base64.b64encode(unit.encode()).decode()
    return f"systemd.set_credential_binary=systemd.extra-unit.{name}:{coded} systemd.wants={name}"


def load_card(card: Path, folder: Path) -> "Loaded":
    """Load from the card's first partition what the firmware would load."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("vmlinuz", "initrd.img", "cmdline.txt", TREE):
        mtool("mcopy", card, "-n", "-o", f"::{name}", str(folder / name))
    return Loaded(folder)


class Loaded:
    """Holds the folder of the files that the firmware would have loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def words(self, more: str) -> list[str]:
        """Return the arguments for QEMU: these files, and a command line with `more` words."""
        line = f"{(self._folder / 'cmdline.txt').read_text().strip().replace('quiet', '')} {_SEEN} {more}"
        files = {"-kernel": "vmlinuz", "-initrd": "initrd.img", "-dtb": TREE}
        return [*(word for key, name in files.items() for word in (key, str(self._folder / name))), "-append", line]


class Pi:
    """A running Pi, from power-on until it is cut off or has switched itself off."""

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
        """Return the lines printed so far, beginning with the kernel's."""
        if not self._printed.exists():
            return []
        return self._printed.read_text("utf-8", errors="replace").replace("\r", "").split("\n")

    def wait_for(self, words: str, seconds: float) -> float:
        """Wait until a line has these words, and return the seconds since power-on. Raises NotThere."""
        while not any(words in line for line in self.said()):
            passed = time.monotonic() - self._begun
            if self._process.poll() is not None or passed > seconds:
                raise NotThere(f"{words!r} was not printed within {passed:.0f} s; see {self._printed}")
            time.sleep(_PATIENCE)
        return time.monotonic() - self._begun

    def cut(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()
