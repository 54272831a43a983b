"""Cuts the power of a disk that forgets what was not flushed, and checks whether everything that was said to be saved
is on it afterwards."""

import base64
import json
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from lab.host.vm import Machine
from lab.host.volatile_disk import VolatileDisk, serve_disk
from lab.plan import Row

CUTS = 50
"""The number of cuts in each of the two runs."""

_MENDED = 1
"""The highest status of e2fsck for a disk that is whole again."""

Claims = Sequence[bytes]
"""The contents of one file each time that the box said it had saved it."""


def plug_disk(machine: Machine, folder: Path) -> None:
    """Plug in a USB disk that forgets what was not flushed. The power is cut at random moments."""
    image = folder / "state.raw"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", image, "32M"], check=True)
    disk, door = VolatileDisk(image), folder / "disk.sock"
    serve_disk(disk, door)
    machine.monitor(f"drive_add 0 if=none,id=state,file=nbd:unix:{door},format=raw,cache=writeback")
    machine.monitor("device_add usb-storage,id=stick,drive=state,bus=usb.0")
    threading.Thread(target=_cut_power, args=(disk, folder), daemon=True).start()


def _cut_power(disk: VolatileDisk, folder: Path) -> None:
    share, chance = folder / "share", Random(folder.name)
    while not any('"journal"' in line for line in _lines(share / "saved")):
        time.sleep(0.5)
    for number in range(CUTS):
        _await_more(share / "saved")
        time.sleep(chance.random() * 2)
        said = _lines(share / "saved")
        at = folder / "cuts" / str(number)
        at.mkdir(parents=True)
        disk.crash_image(at / "disk.raw", chance)
        (at / "said").write_text(str(len(said)), "utf-8")
    (share / "all-cut").touch()


def _await_more(saved: Path) -> None:
    """Wait until more was saved, so that a slow machine makes progress between two cuts."""
    before, end = len(_lines(saved)), time.monotonic() + 60
    while len(_lines(saved)) == before and time.monotonic() < end:
        time.sleep(0.05)


def judge_cuts(folder: Path, word: str) -> list[Row]:
    """Check that everything that was said to be saved before a cut is on the disk after it, or something newer."""
    claims = [json.loads(line) for line in _lines(folder / "share" / "saved")]
    cuts = list((folder / "cuts").iterdir())
    found: Counter[str] = Counter()
    for cut in cuts:
        found.update(_judged_cut(cut, claims))
    bad = sum(count for what, count in found.items() if what.isupper())
    kept = min(found["choices kept"], found["journal kept"])  # a cut before anything is saved proves nothing
    measured = ", ".join(f"{what}: {count}" for what, count in sorted(found.items()))
    holds = bad == 0 and len(cuts) == CUTS and kept > CUTS // 2
    return [Row(f"{len(cuts)} power cuts", measured, "nothing that was saved is lost", holds)]


def _lines(file: Path) -> list[str]:
    """Return the complete lines of a file. The last line may still be incomplete."""
    return file.read_text("utf-8").split("\n")[:-1] if file.exists() else []


def _judged_cut(cut: Path, claims: Sequence[dict[str, str]]) -> list[str]:
    """Return the verdict for each file that was said to be saved."""
    image, said = cut / "disk.raw", int((cut / "said").read_text("utf-8"))
    if subprocess.run(["e2fsck", "-fp", image], capture_output=True, check=False).returncode > _MENDED:
        return ["DISK BROKEN"]
    judged = []
    for what, file, judge in (
        ("choices", "choices.json", judged_choices),
        ("journal", "journal.jsonl", judged_journal),
    ):
        contents = [base64.b64decode(claim["content"]) for claim in claims if claim["what"] == what]
        before = sum(claim["what"] == what for claim in claims[:said])
        if before:
            judged.append(judge(_file(image, file), contents[before - 1 :]))
    return judged


def judged_choices(content: bytes, claims: Claims) -> str:
    """Judge the choices after a cut. The disk must have the first claim, which is the last before the cut, or the next
    one, whole."""
    return "choices kept" if content in claims[:2] else "CHOICES LOST"


def judged_journal(content: bytes, claims: Claims) -> str:
    """Judge the journal after a cut. It must have everything that was said to be saved, possibly followed by more; or
    the game is over, as the next claim says."""
    last, later = claims[0], claims[1:3]
    if last and content.startswith(last):
        return "journal kept"
    if not last and not content:
        return "no game, none there"
    next_game = any(_head(claim) != _head(last) and claim.startswith(content) for claim in later)
    return "journal of the next game" if next_game else "JOURNAL LOST"


def _head(journal: bytes) -> bytes:
    return journal.split(b"\n")[0]


def _file(image: Path, name: str) -> bytes:
    return subprocess.run(["debugfs", "-R", f"cat /{name}", image], capture_output=True, check=False).stdout
