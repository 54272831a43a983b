"""Takes a game in a file that people drop onto the page, by the rules for files on a box's stick."""

from pathlib import Path

from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.care.given_files import GivenFile, Kind, name_on_box, plain_name
from nightcrier.care.own_shelves import checked_game, given_names, own_shelves, require_shelf_room
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Files, replace_file
from nightcrier.kernel.folders import Folders


def take_dropped(name: str, content: bytes, folders: Folders, files: Files) -> str:
    """Save a game, or names of its roles, and replace an older file with the same name. Return the id of the game,
    or an empty text if the box has no new game. Raises BadFile with everything that is wrong."""
    given = GivenFile(Path(name), plain_name(name))
    named = name_on_box(given)
    game = None if named.endswith(NAMES_SUFFIX) else checked_game(given.name, named, content)
    (shelf,) = own_shelves(given, Kind.GAME, folders)
    place = shelf.brought / named
    if game is None:
        list(given_names(given.name, named, content, folders.games))
    require_shelf_room(given.name, Kind.GAME, place, len(content), (*shelf.came, shelf.brought))
    try:
        replace_file(place, content, files)
    except OSError as refused:
        raise BadFile(given.name, "", f"cannot be kept ({refused.strerror}); make room in the browser") from None
    return game.id if game and not game.extends else ""
