"""Changes what a box keeps, so that its plug may be pulled at any moment. Whoever does it takes the same steps: what is
new is staged beside the old (`stage_file`), checked there, one before it is kept, and one rename swaps it in.

Taking does so file by file. Bringing back, undoing that and forgetting swap in one file that says what counts from then
on, and the next start finishes what was cut. An update has the same steps in shell (`systemd/versions.sh`): no program
exchanges itself."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from nightcrier.kernel.files import DISK, Files, open_plainly, replace_in_folder, sweep_fresh

PIECE = 1024 * 1024
BEFORE = ".before"
"""Behind the name of a small file that was replaced or taken away."""
_T = TypeVar("_T")


def digest_of(place: Path) -> str:
    """Return the SHA-256 of what stands there; empty where nothing can be read."""
    digest = hashlib.sha256()
    try:
        with open_plainly(place) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def keep_before(place: Path, disk: Files = DISK) -> None:
    """Copy a small file, before another one is swapped in."""
    try:
        before = disk.read(place)
    except OSError:  # not there, larger than what is read at once, or unreadable: it is replaced
        return
    replace_in_folder(place.with_name(place.name + BEFORE), before, disk)


def let_go(place: Path, disk: Files = DISK, *, keep: bool) -> None:
    """Take a file away. What is kept is renamed: that needs no room on a full card. What a power cut left beside it
    goes, too."""
    sweep_fresh(disk, place)
    if keep:
        disk.rename(place, place.with_name(place.name + BEFORE))
    else:
        disk.remove(place)
    disk.sync(place.parent)


def finish(pending: Path, deed: Callable[[], _T], disk: Files = DISK) -> _T | None:
    """Run the deed if `pending` exists, then remove `pending`. Returns None without it. The deed must bear being run
    again."""
    if not disk.exists(pending):
        return None
    done = deed()
    disk.remove(pending)
    disk.sync(pending.parent)
    return done


@contextmanager
def _with_umask(mask: int) -> Iterator[None]:
    """Set the umask for this block, whatever the caller had: systemd starts us with that of the box, by which nobody
    else could read anything."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


for_everybody = partial(_with_umask, 0o022)
"""Settings, decks, sounds: root writes them, and to root's files the box is somebody else."""
for_group = partial(_with_umask, 0o137)
"""Their owner and the group alone."""
for_nobody_else = partial(_with_umask, 0o077)
"""Names of people stand in them."""
