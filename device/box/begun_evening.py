"""A note that an evening was begun by command. A box that is switched on after it reads the scores before its first
picture; without a note that waits, as opening the database takes a fifth of its start."""

from contextlib import suppress
from pathlib import Path

from device.kernel.files import Files, remove_safely

_NOTE = "evening-begun"


def note_evening(files: Files, state: Path) -> None:
    """Note that an evening was begun. If the disk takes no note, the box finds the evening a little later."""
    with suppress(OSError):
        files.write(state / _NOTE, b"")


def is_noted(files: Files, state: Path) -> bool:
    return files.exists(state / _NOTE)


def forget_note(files: Files, state: Path) -> None:
    """Take the note away, once the evening was read."""
    if is_noted(files, state):
        remove_safely(files, state / _NOTE)
