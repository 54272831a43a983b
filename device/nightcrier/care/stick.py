"""Find the stick in the box, and make it writable for a moment. Tell the box what is on the stick: the number of files
to bring onto the box, the newest update and the newest saved box."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from nightcrier.care.given_files import FOLDER, FOLDER_OF, SAVED, GivenFile, files_in, find_folder, kind_of
from nightcrier.care.taking import Taken
from nightcrier.kernel.chores import UPDATE_END, UPDATE_NAME, ChoreNews, StickIn, StickOut
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse, all_faults
from nightcrier.kernel.files import DISK, Files, refusal_reason, remove_safely, replace_in_folder, write_atomically

STICK = Path("/run/nightcrier-stick")
"""The folder in which the stick is mounted. `systemd/stick` uses the same folder."""
NOT_TAKEN, NOT_SAVED = "not-taken.txt", "not-saved.txt"
"""Two notes beside people's own settings. The first lists the refused files of the last stick, until a stick has no
refused file. The second lists the files that were left out when the box was last saved."""


def stick_named(named: Path | None) -> Path:
    """Return the named folder, or the stick in the box if no folder is named. Raises WrongUse."""
    if named is not None:
        return named
    if not os.path.ismount(STICK):
        raise WrongUse("No stick with a folder nightcrier is in the box; put one in, or name a folder.")
    return STICK


@contextmanager
def writable(named: Path, place: Path = STICK) -> Iterator[None]:
    """Make the stick, or the card's first partition, writable until the block ends. At all other times the stick may be
    pulled out. Raises WrongUse. If the stick stays writable, raises NightcrierError, which also includes an earlier
    error."""
    if named != place:
        yield
        return
    with _until_shut():
        _open(place)
        before = ""
        try:
            yield
        except NightcrierError as fault:
            before = f"{fault} "
            raise
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if not _mount(("-o", "remount,ro", str(place))):
                still = "The stick is still open for writing; do not pull it before the box is off."
                raise NightcrierError(f"{before}{still}")


def _open(place: Path) -> None:
    try:
        if not _mount(("-o", "remount,rw", str(place))):
            raise WrongUse("The stick cannot be written; put sudo before the command, or take another stick.")
    except SystemExit:
        _mount(("-o", "remount,ro", str(place)))
        raise


@contextmanager
def _until_shut() -> Iterator[None]:
    """Turn the signal with which systemd ends a slow program into an exception, so that the stick is made read-only
    first."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _mount(words: Sequence[str]) -> bool:
    try:
        done = subprocess.run(("/usr/bin/mount", *words), check=False, capture_output=True, timeout=60)  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def folder_to_write(named: Path) -> Path:
    """Return the folder `nightcrier` in the named folder. The folder is made if it is missing. Raises WrongUse."""
    if not named.is_dir():
        raise WrongUse(f"There is no folder {named}; name a stick, as in /media/stick.")
    try:
        return find_folder(named)
    except WrongUse:
        if named == STICK:  # it had one when it was put in: what lies there now is not the stick
            raise
        folder = named / FOLDER
    try:
        folder.mkdir()
    except OSError as refused:
        raise WrongUse(f"{folder} cannot be made ({refusal_reason(refused)}); take another stick.") from None
    return folder


def write_for_people(folder: Path, files: Mapping[str, bytes], disk: Files = DISK) -> None:
    """Write files for people onto the stick. Raises WrongUse if the stick cannot be written."""
    for name, content in files.items():
        try:
            replace_in_folder(folder / name, content, disk)
        except OSError as refused:
            why = f"cannot be written ({refusal_reason(refused)}); make room there, or take another stick."
            raise WrongUse(f"{folder / name} {why}") from None


def note_refusals(own: Path, note: str, refused: Sequence[BadFile]) -> None:
    """Write a note of the refused files, for the next report to people. On a full card the note may be missing."""
    if refused:
        write_atomically(DISK, own / note, "".join(f"{fault}\n" for fault in all_faults(refused)).encode())
    else:
        remove_safely(DISK, own / note)


def read_notes(own: Path, note: str) -> list[str]:
    try:
        return (own / note).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []


_UPDATE = re.compile(UPDATE_NAME)
_PARTS = re.compile(r"\d+|[a-z]+")
_BEFORE_IT = {"dev": (0, "", 0), **{name: (0, name, 0) for name in ("a", "b", "rc")}}


def stick_news(stick: Path | None, *, has_before: bool = False) -> ChoreNews:
    """Return what is on a stick. A stick without a folder `nightcrier`, or a stick that cannot be read, counts as no
    stick."""
    if stick is None:
        return StickOut()
    try:
        folder = find_folder(stick)
        update, saved = newest_update(folder), newest_saved(folder)
    except (NightcrierError, OSError):
        return StickOut()
    version = _UPDATE.fullmatch(update.name) if update else None
    files = sum(map(_is_to_take, files_in(folder)))
    return StickIn(files, version[1] if version else "", _number_of(saved) if saved else 0, has_before)


def newest_update(folder: Path) -> Path | None:
    """Return the update with the highest version that has a signature file, or None. The installer checks the signature
    later."""
    return max(filter(_is_signed, _files_named(folder, _UPDATE)), key=_place_in_row, default=None)


def _files_named(folder: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Yield matching files one by one. There may be very many files, and `glob` would hold all of them in memory."""
    with os.scandir(folder) as all_there:
        yield from (folder / each.name for each in all_there if names.fullmatch(each.name))


def _is_signed(file: Path) -> bool:
    return file.is_file() and file.with_name(f"{file.name}.sig").is_file()


def _place_in_row(update: Path) -> tuple[tuple[int, str, int], ...]:
    """Return the sort key of an update. Versions before a release (0.3.0.dev1, 0.3.0a1, 0.3.0rc1) come before 0.3.0.
    The versions 0.3.0.1 and 0.3.0.post1 come after 0.3.0."""
    parts = _PARTS.findall(update.name.removesuffix(UPDATE_END).removeprefix("nightcrier-").lower())
    return *(_BEFORE_IT.get(part, (2, "", int(part) if part.isdigit() else 0)) for part in parts), (1, "", 0)


def newest_saved(folder: Path) -> Path | None:
    """Return the saved box with the highest number, or None. Dates are not compared, because a Pi may not know the
    date."""
    return max(filter(Path.is_file, _files_named(folder, SAVED)), key=_number_of, default=None)


def _number_of(file: Path) -> int:
    """Return the number that `nightcrier save` gave to a file. The first file has no number in its name, and counts as
    1."""
    name = SAVED.fullmatch(file.name)
    return int(name[1] or 1) if name else 0


def count_new(taken: Taken) -> Mapping[str, int]:
    """Return the number of new files for each row of the page. Removed files have a row of their own."""
    removed = {"removed": len(taken.removed)} if taken.removed else {}
    return {**Counter(FOLDER_OF.get(kind, "settings") for kind in taken.new), **removed}


def _is_to_take(given: GivenFile | BadFile) -> bool:
    """Say whether the box would look at this file when it takes the files of the stick, even if it then refuses the
    file."""
    if isinstance(given, BadFile):
        return False
    try:
        return kind_of(given) is not None
    except BadFile:
        return True
