"""Change what a box keeps so that the plug may be pulled at any moment.

Every change has the same steps. The new file is written beside the old file (`stage_file`) and checked there. If the
old file is small, a copy of it is kept. One rename then replaces the old file. New files from a stick are replaced one
by one. A restore, an undo and forgetting first write one file that says what is to be done, and the next start
completes an interrupted change. Updates have the same steps in shell (`systemd/versions.sh`), because no program can
replace itself."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS
from nightcrier.kernel.files import DISK, Files, open_plainly, replace_in_folder, sweep_fresh

PIECE = 1024 * 1024
BEFORE = ".before"
"""The ending that is added to the name of a small file when the file is replaced or removed, to keep its content."""
_T = TypeVar("_T")


def digest_of(place: Path) -> str:
    """Return the SHA-256 of a file, or "" if the file cannot be read."""
    digest = hashlib.sha256()
    try:
        with open_plainly(place) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def keep_before(place: Path, disk: Files = DISK) -> None:
    """Keep a copy of a small file before another file replaces it."""
    try:
        before = disk.read(place)
    except OSError:  # not there, larger than what is read at once, or unreadable: it is replaced
        return
    replace_in_folder(place.with_name(place.name + BEFORE), before, disk)


def take_away(place: Path, disk: Files = DISK, *, keep: bool = False) -> None:
    """Remove a file, and unfinished files that a power cut has left beside it. With `keep` the file stays under another
    name, which needs no space on the card."""
    sweep_fresh(disk, place)
    if keep:
        disk.rename(place, place.with_name(place.name + BEFORE))
    else:
        disk.remove(place)
    disk.sync(place.parent)


def forget_hall_password(place: Path, disk: Files = DISK) -> None:
    """Remove the password of a hall before the settings of the hall at `place` change, because it must not be sent to
    another broker. For other files nothing happens."""
    if place.name == HALL_SETTINGS:
        for name in (HALL_PASSWORD, HALL_PASSWORD + BEFORE):
            take_away(place.with_name(name), disk)


def keep_hall_password(place: Path, disk: Files = DISK) -> None:
    """Put the password of a hall aside when a start is tried without the hall's settings. No program reads it under
    that name."""
    if place.name == HALL_SETTINGS and disk.exists(place.with_name(HALL_PASSWORD)):
        take_away(place.with_name(HALL_PASSWORD), disk, keep=True)


def use_kept_hall_password(place: Path, disk: Files = DISK) -> None:
    """Bring back the password that was put aside, when the settings of its hall are brought back."""
    password = place.with_name(HALL_PASSWORD)
    kept = password.with_name(password.name + BEFORE)
    if place.name == HALL_SETTINGS and disk.exists(kept):
        disk.rename(kept, password)
        disk.sync(place.parent)


def finish(pending: Path, deed: Callable[[], _T], disk: Files = DISK) -> _T | None:
    """Call `deed` if the file `pending` exists, then remove `pending`, and return the result of `deed`. Return None if
    `pending` does not exist. It must be harmless to call `deed` again."""
    if not disk.exists(pending):
        return None
    done = deed()
    disk.remove(pending)
    disk.sync(pending.parent)
    return done


@contextmanager
def _with_umask(mask: int) -> Iterator[None]:
    """Set the umask in a block. systemd's own umask would make every new file unreadable for other users."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


for_everybody = partial(_with_umask, 0o022)
"""Write settings, decks and sounds so that everybody may read them. Root writes these files, and the box runs as
another user."""
for_group = partial(_with_umask, 0o137)
"""Write files that only their owner may write, and only owner and group may read."""
for_nobody_else = partial(_with_umask, 0o077)
"""Write files that only their owner may use, because they contain people's names."""
