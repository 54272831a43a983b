"""Takes out the game that a voice in one file may hold beside its clips, so that one file brings both.

Where the game lies in the voice is found in a child with limits. What the child answers is only a place: the game
itself is then looked at like every other file."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from nightcrier.box.games.engine.bounds import LARGEST_GAME, LONGEST_ID, SUFFIX
from nightcrier.box.sound.containers import container_index, read_stored
from nightcrier.care.checked_apart import ROOM, check_apart
from nightcrier.care.given_files import GAMES, MOST_BYTES, GivenFile, Kind, kind_of, read_given
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import open_plainly

_PLACE = re.compile(rf"([a-z0-9-]{{1,{LONGEST_ID}}}{re.escape(SUFFIX)}) ([0-9]{{1,9}}) ([0-9]{{1,6}})", re.ASCII)
_INDEX = 2**20 + 2**10
"""The last bytes of a voice, in which the names of its files stand."""


@contextmanager
def with_packed_games(given: Iterable[GivenFile | BadFile]) -> Iterator[list[GivenFile | BadFile]]:
    """Yield these files, and copies of the games that lie in voices among them. The copies exist until the block
    ends."""
    with TemporaryDirectory(prefix="nightcrier-games-", dir=ROOM) as room:
        files = list(given)
        for number, each in enumerate(files[:]):
            if isinstance(each, GivenFile) and (game := _take_out(each, Path(room) / str(number))):
                files.append(game)
        yield files


def _take_out(given: GivenFile, folder: Path) -> GivenFile | None:
    """Copy the game out of a voice. Return None if there is none, or if the voice is refused anyway."""
    try:
        if kind_of(given) is not Kind.VOICE or not _names_a_game(given.path):
            return None
        content = read_given(given, MOST_BYTES[Kind.VOICE])
        found = _PLACE.fullmatch(check_apart(given.name, lambda: _place_of_game(content), size=len(content)))
    except (BadFile, OSError):
        return None
    if found is None:
        return None
    name, begin, size = found[1], int(found[2]), int(found[3])
    folder.mkdir()
    (folder / name).write_bytes(content[begin : begin + size])
    return GivenFile(folder / name, f"{GAMES}/{name}", given.name)


def _names_a_game(voice: Path) -> bool:
    """Say whether a voice may hold a game. Most hold none, and are not read for it."""
    with open_plainly(voice) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _INDEX))
        return SUFFIX.encode() in file.read(_INDEX)


def _place_of_game(content: bytes) -> str:
    """Return the name, the begin and the size of the only game in a voice. Raises OSError if its index is damaged."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        voice = Path(folder) / "voice.zip"
        voice.write_bytes(content)
        names = [name for name in container_index(voice) if name.endswith(SUFFIX)]
        game = read_stored(voice, names[0]) if len(names) == 1 else b""
    return f"{names[0]} {content.index(game)} {len(game)}" if 0 < len(game) <= LARGEST_GAME else ""
