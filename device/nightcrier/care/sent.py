"""Takes what phones have sent from the folder of the second program with suspicion: with the rights of its owner, no
link, nothing but plain files, of the kinds and sizes that a phone may send. What is worked on is root's own copy."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from heapq import nsmallest
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import BinaryIO

from nightcrier.care.as_owner import as_owner
from nightcrier.care.given import MOST_BYTES, GivenFile, Kind, kind_of, plain_name, read_given
from nightcrier.care.room import FreeOn, free_on
from nightcrier.care.safe_change import PIECE
from nightcrier.care.settings import check_hall_by_phone
from nightcrier.care.taking import check_no_wish
from nightcrier.kernel.chores import LEFT_FREE, MOST_SENT, end_of_name
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import open_plainly, refusal_reason

COPIES = Path("/var/tmp")  # noqa: S108 - nobody else can write into what is made there
_MOST_FILES = 8
_BY_PHONE = frozenset({Kind.DECK, Kind.VOICE, Kind.HALL})


@contextmanager
def copy_sent(sent: Path, free: FreeOn = free_on) -> Iterator[list[GivenFile | BadFile]]:
    """Give copies of all that lies there, where there is room for them, for as long as this lasts. The files themselves
    are gone once they are open: what a phone sends meanwhile is not taken away with them."""
    with private_folder(COPIES, "nightcrier-sent-") as private, ExitStack() as opened:
        with as_owner(sent):
            found = [(each.name, _open_and_remove(Path(each.path), opened)) for each in _list_files(sent)]
        yield [_copy_one(name, file, private, free) for name, file in found]


@contextmanager
def private_folder(where: Path, prefix: str) -> Iterator[Path]:
    """Give a folder for as long as this lasts. What a power cut left of an earlier one goes first: names and scores may
    be in it."""
    for left in where.glob(f"{prefix}*"):
        rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=prefix, dir=where) as folder:
        yield Path(folder)


def for_taking(given: GivenFile | BadFile) -> GivenFile | BadFile:
    """Refuse from a phone all but decks, voices, and what lets the box into a hall: other settings say what a phone may
    do. An empty file takes nothing away: that is for somebody who holds the box, and a phone sends what it has not
    loaded yet as one."""
    if isinstance(given, BadFile):
        return given
    try:
        kind = kind_of(given)
        if kind is Kind.HALL:
            check_hall_by_phone(given.name, read_given(given, MOST_BYTES[kind]))
        elif kind in _BY_PHONE:
            check_no_wish(given)
    except BadFile as fault:
        return fault
    return given if kind in _BY_PHONE else BadFile(given.name, "", "is not taken from a phone; put it on a stick")


def _list_files(sent: Path) -> list["os.DirEntry[str]"]:
    """List the first files; one with a dot before its name is still coming in from another phone."""
    try:
        whole = (each for each in os.scandir(sent) if not each.name.startswith("."))
        return nsmallest(_MOST_FILES, whole, key=lambda each: each.name)
    except OSError:
        return []


def _open_and_remove(path: Path, opened: ExitStack) -> BinaryIO | OSError:
    """Return the open file, which lies there no more."""
    try:
        return opened.enter_context(open_plainly(path))
    except OSError as refused:
        return refused
    finally:
        with suppress(OSError):
            path.unlink()


def _copy_one(name: str, file: BinaryIO | OSError, private: Path, free: FreeOn) -> GivenFile | BadFile:
    most, shown = MOST_SENT.get(end_of_name(name), 0), plain_name(name)
    if isinstance(file, OSError):
        return BadFile(shown, "", f"cannot be read ({refusal_reason(file)}); send it again")
    if not most:
        return BadFile(shown, "", "is nothing that the box takes from a phone")
    if free(private) - min(most, os.fstat(file.fileno()).st_size) < LEFT_FREE:
        return BadFile(shown, "", "needs more room than there is on the card; make room, and send it again")
    with (private / name).open("xb") as copy:
        while piece := file.read(PIECE):
            copy.write(piece)
            if copy.tell() > most:
                return BadFile(shown, "", "is larger than the box takes it; send the right file")
    return GivenFile(private / name, shown)
