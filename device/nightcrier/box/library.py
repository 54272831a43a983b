"""Reads at power-on what the box offers: games with their scenarios, words, voices and beds."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from nightcrier import ADDRESS, __version__
from nightcrier.box.memory.scenario_files import read_scenarios
from nightcrier.box.plugs import FoundPlug, answers_beside_seats, blame_game, check_game, find_plugs
from nightcrier.box.show.deck_checks import BadDeck
from nightcrier.box.show.plug import Game, GamePlug
from nightcrier.box.show.setup import Scenario, Setup
from nightcrier.box.sound.containers import is_container
from nightcrier.box.sound.voices.packs import pack_id, pack_places
from nightcrier.box.table.core.effects import Began, Entry
from nightcrier.box.table.core.house import Choices, House, loudness_of
from nightcrier.box.table.core.names import fact_text
from nightcrier.kernel.errors import BadFile, Complain, WrongUse
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.folders import Folders, share
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.program import program_call
from nightcrier.kernel.settings import SHIPPED, Settings
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, ByLanguage, Line, Words
from nightcrier.words.shelf import Shelf, read_words

if TYPE_CHECKING:
    from nightcrier.box.games.engine.game import FileGame

Report = Callable[[Fault], None]


class Offer(Struct, frozen=True):
    """The games that can be played, by id, and the faults of files and games that cannot be used. `in_files` holds the
    games that people wrote as files, and `plugs` has the files that add to games."""

    games: Mapping[str, Game]
    complaints: tuple[BadFile, ...]
    in_files: "Mapping[str, FileGame]" = {}
    plugs: tuple[FoundPlug, ...] = ()


class Library(Struct, frozen=True):
    """The games, and their words in all languages. `in_files` holds the games that people wrote as files."""

    games: Mapping[str, Game]
    words: Words
    in_files: "Mapping[str, FileGame]" = {}

    @property
    def recorded_games(self) -> Mapping[str, Game]:
        """The games whose lines the studio records. Lines of a game in a file are synthesized on the spot, unless
        people have recorded them."""
        return {name: game for name, game in self.games.items() if name not in self.in_files}


def read_offer(folders: Sequence[Path], kept: Path | None = None, games_in: Sequence[Path] = ()) -> Offer:
    """Return the games that have a scenario in these folders, and the games in files of the folders `games_in`, with
    the files there that add to games. With a folder `kept`, files that were valid at an earlier start are not checked
    again."""
    games: dict[str, Game] = {}
    complaints: list[BadFile] = []
    plugs, words = _plugs(games_in, complaints.append, kept), cache(shipped_words)
    for found in plugs:
        with blame_game(found.folder, complaints.append):
            where = [found.folder / "scenarios", *(folder / found.plug.folder for folder in folders)]
            read_one = partial(read_deck, found.plug, words=words)
            read = read_scenarios(where, read_one, found.plug.scenario_kind(), kept)
            complaints += read.complaints
            if read.scenarios:
                games[found.plug.id] = check_game(found.plug.table_game(read.scenarios), found.plug.id)
    in_files = _games_in_files([folder for folder in games_in if folder.is_dir()], games, complaints.append, kept)
    return Offer({**games, **in_files}, tuple(complaints), in_files, plugs if games_in else ())


def _games_in_files(
    folders: Sequence[Path], house: Mapping[str, Game], complain: Complain, kept: Path | None
) -> "Mapping[str, FileGame]":
    """Return the games in files, except those with the name of a built-in game. If there is no folder, the code that
    reads such files is not imported."""
    if not folders:
        return {}
    from nightcrier.box.game_shelf import read_game_files

    found = read_game_files(folders, complain, kept)
    for name in found.keys() & house.keys():
        complain(BadFile(f"{name}.game.toml", "", "has the name of a game of the house; rename the file"))
    return {name: game for name, game in found.items() if name not in house}


def _plugs(folders: Sequence[Path], complain: Complain, kept: Path | None) -> tuple[FoundPlug, ...]:
    """Return the plugs, each with the files that add to its game. Without a folder, the code for files is not
    imported."""
    there = [folder for folder in folders if folder.is_dir()]
    if not there:
        return find_plugs(complain)
    from nightcrier.box.extensions import extended_plugs

    return extended_plugs(there, complain, kept)


def words_folders(words: Path) -> tuple[Path, ...]:
    """Return the folders of words: the folder that belongs to no game, and those of the games."""
    return (words, *(folder for found in find_plugs() if (folder := found.folder / "words").is_dir()))


def shipped_words(*languages: Language) -> Words:
    """Return the words that came with the program, in English and in these languages. Raises BadFile."""
    folders = words_folders(share("assets") / "words")
    return Words({each: read_words(folders, each) for each in (LAST_RESORT, *languages)})


def read_deck(plug: GamePlug, data: bytes, name: str, words: Callable[[], Words] = shipped_words) -> Any:
    """Read and check a scenario file. A problem with its deck is described by the sentence that the glass would show,
    taken from these `words`, which are read only if there is a problem. Raises BadFile."""
    try:
        return plug.read_scenario(data, name)
    except BadDeck as wrong:
        said = fact_text(words(), LAST_RESORT, wrong.problem)
        raise BadFile(wrong.file, wrong.key, f"for {wrong.players} players: {said}") from None


def read_library(folders: Folders, report: Report, kept: Path | None = None) -> Library:
    """Read the games and the words. A file that cannot be read is reported and left out. With a folder `kept`, copies
    of what was read are saved there for the next start."""
    found = read_offer(folders.scenarios, kept, folders.games)
    for complaint in found.complaints:
        report(fault_of(0.0, Part.GAME, complaint, "The other scenarios are there."))
    titles = {
        f"scenario.{game.id}.{scenario.id}": _title(scenario)
        for game in found.games.values()
        for scenario in game.scenarios()
        if game.id not in found.in_files
    }

    def broken(fault: BadFile) -> None:
        report(fault_of(0.0, Part.WORDS, fault, "English is used instead."))

    words = Words(Shelf(words_folders(folders.words), LANGUAGES, broken, kept), titles)
    words = with_added(with_written(words, found.in_files), found.plugs)
    return Library(found.games, words, found.in_files)


def with_written(words: Words, in_files: "Mapping[str, FileGame]") -> Words:
    """Return the words plus those of these games in files."""
    if not in_files:
        return words
    from nightcrier.box.game_lines import written_lines

    return Words(words.books, words.titles, written_lines(in_files))


def with_game_under_way(library: Library, entries: Sequence[Entry]) -> Library:
    """Return the library with the journal's game as its file was when the game began, even if the file has changed."""
    began = next((entry for entry in entries if isinstance(entry, Began)), None)
    there = library.games.get(began.game) if began else None
    text = began.setup.file if began else ""
    if (
        began is None
        or not text
        or (there and (began.game not in library.in_files or there.file_text(began.setup) == text))
    ):
        return library
    from nightcrier.box.game_shelf import game_of_text

    try:
        shelved = library.in_files.get(began.game)
        in_files = {**library.in_files, began.game: game_of_text(began.game, text, shelved.names if shelved else ())}
    except BadFile:  # it began on another version: the journal's game then ends like any that cannot be rebuilt
        return library
    return Library({**library.games, **in_files}, with_written(library.words, in_files), in_files)


def with_added(words: Words, plugs: Sequence[FoundPlug]) -> Words:
    """Return the words plus those of the files that add to games. A role with a built-in name keeps that name."""
    if not any(found.plug.roles_of_files() for found in plugs):
        return words
    from nightcrier.box.game_lines import added_lines

    added = added_lines([found.plug for found in plugs])

    def written(line: LineId) -> ByLanguage:
        return words.written(line) or (
            texts if (texts := added(line)) and words.line(LAST_RESORT, line) is None else {}
        )

    return Words(words.books, words.titles, written)


def _title(scenario: Scenario) -> Mapping[str, Line]:
    return {language: Line(name, scenario.say.get(language, "")) for language, name in scenario.names.items()}


def build_house(
    library: Library,
    packs: Sequence[Path],
    beds: Sequence[str],
    settings: Settings = SHIPPED,
    *,
    has_screen: bool = True,
) -> House:
    """Return what the table knows about the box. `packs` are the folders of voices; the first came with the box. From
    the others, only containers are offered, because people's own recordings are used in any case. No pack is opened,
    because its name contains its language."""
    voices = {language: _voices(packs, language) for language in LANGUAGES}
    return House(
        library.games,
        library.words,
        LANGUAGES,
        voices,
        tuple(beds),
        settings=settings,
        has_screen=has_screen,
        version=__version__,
        address=ADDRESS.partition("://")[2],
        call=program_call("").strip(),
        answers=answers_beside_seats(),
    )


def _voices(packs: Sequence[Path], language: Language) -> tuple[str, ...]:
    places = (
        place for root in packs for place in pack_places(root, language) if root == packs[0] or is_container(place)
    )
    return tuple(sorted({pack_id(place) for place in places}))


def first_choices(library: Library, settings: Settings = SHIPPED) -> Choices:
    """Return the choices of a new box: the first scenario of the first game, and the values of the settings. Raises
    WrongUse if no game can be played."""
    if not library.games:
        raise WrongUse(
            f"No game can be played: no scenario was found in {share('config') / 'scenarios'}; install again."
        )
    game = next(iter(library.games.values()))
    setups = {each.id: Setup(each.scenarios()[0].id, each.scenarios()[0].players[0]) for each in library.games.values()}
    languages = tuple(map(Language, settings.table.languages))
    loudness = loudness_of(settings.sound.first_volume)
    return Choices(game.id, setups, languages, loudness=loudness, explain=settings.table.explain)
