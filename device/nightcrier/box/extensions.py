"""Finds the files that add roles to a built-in game, and gives them to the plug of that game. For a file that was read
at an earlier start, only the saved copy is read."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.role_names import with_role_names
from nightcrier.box.plugs import FoundPlug, find_plugs
from nightcrier.box.role_name_files import read_role_names
from nightcrier.box.start_room import files_at_start
from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import read_content

_KEY = b"extends"
MOST_ADDED = 200
"""The most roles or calls that all files may add together. Menus, phones and a game's words hold them all at once."""


def extended_plugs(folders: Sequence[Path], complain: Complain, kept: Path | None = None) -> tuple[FoundPlug, ...]:
    """Return all plugs, each with the files in these folders that extend its game. A file in a later folder takes
    precedence."""
    files = read_extensions(folders, complain, kept)
    return tuple(
        replace(found, plug=found.plug.extended_by([file for file in files if file.extends == found.plug.id]))
        for found in find_plugs(complain)
    )


def read_extensions(folders: Sequence[Path], complain: Complain, kept: Path | None = None) -> tuple[GameFile, ...]:
    """Return the files that extend a game, highest precedence first. A refused file does not hide a file of the same id
    in an earlier folder. If two files add the same role, the file with precedence counts."""
    copies, room = KeptCopies(kept), MOST_ADDED
    found: dict[str, GameFile] = {}
    adding: dict[str, str] = {}
    for path in sorted(files_at_start(folders, complain), key=lambda path: -folders.index(path.parent)):
        try:
            game = _read_extension(path, found, copies)
            room = _room_beside(game, path, room) if game else room
        except BadFile as fault:
            complain(fault)
            continue
        for role in game.roles if game else ():
            if game and adding.setdefault(role, game.id) != game.id:
                complain(BadFile(path, f"role.{role}", f"is left out, because {adding[role]} has that role, too"))
        if game:
            found[game.id] = game
    names = read_role_names(folders, lambda _fault: None) if found else ()  # the shelf says which are wrong
    return tuple(with_role_names(game, names, complain) for game in found.values())


def count_added(game: GameFile) -> int:
    """Return how many roles or calls this file adds, whichever is more."""
    return max(len(game.roles), len(game.calls))


def _room_beside(game: GameFile, path: Path, room: int) -> int:
    """Return the room for roles and calls that this file leaves to files of lower precedence. Raises BadFile if the
    file does not fit."""
    left = room - count_added(game)
    if left < 0:
        why = f"is left out, because files add at most {MOST_ADDED} roles or calls; take some of your own away"
        raise BadFile(path, "", why)
    return left


def _read_extension(path: Path, found: dict[str, GameFile], copies: KeptCopies) -> GameFile | None:
    """Return the game in a file, or None if the file extends no game or a file of higher precedence has its id. A file
    that does not contain the word `extends` is not parsed."""
    if not path.is_file():
        return None
    if path.name.removesuffix(SUFFIX) in found or _KEY not in read_content(path, most=LARGEST_GAME):
        return None
    game = copies.read(path, GameFile, _read_game, refusals=True)
    return game if game.extends else None


def _read_game(path: Path) -> GameFile:
    from nightcrier.box.game_files import read_game_file

    return read_game_file(path)
