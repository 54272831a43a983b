"""Finds the files of games that a start reads: no more files and bytes than a small computer can read quickly."""

from collections.abc import Sequence
from pathlib import Path

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX
from nightcrier.kernel.errors import BadFile, Complain

MOST_FILES, MOST_BYTES = 200, 8 * 1024 * 1024
"""The most files, and the most bytes of all of them, because the program keeps these bytes in memory."""


def files_at_start(folders: Sequence[Path], complain: Complain) -> tuple[Path, ...]:
    """Return the files of games in these folders, as many as there is room for. Report the first file without room."""
    found, size = list[Path](), 0
    for file in (file for folder in folders for file in sorted(folder.glob(f"*{SUFFIX}"))):
        size += _size(file)
        if len(found) == MOST_FILES or size > MOST_BYTES:
            complain(BadFile(file, "", "and all after it are too many or too large; take some of your own away"))
            break
        found.append(file)
    return tuple(found)


def has_room_for_game(folders: Sequence[Path], place: Path, size: int) -> bool:
    """Say whether there is room for a game's file of this size at its place, beside the others in these folders."""
    others = [_size(file) for folder in folders for file in folder.glob(f"*{SUFFIX}") if file != place]
    return len(others) < MOST_FILES and sum(others) + size <= MOST_BYTES


def _size(file: Path) -> int:
    try:
        return min(file.stat().st_size, LARGEST_GAME)  # a larger one is refused unread
    except OSError:  # told when it is read
        return 0
