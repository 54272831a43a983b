"""Puts what people bring on trial, like an update. If the box fails twice in a row before it has run for a minute
(`CALM_AFTER` in `box/machine.py`), the third start is tried without the newest addition. The addition stays aside only
if that start succeeds. If it fails too, something else is broken, and the addition is back before the fourth start.
Before a new file counts, root notes it beside people's own files. Once the box has run for a minute, it copies these
notes into its own folder: their trial is over, and later notes belong to a new trial. The count of failed starts is in
the runtime folder, so a pulled plug is no failed start. `systemd/first_starts` looks at both."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from glob import escape
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.care.as_owner import as_owner, as_service
from nightcrier.care.safe_change import BEFORE, digest_of, for_everybody, keep_hall_password, use_kept_hall_password
from nightcrier.care.saving import OWN, STATE, place_of
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import BROKEN, DISK, Files, replace_file, replace_in_folder, set_aside
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.reading import parse_json

SAVED_BOX = "nightcrier-saved.zip"
"""The name shown to people if a whole saved box was put aside."""


class NewFile(Struct, frozen=True, omit_defaults=True):
    """A file on trial, with its digest and the digest of the file that it replaced. All files of one `taking` are one
    addition. Without a name, the addition is a saved box that was restored."""

    taking: int
    name: str = ""
    digest: str = ""
    before: str = ""
    drawn: str = ""  # so that no list equals an earlier one, with which the box has run
    tried: Literal["", "aside", "back"] = ""  # one start is tried without it; that failed too, so it is back


class Trial:
    """Keeps the notes about files on trial, oldest first."""

    def __init__(self, folders: Folders, disk: Files = DISK) -> None:
        self._folders, self._disk = folders, disk
        with as_owner(folders.state, follows_links=False):
            passed = self._content(folders.passed)
        content = self._content(folders.on_trial)
        self._noted, self._is_over = list(_files_in(content)), content == passed
        self._files = [] if self._is_over else self._noted
        self._taking = max((each.taking for each in self._files), default=0) + 1

    def note(self, name: str, digest: str, before: str) -> None:
        """Note a file that is about to be taken. The files that one `Trial` notes are one addition. Raises OSError."""
        self._add(NewFile(self._taking, name, digest, before, secrets.token_hex(4)))

    def note_restored(self, *, is_way_back: bool) -> None:
        """Note that a saved box is about to be restored, and forget an earlier one. A restore that only undoes another
        one is not put on trial. Raises OSError."""
        is_noted = any(not each.name for each in self.newest())  # by a start that was cut
        if is_way_back or not is_noted:
            self._keep([each for each in self._files if each.name])
        if not is_way_back and not is_noted:
            self._add(NewFile(self._taking, drawn=secrets.token_hex(4)))

    def newest(self) -> list[NewFile]:
        """Return the files of the newest addition without which no start was tried, or none if nothing is on trial."""
        untried = [each for each in self._files if not each.tried]
        return [each for each in untried if each.taking == untried[-1].taking]

    def aside(self) -> list[NewFile]:
        """Return the files of the addition without which a start is being tried."""
        return [each for each in self._files if each.tried == "aside"]

    def end(self, files: Sequence[NewFile]) -> None:
        self._keep([each for each in self._files if each not in files])

    def mark(self, files: Sequence[NewFile], tried: Literal["aside", "back"]) -> None:
        """Note that a start is tried without these files, or that they are back."""
        others = (each for each in self._files if each not in files)
        marked = (replace(each, tried=tried) for each in files)
        self._keep(sorted([*others, *marked], key=lambda each: each.taking))

    def tried_rows(self) -> list[str]:
        """Return a sentence for each file without which a start was tried. It says whether that start succeeded."""
        ends = {
            "aside": "lives, so it is put aside" if self._is_over else "has not run for a minute yet",
            "back": "failed too, so it is back",
        }
        return [f"{name_shown(each)}: a start without it {ends[each.tried]}." for each in self._noted if each.tried]

    def put_aside(self, file: NewFile) -> bool:
        """Put a file aside, and bring back the one that it replaced, if that was kept. Return whether anything changed:
        a file that has changed since then stays."""
        place = place_of(file.name, self._folders)
        kept = place.with_name(place.name + BEFORE)
        with self._rights(file):
            now = digest_of(place)
            if now in {file.digest, ""}:
                keep_hall_password(place, self._disk)
            is_aside = now == file.digest and set_aside(self._disk, place) is not None
            is_back = (is_aside or not now) and bool(file.before) and digest_of(kept) == file.before
            if is_back:
                replace_in_folder(place, self._disk.read(kept), self._disk)
        return is_aside or is_back

    def bring_back(self, file: NewFile) -> bool:
        """Bring a file back that was put aside. Return whether it is back: a newer file in its place stays."""
        place = place_of(file.name, self._folders)
        with self._rights(file):
            aside = place.parent.glob(f"{escape(place.name + BROKEN)}*")
            kept = next((each for each in aside if digest_of(each) == file.digest), None)
            if kept is None or digest_of(place) not in {file.before, ""}:
                return False
            self._disk.rename(kept, place)
            self._disk.sync(place.parent)
            use_kept_hall_password(place, self._disk)
        return True

    def _rights(self, file: NewFile) -> AbstractContextManager[None]:
        return for_everybody() if file.name.startswith(OWN) else as_service(self._folders.state)

    def _add(self, file: NewFile) -> None:
        """Add one line. If a power cut interrupts the writing, only this line is lost."""
        if self._files:
            self._disk.append(self._folders.on_trial, _line(file))
            self._disk.sync(self._folders.on_trial)
            self._files.append(file)
        else:
            self._write([file])

    def _keep(self, files: list[NewFile]) -> None:
        """Keep only these notes. If there are none, remove their file."""
        if files == self._files:
            return
        if files:
            self._write(files)
        else:
            self._disk.remove(self._folders.on_trial)
            self._disk.sync(self._folders.own)
            self._files = []

    def _write(self, files: list[NewFile]) -> None:
        with for_everybody():
            replace_file(self._folders.on_trial, b"".join(map(_line, files)), self._disk)
        self._files = files

    def _content(self, place: Path) -> bytes:
        try:
            return self._disk.read(place)
        except OSError:
            return b""


def name_shown(file: NewFile) -> str:
    return Path(file.name).name or SAVED_BOX


def name_of(place: Path, folders: Folders) -> str:
    """Return the name under which a saved box has the file of this place."""
    above, root = (OWN, folders.own) if place.is_relative_to(folders.own) else (STATE, folders.state)
    return above + place.relative_to(root).as_posix()


def _line(file: NewFile) -> bytes:
    return b"\n" + msgspec.json.encode(file)


def _files_in(content: bytes) -> Iterator[NewFile]:
    for line in content.split(b"\n"):
        try:
            yield parse_json(line, NewFile, "")
        except BadFile:
            continue
