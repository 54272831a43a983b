"""Finds the games that people write as files. At a start, only the size and time of each file are checked, and a saved
copy of what the menus need is read. The whole game is read, from its own copy or its text, once somebody chooses it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX
from nightcrier.box.games.engine.game import FileGame, ShelvedGame
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.role_names import RoleNames, with_role_names
from nightcrier.box.role_name_files import read_role_names
from nightcrier.box.start_room import files_at_start
from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import read_content
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

_FindCopy = Callable[[], GameFile | None]
_MARK = b"\xef\xbb\xbf"
"""The byte order mark with which some programs begin a UTF-8 text."""


def read_game_files(folders: Sequence[Path], complain: Complain, kept: Path | None = None) -> Mapping[str, FileGame]:
    """Return the games of these folders by id. Games for certain languages come last, so that turning the dial back
    reaches them first. If two files have the same name, the one in the later folder counts. A faulty file does not
    affect the others. Files that add roles to another game are left out."""
    copies, found = KeptCopies(kept), dict[str, tuple[ShelvedGame, _FindCopy, Collection[Language]]]()
    for file in files_at_start(folders, complain):
        try:
            shelved = copies.read(file, ShelvedGame, partial(_shelve, copies), refusals=True)
            same = KeptCopies(kept, {file: shelved.content}.__getitem__)
            home = _home_of(shelved) if file.is_relative_to(share("config")) else ()
            found[shelved.id] = shelved, partial(same.find, file, GameFile), home
        except BadFile as fault:
            complain(fault)
    names = read_role_names(folders, complain, kept)
    games = [_game(shelved, names, copy, home) for shelved, copy, home in found.values() if not shelved.extends]
    for game in games:
        try:
            if game.names:
                with_role_names(game.read(), game.names, complain)
        except BadFile as fault:
            complain(fault)
    return {game.id: game for game in sorted(games, key=lambda game: (bool(game.home), game.id))}


def _home_of(shelved: ShelvedGame) -> Collection[Language]:
    """Return the languages whose tables find this game on the home page, or none if all do. If English follows other
    languages in the file, it is only a translation and does not count."""
    first, *others = shelved.names
    whole = len(shelved.names) == len(LANGUAGES)
    return () if whole else (first, *(language for language in others if language != LAST_RESORT))


def _shelve(copies: KeptCopies, file: Path) -> ShelvedGame:
    if not file.is_file():
        raise BadFile(file, "", "is no plain file; put the right file there")
    content = read_content(file, most=LARGEST_GAME)
    game = _read(content, str(file))
    copies.keep(file, game)
    return _header(game, content.removeprefix(_MARK))


def _read(content: bytes, file: str) -> GameFile:
    from nightcrier.box.games.engine.reading import read_game

    return read_game(content, file, LANGUAGES)


def _header(game: GameFile, content: bytes) -> ShelvedGame:
    names = {language: words.name for language, words in game.words.items() if words.name}
    return ShelvedGame(game.id, names, game.players, game.level, content, game.extends)


def _game(shelved: ShelvedGame, names: Sequence[RoleNames], copy: _FindCopy, home: Collection[Language]) -> FileGame:
    """Return a game whose text is parsed only when some part of it is needed."""
    own = tuple(each for each in names if each.game == shelved.id)
    return FileGame(shelved, lambda: copy() or _read(shelved.content, f"{shelved.id}{SUFFIX}"), own, home)


def game_of_text(name: str, text: str, names: Sequence[RoleNames]) -> FileGame:
    """Return the game of a text that was saved in a journal, with the current names of its roles. Raises BadFile."""
    content = text.encode()
    return _game(_header(_read(content, f"{name}{SUFFIX}"), content), names, lambda: None, ())
