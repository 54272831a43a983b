"""The folder that people fill on a computer of theirs, on a stick or on the card, read with suspicion: no link is
followed, nothing but plain files is opened, and no more is read than an honest file has."""

import os
from collections.abc import Iterator
from heapq import nsmallest
from itertools import islice
from pathlib import Path

from msgspec import Struct

from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import open_plainly, refusal_reason
from device.kernel.names import JOINERS

FOLDER = "nightcrier"
_MOST_FILES = 500
_DEEPEST = 3
_MIB = 1024 * 1024
_LIST_OF = {"pack.toml": "voice", "saved.json": "saved box"}
"""The list that each .zip of ours has at its top: a folder with one was packed, and has hundreds of files."""


class GivenFile(Struct, frozen=True):
    """Holds where a file that was given lies, and how people see it called, from the folder on."""

    path: Path
    name: str


def find_folder(named: Path) -> Path:
    """Return the folder `nightcrier` in what was named, in whatever letters; else that one itself, if it is called so,
    as the drive of a card is. Raises WrongUse."""
    try:
        found = sorted(each.name for each in os.scandir(named) if each.name.lower() == FOLDER and _is_folder(each))
    except OSError as refused:
        raise WrongUse(f"{named} cannot be read ({refusal_reason(refused)}); name a stick or a folder.") from None
    if not found and named.resolve().name.lower() == FOLDER:
        return named
    if not found:
        raise WrongUse(f"{named} has no folder {FOLDER}; make one, and put into it what the box is to take.")
    return named / found[0]


def files_in(folder: Path) -> Iterator[GivenFile | BadFile]:
    """Yield all files in a folder and below, by name; what is no file is said, a sentence each."""
    found = _walk(folder, "")
    yield from islice(found, _MOST_FILES)
    if next(found, None) is not None:
        why = f"holds more than {_MOST_FILES} files, and the rest was not looked at; take some out"
        yield BadFile(folder, "", why)


def read_given(given: GivenFile, most: int) -> bytes:
    """Read a whole file. Raises BadFile, also where the stick was pulled meanwhile."""
    try:
        with open_plainly(given.path) as file:
            content = file.read(most + 1)
    except OSError as refused:
        raise BadFile(given.name, "", f"cannot be read ({refusal_reason(refused)}); copy it again") from None
    if len(content) > most:
        size = f"{most // _MIB} MiB" if most >= _MIB else f"{most // 1024} KiB"
        raise BadFile(given.name, "", f"is larger than {size}; put the right file there")
    return content


def plain_name(name: str) -> str:
    """Return a name as it can be printed, whatever letters a stick has in it."""
    return "".join(letter if letter.isprintable() or letter in JOINERS else "?" for letter in name)


def _is_folder(each: "os.DirEntry[str]") -> bool:
    return each.is_dir(follow_symlinks=False)


def _walk(folder: Path, above: str) -> Iterator[GivenFile | BadFile]:
    """Yield the first files by name, however many there are."""
    try:
        with os.scandir(folder) as all_there:
            of_people = (each for each in all_there if is_of_people(each.name))
            found = nsmallest(_MOST_FILES + 1, of_people, key=lambda each: each.name)
    except OSError as refused:
        yield BadFile(above or folder, "", f"cannot be read ({refusal_reason(refused)}); copy it again")
        return
    for each in found:
        yield from _look_at(each, f"{above}{plain_name(each.name)}")


def _look_at(each: "os.DirEntry[str]", name: str) -> Iterator[GivenFile | BadFile]:
    try:
        is_folder, is_file = _is_folder(each), each.is_file(follow_symlinks=False)
        slip = _folder_slip(Path(each.path)) if is_folder else ""
    except OSError as refused:
        yield BadFile(name, "", f"cannot be read ({refusal_reason(refused)}); copy it again")
        return
    if slip:
        yield BadFile(name, "", slip)
    elif is_folder and name.count("/") + 1 < _DEEPEST:
        yield from _walk(Path(each.path), f"{name}/")
    elif is_folder:
        yield BadFile(name, "", "is a folder too deep to be looked at; put its files further up")
    elif is_file:
        yield GivenFile(Path(each.path), name)
    else:
        yield BadFile(name, "", "is no plain file; put the file itself there")


def _folder_slip(folder: Path) -> str:
    """Tell what is wrong with all in a folder; nothing where each file tells for itself. Raises OSError."""
    if folder.name.lower() == FOLDER:
        return f"is a folder {FOLDER} in the folder {FOLDER}; put what is in it one folder up"
    packed = next((kind for name, kind in _LIST_OF.items() if (folder / name).is_file()), "")
    return f"is an unpacked {packed}; put the .zip itself there" if packed else ""


def is_of_people(name: str) -> bool:
    """Return whether people laid it there, and no computer, which leaves files on every drive that it sees."""
    return not name.startswith(".") and name.lower() not in OF_THE_COMPUTER


OF_THE_COMPUTER = frozenset({"system volume information", "thumbs.db", "desktop.ini", "$recycle.bin", "__macosx"})
"""Names of what computers lay down by themselves, in small letters, beside those with a dot before them. `memory.sh` of
the card names the same."""
