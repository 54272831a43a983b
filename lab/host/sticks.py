"""Makes a stick with files for the box, and checks what the box has left on it."""

import tempfile
import zipfile
from pathlib import Path
from subprocess import CalledProcessError

from lab.host.recordings import said_in_evening
from lab.host.usb_sticks import mtool, plug_files
from lab.host.vm import Machine
from lab.plan import Row

_DECK = """game = "one-night"
level = 1
cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "insomniac"]
[names]
en = "Sunday"
"""
_FILES = {
    "device.toml": '[sound]\nmax_volume = 90\n[table]\nwelcome = "never"\nexplain = "never"\n',
    "decks/sunday.toml": _DECK,
    "decks/bad.toml": _DECK.replace('"werewolf", ', "", 1),
    "nightcrier-9.9.9.tar.xz": "no update",
    "nightcrier-9.9.9.tar.xz.sig": "no signature",
}
"""Files for the stick: settings, a deck, a deck with one card too few, and an unsigned update."""
_WRITTEN = ("report.txt", "scores.csv", "problems.txt")


def plug_stick(machine: Machine, folder: Path) -> None:
    plug_files(machine, folder, {f"nightcrier/{name}": content for name, content in _FILES.items()})


def judge_stick(folder: Path, word: str) -> list[Row]:
    """Check what the box said about a stick, and what any computer finds on it now."""
    return [*said_in_evening(folder, word), *_found(folder)]


def _found(folder: Path) -> list[Row]:
    with tempfile.TemporaryDirectory() as found:
        try:
            mtool("mcopy", folder / "stick.raw", "-s", "::nightcrier", found)
        except CalledProcessError as broken:
            return [Row("a computer reads it", str(broken.stderr).strip(), "all of it", False)]
        there = Path(found) / "nightcrier"
        return [written(there), saved(there), untouched(there)]


def written(there: Path) -> Row:
    """Check that each text on the stick contains more than the mark that tells spreadsheets its encoding."""
    texts = {name: there / name for name in _WRITTEN if (there / name).is_file()}
    found = [name for name, file in texts.items() if file.read_bytes().decode("utf-8-sig", "replace").strip()]
    return Row("files to read on it", ", ".join(found) or "none", ", ".join(_WRITTEN), len(found) == len(_WRITTEN))


def saved(there: Path) -> Row:
    """Check that a stick that was pulled during writing still has the other saved boxes, whole."""
    boxes = sorted(there.glob("nightcrier-saved*.zip"))
    whole = [box.name for box in boxes if _is_whole(box)]
    first = "nightcrier-saved.zip" in whole
    return Row("saved boxes on it", f"{len(whole)} of {len(boxes)} whole", "all", first and len(whole) == len(boxes))


def _is_whole(box: Path) -> bool:
    try:
        with zipfile.ZipFile(box) as archive:
            return archive.testzip() is None
    except (zipfile.BadZipFile, OSError):
        return False


def untouched(there: Path) -> Row:
    """Check that nothing that people put on the stick is gone or changed."""
    files = ((there / name, content) for name, content in _FILES.items())
    same = sum(file.is_file() and file.read_bytes() == content.encode() for file, content in files)
    return Row("what people had put there", f"{same} of {len(_FILES)} as they were", "all", same == len(_FILES))
