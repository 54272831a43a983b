"""Finds where decks, voices and sounds of people stand on the box, and where those that came with it do: each kind in
folders of its own, decks in one for each game, which is the one that reads them."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from msgspec import Struct

from device.box.folders import Folders
from device.box.plugs import FoundPlug, blame_game, check_game, find_plugs
from device.feeding.given import GivenFile
from device.feeding.kinds import BEDS, DECKS, VOICES, Kind
from device.feeding.settings_given import settings_in
from device.kernel.errors import BadFile
from device.show.plug import TablePlug


def deck_place(given: GivenFile, name: str, content: bytes, folders: Folders) -> Path:
    """Return where a deck belongs. Folders of games may lie among the decks, and the game of the folder says what is
    wrong; but each game knows its own decks, wherever they lie. Raises BadFile."""
    shipped, own = folders.scenarios
    complaints = list[BadFile]()
    if settings_file := settings_in(content):
        raise BadFile(given.name, "", f"holds settings; call it {settings_file}, and put it into nightcrier itself")
    for found, plug in _games(game_folder(given.name)):
        fault = _fault(found, plug, content, Path(name).stem)
        if fault is None:
            if any(_has(folder, name) for folder in (found.folder / "scenarios", shipped / plug.folder)):
                raise BadFile(given.name, "", "has the name of a deck that came with the box; rename the file")
            return own / plug.folder / name
        complaints.append(BadFile(given.name, fault.key, fault.expected))
    raise complaints[0] if complaints else BadFile(given.name, "", "is a deck, and there is no game; install again")


def _has(folder: Path, name: str) -> bool:
    """Return whether it is there in any letters: people do not tell First-Game from first-game."""
    return any(each.name.lower() == name.lower() for each in folder.glob("*.toml"))


def game_folder(shown: str) -> str:
    """Return the folder in which a deck lies among those on a stick, in small letters; empty where it lies in none."""
    place = PurePosixPath(shown)
    return place.parts[1].lower() if len(place.parts) > 2 else ""


def games_meant(folder: str) -> list[tuple[FoundPlug, TablePlug]]:
    """Return the one game whose folder or name it is; where it is of none, all that have decks."""
    games = list(_games(folder))
    return [each for each in games if folder and folder in {each[1].folder, each[0].plug.id}] or games


def _games(folder: str) -> Iterator[tuple[FoundPlug, TablePlug]]:
    """Yield the game whose folder it is first; where it is of none, the one that keeps its decks in no folder."""
    tables = [(found, found.plug) for found in find_plugs() if isinstance(found.plug, TablePlug)]
    yield from sorted(tables, key=lambda each: each[1].folder != folder)


def _fault(found: FoundPlug, plug: TablePlug, content: bytes, stem: str) -> BadFile | None:
    faults = list[BadFile]()
    with blame_game(found.folder, faults.append):
        check_game(plug.table_game((plug.read_scenario(content, stem),)), found.plug.id)
    return faults[0] if faults else None


class OwnShelf(Struct, frozen=True):
    """`named` is the folder on a stick that means this one and no other."""

    brought: Path
    came: tuple[Path, ...]
    named: str

    def came_with_box(self, name: str) -> bool:
        """Return whether one came with the box; in the menus a sound is called by what stands before its end."""
        files = (file for folder in self.came if folder.is_dir() for file in folder.iterdir() if file.is_file())
        return any(one_spelling(file.stem) == one_spelling(Path(name).stem) for file in files)


def own_shelves(given: GivenFile, kind: Kind, folders: Folders) -> Iterator[OwnShelf]:
    """Yield the shelves that a name on a stick may mean. A deck in no folder of a game may be of any."""
    if kind is Kind.VOICE:
        yield OwnShelf(folders.recordings, (folders.audio / "voices",), VOICES)
    elif kind is Kind.BED:
        yield OwnShelf(folders.own / "beds", (folders.audio / "beds",), BEDS)
    else:
        shipped, own = folders.scenarios
        for found, plug in games_meant(game_folder(given.name)):
            came = (found.folder / "scenarios", shipped / plug.folder)
            yield OwnShelf(own / plug.folder, came, f"{DECKS}/{plug.folder or found.plug.id}")


def one_spelling(name: str) -> str:
    """People do not tell Sea from sea, and computers write é in two ways."""
    return unicodedata.normalize("NFC", name).casefold()
