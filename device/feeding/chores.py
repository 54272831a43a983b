"""A stick, as the box is told of it before anything is taken: how many files there are to take, the newest update, the
newest saved box."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from device.feeding.given import GivenFile, files_in, find_folder
from device.feeding.kinds import SAVED, Kind, kind_of
from device.feeding.taking import Taken
from device.kernel.chores import ChoreNews, StickIn, StickOut
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.sent_files import UPDATE_END, UPDATE_NAME

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
