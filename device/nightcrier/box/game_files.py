"""Finds and reads the games that people write as files."""

from collections.abc import Iterator, Mapping, Sequence
from os.path import lexists
from pathlib import Path

from msgspec import Struct

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX, is_id
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.reading import game_id, read_game
from nightcrier.box.games.engine.role_names import with_role_names
from nightcrier.box.role_name_files import read_role_names
from nightcrier.kernel.errors import BadFile, shown_as
from nightcrier.kernel.reading import read_content
from nightcrier.words.catalogue import LANGUAGES


class FoundGames(Struct, frozen=True):
    """The games of all folders by id, each with its file, and the faults of the refused files."""

    games: Mapping[str, tuple[GameFile, Path]]
    complaints: tuple[BadFile, ...]


def find_games(folders: Sequence[Path]) -> FoundGames:
    """Read the games in these folders. A later folder takes precedence. A refused file does not hide a file of the same
    id in an earlier folder."""
    found: dict[str, tuple[GameFile, Path]] = {}
    complaints = list[BadFile]()
    for file in _files_in(folders):
        try:
            if (game := game_id(str(file))) not in found:
                found[game] = read_game_file(file), file
        except BadFile as fault:
            complaints.append(fault)
    names = read_role_names(folders, complaints.append)
    games = {
        game: (with_role_names(file, names, complaints.append), path) for game, (file, path) in sorted(found.items())
    }
    return FoundGames(games, tuple(complaints))


def find_game(folders: Sequence[Path], name: str) -> GameFile | None:
    """Read the game of this id, or return None if no folder has its file. Raises BadFile if all such files are
    refused."""
    files = [folder / f"{name}{SUFFIX}" for folder in reversed(folders)] if is_id(name, of_file=True) else []
    faults = list[BadFile]()
    for file in filter(lexists, files):
        try:
            return read_game_file(file)
        except BadFile as fault:
            faults.append(fault)
    if faults:
        raise faults[0]
    return None


def _files_in(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the files of games, highest precedence first."""
    for folder in reversed(folders):
        if folder.is_dir():
            yield from sorted(folder.glob(f"*{SUFFIX}"))


def read_game_file(file: Path, shown: str = "") -> GameFile:
    """Read one file. `shown` is the file's name as the user gave it. Raises BadFile."""
    try:
        return read_game(read_content(file, most=LARGEST_GAME), shown or str(file), LANGUAGES)
    except BadFile as fault:
        raise shown_as(shown or file, fault) from None
