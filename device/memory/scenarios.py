"""Scenario files: those that came with the box, and beside them a table's own. A broken file never breaks the rest."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from device.kernel.errors import BadFile
from device.kernel.kept_copies import KeptCopies
from device.kernel.reading import LARGEST_TOML, read_content

_T = TypeVar("_T")


_ROOM, _LEAST, _MOST_WRONG = 2**20, 2**10, 50
"""Bytes of all files of a game, what the smallest counts for, and how many wrong ones fill the room: each of these is
read anew at every start, and has a sentence of its own."""

_TOO_MANY = "and all after it are too many, or too many before it are wrong; take some of your own away"


class Found(Struct, Generic[_T], frozen=True):
    """The scenarios that can be played, and what is wrong with each file that cannot."""

    scenarios: tuple[_T, ...]
    complaints: tuple[BadFile, ...]


def read_scenarios(
    folders: Iterable[Path], parse: Callable[[bytes, str], _T], kind: type[_T] | None = None, kept: Path | None = None
) -> Found[_T]:
    """Everything in these folders; one that does not exist is empty. `parse` takes a file's contents and its name.
    With `kept`, a folder, a file of this `kind` that was found right is not looked through again."""
    read: dict[str, _T] = {}
    copies, complaints = KeptCopies(kept), list[BadFile]()
    room = _ROOM
    for file in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        room -= _cost(file)
        if room < 0:
            complaints.append(BadFile(file, "", _TOO_MANY))
            break
        try:
            _check_name(file, taken=file.stem in read)
            made = partial(_parsed, parse=parse)
            read[file.stem] = copies.read(file, kind, made) if kind else made(file)
        except BadFile as fault:
            room -= _ROOM // _MOST_WRONG
            complaints.append(fault)
    return Found(tuple(read.values()), tuple(complaints))


def _cost(file: Path) -> int:
    try:
        return min(max(_LEAST, file.stat().st_size), LARGEST_TOML)  # a larger one is refused unread
    except OSError:  # told when it is read
        return _LEAST


def _check_name(file: Path, *, taken: bool) -> None:
    if taken:
        raise BadFile(file, "", "has the name of a scenario that is there already; rename the file")


def _parsed(file: Path, parse: Callable[[bytes, str], _T]) -> _T:
    content = read_content(file, most=LARGEST_TOML)
    try:
        return parse(content, file.stem)
    except BadFile as fault:
        raise BadFile(file, fault.key, fault.expected) from None
