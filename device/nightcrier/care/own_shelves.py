"""Say where the files that people bring are on the box, and whether there is room for a new file of its kind.

A start reads the files of a kind in the order of their names, up to a limit. A file beyond the limit would displace
another file that people have brought before, so it is refused when it is taken."""

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.extensions import MOST_ADDED, count_added, read_extensions
from nightcrier.box.game_files import find_game
from nightcrier.box.games.engine.extended import BASE_ROLES
from nightcrier.box.games.engine.model import FileWords, GameFile, Name
from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.engine.reading_names import read_names
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX, OF_ANOTHER, name_of_another, renamed
from nightcrier.box.library import shipped_words
from nightcrier.box.memory.scenario_files import has_room_for_deck
from nightcrier.box.plugs import FoundPlug, find_plugs
from nightcrier.box.role_name_files import has_room_for_names
from nightcrier.box.sound.voices.packs import has_room_for_voice
from nightcrier.box.start_room import has_room_for_game
from nightcrier.care.given_files import BEDS, DECKS, GAMES, ONE_OF, VOICES, GivenFile, Kind
from nightcrier.kernel.errors import BadFile, shown_as
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES

_MAKE_ROOM = "take some of your own away: an empty file of the same name on a stick does it"


class OwnShelf(Struct, frozen=True):
    """A folder for files of one kind that people bring. `came` are the folders of files that came with the box. `named`
    is the folder on a stick whose files are meant only for this shelf."""

    brought: Path
    came: tuple[Path, ...]
    named: str

    def came_with_box(self, name: str) -> bool:
        """Say whether a file of this name came with the box. Suffixes are not compared, because menus show sounds
        without suffixes."""
        files = (file for folder in self.came if folder.is_dir() for file in folder.iterdir() if file.is_file())
        return any(one_spelling(file.stem) == one_spelling(Path(name).stem) for file in files)


def own_shelves(given: GivenFile, kind: Kind, folders: Folders) -> Iterator[OwnShelf]:
    """Yield the shelves to which a file on a stick may belong. A deck outside the folders of games may belong to any
    game."""
    if kind is Kind.VOICE:
        yield OwnShelf(folders.recordings, (folders.audio / "voices",), VOICES)
    elif kind is Kind.BED:
        yield OwnShelf(folders.own / "beds", (folders.audio / "beds",), BEDS)
    elif kind is Kind.GAME:
        yield OwnShelf(folders.own / "games", folders.games[:1], GAMES)
    elif kind in ONE_OF:
        yield OwnShelf(folders.own, (), "")
    else:
        shipped, own, _ = folders.scenarios
        for found in games_meant(game_folder(given.name)):
            came = (found.folder / "scenarios", shipped / found.plug.folder)
            yield OwnShelf(own / found.plug.folder, came, f"{DECKS}/{found.plug.folder or found.plug.id}")


def one_spelling(name: str) -> str:
    """Return the same text for names that look alike, such as Sea and sea, or the two ways in which computers write
    é."""
    return unicodedata.normalize("NFC", name).casefold()


def game_folder(shown: str) -> str:
    """Return the name of the game's folder in which a deck is on a stick, in small letters. Return "" if the deck is in
    no such folder."""
    place = PurePosixPath(shown)
    return place.parts[1].lower() if len(place.parts) > 2 else ""


def games_meant(folder: str) -> list[FoundPlug]:
    """Return the game with this folder or name. If there is no such game, return all games that have decks."""
    games = games_by_folder(folder, find_plugs())
    return [each for each in games if folder and folder in {each.plug.folder, each.plug.id}] or games


def games_by_folder(folder: str, games: Sequence[FoundPlug]) -> list[FoundPlug]:
    """Return these games. The game with this folder comes first."""
    return sorted(games, key=lambda each: each.plug.folder != folder)


def require_shelf_room(shown: str, kind: Kind, place: Path, size: int, folders: Sequence[Path]) -> None:
    """Refuse a file for which there is no room in these folders. The last folder is the file's own. Raises BadFile."""
    if kind is Kind.DECK:
        fits = has_room_for_deck(folders, place, size)
    elif kind is Kind.GAME and place.name.endswith(NAMES_SUFFIX):
        fits = has_room_for_names(folders, place)
    elif kind is Kind.GAME:
        fits = has_room_for_game(folders, place, size)
    elif kind is Kind.VOICE:
        language = next(each for each in LANGUAGES if f"{place.stem}-".startswith(f"{each}-"))
        fits = has_room_for_voice(folders[1:], place, language)
    else:
        fits = True
    if not fits:
        raise BadFile(shown, "", f"has no room beside the others of its kind; {_MAKE_ROOM}")


def checked_game(shown: str, name: str, content: bytes) -> GameFile:
    """Return a game that people have written as a file. Raises BadFile."""
    try:
        return read_game(content, name, LANGUAGES)
    except BadFile as fault:
        raise shown_as(shown, fault) from None


def given_names(shown: str, name: str, content: bytes, folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield each name that a file gives in a game of these folders, and the name that the game has. Raises BadFile,
    also if the game uses a name for something else."""
    try:
        given = read_names(content, name, LANGUAGES)
        game = find_game(folders, given.game)
    except BadFile as fault:
        raise shown_as(shown, fault) from None
    if game and game.extends:
        game = _beside_house(game, given.language)
    if game and (key := name_of_another(game, given)):
        raise BadFile(shown, key, OF_ANOTHER)
    before, changed = renamed(game, given) if game else ({}, {})
    yield from ((name.name, before[key].name if key in before else key) for key, name in changed.items())


def _beside_house(game: GameFile, language: Language) -> GameFile:
    """Return a file that extends a game, together with the names of that game's roles in a language."""
    there, words = game.words.get(language, FileWords()), shipped_words(language)
    roles = {role: Name(words.role(language, role)) for role in BASE_ROLES} | dict(there.roles)
    return replace(game, words={**game.words, language: replace(there, roles=roles)})


def check_roles_by_phone(shown: str, game: GameFile, folders: Sequence[Path]) -> None:
    """Refuse a file from a phone whose roles another file already adds, or that exceeds what all files together may
    add. Raises BadFile."""
    others = [other for other in read_extensions(folders, lambda _: None) if other.id != game.id]
    if any(not other.roles.keys().isdisjoint(game.roles) for other in others):
        raise BadFile(shown, "role", "has a role that another file adds; rename the role, or put it on a stick")
    if sum(map(count_added, (game, *others))) > MOST_ADDED:
        raise BadFile(shown, "", f"adds too many roles to those of other files; {_MAKE_ROOM}")
