"""Starts the card in QEMU as a Raspberry Pi 3, and prints a table of what came of it: image.proof IMAGE FOLDER CUTS"""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from image.machine import Loaded, NotThere, Pi, mtool, unit_words
from image.recorded_disk import RecordedDisk, as_card
from lab.host.volatile_disk import serve_disk

CARD = 2**31
KEPT = "settings and scores are kept on the card"
SLOW = 1800
"""Seconds that a start may take here. QEMU is a fraction as fast as a Pi."""

LOOK = """[Unit]
After=nightcrier.service nightcrier-card.service
[Service]
Type=oneshot
StandardOutput=file:/dev/console
ExecStart=-/bin/sh -c 'say() { echo "look: $$1: $$2"; }; say ready $$(cut -d. -f1 /proc/uptime); \
say service "$$(systemctl is-active nightcrier), $$(systemctl show -P NRestarts nightcrier) restarts"; \
say failed "$$(systemctl list-units --failed --plain --no-legend | cut -d" " -f1 | xargs)"; \
say id $$(cat /etc/machine-id); say ssh "$$(command -v sshd || echo none)"; \
say root "$$(touch /usr/x 2>&1 || true)"; say data "$$(df -m --output=size /data | tail -n 1) MiB"; \
say usb "$$(cat /sys/bus/usb/devices/*/product | xargs -d "\\n" -n 9 echo)"; \
say taken "$$(cat /etc/nightcrier/device.toml | tail -n 1)"; \
nightcrier check | sed "s/^/look: check: /"; sync; say end .'
"""
"""What is looked at inside: a unit on the kernel's command line, for nobody can log in on the card."""

STICK = ("-drive", "if=none,id=stick,format=raw,file={stick}", "-device", "usb-storage,drive=stick")


class Row(NamedTuple):
    what: str
    measured: str
    holds: bool


class Proof:
    """One image, looked at in one folder."""

    def __init__(self, image: Path, folder: Path, cuts: int) -> None:
        self._folder, self._image, self._cuts = folder, image, cuts
        folder.mkdir(parents=True, exist_ok=True)
        self._card = folder / "card.img"
        as_card(image, self._card, CARD)
        self._loaded = Loaded(self._card, folder / "loaded")

    def rows(self) -> Iterator[Row]:
        disk = RecordedDisk(self._card)
        yield from self.first_start(disk)
        yield from self.fed()
        yield from self.cut(disk)

    def first_start(self, disk: RecordedDisk) -> Iterator[Row]:
        """The whole of it, every write recorded."""
        serve_disk(disk, self._folder / "card.sock")
        stick = self._folder / "stick.img"
        stick.write_bytes(bytes(2**20))
        plugged = tuple(word.format(stick=stick) for word in STICK)
        pi = self._start(f"nbd:unix:{self._folder}/card.sock", "first", look=True, plugged=plugged)
        try:
            kept = pi.wait_for(KEPT, SLOW)
            self._until_kept = len(disk.writes)
            pi.wait_for("look: end", SLOW)
        finally:
            pi.cut()
        found = looked(pi)
        yield Row("first start, from the kernel on", f"card laid out after {kept:.0f} s here", True)
        ready = found["ready"][0]
        yield Row("the box is ready", f"{ready} s after the kernel began, by its own clock", True)
        yield Row("the service", found["service"][0], found["service"][0] == "active, 0 restarts")
        yield Row("units that failed", found["failed"][0] or "none", not found["failed"][0])
        yield Row("the system is read-only", found["root"][0], "Read-only" in found["root"][0])
        yield Row("the data partition", found["data"][0], int(found["data"][0].split()[0]) > 500)
        yield Row("a machine id of its own", found["id"][0], len(found["id"][0]) == 32)
        yield Row("a way in over the network", found["ssh"][0], found["ssh"][0] == "none")
        yield Row("on USB", found["usb"][0], "STORAGE" in found["usb"][0].upper())
        yield from (Row("nightcrier check", line, True) for line in found["check"] if line[:6].strip())

    def fed(self) -> Iterator[Row]:
        """A file that was put on the first partition by a computer is on the box after the next start."""
        line = 'language = "fr"'
        own = self._folder / "device.toml"
        own.write_text(f"[table]\n{line}\n")
        mtool("mcopy", self._card, "-o", str(own), "::nightcrier/device.toml")
        pi = self._start(str(self._card), "fed", look=True)
        try:
            pi.wait_for("look: end", SLOW)
        finally:
            pi.cut()
        taken = looked(pi)["taken"][0]
        yield Row("device.toml, put on the card by mtools", taken, taken == line)
        told = mtool("mtype", self._card, "::nightcrier/taken.txt").strip()
        yield Row("what the card says of it", told, bool(told))

    def cut(self, disk: RecordedDisk) -> Iterator[Row]:
        """The first start, cut at writes of chance while the card is laid out; what comes next finishes it."""
        chance, whole, seconds = Random(len(disk.writes)), 0, []
        cut_card = self._folder / "cut.img"
        for number in range(self._cuts):
            after = chance.randrange(self._until_kept + 1)
            disk.cut_after(after, cut_card)
            pi = self._start(str(cut_card), f"cut-{number}")
            try:
                seconds.append(pi.wait_for(KEPT, SLOW))
                whole += 1
            except NotThere as wrong:
                yield Row(f"cut after write {after}", str(wrong), False)
            finally:
                pi.cut()
        yield Row(f"{self._cuts} cuts in the first start", f"{whole} finished by the next start", whole == self._cuts)

    def _start(self, card: str, name: str, *, look: bool = False, plugged: tuple[str, ...] = ()) -> Pi:
        more = unit_words("look.service", LOOK) if look else ""
        return Pi(self._loaded, card, self._folder / f"{name}.log", more, plugged)


def looked(pi: Pi) -> dict[str, list[str]]:
    """What was looked at, by its name."""
    found: dict[str, list[str]] = {}
    for line in pi.said():
        if "look: " in line:
            what, _, value = line.partition("look: ")[2].partition(": ")
            found.setdefault(what, []).append(value.strip())
    return found


def print_rows(rows: Iterator[Row], write: Callable[[str], object] = print) -> bool:
    """The table; whether all of it holds."""
    write("| what | measured | |")
    write("|---|---|---|")
    every = True
    for row in rows:
        write(f"| {row.what} | {row.measured} | {'holds' if row.holds else 'FALLS SHORT'} |")
        every = every and row.holds
    return every


if __name__ == "__main__":
    _, image, folder, cuts = sys.argv
    shutil.rmtree(folder, ignore_errors=True)
    sys.exit(not print_rows(Proof(Path(image), Path(folder), int(cuts)).rows(), lambda line: print(line, flush=True)))
