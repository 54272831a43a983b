"""Finds the game that a voice in one file may contain beside its clips, so that one file brings both.

The place of the game in the voice is found in a child with limits. The child's answer is only a place: the game itself
is then checked like every other file."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from nightcrier.box.games.engine.bounds import LARGEST_GAME, LONGEST_ID, SUFFIX
from nightcrier.box.sound.containers import container_index, read_stored
from nightcrier.care.checked_apart import check_apart

_PLACE = re.compile(rf"([a-z0-9-]{{1,{LONGEST_ID}}}{re.escape(SUFFIX)}) ([0-9]{{1,9}}) ([0-9]{{1,6}})", re.ASCII)
_INDEX = 2**20 + 2**10
"""The last bytes of a voice, which contain the names of its files."""


def packed_game(shown: str, voice: bytes) -> tuple[str, bytes] | None:
    """Return the name and the content of the game in a voice, or None if there is none. Raises BadFile, OSError."""
    if SUFFIX.encode() not in voice[-_INDEX:]:
        return None
    found = _PLACE.fullmatch(check_apart(shown, lambda: _place_of_game(voice), size=len(voice)))
    if found is None:
        return None
    begin, size = int(found[2]), int(found[3])
    return found[1], voice[begin : begin + size]


def _place_of_game(voice: bytes) -> str:
    """Return the name, the start and the size of the only game in a voice. Raises OSError if its index is damaged."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        copy = Path(folder) / "voice.zip"
        copy.write_bytes(voice)
        names = [name for name in container_index(copy) if name.endswith(SUFFIX)]
        game = read_stored(copy, names[0]) if len(names) == 1 else b""
    return f"{names[0]} {voice.index(game)} {len(game)}" if 0 < len(game) <= LARGEST_GAME else ""
