"""Lists what makes a box this one: which files are saved, and where each belongs. Nothing else comes out of a saved
box, and no game under way: it stays where its people are."""

import re
from collections.abc import Iterator
from pathlib import Path

from device.box.folders import Folders
from device.feeding.kinds import MOST_BYTES, Kind
from device.kernel.names import JOINERS
from device.kernel.reading import LARGEST_TEXT, LARGEST_TOML
from device.sound.containers import CONTAINER

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

MOST_FILES = 20_000
"""The largest voice of clips that a box has holds 3000."""
_LARGEST_BOX = 2**31 - 2**26
"""Bytes of all that is in it: a zip that is larger than 2**31 has an index of another kind."""
_MOST_LETTERS = 2**21
"""Bytes of all names."""
_LARGEST_SCORES, _LARGEST_CHOICES = 2**25, 2**18
_MIB = 1024 * 1024
_LONGEST_PART = 240
"""Bytes: a disk keeps names of 255, and what is to replace a file has some more behind its own."""


def is_saved(name: str) -> bool:
    """Return whether a file of this name belongs into a saved box, and can be written on any."""
    return bool(_KNOWN.fullmatch(name)) and all(_is_kept(part) for part in name.split("/"))


def _is_kept(part: str) -> bool:
    """Bytes that are no text have no place in a zip."""
    try:
        return len(part.encode()) <= _LONGEST_PART
    except UnicodeEncodeError:
        return False


def most_bytes(name: str) -> int:
    """Return how long a file may be: as long as one that is taken from a stick."""
    if name == STATE + SCORE_FILE:
        return _LARGEST_SCORES
    if name == f"{STATE}choices.json":
        return _LARGEST_CHOICES
    if name.endswith(CONTAINER):
        return MOST_BYTES[Kind.VOICE]
    if "/beds/" in name or name.endswith(".opus"):
        return MOST_BYTES[Kind.BED]
    return LARGEST_TOML if name.startswith(OWN) else LARGEST_TEXT


class RoomInBox:
    """Counts what still fits into a saved box, when it is saved as when it is brought back: what fits here is not
    refused there."""

    def __init__(self) -> None:
        self._files, self._bytes, self._letters = MOST_FILES, _LARGEST_BOX, _MOST_LETTERS

    def refusal(self, name: str, size: int) -> str:
        """Tell why a file does not fit; nothing where it does, and then it has taken its room."""
        letters, most = len(name.encode()), most_bytes(name)
        if hides_letters(name):
            return "has a letter in its name that nobody can see"
        if size > most:
            return f"is larger than {f'{most // _MIB} MiB' if most >= _MIB else f'{most // 1024} KiB'}"
        if not self._files or size > self._bytes or letters > self._letters:
            return "is more than a saved box holds"
        self._files, self._bytes, self._letters = self._files - 1, self._bytes - size, self._letters - letters
        return ""


def hides_letters(name: str) -> bool:
    """Such a name is not taken from a stick either."""
    return not all(letter.isprintable() or letter in JOINERS for letter in name)


def saved_files(above: str, folders: Folders) -> Iterator[tuple[str, Path]]:
    """Yield what people put beside the box (`OWN`) or what it remembers (`STATE`), by the names of a saved box."""
    root = place_of(above, folders)
    for path in sorted(root.rglob("*")):
        name = above + path.relative_to(root).as_posix()
        if is_saved(name) and path.is_file() and not path.is_symlink():
            yield name, path


def place_of(name: str, folders: Folders) -> Path:
    """Return where a saved file belongs."""
    root = folders.own if name.startswith(OWN) else folders.state
    return root / name.partition("/")[2]
