"""Runs the virtual machine: starts it from the disk that was built, gives it scripts to run, and ends it.

Its clock counts instructions (2 ns each: one core of 500 million a second, with 512 MB, a slow Zero 2 W), so that its
measurements do not depend on what else this machine does. When everything inside waits, its clock jumps to the next
time at which something is due, even while it waits for a disk, so its disk must answer at once."""

import itertools
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

READY = 1200
"""The real seconds that a start may take."""

_MEMORY = "512"
_CLOCK = ("-icount", "shift=1,sleep=off")
_PATIENCE = 0.1


class NotReady(Exception):
    """Raised when the machine did not start, or did not answer."""


class Wiring(Struct, frozen=True):
    """Names the devices plugged into the machine when it starts: USB sound cards, an HDMI card, and more arguments
    for QEMU."""

    usb: Sequence[str] = ("dac",)
    hdmi: bool = False
    more: Sequence[str] = ()

    def words(self, folder: Path) -> list[str]:
        """Return the arguments for QEMU. Each card writes the sound that it plays into a file."""
        words = ["-device", "qemu-xhci,id=usb"]
        for name in self.usb:
            sound = f"wav,id={name}-sound,path={folder}/{name}.wav,out.frequency=48000"
            words += ["-audiodev", sound, "-device", f"usb-audio,id={name},audiodev={name}-sound,bus=usb.0"]
        if self.hdmi:
            words += ["-audiodev", f"wav,id=hdmi-sound,path={folder}/hdmi.wav,out.frequency=48000"]
            words += ["-device", "intel-hda", "-device", "hda-output,audiodev=hdmi-sound"]
        return [*words, *self.more]


class Machine:
    """Runs the machine once, on a copy of its disk that is thrown away afterwards."""

    inside = "/host"
    """The place of the shared folder inside the machine."""

    def __init__(self, built: Path, folder: Path, guest: Path, wiring: Wiring) -> None:
        self.folder, self._built = folder, built
        self._numbers = itertools.count()
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "share" / "jobs").mkdir(parents=True)
        shutil.copytree(guest, folder / "share" / "guest")
        self._fill(folder / "share")
        self._start(wiring)

    def _fill(self, share: Path) -> None:
        """Put what a run needs, besides the scripts, into the shared folder: here nothing, because everything else
        is on the disk."""

    def _computer(self) -> list[str]:
        """Return the QEMU command for the machine's board, processor, and kernel command line."""
        line = "console=ttyS0 root=/dev/vda rw mitigations=off panic=-1 systemd.show_status=0 quiet"
        return ["qemu-system-x86_64", "-M", "q35", "-cpu", "max", "-append", line]

    def _start(self, wiring: Wiring) -> None:
        share = self.folder / "share"
        self._disk = os.fdopen(os.memfd_create("disk"), "rb+")
        _copy(self._built / "disk.raw", self._disk_path)
        command = [*self._computer(), "-name", self.folder.name, "-smp", "1"]
        command += ["-accel", "tcg,thread=single", *_CLOCK, "-m", _MEMORY, "-nodefaults", "-display", "none"]
        command += ["-no-reboot", "-nic", "none", "-device", "virtio-rng-pci"]
        command += ["-kernel", str(self._built / "vmlinuz"), "-initrd", str(self._built / "initrd")]
        command += drive_words(self._disk_path)
        command += ["-virtfs", f"local,path={share},mount_tag=host,security_model=none"]
        command += ["-serial", f"file:{self.folder}/serial.log"]
        command += ["-monitor", f"unix:{self.folder}/monitor,server=on,wait=off"]
        self._process = subprocess.Popen([*command, *wiring.words(self.folder)], stdin=subprocess.DEVNULL)

    @property
    def _disk_path(self) -> Path:
        return Path(f"/proc/{os.getpid()}/fd/{self._disk.fileno()}")

    def keep_disk(self) -> None:
        """Let each later run begin with the present content of the disk. The machine must be switched off."""
        _copy(self._disk_path, self._built / "disk.new")
        (self._built / "disk.new").rename(self._built / "disk.raw")

    def wait_ready(self, seconds: float = READY) -> None:
        self._wait(self.folder / "share" / "ready", seconds)

    def run(self, script: str, seconds: float = READY) -> str:
        job = self._hand_over(script)
        self._wait(job.with_suffix(".sh.rc"), seconds)
        return job.with_suffix(".sh.out").read_text("utf-8", errors="replace")

    def _hand_over(self, script: str) -> Path:
        job = self.folder / "share" / "jobs" / f"{next(self._numbers):04d}.sh"
        unfinished = job.with_suffix(".new")
        unfinished.write_text(script, "utf-8")
        unfinished.rename(job)
        return job

    def monitor(self, command: str) -> None:
        """Send QEMU itself a command, such as `device_del dac`. Raises NotReady if QEMU refuses it."""
        with socket.socket(socket.AF_UNIX) as to:
            to.settimeout(60)
            to.connect(os.fspath(self.folder / "monitor"))
            _answer(to)
            to.sendall(command.encode() + b"\n")
            if b"Error" in (said := _answer(to)):
                raise NotReady(f"QEMU, asked to {command}: {said.decode(errors='replace')[-200:]}")

    def switch_off(self, seconds: float = 300) -> None:
        """Switch the machine off like a person does: systemd ends everything, and the disk is intact."""
        self._hand_over("systemctl poweroff")
        self._process.wait(seconds)

    def stop(self) -> None:
        """End the machine, and close its sound files properly."""
        self._disk.close()
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(60)

    def _wait(self, file: Path, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not file.exists():
            if self._process.poll() is not None:
                raise NotReady(f"the machine has ended; see {self.folder}/serial.log")
            if time.monotonic() > end:
                raise NotReady(f"no answer within {seconds:.0f} s; see {self.folder}/serial.log")
            time.sleep(_PATIENCE)


def drive_words(disk: Path) -> list[str]:
    """Return arguments for QEMU. The thread that runs the machine's processor asks Linux itself, bypassing all
    caches, and gets the answer of a disk in memory before the machine could wait. Linux before 6.6 cannot read a
    disk in memory like this."""
    try:
        os.close(os.open(disk, os.O_RDWR | os.O_DIRECT))
        how = "cache.direct=on,cache.no-flush=on,aio=native"
    except OSError:
        how = "cache=unsafe"
    drive = f"file={disk},format=raw,if=none,id=disk,{how}"
    return ["-drive", drive, "-device", "virtio-blk-pci,drive=disk,ioeventfd=off"]


def _copy(one: Path, other: Path) -> None:
    subprocess.run(["cp", "--sparse=always", one, other], check=True)


def _answer(monitor: socket.socket) -> bytes:
    """Return everything up to the next prompt, because the output before the first may be lost."""
    said = b""
    while not said.endswith(b"(qemu) "):
        said += monitor.recv(65536)
    return said
