"""A stick, as the box is told of it before anything is taken: how many files there are to take, and the newest
update."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from device.feeding.given import GivenFile, feeding_folder, given_files
from device.feeding.kinds import Kind, kind_of
from device.feeding.taking import Taken
from device.kernel.chores import ChoreNews, StickIn, StickOut
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.sent_files import UPDATE_NAME

_UPDATE = re.compile(UPDATE_NAME)
_FIGURES = re.compile(r"\d+")
_ROW_OF = {
    **dict.fromkeys((Kind.SETTINGS, Kind.HALL, Kind.HALL_KEY), "settings"),
    Kind.DECK: "decks",
    Kind.VOICE: "voices",
    Kind.BED: "beds",
}
"""By the words of the page."""


def stick_news(stick: Path | None) -> ChoreNews:
    """What lies there; a stick without our folder, or one that cannot be read, is none."""
    try:
        folder = feeding_folder(stick) if stick else None
    except NightcrierError:
        folder = None
    if folder is None:
        return StickOut()
    update = newest_update(folder)
    version = _UPDATE.fullmatch(update.name) if update else None
    return StickIn(sum(map(_is_to_take, given_files(folder))), version[1] if version else "")


def newest_update(folder: Path) -> Path | None:
    """By its number, of those that have a signature beside them: whether that is right the installer finds out."""
    found = [file for file in folder.glob("nightcrier-*.tar.xz") if _UPDATE.fullmatch(file.name) and _is_signed(file)]
    return max(found, key=lambda file: tuple(map(int, _FIGURES.findall(file.name))), default=None)


def counted_new(taken: Taken) -> Mapping[str, int]:
    return dict(Counter(_ROW_OF[kind] for kind in taken.new))


def _is_signed(file: Path) -> bool:
    return file.is_file() and file.with_name(f"{file.name}.sig").is_file()


def _is_to_take(given: GivenFile | BadFile) -> bool:
    """What is refused later is refused then: each file is looked at when it is taken."""
    if isinstance(given, BadFile):
        return False
    try:
        return kind_of(given) is not None
    except BadFile:
        return True
