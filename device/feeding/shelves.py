"""Where decks, voices and sounds that people brought stand on the box, and where those that came with it do: each kind
in folders of its own, decks in one for each game."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from device.box.folders import Folders
from device.feeding.decks import game_folder, games_meant
from device.feeding.given import GivenFile
from device.feeding.kinds import BEDS, DECKS, VOICES, Kind


class OwnShelf(Struct, frozen=True):
    """`named` is the folder on a stick that means this one and no other."""

    brought: Path
    came: tuple[Path, ...]
    named: str

    def came_with_box(self, name: str) -> bool:
        """A sound is called in the menus by what stands before its end."""
        files = (file for folder in self.came if folder.is_dir() for file in folder.iterdir() if file.is_file())
        return any(one_spelling(file.stem) == one_spelling(Path(name).stem) for file in files)


def own_shelves(given: GivenFile, kind: Kind, folders: Folders) -> Iterator[OwnShelf]:
    """Those that a name on a stick may mean. A deck in no folder of a game may be of any."""
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
