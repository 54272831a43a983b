"""Say whether a new file has room among those of its kind.

A start reads the files of a kind in the order of their names, up to a bound. A file that is too much would put out
another one that people have brought before, so it is refused where it is taken."""

from collections.abc import Sequence
from pathlib import Path

from nightcrier.box.extensions import MOST_ADDED, count_added, read_extensions
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.box.memory.scenario_files import has_room_for_deck
from nightcrier.box.role_name_files import has_room_for_names
from nightcrier.box.sound.voices.packs import has_room_for_voice
from nightcrier.box.start_room import has_room_for_game
from nightcrier.care.given_files import Kind
from nightcrier.kernel.errors import BadFile
from nightcrier.words.catalogue import LANGUAGES

_MAKE_ROOM = "take some of your own away: an empty file of the same name on a stick does it"


def require_shelf_room(shown: str, kind: Kind, place: Path, size: int, folders: Sequence[Path]) -> None:
    """Refuse a file that has no room in these folders, of which the last one is its own. Raises BadFile."""
    if kind is Kind.DECK:
        fits = has_room_for_deck(folders, place, size)
    elif kind is Kind.GAME and place.name.endswith(NAMES_SUFFIX):
        fits = has_room_for_names(folders, place)
    elif kind is Kind.GAME:
        fits = has_room_for_game(folders, place, size)
    elif kind is Kind.VOICE:
        language = next(each for each in LANGUAGES if f"{place.stem}-".startswith(f"{each}-"))
        fits = has_room_for_voice(place, language)
    else:
        fits = True
    if not fits:
        raise BadFile(shown, "", f"has no room beside the others of its kind; {_MAKE_ROOM}")


def check_roles_by_phone(shown: str, game: GameFile, folders: Sequence[Path]) -> None:
    """Refuse a file of a phone with roles that another file adds already, or with more than all files may add. Raises
    BadFile."""
    others = [other for other in read_extensions(folders, lambda _: None) if other.id != game.id]
    if any(not other.roles.keys().isdisjoint(game.roles) for other in others):
        raise BadFile(shown, "role", "has a role that another file adds; rename the role, or put it on a stick")
    if sum(map(count_added, (game, *others))) > MOST_ADDED:
        raise BadFile(shown, "", f"adds too many roles to those of other files; {_MAKE_ROOM}")
