"""The stick that is in the box: where it is found, how it is written for a moment, and what for people."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from device.feeding.given import FOLDER, find_folder
from device.feeding.settings_given import all_faults
from device.kernel.errors import BadFile, NightcrierError, WrongUse
from device.kernel.files import DISK, Files, refusal_reason, remove_safely, replace_in_folder, write_atomically

STICK = Path("/run/nightcrier-stick")
"""Named in `systemd/stick`, too."""
NOT_TAKEN, NOT_SAVED = "not-taken.txt", "not-saved.txt"
"""Beside people's own settings: what was refused of the last stick, until one comes of which nothing is; and what was
left out when the box was saved last."""


def stick_named(named: Path | None) -> Path:
    """Return what was named, else the stick that is in. Raises WrongUse."""
    if named is not None:
        return named
    if not os.path.ismount(STICK):
        raise WrongUse("No stick with a folder nightcrier is in the box; put one in, or name a folder.")
    return STICK


@contextmanager
def writable(named: Path, place: Path = STICK) -> Iterator[None]:
    """Open the stick for as long as this lasts: else it cannot be written, so that it can be pulled at any time. The
    card's first partition is treated alike. Raises WrongUse; and NightcrierError where it stays open, with what was
    wrong before."""
    if named != place:
        yield
        return
    with _until_shut():
        _open(place)
        before = ""
        try:
            yield
        except NightcrierError as fault:
            before = f"{fault} "
            raise
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if not _mount(("-o", "remount,ro", str(place))):
                still = "The stick is still open for writing; do not pull it before the box is off."
                raise NightcrierError(f"{before}{still}")


def _open(place: Path) -> None:
    try:
        if not _mount(("-o", "remount,rw", str(place))):
            raise WrongUse("The stick cannot be written; put sudo before the command, or take another stick.")
    except SystemExit:
        _mount(("-o", "remount,ro", str(place)))
        raise


@contextmanager
def _until_shut() -> Iterator[None]:
    """Make an exception of systemd's signal to what takes too long, which would end this with the disk open."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _mount(words: Sequence[str]) -> bool:
    try:
        done = subprocess.run(("/usr/bin/mount", *words), check=False, capture_output=True, timeout=60)  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def folder_to_write(named: Path) -> Path:
    """Return the folder `nightcrier` in what was named, made if there is none. Raises WrongUse."""
    if not named.is_dir():
        raise WrongUse(f"There is no folder {named}; name a stick, as in /media/stick.")
    try:
        return find_folder(named)
    except WrongUse:
        if named == STICK:  # it had one when it was put in: what lies there now is not the stick
            raise
        folder = named / FOLDER
    try:
        folder.mkdir()
    except OSError as refused:
        raise WrongUse(f"{folder} cannot be made ({refusal_reason(refused)}); take another stick.") from None
    return folder


def write_for_people(folder: Path, files: Mapping[str, bytes], disk: Files = DISK) -> None:
    """Write files for people. Raises WrongUse where the stick takes no more."""
    for name, content in files.items():
        try:
            replace_in_folder(folder / name, content, disk)
        except OSError as refused:
            why = f"cannot be written ({refusal_reason(refused)}); make room there, or take another stick."
            raise WrongUse(f"{folder / name} {why}") from None


def note_refusals(own: Path, note: str, refused: Sequence[BadFile]) -> None:
    """Keep what was refused for the next time that something is written for people; a full card refuses that, too."""
    if refused:
        write_atomically(DISK, own / note, "".join(f"{fault}\n" for fault in all_faults(refused)).encode())
    else:
        remove_safely(DISK, own / note)


def read_notes(own: Path, note: str) -> list[str]:
    """Return what was noted, a sentence each."""
    try:
        return (own / note).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
