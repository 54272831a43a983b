"""Finds the stick in the box, writes it for a moment, and tells what lies on it before anything is taken. The box is
told how many files there are to take, the newest update and the newest saved box."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from nightcrier.care.given import FOLDER, SAVED, GivenFile, Kind, files_in, find_folder, kind_of
from nightcrier.care.settings import all_faults
from nightcrier.care.taking import Taken
from nightcrier.kernel.chores import UPDATE_END, UPDATE_NAME, ChoreNews, StickIn, StickOut
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import DISK, Files, refusal_reason, remove_safely, replace_in_folder, write_atomically

STICK = Path("/run/nightcrier-stick")
"""Named in `systemd/stick`, too."""
NOT_TAKEN, NOT_SAVED = "not-taken.txt", "not-saved.txt"
"""Beside people's own settings: what was refused of the last stick, until one comes of which nothing is; and what was
left out when the box was saved last."""


def stick_named(named: Path | None) -> Path:
    """Return what was named, else the stick that is in. Raises WrongUse."""
    if named is not None:
        return named
    if not os.path.ismount(STICK):
        raise WrongUse("No stick with a folder nightcrier is in the box; put one in, or name a folder.")
    return STICK


@contextmanager
def writable(named: Path, place: Path = STICK) -> Iterator[None]:
    """Open the stick for as long as this lasts: else it cannot be written, so that it can be pulled at any time. The
    card's first partition is treated alike. Raises WrongUse; and NightcrierError where it stays open, with what was
    wrong before."""
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
    """Make an exception of systemd's signal to what takes too long, which would end this with the disk open."""

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
    """Return the folder `nightcrier` in what was named, made if there is none. Raises WrongUse."""
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
    """Write files for people. Raises WrongUse where the stick takes no more."""
    for name, content in files.items():
        try:
            replace_in_folder(folder / name, content, disk)
        except OSError as refused:
            why = f"cannot be written ({refusal_reason(refused)}); make room there, or take another stick."
            raise WrongUse(f"{folder / name} {why}") from None


def note_refusals(own: Path, note: str, refused: Sequence[BadFile]) -> None:
    """Keep what was refused for the next time that something is written for people; a full card refuses that, too."""
    if refused:
        write_atomically(DISK, own / note, "".join(f"{fault}\n" for fault in all_faults(refused)).encode())
    else:
        remove_safely(DISK, own / note)


def read_notes(own: Path, note: str) -> list[str]:
    """Return what was noted, a sentence each."""
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
"""By the words of the page."""


def stick_news(stick: Path | None, *, has_before: bool = False) -> ChoreNews:
    """Tell what lies on a stick; one without our folder, or one that cannot be read, is none."""
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
    """Return the update with the highest number and a signature; whether that is right the installer finds out."""
    return max(filter(_is_signed, _files_named(folder, _UPDATE)), key=_place_in_row, default=None)


def _files_named(folder: Path, names: re.Pattern[str]) -> Iterator[Path]:
    """Yield files one by one: there may be any number, and `glob` would hold them all."""
    with os.scandir(folder) as all_there:
        yield from (folder / each.name for each in all_there if names.fullmatch(each.name))


def _is_signed(file: Path) -> bool:
    return file.is_file() and file.with_name(f"{file.name}.sig").is_file()


def _place_in_row(update: Path) -> tuple[tuple[int, str, int], ...]:
    """Put what was tried before a version (0.3.0.dev1, 0.3.0a1, 0.3.0rc1) before it, 0.3.0.1 and 0.3.0.post1 after
    it."""
    parts = _PARTS.findall(update.name.removesuffix(UPDATE_END).removeprefix("nightcrier-").lower())
    return *(_BEFORE_IT.get(part, (2, "", int(part) if part.isdigit() else 0)) for part in parts), (1, "", 0)


def newest_saved(folder: Path) -> Path | None:
    """Return the saved box with the highest number: a Pi may not know the date."""
    return max(filter(Path.is_file, _files_named(folder, SAVED)), key=_number_of, default=None)


def _number_of(file: Path) -> int:
    """Read the number that `nightcrier save` gave a file: the first one has none."""
    name = SAVED.fullmatch(file.name)
    return int(name[1] or 1) if name else 0


def count_new(taken: Taken) -> Mapping[str, int]:
    """Count what is new by its kind; what was taken away is a kind of its own."""
    removed = {"removed": len(taken.removed)} if taken.removed else {}
    return {**Counter(_ROW_OF[kind] for kind in taken.new), **removed}


def _is_to_take(given: GivenFile | BadFile) -> bool:
    """Return whether a file will be looked at when it is taken, even if it is refused then."""
    if isinstance(given, BadFile):
        return False
    try:
        return kind_of(given) is not None
    except BadFile:
        return True
