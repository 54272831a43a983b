"""The stick that is in the box: where it is found, and how it can be written for the moment in which that is needed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from device.kernel.errors import NightcrierError, WrongUse

STICK = Path("/run/nightcrier-stick")
"""As in `systemd/stick`."""


def stick_named(named: Path | None) -> Path:
    """What was named, else the stick that is in. Raises WrongUse."""
    if named is not None:
        return named
    if not os.path.ismount(STICK):
        raise WrongUse("No stick with a folder nightcrier is in the box; put one in, or name a folder.")
    return STICK


@contextmanager
def writable(named: Path, place: Path = STICK) -> Iterator[None]:
    """The stick that is in cannot be written, so that it can be pulled at any time: but for as long as this lasts. The
    card's first partition is treated alike. Raises WrongUse; and NightcrierError where it stays open for writing, with
    whatever was wrong before."""
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
                raise NightcrierError(
                    f"{before}The stick is still open for writing; do not pull it before the box is off."
                )


def _open(place: Path) -> None:
    try:
        if not _mount(("-o", "remount,rw", str(place))):
            raise WrongUse("The stick cannot be written; put sudo before the command, or take another stick.")
    except SystemExit:
        _mount(("-o", "remount,ro", str(place)))
        raise


@contextmanager
def _until_shut() -> Iterator[None]:
    """What takes systemd too long gets a signal, which would end this with the disk open: it becomes an exception."""

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
