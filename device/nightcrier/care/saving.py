"""Save a box. This file defines which files belong in a saved box and where each is on a box. It writes them into one
zip with a list of their SHA-256 digests.

A saved box contains nothing else. A game under way is not saved, because it belongs to the people who play it."""

import hashlib
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, BinaryIO

import msgspec
from msgspec import Struct

from nightcrier import __version__
from nightcrier.box.memory.old_scores import old_evenings
from nightcrier.box.sound.containers import CONTAINER
from nightcrier.care.as_owner import as_service
from nightcrier.care.given_files import MOST_BYTES, Kind
from nightcrier.care.safe_change import PIECE
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import LARGEST_FILE, open_plainly, refusal_reason
from nightcrier.kernel.folders import EVENINGS, OLD_JOURNAL, OLD_NOTES, OLD_SCORES, Folders
from nightcrier.kernel.people import JOINERS
from nightcrier.kernel.reading import LARGEST_TEXT, LARGEST_TOML

OWN, STATE = "own/", "state/"
OWN_GAMES = f"{OWN}games/"
SCORES = (f"{STATE}{EVENINGS}/", STATE + OLD_SCORES)
"""The beginnings of the names of scores: of evenings, and of an old database."""
_LETTERS = r"[^/\\\x00-\x1f]*[^/\\\x00-\x1f.]"
_NAME = rf"(?!\.){_LETTERS}"
_OWN_FILES = (
    r"device\.toml",
    r"hall\.toml",
    rf"scenarios/({_NAME}/)?{_NAME}\.toml",
    rf"games/{_NAME}\.(game|names)\.toml",
    rf"beds/{_NAME}\.(?i:ogg|opus|mp3|wav)",
)
_STATE_FILES = (
    r"choices\.json",
    re.escape(OLD_SCORES),
    rf"{EVENINGS}/[0-9]{{6}}\.json",
    re.escape(OLD_NOTES),
    rf"sheets/{_NAME}\.csv",
    rf"voices/{_NAME}\.zip",
    rf"voices/{_NAME}/(pack\.toml|{_NAME}\.opus)",
)
_KNOWN = re.compile(f"{OWN}({'|'.join(_OWN_FILES)})|{STATE}({'|'.join(_STATE_FILES)})")

MOST_FILES = 20_000
"""The maximum number of files in a saved box. The largest voice on a box has 3000 clips."""
_LARGEST_BOX = 2**31 - 2**26
"""The maximum size of all files in a saved box, in bytes. A zip above 2**31 bytes needs an index of another format."""
_MOST_LETTERS = 2**21
"""The maximum length of all file names together, in bytes."""
_LARGEST_SCORES, _LARGEST_CHOICES = 2**26, 2**18
_MIB = 1024 * 1024
_LONGEST_PART = 240
"""The maximum length of one part of a path, in bytes. A disk allows 255, but an unfinished file has a longer name."""


def is_saved(name: str) -> bool:
    """Say whether a file of this name belongs in a saved box, and can be written on every box."""
    return bool(_KNOWN.fullmatch(name)) and all(_is_kept(part) for part in name.split("/"))


def _is_kept(part: str) -> bool:
    """Say whether a part of a path is short enough. Bytes that are not text cannot be a name in a zip."""
    try:
        return len(part.encode()) <= _LONGEST_PART
    except UnicodeEncodeError:
        return False


def most_bytes(name: str) -> int:
    """Return the largest size of a file with this name. The limit is the same as for files from a stick."""
    if name.startswith(SCORES):
        return LARGEST_FILE if name.endswith(".json") else _LARGEST_SCORES
    if name == f"{STATE}choices.json":
        return _LARGEST_CHOICES
    if name.endswith(CONTAINER):
        return MOST_BYTES[Kind.VOICE]
    if "/beds/" in name or name.endswith(".opus"):
        return MOST_BYTES[Kind.BED]
    if name.startswith(OWN_GAMES):
        return MOST_BYTES[Kind.GAME]
    return LARGEST_TOML if name.startswith(OWN) else LARGEST_TEXT


class RoomInBox:
    """Counts how much more fits into a saved box. A restore counts in the same way, so it refuses no file that was
    saved."""

    def __init__(self) -> None:
        self._files, self._bytes, self._letters = MOST_FILES, _LARGEST_BOX, _MOST_LETTERS

    def refusal(self, name: str, size: int) -> str:
        """Return the reason why a file does not fit. If the file fits, count its size and return ""."""
        letters, most = len(name.encode()), most_bytes(name)
        if hides_letters(name):
            return "has a letter in its name that nobody can see"
        if size > most:
            return f"is larger than {f'{most // _MIB} MiB' if most >= _MIB else f'{most // 1024} KiB'}"
        if not self._files or size > self._bytes or letters > self._letters:
            return "is more than a saved box holds"
        self._files, self._bytes, self._letters = self._files - 1, self._bytes - size, self._letters - letters
        return ""


def hides_letters(name: str) -> bool:
    """Say whether a name has invisible letters. A file on a stick with such a name is refused, too."""
    return not all(letter.isprintable() or letter in JOINERS for letter in name)


def saved_files(above: str, folders: Folders) -> Iterator[tuple[str, Path]]:
    """Yield the files to save, each with its name in the saved box. `above` is `OWN` for people's own files, or `STATE`
    for what the box remembers. A database from which the box has made evenings is left out."""
    root = place_of(above, folders)
    places = sorted(root.rglob("*"))
    taken_over = {folders.state / OLD_SCORES} if folders.state / EVENINGS in places else ()
    for path in places:
        name = above + path.relative_to(root).as_posix()
        if is_saved(name) and path not in taken_over and path.is_file() and not path.is_symlink():
            yield name, path


def place_of(name: str, folders: Folders) -> Path:
    root = folders.own if name.startswith(OWN) else folders.state
    return root / name.partition("/")[2]


LIST = "saved.json"
FORMAT = 100
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every entry in the zip, because a Pi may not know the real date."""
_PACKED = frozenset({".toml", ".json", ".csv", ".sqlite", ".wav"})


class SavedList(Struct, frozen=True, omit_defaults=True):
    """The list of a saved box. If the meaning of the list changes, `format` gets a new number."""

    format: int
    version: str
    files: dict[str, str]
    absent: tuple[str, ...] | None = None
    """The files that this box did not have before another box was restored on it. These files are removed when this box
    is restored. Only the copy that a restore makes of the earlier box has such a list."""


class Saved(Struct, frozen=True):
    """The result of saving: the list of the saved files, and the files that were left out, with the reasons."""

    listed: SavedList
    left_out: tuple[BadFile, ...]


def write_saved(file: IO[bytes], folders: Folders, absent: Sequence[str] | None = None) -> Saved:
    """Write a saved box with all files that can be read and restored. The box may be running meanwhile. Raises OSError
    if the zip cannot be written."""
    left_out = dict[str, str]()
    while True:
        try:
            with zipfile.ZipFile(file, "w") as archive:
                box = _WrittenBox(archive, left_out)
                box.add(saved_files(OWN, folders))
                with as_service(folders.state):
                    box.add(saved_files(STATE, folders))
                listed = add_list(archive, box.hashes, absent)
        except _BrokenOff as broken:  # in the middle of an entry: all is written anew, without that one
            left_out[broken.name] = broken.why
            file.seek(0)
            file.truncate()
        else:
            reasons = (BadFile(name, "", f"{why}; the box is saved without it") for name, why in left_out.items())
            return Saved(listed, tuple(reasons))


def add_list(archive: zipfile.ZipFile, files: dict[str, str], absent: Sequence[str] | None) -> SavedList:
    """Write the list into the zip and return it. The list is the last file of a saved box."""
    listed = SavedList(FORMAT, __version__, files, None if absent is None else tuple(absent))
    archive.writestr(_entry(LIST), msgspec.json.format(msgspec.json.encode(listed)))
    return listed


def add_pieces(archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes]) -> str:
    """Write a file into the zip, and return its SHA-256."""
    digest = hashlib.sha256()
    with archive.open(_entry(name), "w") as entry:
        for piece in pieces:
            digest.update(piece)
            entry.write(piece)
    return digest.hexdigest()


class _WrittenBox:
    """Writes the files of a box into the zip, in pieces."""

    def __init__(self, archive: zipfile.ZipFile, left_out: dict[str, str]) -> None:
        self._archive, self._left_out, self._room = archive, left_out, RoomInBox()
        self.hashes = dict[str, str]()

    def add(self, files: Iterable[tuple[str, Path]]) -> None:
        """Write each file that can be read. If the running box removes a file before that, it is left out."""
        for name, path in files:
            if name not in self._left_out:
                self._add_from(name, path)

    def _add_from(self, name: str, path: Path) -> None:
        """Write one file into the zip. A file that does not fit, or whose first bytes cannot be read, is left out."""
        with ExitStack() as opened:
            try:
                if name == STATE + OLD_SCORES:
                    _settle_database(path)
                file = opened.enter_context(open_plainly(path))
                size = os.fstat(file.fileno()).st_size
                first = file.read(min(size, PIECE))
                why = self._room.refusal(name, size)
            except FileNotFoundError:
                return
            except OSError as refused:
                why = _unread(refused)
            if why:
                self._left_out[name] = why
            else:
                self.hashes[name] = add_pieces(self._archive, name, _pieces(name, file, first, size))


class _BrokenOff(Exception):
    """Raised when a file could be read only in part."""

    def __init__(self, name: str, refused: OSError) -> None:
        super().__init__(name)
        self.name, self.why = name, _unread(refused)


def _unread(refused: OSError) -> str:
    return f"cannot be read ({refusal_reason(refused)})"


def _settle_database(path: Path) -> None:
    """Open a database in which the power has cut off a change, so that SQLite rolls the change back. Raises OSError."""
    journal = path.with_name(OLD_JOURNAL)
    if journal.is_file():
        with suppress(BadFile):
            old_evenings(path)
    if journal.exists():
        raise OSError("it is in the middle of a change")


def _pieces(name: str, file: BinaryIO, first: bytes, size: int) -> Iterator[bytes]:
    """Yield as many bytes as the file had when it was opened, even if more bytes are added meanwhile."""
    piece, left = first, size - len(first)
    while piece:
        yield piece
        try:
            piece = file.read(min(left, PIECE))
        except OSError as refused:
            raise _BrokenOff(name, refused) from None
        left -= len(piece)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _FIXED_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED if Path(name).suffix in _PACKED else zipfile.ZIP_STORED
    return entry
