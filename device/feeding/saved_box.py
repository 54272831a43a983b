"""A saved box, read with suspicion: only files that a box has, no larger than one has them, each as its list says."""

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO

from device.feeding.care import PIECE
from device.feeding.saved_places import MOST_FILES, RoomInBox, hides_letters, is_saved, most_bytes
from device.feeding.saving import FORMAT, LIST, SavedList
from device.kernel.errors import BadFile, WrongUse
from device.kernel.reading import parse_json

_LARGEST_LIST, _LARGEST_INDEX = 2**24, 2**22
LARGEST_ZIP = 2**31
_WAYS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""In which a box packs its files; others ask for as much memory as the zip says."""
_END, _END_SIZE, _LARGER_END, _LARGER_SIZE = b"PK\5\6", 22, b"PK\6\7", 20
"""Marks at the end of a zip, and before that of one that has more than a box ever has."""
_ENTRY = b"PK\1\2"
"""Begins each entry of its index."""
_MOST_QUOTES = 8 * MOST_FILES + 100
"""In a list: four for each file."""
_BY_HAND = "unpack it, and give the box its settings, decks, sounds and voices one by one"
_DAMAGES = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
"""Raised by `zipfile` for a zip that was cut, changed, or made to hurt."""


class SavedBox:
    """Its files, by their names."""

    def __init__(self, archive: zipfile.ZipFile, shown: str) -> None:
        """Look at the list, before anything else is unpacked. Raises WrongUse."""
        self._archive, self._shown = archive, shown
        self.listed = self._list()
        entries = [entry for entry in archive.infolist() if entry.filename != LIST]
        self.sizes = {entry.filename: entry.file_size for entry in entries}
        self._check_names([entry.filename for entry in entries])
        room = RoomInBox()
        if any(room.refusal(name, size) for name, size in self.sizes.items()):
            raise self._damage("it unpacks to more than a box has")

    def content(self, name: str) -> bytes:
        """Return one small file. Raises WrongUse where it is not what the list says."""
        return b"".join(self.pieces(name))

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a large file, which a small computer does not hold at once: only after the last piece it is known to be
        right."""
        digest = hashlib.sha256()
        for piece in self._read(name, most_bytes(name)):
            digest.update(piece)
            yield piece
        if digest.hexdigest() != self.listed.files[name]:
            raise self._damage(f"{name} is not as its list says")

    def check(self) -> None:
        """Every file of it. Raises WrongUse."""
        for name in self.listed.files:
            for _ in self.pieces(name):
                pass

    def _check_names(self, names: Sequence[str]) -> None:
        if sorted(names) != sorted(self.listed.files) or len(set(names)) < len(names):
            raise self._strange("is not as a box has written it: its list names other files")
        folders = {str(above) for name in names for above in PurePosixPath(name).parents}
        absent = self.listed.absent or ()
        if len(absent) > MOST_FILES or not set(absent).isdisjoint(names) or not all(map(is_saved, absent)):
            raise self._damage("what it says of files that it does not hold is wrong")
        strange = next((name for name in names if not is_saved(name) or hides_letters(name) or name in folders), None)
        if strange is not None:
            raise self._damage(f"{strange!a} is no file of a box")

    def _list(self) -> SavedList:
        if any(entry.compress_type not in _WAYS for entry in self._archive.infolist()):
            raise self._damage("it is packed in a way that no box packs")
        if LIST not in self._archive.namelist():
            raise self._strange("is another zip, no saved box")
        content = b"".join(self._read(LIST, _LARGEST_LIST))
        if content.count(b'"') > _MOST_QUOTES:  # each is to be a word in memory
            raise self._damage("it lists more files than a box has")
        try:
            listed = parse_json(content, SavedList, LIST)
        except BadFile as fault:
            raise self._damage(str(fault).rstrip(".")) from None
        if listed.format > FORMAT:
            raise WrongUse(f"{self._shown} is of a newer Nightcrier; update this one first; nothing was changed.")
        if listed.format < FORMAT:
            raise WrongUse(f"{self._shown} is of an older Nightcrier; {_BY_HAND}; nothing was changed.")
        return listed

    def _read(self, name: str, most: int) -> Iterator[bytes]:
        """Yield no more of a file than it may hold, whatever the zip promises."""
        left = most
        try:
            with self._archive.open(name) as file:
                while left >= 0 and (piece := file.read(min(PIECE, left + 1))):
                    left -= len(piece)
                    yield piece
        except (*_DAMAGES, KeyError) as fault:
            raise self._damage(f"{name}: {fault}") from None
        if left < 0:
            raise self._damage("it unpacks to more than a box has")

    def _strange(self, what: str) -> WrongUse:
        """Return the refusal of a box that a computer has unpacked and packed again."""
        return WrongUse(f"{self._shown} {what}; put the file there as the box wrote it; nothing was changed.")

    def _damage(self, why: str) -> WrongUse:
        return WrongUse(f"{self._shown} is no whole saved box ({why}); copy it again; nothing was changed.")


@contextmanager
def opened_box(file: IO[bytes], shown: str) -> Iterator[SavedBox]:
    """Open a saved box. Raises WrongUse."""
    if not _ends_like_ours(file):
        raise WrongUse(f"{shown} is no whole saved box (it does not end like one); copy it again; nothing was changed.")
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGES as fault:
        raise WrongUse(f"{shown} is no saved box ({fault}); nothing was changed.") from None
    with archive:
        yield SavedBox(archive, shown)


def _ends_like_ours(file: IO[bytes]) -> bool:
    """`zipfile` reads the whole index into memory, entry by entry, before it tells how many files there are; and it
    does not believe the number at the end."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_SIZE - _LARGER_SIZE))
    before, end = (last := file.read())[:-_END_SIZE], last[-_END_SIZE:]
    if not end.startswith(_END) or before.startswith(_LARGER_END):
        return False
    files, index = (int.from_bytes(end[start:stop], "little") for start, stop in ((10, 12), (12, 16)))
    if files > MOST_FILES + 1 or index > _LARGEST_INDEX:
        return False
    file.seek(max(0, size - _END_SIZE - index))
    return file.read(index).count(_ENTRY) <= MOST_FILES + 1
