"""Reads at power-on what the box offers: games with their scenarios, words, voices and beds."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from nightcrier import __version__
from nightcrier.box.folders import Folders, share
from nightcrier.box.memory.config import read_scenarios
from nightcrier.box.plugs import answers_beside_seats, blame_game, check_game, find_plugs
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Scenario, Setup
from nightcrier.box.sound.containers import is_container
from nightcrier.box.sound.voices.packs import pack_id, pack_places
from nightcrier.box.table.core.house import Choices, House, loudness_of
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.ids import Language
from nightcrier.kernel.program import program_call
from nightcrier.kernel.settings import SHIPPED, Settings
from nightcrier.words.catalogue import LANGUAGES, Line, Words
from nightcrier.words.shelf import Shelf

Report = Callable[[Fault], None]


class Offer(Struct, frozen=True):
    """The games that can be played, by their ids, and the faults of files and games that cannot be used."""

    games: Mapping[str, Game]
    complaints: tuple[BadFile, ...]


class Library(Struct, frozen=True):
    """The games, and the words in all languages with which they are played."""

    games: Mapping[str, Game]
    words: Words


def read_offer(folders: Sequence[Path], kept: Path | None = None) -> Offer:
    """Return the games that have a scenario in these folders. With a folder `kept`, files that were valid at an earlier
    start are not checked again."""
    games: dict[str, Game] = {}
    complaints: list[BadFile] = []
    for found in find_plugs(complaints.append):
        with blame_game(found.folder, complaints.append):
            where = [found.folder / "scenarios", *(folder / found.plug.folder for folder in folders)]
            read = read_scenarios(where, found.plug.read_scenario, found.plug.scenario_kind(), kept)
            complaints += read.complaints
            if read.scenarios:
                games[found.plug.id] = check_game(found.plug.table_game(read.scenarios), found.plug.id)
    return Offer(games, tuple(complaints))


def words_folders(words: Path) -> tuple[Path, ...]:
    """Return the folders of words: the folder that belongs to no game, and those of the games."""
    return (words, *(folder for found in find_plugs() if (folder := found.folder / "words").is_dir()))


def read_library(folders: Folders, report: Report, kept: Path | None = None) -> Library:
    """Read the games and the words. A file that cannot be read is reported and left out. With a folder `kept`, the
    library remembers what it has read."""
    found = read_offer(folders.scenarios, kept)
    for complaint in found.complaints:
        report(fault_of(0.0, Part.GAME, complaint, "The other scenarios are there."))
    games = found.games
    titles = {
        f"scenario.{game.id}.{scenario.id}": _title(scenario)
        for game in games.values()
        for scenario in game.scenarios()
    }

    def broken(fault: BadFile) -> None:
        report(fault_of(0.0, Part.WORDS, fault, "English is used instead."))

    return Library(games, Words(Shelf(words_folders(folders.words), LANGUAGES, broken, kept), titles))


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
    """Return what the table knows about the box. `packs` are the folders of voices. The first folder came with the box.
    From the other folders only containers are offered, because people's recordings are heard in any case. A pack is not
    opened for this, because its name tells its language."""
    voices = {language: _voices(packs, language) for language in LANGUAGES}
    return House(
        library.games,
        library.words,
        LANGUAGES,
        voices,
        tuple(beds),
        settings=settings,
        has_screen=has_screen,
        version=f"Nightcrier {__version__}",
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
