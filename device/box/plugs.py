"""Which games there are: every package in `device/games` with a module `plug` is one. Nothing lists them."""

from importlib import import_module
from pathlib import Path

from msgspec import Struct

from device import games
from device.show.plug import GamePlug, WordsPlug


class FoundPlug(Struct, frozen=True):
    """A game's plug, and the folder of its package: words and scenarios of its own may lie there."""

    plug: GamePlug
    folder: Path


def find_plugs() -> tuple[FoundPlug, ...]:
    """By rank. Only their plugs are imported: what a game has behind it waits until it is wanted."""
    folders = [file.parent for room in games.__path__ for file in Path(room).glob("*/plug.py")]
    found = [FoundPlug(import_module(f"{games.__name__}.{folder.name}.plug").PLUG, folder) for folder in folders]
    return tuple(sorted(found, key=lambda each: (each.plug.rank, each.plug.id)))


def shown_only_words() -> tuple[str, ...]:
    """How the keys of those words begin that only stand on the screen, game by game."""
    return tuple(start for each in find_plugs() if isinstance(each.plug, WordsPlug) for start in each.plug.shown_only)
