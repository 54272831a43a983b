"""Finds the files that add roles to a game of the house, and gives them to the plug of that game."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.games.engine.bounds import LARGEST_GAME
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.reading import SUFFIX, game_id, read_game
from nightcrier.box.plugs import Complain, FoundPlug, find_plugs
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.reading import read_content
from nightcrier.words.catalogue import LANGUAGES

_KEY = b"extends"


def extended_plugs(folders: Sequence[Path], complain: Complain) -> tuple[FoundPlug, ...]:
    """Return all plugs, each with the files in these folders that extend its game. A later folder is nearer."""
    files = read_extensions(folders, complain)
    return tuple(
        replace(found, plug=found.plug.extended_by([file for file in files if file.extends == found.plug.id]))
        for found in find_plugs(complain)
    )


def read_extensions(folders: Sequence[Path], complain: Callable[[BadFile], None]) -> tuple[GameFile, ...]:
    """Return the files that extend a game, the nearest first. A refused file leaves a farther one of its id in its
    place, and of two files that add one role the nearer counts."""
    found: dict[str, GameFile] = {}
    adding: dict[str, str] = {}
    for path in (path for folder in reversed(folders) for path in sorted(folder.glob(f"*{SUFFIX}"))):
        try:
            game = _read_extension(path, found)
        except BadFile as fault:
            complain(fault)
            continue
        for role in game.roles if game else ():
            if game and adding.setdefault(role, game.id) != game.id:
                complain(BadFile(path, f"role.{role}", f"is left out, because {adding[role]} has that role, too"))
        if game:
            found[game.id] = game
    return tuple(found.values())


def _read_extension(path: Path, found: dict[str, GameFile]) -> GameFile | None:
    """Return the game of a file, or None if it extends nothing or a nearer file has its id. A file that does not name
    the key is not read as a game."""
    if not path.is_file():
        return None
    content = read_content(path, most=LARGEST_GAME)
    if _KEY not in content or game_id(str(path)) in found:
        return None
    game = read_game(content, str(path), LANGUAGES)
    return game if game.extends else None
