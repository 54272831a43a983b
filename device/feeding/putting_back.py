"""Puts the files of a saved box in place, each as a whole or not at all. What is there already is passed over: so it
goes on where a cut has ended it, and a card is not worn. A folder is looked through once, and forced onto the card
once."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from device.box.folders import Folders
from device.feeding.care import digest_of
from device.feeding.saved_box import SavedBox
from device.feeding.saved_places import SCORE_FILE, STATE, WAITING, most_bytes, place_of
from device.feeding.saving import SCORES_PATIENCE
from device.kernel.choices import ChoicesFile
from device.kernel.errors import BadFile
from device.kernel.files import DISK, Files, refusal_reason, stage_among, sweep_folder, write_pieces
from device.kernel.statefile import LeftAlone
from device.memory.database import kept_picture, pictured_scores
from device.table.house import Choices


class PutBack:
    """Puts a saved box back, and holds what is back so far, and what was refused."""

    def __init__(self, box: SavedBox, folders: Folders, disk: Files) -> None:
        self._box, self._folders, self._disk = box, folders, disk
        self._left = dict[Path, str]()
        self.done, self.refused, self.taken = list[str](), list[BadFile](), list[str]()

    def settle(self, wrong: Iterable[BadFile]) -> None:
        """Told what the box's own readers found wrong with its files: some were set aside, others must stay."""
        for each in wrong:
            if isinstance(each, LeftAlone):
                self._left[Path(each.file)] = each.expected
            else:
                self.refused.append(each)

    def remove(self, place: Path) -> None:
        """Remove a file that belongs to what was written over."""
        if place not in self._left:
            self._disk.remove(place)

    def take_away(self, above: str) -> None:
        """Take away what another box has brought anew, before this one came back: first, as it makes room."""
        root, names = place_of(above, self._folders), self._box.listed.absent or ()
        places = {name: place_of(name, self._folders) for name in names if name.startswith(above)}
        for name, place in places.items():
            if place.is_file():
                if fault := self._left.get(place) or _why_unsaved(name, place):
                    self.refused.append(BadFile(name, "", fault))
                else:
                    self._disk.remove(place)
                    self.taken.append(name)
                    _remove_empty(place.parent, root)
        for folder in _with_those_above((place.parent for place in places.values()), root):
            self._disk.sync(folder)

    def put(self, above: str) -> None:
        """Put all files of one part of the box in place, folder by folder. Raises OSError where the card refuses."""
        groups = dict[Path, list[str]]()
        for name in sorted(self._box.listed.files):
            if name.startswith(above):
                groups.setdefault(place_of(name, self._folders).parent, []).append(name)
        for folder, names in groups.items():
            self._put_into(folder, names)
        for folder in _with_those_above(groups, place_of(above, self._folders)):
            self._disk.sync(folder)

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
        """Put a file in place, or tell why it cannot be: a folder in its way would stand there the next time, too, and
        is no reason to try for ever."""
        place = place_of(name, self._folders)
        if digest_of(place) == self._box.listed.files[name]:
            return ""
        if name == STATE + WAITING and STATE + SCORE_FILE not in self.done and (place.parent / SCORE_FILE).exists():
            return "belongs to scores that were not brought back; what waits on this box is left"
        if fault := self._left.get(place) or _why_unsaved(name, place) or _fault(name, self._box):
            return fault
        try:
            with stage_among(place, self._disk) as fresh:
                write_pieces(fresh, self._box.pieces(name), self._disk)
        except (FileExistsError, IsADirectoryError, NotADirectoryError) as refused:
            return _in_the_way(refused)
        return ""


def names_that_differ(box: SavedBox, folders: Folders) -> set[str]:
    """Return the names that would change if this box were brought back."""
    others = {name for name, digest in box.listed.files.items() if digest_of(place_of(name, folders)) != digest}
    return others | {name for name in box.listed.absent or () if place_of(name, folders).exists()}


def _why_unsaved(name: str, place: Path) -> str:
    """Tell why what stands there was not saved before, so that nothing would lead back to it."""
    if not place.is_file():
        return ""
    if place.lstat().st_size > most_bytes(name):
        return "is larger on this box than a saved box holds; that one is left"
    if name == STATE + SCORE_FILE and kept_picture(place, SCORES_PATIENCE) is None:
        return "is in use on this box, or of another Nightcrier; those of this box are left"
    return ""


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove a folder, and those above it, that hold nothing any more."""
    with suppress(OSError):
        while folder != root:
            folder.rmdir()
            folder = folder.parent


def _in_the_way(refused: OSError) -> str:
    return f"cannot be put in its place ({refusal_reason(refused)}); what stands there on this box is left"


def _with_those_above(folders: Iterable[Path], root: Path) -> list[Path]:
    """Return folders and those above them up to the root: a new one has its name in the one above it."""
    every = {each for folder in folders for each in (folder, *folder.parents) if each.is_relative_to(root)}
    return sorted(each for each in every if each.is_dir())


def _fault(name: str, box: SavedBox) -> str:
    """Tell why the box would set a file aside; wrong decks, settings and voices it names at the next power-on."""
    if name == STATE + SCORE_FILE:
        scores = pictured_scores(box.content(name), Path(SCORE_FILE))
        if scores is None:
            return "holds no scores that can be counted with; those of this box are left"
        scores.close()
    if name == f"{STATE}choices.json":
        with TemporaryDirectory(prefix="nightcrier-") as folder:
            file = Path(folder) / "choices.json"
            file.write_bytes(box.content(name))
            if ChoicesFile(DISK, file, Choices).load()[0] is None:
                return "cannot be used; what was chosen on this box is left"
    return ""
