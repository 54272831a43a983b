"""Read a saved box that may come from an attacker, and put its files in place. Each file is written completely or not
at all.

A saved box may contain only files that a box has, no larger than on a box, and each file must have the digest in the
list. A file that is already in place is skipped. This spares the card, and an interrupted run can continue. In each
folder, unfinished files are removed once, and the folder is synced to the card once."""

import hashlib
import os
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.engine.reading_names import read_names
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.box.memory.evening_files import all_evenings, content_of, evening_in
from nightcrier.box.memory.old_scores import old_evenings
from nightcrier.box.sound.containers import CONTAINER
from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.box.table.core.house import Choices
from nightcrier.care.erasing import empty_folder
from nightcrier.care.safe_change import PIECE, digest_of, forget_hall_password
from nightcrier.care.saving import (
    FORMAT,
    LIST,
    MOST_FILES,
    OWN,
    OWN_GAMES,
    SCORES,
    STATE,
    RoomInBox,
    SavedList,
    hides_letters,
    is_saved,
    most_bytes,
    place_of,
)
from nightcrier.kernel.chores import AskedChange
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.files import DISK, Files, refusal_reason, stage_among, sweep_folder, write_pieces
from nightcrier.kernel.folders import EVENINGS, OLD_JOURNAL, OLD_NOTES, OLD_SCORES, Folders
from nightcrier.kernel.reading import LARGEST_TOML_LIST, parse_json, parse_tables
from nightcrier.kernel.state_file import ChoicesFile, LeftAlone
from nightcrier.words.catalogue import LANGUAGES

_LARGEST_LIST, _LARGEST_INDEX = 2**24, 2**22
LARGEST_ZIP = 2**31
_WAYS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The compression methods that a box uses. Other methods use as much memory as the zip demands."""
_END, _END_SIZE, _LARGER_END, _LARGER_SIZE = b"PK\5\6", 22, b"PK\6\7", 20
"""The mark and the size of the record at the end of a zip, followed by the mark and the size of the record before it,
which only a zip that is too large has."""
_ENTRY = b"PK\1\2"
"""The mark at the beginning of each entry in the index of a zip."""
_MOST_QUOTES = 8 * MOST_FILES + 100
"""The maximum number of quotation marks in a list of files. Each file needs four."""
_DATABASE, _NOTES = STATE + OLD_SCORES, STATE + OLD_NOTES
_BY_HAND = "unpack it, and give the box its settings, decks, sounds and voices one by one"
_DAMAGES = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
"""The exceptions that `zipfile` raises for a zip that is incomplete, changed, or made by an attacker."""


class SavedBox:
    """A saved box that is open for reading. Its files are read by their names in the list."""

    def __init__(self, archive: zipfile.ZipFile, shown: str) -> None:
        """Check the list of the saved box, before any other file is unpacked. Raises WrongUse."""
        self._archive, self._shown = archive, shown
        self.listed = self._list()
        entries = [entry for entry in archive.infolist() if entry.filename != LIST]
        self.sizes = {entry.filename: entry.file_size for entry in entries}
        self._check_names([entry.filename for entry in entries])
        room = RoomInBox()
        if any(room.refusal(name, size) for name, size in self.sizes.items()):
            raise self._damage("it unpacks to more than a box has")

    def content(self, name: str) -> bytes:
        """Return the content of one small file. Raises WrongUse if the content does not match the digest in the
        list."""
        return b"".join(self.pieces(name))

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a file in pieces, because a small computer cannot hold a large file in memory. Whether the content is
        correct is known only after the last piece. Raises WrongUse."""
        digest = hashlib.sha256()
        for piece in self._read(name, most_bytes(name)):
            digest.update(piece)
            yield piece
        if digest.hexdigest() != self.listed.files[name]:
            raise self._damage(f"{name} is not as its list says")

    def pack_list(self, name: str) -> bytes:
        """Return the list of a voice that is one file, or nothing if it has no readable list."""
        try:
            with self._archive.open(name) as file, zipfile.ZipFile(file) as voice, voice.open(PACK_LIST) as listed:
                return listed.read(LARGEST_TOML_LIST)
        except (*_DAMAGES, KeyError):
            return b""

    def check(self) -> None:
        """Compare every file with its digest in the list. Raises WrongUse."""
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
        """Yield the pieces of a file. Refuse more than `most` bytes, whatever size the zip claims."""
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
        """Return the error for a saved box that somebody has unpacked and packed again on a computer."""
        return WrongUse(f"{self._shown} {what}; put the file there as the box wrote it; nothing was changed.")

    def _damage(self, why: str) -> WrongUse:
        return WrongUse(f"{self._shown} is no whole saved box ({why}); copy it again; nothing was changed.")


@contextmanager
def open_saved_box(file: IO[bytes], shown: str) -> Iterator[SavedBox]:
    if not _ends_like_ours(file):
        raise WrongUse(f"{shown} is no whole saved box (it does not end like one); copy it again; nothing was changed.")
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGES as fault:
        raise WrongUse(f"{shown} is no saved box ({fault}); nothing was changed.") from None
    with archive:
        yield SavedBox(archive, shown)


def _ends_like_ours(file: IO[bytes]) -> bool:
    """Say whether the end of a zip looks as if a box has written it. The check is needed because `zipfile` reads the
    whole index into memory before it knows the number of files. The number at the end of the zip is not trusted."""
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


class PutBack:
    """Puts the files of a saved box in place. `done` are the names of the restored files, and `taken` those of the
    files that were removed, because the box did not have them when it was saved. The files that `asks` names wait until
    people at home agree."""

    def __init__(self, box: SavedBox, folders: Folders, disk: Files, asks: Sequence[AskedChange]) -> None:
        self._box, self._folders, self._disk, self.asks = box, folders, disk, asks
        self._left, self._scores = dict[Path, str](), set[str]()
        self.done, self.refused, self.taken = list[str](), list[BadFile](), list[str]()

    def settle(self, wrong: Iterable[BadFile]) -> None:
        """Record the faults that the box's readers have found in its files. Some of these files were set aside, and
        others must not be overwritten. Find the saved scores that may be restored."""
        for each in wrong:
            if isinstance(each, LeftAlone):
                self._left[Path(each.file)] = each.expected
            else:
                self.refused.append(each)
        self._scores = self._usable_scores()

    def take_away(self, above: str) -> None:
        """Remove the files that this box did not have when it was saved, and its scores if other scores are restored.
        This frees space."""
        root, names = place_of(above, self._folders), {*(self._box.listed.absent or ())}
        names -= {OWN + ask.name for ask in self.asks}
        names |= _scores_that_go(self._box, self._scores, self._folders)
        places = {name: place_of(name, self._folders) for name in sorted(names) if name.startswith(above)}
        for name, place in places.items():
            if place.is_file():
                if fault := self._left.get(place) or _why_unsaved(name, place):
                    self.refused.append(BadFile(name, "", fault))
                else:
                    self._disk.remove(place)
                    self.taken.append(name)
                    _remove_empty(place.parent, root)
        if self._scores == {_DATABASE} and above == STATE:  # the box makes evenings of it if it has no folder of them
            empty_folder(root / EVENINGS, self._disk)
            _remove_empty(root / EVENINGS, root)
        for folder in _with_those_above((place.parent for place in places.values()), root):
            self._disk.sync(folder)

    def put(self, above: str) -> None:
        """Put all files of one part of the box in place, folder by folder. Raises OSError if the card cannot be
        written."""
        groups = dict[Path, list[str]]()
        coming = {name for name in self._box.listed.files if not _is_score(name)} | self._scores
        coming -= {OWN + ask.name for ask in self.asks}
        for name in sorted(coming, key=lambda name: (not _is_score(name), name)):
            if name.startswith(above):
                groups.setdefault(place_of(name, self._folders).parent, []).append(name)
        for folder, names in groups.items():
            self._put_into(folder, names)
        for folder in _with_those_above(groups, place_of(above, self._folders)):
            self._disk.sync(folder)

    def _usable_scores(self) -> set[str]:
        """Return the saved scores that may be restored, and record why others may not. A saved box that undoes a
        restore is not checked."""
        is_way_back, database = self._box.listed.absent is not None, self._folders.state / OLD_SCORES
        left = _why_unsaved(_DATABASE, database) and "would replace scores that could not be saved"
        names = sorted(filter(_is_score, self._box.listed.files))
        whys = {name: left or ("" if is_way_back else _why_set_aside(name, self._box)) for name in names}
        right = {name for name in names if not whys[name]}
        rest = "the other evenings are brought back" if right else "those of this box are left"
        self.refused += [BadFile(name, "", f"{why}; {rest}") for name, why in whys.items() if why]
        return right

    def _put_into(self, folder: Path, names: list[str]) -> None:
        try:
            self._disk.make_folder(folder)
        except (FileExistsError, NotADirectoryError) as refused:
            self.refused += [BadFile(name, "", _in_the_way(refused)) for name in names]
            return
        sweep_folder(self._disk, folder, {place_of(name, self._folders).name for name in names})
        for name in names:
            if fault := self._fault_in_place(name):
                self.refused.append(BadFile(name, "", fault))
            else:
                self.done.append(name)

    def _fault_in_place(self, name: str) -> str:
        """Put a file in place and return "". If that is impossible, return the reason, for example a folder with the
        same name, because a second try would fail again."""
        place = place_of(name, self._folders)
        if digest_of(place) == self._box.listed.files[name]:
            return ""
        if name == _NOTES:
            return "holds what an older Nightcrier could not add to its scores; it is not counted"
        if fault := self._left.get(place) or _why_unsaved(name, place):
            return fault
        if not _is_score(name) and (fault := _why_set_aside(name, self._box)):
            return fault
        try:
            with stage_among(place, self._disk) as fresh:
                write_pieces(fresh, self._box.pieces(name), self._disk)
                forget_hall_password(place, self._disk)
        except (FileExistsError, IsADirectoryError, NotADirectoryError) as refused:
            return _in_the_way(refused)
        return ""


def names_that_differ(box: SavedBox, folders: Folders) -> set[str]:
    """Return the names of all files that would change if this saved box were restored. Evenings that this box has made
    from the same database do not count as different."""
    places = {name: (place_of(name, folders), folders.guests / name.removeprefix(OWN)) for name in box.listed.files}
    others = {name for name, digest in box.listed.files.items() if digest not in map(digest_of, places[name])}
    others |= {name for name in box.listed.absent or () if place_of(name, folders).exists()}
    coming, state = {*filter(_is_score, box.listed.files)}, folders.state
    going = _scores_that_go(box, coming, folders)
    with suppress(BadFile, OSError):
        if coming == {_DATABASE} and old_evenings(state / OLD_SCORES) == [*all_evenings(DISK, state / EVENINGS, str)]:
            going = set()
    return others | going


def _is_score(name: str) -> bool:
    return name.startswith(SCORES)


def _scores_on(folders: Folders) -> set[str]:
    """Return the names that this box's score files would have in a saved box."""
    evenings = (folders.state / EVENINGS).glob(f"{'[0-9]' * 6}.json")
    places = (*evenings, *(folders.state / name for name in (OLD_SCORES, OLD_JOURNAL, OLD_NOTES)))
    return {f"{STATE}{place.relative_to(folders.state)}" for place in places if place.is_file()}


def _scores_that_go(box: SavedBox, coming: Collection[str], folders: Folders) -> set[str]:
    """Return the names of the scores of this box that are not among the restored ones, because scores of two boxes must
    not be mixed. If no scores are restored, return them only if the box had none when it was saved."""
    is_replaced = coming or any(map(_is_score, box.listed.absent or ()))
    return _scores_on(folders) - set(coming) if is_replaced else set()


def _why_unsaved(name: str, place: Path) -> str:
    """Return the reason why the file on this box could not be saved before, or "" if it could. An unsaved file is not
    overwritten, because that could not be undone."""
    if not place.is_file():
        return ""
    if place.lstat().st_size > most_bytes(name):
        return "is larger on this box than a saved box holds; that one is left"
    if name == _DATABASE and place.with_name(OLD_JOURNAL).exists():
        return "is in the middle of a change on this box; those of this box are left"
    return ""


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove an empty folder. Also remove each folder above it that is empty afterwards, but not the root."""
    with suppress(OSError):
        while folder != root:
            folder.rmdir()
            folder = folder.parent


def _in_the_way(refused: OSError) -> str:
    return f"cannot be put in its place ({refusal_reason(refused)}); what stands there on this box is left"


def _with_those_above(folders: Iterable[Path], root: Path) -> list[Path]:
    """Return the folders and all folders above them, up to the root. The name of a new folder is stored in the folder
    above it, so that one must be synced to the card, too."""
    every = {each for folder in folders for each in (folder, *folder.parents) if each.is_relative_to(root)}
    return sorted(each for each in every if each.is_dir())


def read_as_box_does(box: SavedBox) -> None:
    """Read everything in this saved box that the box itself reads at its start, whether valid or not. Content that
    takes too much memory or time is found here, in a child with limits."""
    for name in box.listed.files:
        _why_set_aside(name, box)
        if name.startswith(OWN_GAMES):
            with suppress(BadFile):
                (read_names if name.endswith(NAMES_SUFFIX) else read_game)(box.content(name), name, LANGUAGES)
        elif name.endswith((".toml", CONTAINER)):
            content = box.pack_list(name) if name.endswith(CONTAINER) else box.content(name)
            with suppress(BadFile):
                parse_tables(content, name, LARGEST_TOML_LIST)


def _why_set_aside(name: str, box: SavedBox) -> str:
    """Return the reason why the box would set a file aside, or "" if it would not. Wrong decks, settings and voices are
    not checked here, because the box reports them at the next start. An evening of a newer Nightcrier is left alone."""
    if name == f"{STATE}choices.json":
        with TemporaryDirectory(prefix="nightcrier-") as folder:
            file = Path(folder) / "choices.json"
            file.write_bytes(box.content(name))
            if ChoicesFile(DISK, file, Choices).load()[0] is None:
                return "cannot be used; what was chosen on this box is left"
    try:
        if name == _DATABASE:
            with TemporaryDirectory(prefix="nightcrier-") as folder:
                write_pieces(Path(folder, OLD_SCORES), box.pieces(name))
                for each in old_evenings(Path(folder, OLD_SCORES)):
                    evening_in(content_of(each), Path(name))
        elif _is_score(name):
            evening_in(box.content(name), Path(name))
    except BadFile as wrong:
        return "" if isinstance(wrong, LeftAlone) else "holds no scores that can be counted with"
    return ""
