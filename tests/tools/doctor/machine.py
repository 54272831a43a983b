"""A simulated machine without faults, and methods that break it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from nightcrier.kernel.files import Files, NotKept, try_writing
from nightcrier.kernel.folders import Folders, share
from nightcrier.tools.doctor import examine
from nightcrier.tools.doctor.host import LOG, SHOW, Finding, Health, Host
from nightcrier.tools.doctor.wires import KERNEL_LOG

CARDS = (
    " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n 1 [Device         ]: USB-Audio - USB Audio Device\n"
)
PACK = """language = "en"
name = "Ann"
licence = "CC0"
credit = "Ann"
quality = "human"
"""
_WORDS = share("assets") / "words"


class Machine:
    """Simulates a Raspberry Pi with no faults. A test breaks one thing and asks what the doctor finds."""

    def __init__(self, folder: Path) -> None:
        self.root, self.own, self.assets = folder / "root", folder / "own", folder / "share" / "assets"
        self.unusable: set[str] = set()
        self.modules, self.programs = {"gpiod"}, set[str]()
        self.barred, self.pins_refused = set[str](), ""  # what the service may not use
        self.groups = {"gpio", "i2c", "audio", "input"}
        self.all_groups = {"gpio", "i2c", "audio", "input"}
        self.on_bus = {(1, 0x3C)}
        self.systemd = {"LoadState": "loaded", "ActiveState": "active", "Result": "success", "NRestarts": "0"}
        self.systemd |= {"MainPID": "500", "StartLimitBurst": "10"}
        self.log: list[str] = []
        self.kernel_log: list[str] = []
        self.keeps_time = False
        self.refusal: NotKept | None = None
        self.folders = Folders(folder / "state", folder / "cache", folder / "run", self.own)
        for name, content in {
            "proc/device-tree/model": "Raspberry Pi 4 Model B",
            "dev/gpiochip0": "",
            "dev/i2c-1": "",
            "dev/snd/pcmC1D0p": "",
            "proc/asound/cards": CARDS,
            "boot/firmware/config.txt": "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
        }.items():
            self.write(name, content)
        self._fill_shelves()

    def write(self, name: str, content: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)

    def settings(self, text: str) -> None:
        self.own.mkdir(exist_ok=True)
        (self.own / "device.toml").write_text(text)

    def own_words(self) -> Path:
        """Return a copy of the words for a test to damage. Without this call they are read in place, and only once."""
        own = self.assets / "words"
        return own if own.exists() else shutil.copytree(_WORDS, own)

    def findings(self) -> list[Finding]:
        return examine(self.host())

    def host(self) -> Host:
        return Host(
            self.folders,
            self.root,
            may_use=lambda path: path.name not in self.unusable and path.exists(),
            may_read=lambda path: path.name not in self.unusable and path.exists(),
            service_may_use=lambda path: path.name not in self.barred,
            pins_refused=lambda _panel: self.pins_refused,
            has_module=self.modules.__contains__,
            has_program=self.programs.__contains__,
            answers=lambda bus, address: (bus, address) in self.on_bus,
            groups=lambda: frozenset(self.groups),
            all_groups=lambda: frozenset(self.all_groups),
            ask=lambda command: "\n".join(
                {SHOW: self.shown(), LOG: self.log, KERNEL_LOG: self.kernel_log}[tuple(command)]
            ),
            keeps_time=lambda: self.keeps_time,
        )

    def shown(self) -> list[str]:
        return [f"{name}={value}" for name, value in self.systemd.items()]

    def wrong(self) -> list[Finding]:
        return [finding for finding in self.findings() if finding.health is not Health.FINE]

    def _fill_shelves(self) -> None:
        (self.assets / "fonts").mkdir(parents=True)
        (self.assets / "fonts" / "latin-13.strike").touch()
        pack = self.assets / "audio" / "voices" / "en-ann"
        pack.mkdir(parents=True)
        (pack / "pack.toml").write_text(PACK)


@contextmanager
def paper_machine(folder: Path) -> Iterator[Machine]:
    """Yield a simulated machine that takes the place of the real one."""
    found = Machine(folder)

    def try_writing_here(files: Files, where: Path) -> NotKept | None:
        return found.refusal if found.refusal and where == found.folders.state else try_writing(files, where)

    own_words = found.assets / "words"
    with (
        patch("nightcrier.kernel.folders.share", lambda name: found.assets if name == "assets" else share(name)),
        patch.object(Folders, "words", property(lambda _: own_words if own_words.exists() else _WORDS)),
        patch("nightcrier.tools.doctor.files.try_writing", try_writing_here),
    ):
        yield found


def remove(name: str) -> Callable[[Machine], None]:
    return lambda machine: (machine.root / name).unlink()


def lock(name: str) -> Callable[[Machine], None]:
    return lambda machine: machine.unusable.add(name)


def bar(name: str) -> Callable[[Machine], None]:
    """Return a function that makes a file unreadable for the service and for users without root's permissions."""
    return lambda machine: (machine.unusable.add(name), machine.barred.add(name))[-1]


def choose(text: str) -> Callable[[Machine], None]:
    return lambda machine: machine.settings(text)


def say(*log: str) -> Callable[[Machine], None]:
    return lambda machine: machine.log.extend(log)


def hang(machine: Machine) -> None:
    machine.systemd["NRestarts"] = "1"
    say("nightcrier.service: Watchdog timeout (limit 20s)!")(machine)


def use(program: str) -> Callable[[Machine], None]:
    """Return a function that lets a program play through the sound card."""

    def spoil(machine: Machine) -> None:
        machine.write("proc/asound/card1/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 77\n")
        machine.write("proc/77/comm", f"{program}\n")

    return spoil


def refuse(number: int) -> Callable[[Machine], None]:
    """Return a function that lets the disk refuse writes in one folder, since root could always write."""

    def spoil(machine: Machine) -> None:
        machine.refusal = NotKept(machine.folders.state, OSError(number, os.strerror(number)))

    return spoil


def keep(name: str, content: bytes) -> Callable[[Machine], None]:
    def spoil(machine: Machine) -> None:
        file = machine.folders.state / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    return spoil
