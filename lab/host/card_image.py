"""Describes the image of a card made by image/build: its version and commit, and what it is started from."""

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from msgspec import Struct

from lab.host.card_machine import CardMachine
from lab.host.vm import Wiring
from lab.plan import GUEST, HERE

_PROJECT = HERE.parent


class CardImage(Struct, frozen=True):
    """Describes one image, from the list of software beside it."""

    file: Path
    version: str
    commit: str
    sha256: str

    @property
    def mark(self) -> str:
        """Return a mark that identifies the image, so that its results count for no other."""
        return f"{self.commit} {self.sha256}"


def read_image(file: Path) -> CardImage:
    """Read the description of an image. If the file is not an image, raises ValueError with what to do."""
    file = file.resolve()
    if file.suffix != ".img" or not file.is_file():
        raise ValueError(f"{file} is no image; sudo image/build makes one, and an .img.xz is unpacked by: unxz --keep")
    software = file.with_suffix(".software.txt")
    told = software.read_text("utf-8").partition("\n")[0] if software.is_file() else ""
    found = re.fullmatch(r"Nightcrier (\S+), commit ([0-9a-f]{40})", told)
    if not found:
        raise ValueError(f"{software} does not tell the commit of the card; put what image/build has written there")
    with file.open("rb") as content:
        return CardImage(file, found[1], found[2], hashlib.file_digest(content, "sha256").hexdigest())


def make_card(built: Path, image: CardImage) -> None:
    """Make what starts the card, the evenings of its commit, and the card after its first start, which is the disk
    of every run. Raises ValueError if this checkout does not have that commit."""
    evenings = evenings_of(image.commit)
    subprocess.run([HERE / "machine" / "card", built, image.file, image.sha256], check=True)
    (built / "commit").write_text(image.commit, "utf-8")
    shutil.rmtree(built / "tests", ignore_errors=True)
    subprocess.run(["tar", "-xf", "-", "-C", built], input=evenings, check=True)
    if not (built / "started").exists():
        _start_first(built)


def evenings_of(commit: str) -> bytes:
    """Return the evenings of a commit as an archive."""
    git = ["git", "-c", f"safe.directory={_PROJECT}", "-C", _PROJECT]
    asked = subprocess.run([*git, "archive", commit, "tests/evenings"], capture_output=True, check=False)
    if asked.returncode:
        raise ValueError(f"the card is of commit {commit}, which this checkout does not have; git fetch it")
    return asked.stdout


def _start_first(built: Path) -> None:
    """Start the card for the first time, when it takes over the rest of the card, and shut it down."""
    print("lab: the card's first start", flush=True)
    machine = CardMachine(built, built / "runs" / "first-start", GUEST, Wiring())
    try:
        machine.wait_ready()
        machine.switch_off()
        machine.keep_disk()
    finally:
        machine.stop()
    (built / "started").touch()
