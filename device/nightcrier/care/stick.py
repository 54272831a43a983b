"""Find the stick in the box, open it for writing for a moment, and tell the box what lies on it: the number of files to
take, the newest update and the newest saved box."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from nightcrier.care.given_files import FOLDER, SAVED, GivenFile, Kind, files_in, find_folder, kind_of
from nightcrier.care.given_settings import all_faults
from nightcrier.care.taking import Taken
from nightcrier.kernel.chores import UPDATE_END, UPDATE_NAME, ChoreNews, StickIn, StickOut
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import DISK, Files, refusal_reason, remove_safely, replace_in_folder, write_atomically

STICK = Path("/run/nightcrier-stick")
"""The place where the stick is mounted, which `systemd/stick` names too."""
NOT_TAKEN, NOT_SAVED = "not-taken.txt", "not-saved.txt"
"""Two notes beside people's own settings: what was refused of the last stick, kept until a stick comes without a
refusal; and what was left out when the box was saved last."""


def stick_named(named: Path | None) -> Path:
    """Return the named folder, or else the stick in the box. Raises WrongUse."""
    if named is not None:
        return named
    if not os.path.ismount(STICK):
        raise WrongUse("No stick with a folder nightcrier is in the box; put one in, or name a folder.")
    return STICK


@contextmanager
def writable(named: Path, place: Path = STICK) -> Iterator[None]:
    """Make the stick, or the card's first partition, writable until the block ends; at other times the stick may be
    pulled. Raises WrongUse; raises NightcrierError, with any earlier fault, if the stick stays writable."""
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
    """Turn the signal with which systemd ends a slow program into an exception, so that the disk is closed first."""

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
    """Return the folder `nightcrier` in the named folder, and make it if it is missing. Raises WrongUse."""
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
    """Write files for people onto the stick. Raises WrongUse where the stick takes no more."""
    for name, content in files.items():
        try:
            replace_in_folder(folder / name, content, disk)
        except OSError as refused:
            why = f"cannot be written ({refusal_reason(refused)}); make room there, or take another stick."
            raise WrongUse(f"{folder / name} {why}") from None


def note_refusals(own: Path, note: str, refused: Sequence[BadFile]) -> None:
    """Note what was refused, for the next report that is written for people. A full card may refuse the note too."""
    if refused:
        write_atomically(DISK, own / note, "".join(f"{fault}\n" for fault in all_faults(refused)).encode())
    else:
        remove_safely(DISK, own / note)


def read_notes(own: Path, note: str) -> list[str]:
    """Return the noted refusals, one sentence each."""
    try:
        return (own / note).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []


_UPDATE = re.compile(UPDATE_NAME)
_PARTS = re.compile(r"\d+|[a-z]+")
_BEFORE_IT = {"dev": (0, "", 0), **{name: (0, name, 0) for name in ("a", "b", "rc")}}
_ROW_OF = {
    **dict.fromkeys((Kind.SETTINGS, Kind.HALL, Kind.HALL_KEY), "settings"),
    Kind.DECK: "decks",
    Kind.VOICE: "voices",
    Kind.BED: "beds",
}
"""The row of the page on which each kind of file is counted."""


def stick_news(stick: Path | None, *, has_before: bool = False) -> ChoreNews:
    """Tell what lies on a stick. A stick without a folder `nightcrier`, or an unreadable one, counts as no stick."""
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
    """Return the update with the highest number and a signature file. The installer checks the signature later."""
    return max(filter(_is_signed, _files_named(folder, _UPDATE)), key=_place_in_row, default=None)


def _files_named(folder: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Yield matching files one by one: there may be any number, and `glob` would hold them all."""
    with os.scandir(folder) as all_there:
        yield from (folder / each.name for each in all_there if names.fullmatch(each.name))


def _is_signed(file: Path) -> bool:
    return file.is_file() and file.with_name(f"{file.name}.sig").is_file()


def _place_in_row(update: Path) -> tuple[tuple[int, str, int], ...]:
    """Return the sort key of an update: versions before a release (0.3.0.dev1, 0.3.0a1, 0.3.0rc1) come before 0.3.0,
    and 0.3.0.1 and 0.3.0.post1 after it."""
    parts = _PARTS.findall(update.name.removesuffix(UPDATE_END).removeprefix("nightcrier-").lower())
    return *(_BEFORE_IT.get(part, (2, "", int(part) if part.isdigit() else 0)) for part in parts), (1, "", 0)


def newest_saved(folder: Path) -> Path | None:
    """Return the saved box with the highest number. Dates do not help, as a Pi may not know the date."""
    return max(filter(Path.is_file, _files_named(folder, SAVED)), key=_number_of, default=None)


def _number_of(file: Path) -> int:
    """Read the number that `nightcrier save` gave a file: the first file has none."""
    name = SAVED.fullmatch(file.name)
    return int(name[1] or 1) if name else 0


def count_new(taken: Taken) -> Mapping[str, int]:
    """Count new files by kind; removed files count as a kind of their own."""
    removed = {"removed": len(taken.removed)} if taken.removed else {}
    return {**Counter(_ROW_OF[kind] for kind in taken.new), **removed}


def _is_to_take(given: GivenFile | BadFile) -> bool:
    """Say whether taking will look at a file, even if the file is refused then."""
    if isinstance(given, BadFile):
        return False
    try:
        return kind_of(given) is not None
    except BadFile:
        return True
