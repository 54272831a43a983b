"""Read the files that phones have sent, in the folder of the companion. The files may come from an attacker.
The folder is read with the permissions of its owner, and no link is followed. Only plain files are opened, and only of
kinds and sizes that a phone may send. Root works on its own copies."""

import os
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from heapq import nsmallest
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import BinaryIO

from nightcrier.care.as_owner import as_owner
from nightcrier.care.card_room import FreeOn, free_bytes
from nightcrier.care.given_files import GivenFile, plain_name
from nightcrier.care.safe_change import PIECE
from nightcrier.kernel.chores import LEFT_FREE, MOST_SENT, end_of_name
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import open_plainly, refusal_reason

COPIES = Path("/var/cache")
"""The folder for copies. An installer can read it, but it cannot see the temporary files of the chore."""
COPIED = "nightcrier-sent-"
"""The beginning of the name of a folder with copies. A power cut leaves such a folder there."""
_MOST_FILES = 8


@contextmanager
def take_copies(
    sent: Path, ends: Collection[str] = tuple(MOST_SENT), free: FreeOn = free_bytes
) -> Iterator[list[GivenFile | BadFile]]:
    """Yield copies of all sent files that fit on the card; the copies exist until the block ends. The sent files are
    removed as soon as they are open. A file that a phone sends meanwhile is therefore kept. Files with other `ends` are
    not copied, because an empty file may claim half a gigabyte.
    Root works with the permissions of the companion, which owns the folder around this one and may put a link in its
    place."""
    with private_folder(COPIES, COPIED) as private, ExitStack() as opened:
        with as_owner(sent.parent, follows_links=False):
            found = [(each.name, _open_and_remove(Path(each.path), opened)) for each in _list_files(sent)]
        yield [_copy_one(name, file, private, ends, free) for name, file in found]


@contextmanager
def private_folder(where: Path, prefix: str) -> Iterator[Path]:
    """Yield a temporary folder that exists until the block ends. Earlier folders of this kind, which a power cut has
    left with people's names in them, are removed first."""
    for left in where.glob(f"{prefix}*"):
        rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=prefix, dir=where) as folder:
        yield Path(folder)


def _list_files(sent: Path) -> list["os.DirEntry[str]"]:
    """Return the first files in the folder. A name with a leading dot is left out, because a phone is still sending
    that file."""
    try:
        whole = (each for each in os.scandir(sent) if not each.name.startswith("."))
        return nsmallest(_MOST_FILES, whole, key=lambda each: each.name)
    except OSError:
        return []


def _open_and_remove(path: Path, opened: ExitStack) -> BinaryIO | OSError:
    try:
        return opened.enter_context(open_plainly(path))
    except OSError as refused:
        return refused
    finally:
        with suppress(OSError):
            path.unlink()


def _copy_one(
    name: str, file: BinaryIO | OSError, private: Path, ends: Collection[str], free: FreeOn
) -> GivenFile | BadFile:
    most, shown = MOST_SENT.get(end_of_name(name), 0), plain_name(name)
    if isinstance(file, OSError):
        return BadFile(shown, "", f"cannot be read ({refusal_reason(file)}); send it again")
    if end_of_name(name) not in ends:
        return BadFile(shown, "", "is not taken from a phone; put it on a stick")
    if free(private) - min(most, os.fstat(file.fileno()).st_size) < LEFT_FREE:
        return BadFile(shown, "", "needs more room than there is on the card; make room, and send it again")
    with (private / name).open("xb") as copy:
        while piece := file.read(PIECE):
            copy.write(piece)
            if copy.tell() > most:
                return BadFile(shown, "", "is larger than the box takes it; send the right file")
    return GivenFile(private / name, shown)
