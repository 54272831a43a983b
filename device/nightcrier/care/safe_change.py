"""Change what a box keeps so that the plug may be pulled at any moment.

Every change takes the same steps: the new file is staged beside the old one (`stage_file`) and checked there, a small
old file is kept, and one rename swaps the new file in. Taking does so file by file. Bringing back, undoing and
forgetting swap in one file that says what counts, and the next start finishes a change that was cut off. Updates take
the same steps in shell (`systemd/versions.sh`), as no program can exchange itself."""

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
"""The ending of the name under which a small replaced or removed file is kept."""
_T = TypeVar("_T")


def digest_of(place: Path) -> str:
    """Return the SHA-256 of a file; empty where the file cannot be read."""
    digest = hashlib.sha256()
    try:
        with open_plainly(place) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def keep_before(place: Path, disk: Files = DISK) -> None:
    """Keep a copy of a small file, before another one is swapped in."""
    try:
        before = disk.read(place)
    except OSError:  # not there, larger than what is read at once, or unreadable: it is replaced
        return
    replace_in_folder(place.with_name(place.name + BEFORE), before, disk)


def let_go(place: Path, disk: Files = DISK, *, keep: bool) -> None:
    """Take a file away, with what a power cut left beside it. A file to keep is renamed, which needs no room."""
    sweep_fresh(disk, place)
    if keep:
        disk.rename(place, place.with_name(place.name + BEFORE))
    else:
        disk.remove(place)
    disk.sync(place.parent)


def finish(pending: Path, deed: Callable[[], _T], disk: Files = DISK) -> _T | None:
    """Run `deed` if `pending` exists, then remove `pending`; else return None. The deed must bear being run again."""
    if not disk.exists(pending):
        return None
    done = deed()
    disk.remove(pending)
    disk.sync(pending.parent)
    return done


@contextmanager
def _with_umask(mask: int) -> Iterator[None]:
    """Set the umask for a block: with the umask that systemd gives, nobody else could read any new file."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


for_everybody = partial(_with_umask, 0o022)
"""Write settings, decks and sounds so that everybody may read what root writes, as the box is another user."""
for_group = partial(_with_umask, 0o137)
"""Write files for their owner and the group alone."""
for_nobody_else = partial(_with_umask, 0o077)
"""Write files for their owner alone, as they hold people's names."""
