"""Remove from a report the names of people: the names of home folders, and the names of files that people brought,
because a voice or a deck is often named after somebody."""

import re
from collections.abc import Collection

from nightcrier.box.sound.desk.sound_list import BED_SUFFIXES
from nightcrier.care.given_files import OWN_SETTINGS, SAVED
from nightcrier.care.restoring import BEFORE_BOX, PENDING
from nightcrier.kernel.chores import HALL_SETTINGS, SAVED_OUT
from nightcrier.kernel.folders import Folders, share

_SOMEBODYS = "<one>"
_OF_BOX = frozenset({OWN_SETTINGS, HALL_SETTINGS, SAVED_OUT, PENDING, BEFORE_BOX, "pack.toml", "sounds.toml"})
_ENDS = "|".join(re.escape(end[1:]) for end in sorted({".toml", ".zip", *BED_SUFFIXES}))
_BETWEEN = r"/\s:;,'\"()<>"
_FILE = re.compile(rf"(?<![^{_BETWEEN}])[^{_BETWEEN}][^/:;,'\"()<>\n]*?\.({_ENDS})\b", re.IGNORECASE)
"""A pattern for the name of a file of people's kinds. It may contain spaces, so the words before it belong to it."""
_FOLDER = re.compile(rf"(?<=/)(voices|scenarios|games|beds)/([^{_BETWEEN}]+)(?![^{_BETWEEN}])")


def without_names(text: str, folders: Folders) -> str:
    """Return a text without names of people and of files that they brought, even if the files no longer exist. Names of
    files that came with the program or belong to every box stay."""
    ours = _shipped_names() | _OF_BOX
    text = re.sub(r"/home/[^/\s]+", "/home/somebody", text)
    for name in sorted(_brought_names(folders) - ours, key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", _SOMEBODYS, text)
    text = _FILE.sub(lambda found: _named(found, found[0], ours, f"{_SOMEBODYS}.{found[1]}"), text)
    return _FOLDER.sub(lambda found: _named(found, found[2], ours, f"{found[1]}/{_SOMEBODYS}"), text)


def _named(found: "re.Match[str]", name: str, ours: Collection[str], instead: str) -> str:
    last = name.rsplit(maxsplit=1)[-1]
    return found[0] if last in ours or SAVED.fullmatch(last) else instead


def _shipped_names() -> set[str]:
    places = (share("assets") / "audio", share("config"))
    return {name for place in places for each in place.glob("*/*") for name in (each.name, each.stem)}


def _brought_names(folders: Folders) -> set[str]:
    """Return the names of files and voices of people that are on the box now, with and without their endings."""
    found = (*folders.own.glob("*/*"), *folders.recordings.glob("*"), *folders.scenarios[1].glob("*"))
    found = (*found, *folders.guests.glob("*/*"))
    return {name for each in found for name in (each.name, each.stem)}
