"""Looks at what the box remembers: whether its folders can be written and what lies there can be used."""

import errno
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from device.doctor.host import Finding, Host
from device.kernel.choices import ChoicesFile
from device.kernel.errors import BadFile
from device.kernel.events import Part
from device.kernel.faults import fault_of
from device.kernel.files import BROKEN, Disk, can_write, refusal_reason
from device.memory.database import open_scores
from device.memory.journal import Journal
from device.table.entries import Entry
from device.table.house import Choices

LOST = "the box plays, and forgets when it is switched off"
_WAYS_OUT = {
    errno.ENOSPC: "Make room: sudo apt clean; sudo journalctl --vacuum-size=20M; then df -h {folder}",
    errno.EROFS: "Switch the overlay off (sudo raspi-config); else the card may be worn out: dmesg | grep -i mmc",
}
OTHERWISE = "df -h {folder}; ls -ld {folder}"


def memory(host: Host) -> Iterator[Finding]:
    """Look at the folders the box writes to, and at its files."""
    yield _writable("state", host.folders.state)
    yield _writable("cache", host.folders.cache)
    # Asked in this order: `is_dir` raises where the folder lies in one that only root may enter, as a service's does.
    if host.may_read(host.folders.state) and host.folders.state.is_dir():
        yield from _set_aside(host.folders.state)
        yield from _unusable(host.folders.state)


def _writable(name: str, folder: Path) -> Finding:
    refused = can_write(Disk(), folder)
    if refused and refused.why.errno in (errno.EACCES, errno.EPERM):
        return Finding.hidden(name, f"{folder} may not be used by you; the service may.")
    if refused:
        what = f"{folder} cannot be written ({refusal_reason(refused.why)}): {LOST}."
        mend = _WAYS_OUT.get(refused.why.errno or 0, OTHERWISE).format(folder=folder)
        return Finding.advice(name, what, mend, f"state.{fault_of(0.0, Part.STATE, refused).cause}")
    return Finding.fine(name, f"{folder} can be written.")


def _set_aside(folder: Path) -> Iterator[Finding]:
    for file in sorted(folder.glob(f"*{BROKEN}*")):
        what = f"{file} could not be used: the box started without it, and left it to whoever looks into it."
        mend = f"Nothing needs mending. Once nobody wants it: sudo rm {file}"
        yield Finding.advice("state", what, mend, "aside.help")


def _unusable(folder: Path) -> Iterator[Finding]:
    """Let the box's own readers say what is wrong, over copies: they set aside what is broken. The seal is not
    copied."""
    with tempfile.TemporaryDirectory() as copies:
        for aside in folder.glob(f"*{BROKEN}*"):  # their names are taken: the box would choose the next one
            Path(copies, aside.name).touch()
        for name, wrong in _READERS.items():
            original, copy = folder / name, Path(copies) / name
            for fault in _copy_for_reading(original, copy) or wrong(copy):
                what = str(BadFile(original, fault.key, fault.expected))
                yield Finding.advice("state", what, 'docs/trouble.md, "Files"', "aside.help")


def _copy_for_reading(original: Path, copy: Path) -> tuple[BadFile, ...]:
    try:
        copy.write_bytes(Disk().read(original))
    except FileNotFoundError:
        return ()
    except OSError as refused:
        return (BadFile(original, "", f"cannot be read ({refusal_reason(refused)}); the box starts without it"),)
    return ()


def _scores(file: Path) -> tuple[BadFile, ...]:
    scores, wrong = open_scores(Disk(), file)
    scores.close()
    return wrong


_READERS: Mapping[str, Callable[[Path], tuple[BadFile, ...]]] = {
    "choices.json": lambda file: ChoicesFile(Disk(), file, Choices).load()[1],
    "journal.jsonl": lambda file: Journal[Any](Disk(), file, Entry).read()[1],
    "scores.sqlite": _scores,
}
