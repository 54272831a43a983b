"""Starts the card in QEMU as a Raspberry Pi 3, and prints the findings: image.proof IMAGE FOLDER BARE CUTS."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import CalledProcessError

from image.cut_starts import CutStarts
from image.look import END, PROMPT, look_words, looked
from image.machine import COUNTED, FREE, KEPT, SLOW, Loaded, Pi, load_card, mtool
from image.proof_row import CardRow, check_row, later_row, print_rows
from image.recorded_disk import RecordedDisk, as_card
from lab.host.volatile_disk import serve_disk

CARD = 2**31
SETTINGS = '[table]\nlanguages = ["fr"]\n'
DECK = """game = "one-night"
level = 1
cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "insomniac"]
[names]
en = "Sunday"
"""
TURNS = 3
STICK = ("-drive", "if=none,id=stick,format=raw,file={stick}", "-device", "usb-storage,drive=stick")


class Proof:
    """Runs all checks of one image, in one folder."""

    def __init__(self, image: Path, folder: Path, bare: Path, cuts: int) -> None:
        self._folder, self._bare, self._cuts = folder, bare, cuts
        folder.mkdir(parents=True, exist_ok=True)
        self._card = folder / "card.img"
        as_card(image, self._card, CARD)
        self._loaded = load_card(self._card, folder / "loaded")

    def rows(self) -> Iterator[CardRow]:
        disk = RecordedDisk(self._card)
        yield from self.first_start(disk)
        yield from self.fed()
        yield from self.later_starts()
        yield from CutStarts(disk, self._until_kept, self._loaded, self._folder).rows(self._cuts)

    def first_start(self, disk: RecordedDisk) -> Iterator[CardRow]:
        """Run a whole first start with every write recorded, and yield its rows."""
        serve_disk(disk, self._folder / "card.sock")
        stick = self._folder / "stick.img"
        stick.write_bytes(bytes(2**20))
        plugged = tuple(word.format(stick=stick) for word in STICK)
        pi = self._start(f"nbd:unix:{self._folder}/card.sock", "first", plugged=plugged)
        try:
            kept = pi.wait_for(KEPT, SLOW)
            self._until_kept = len(disk.writes)
            pi.wait_for(END, SLOW)
        finally:
            pi.cut()
        found = looked(pi)
        yield CardRow("first start, from the kernel on", f"card laid out after {kept:.0f} s here")
        ready = found["ready"][0]
        yield CardRow("the box is ready", f"{ready} s after the kernel began, by its own clock")
        yield CardRow("the service", found["service"][0], found["service"][0] == "active, 0 restarts")
        yield CardRow("units that failed", found["failed"][0] or "none", not found["failed"][0])
        yield CardRow("the system is read-only", found["root"][0], "Read-only" in found["root"][0])
        yield CardRow("the data partition", found["data"][0], int(found["data"][0].split()[0]) > 500)
        yield CardRow("a machine id of its own", found["id"][0], len(found["id"][0]) == 32)
        yield CardRow("a way in over the network", found["ssh"][0], found["ssh"][0] == "none")
        asleep = " ".join(["inactive"] * 3)
        yield CardRow("its network, as shipped", found["net"][0], found["net"][0] == asleep)
        yield CardRow("on USB", found["usb"][0], "USB HARDDRIVE" in found["usb"][0])
        yield from map(check_row, filter(str.strip, found["check"]))

    def fed(self) -> Iterator[CardRow]:
        """Check that what a computer has put on the first partition is on the box after the next start."""
        mtool("mmd", self._card, "::nightcrier/decks")
        for name, content in {"device.toml": SETTINGS, "decks/sunday.toml": DECK}.items():
            file = self._folder / Path(name).name
            file.write_text(content)
            mtool("mcopy", self._card, "-o", str(file), f"::nightcrier/{name}")
        pi = self._start(str(self._card), "fed")
        try:
            pi.wait_for(END, SLOW)
        finally:
            pi.cut()
        found = looked(pi)
        settings, decks = found["settings"][0], found["decks"][0]
        yield CardRow("device.toml, put on the card by mtools", settings, settings == SETTINGS.splitlines()[-1])
        yield CardRow("a deck, put there too", decks, decks == "sunday.toml")
        told = self._told()
        yield CardRow("what the card says of it", told, told == "The settings, 1 deck.")

    def _told(self) -> str:
        try:
            return mtool("mtype", self._card, "::nightcrier/taken.txt").strip()
        except CalledProcessError as wrong:
            return str(wrong.stderr).strip()

    def later_starts(self) -> Iterator[CardRow]:
        """Measure starts from the kernel to "ready", as on any evening, in turn with Debian alone up to its prompt."""
        yield later_row([self._later(FREE) for _ in range(TURNS)])
        ours, theirs = self._later(COUNTED)
        yield CardRow("all its instructions, one after another", f"{ours} s; Debian alone: {theirs} s")

    def _later(self, clock: Sequence[str]) -> tuple[int, int]:
        ours = self._uptime(Pi(self._loaded, str(self._card), self._folder / "later.log", look_words(), clock))
        bare, prompt = str(self._bare / "card.img"), look_words(PROMPT)
        return ours, self._uptime(Pi(Loaded(self._bare), bare, self._folder / "bare.log", prompt, clock))

    def _uptime(self, pi: Pi) -> int:
        try:
            pi.wait_for(END, SLOW)
        finally:
            pi.cut()
        return int(looked(pi)["ready"][0])

    def _start(self, card: str, name: str, plugged: Sequence[str] = ()) -> Pi:
        return Pi(self._loaded, card, self._folder / f"{name}.log", look_words(), (*COUNTED, *plugged))


if __name__ == "__main__":
    _, image, folder, bare, cuts = sys.argv
    shutil.rmtree(folder, ignore_errors=True)
    proof = Proof(Path(image), Path(folder), Path(bare), int(cuts))
    sys.exit(not print_rows(proof.rows(), lambda line: print(line, flush=True)))
