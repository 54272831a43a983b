"""What makes a box this one: which files are saved, and where each belongs. Nothing else comes out of a saved box, and
no game under way: it stays where its people are."""

import re
from collections.abc import Iterator
from pathlib import Path

from device.box.folders import Folders

OWN, STATE = "own/", "state/"
SCORE_FILE, WAITING = "scores.sqlite", "uncounted.json"
_LETTERS = r"[^/\\\x00-\x1f]*[^/\\\x00-\x1f.]"
_NAME = rf"(?!\.){_LETTERS}"
_OWN_FILES = (
    r"device\.toml",
    r"hall\.toml",
    rf"scenarios/({_NAME}/)?{_NAME}\.toml",
    rf"beds/{_NAME}\.(?i:ogg|opus|mp3|wav)",
)
_STATE_FILES = (
    r"choices\.json",
    re.escape(SCORE_FILE),
    re.escape(WAITING),
    rf"sheets/{_NAME}\.csv",
    rf"voices/{_NAME}\.zip",
    rf"voices/{_NAME}/(pack\.toml|{_NAME}\.opus)",
)
_KNOWN = re.compile(f"{OWN}({'|'.join(_OWN_FILES)})|{STATE}({'|'.join(_STATE_FILES)})")


_LONGEST_PART = 240
"""Bytes: a disk keeps names of 255, and what is to replace a file has some more behind its own."""


def is_saved(name: str) -> bool:
    """Whether a file of this name belongs into a saved box, and can be written on any."""
    return bool(_KNOWN.fullmatch(name)) and all(_is_kept(part) for part in name.split("/"))


def _is_kept(part: str) -> bool:
    """Bytes that are no text have no place in a zip."""
    try:
        return len(part.encode()) <= _LONGEST_PART
    except UnicodeEncodeError:
        return False


def own_files(folders: Folders) -> Iterator[tuple[str, Path]]:
    """What people put beside the box, by the names that they have when saved."""
    return _found(folders.own, OWN)


def state_files(folders: Folders) -> Iterator[tuple[str, Path]]:
    """What the box remembers."""
    return _found(folders.state, STATE)


def place_of(name: str, folders: Folders) -> Path:
    """Where a saved file belongs."""
    root = folders.own if name.startswith(OWN) else folders.state
    return root / name.partition("/")[2]


def _found(root: Path, above: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(root.rglob("*")):
        name = above + path.relative_to(root).as_posix()
        if is_saved(name) and path.is_file() and not path.is_symlink():
            yield name, path
