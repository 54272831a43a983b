"""Finds the games. Every package in `device/nightcrier/box/games` with a module `plug` is a game.

A stranger's game may be broken in any way. One sentence reports this, and only the broken game is left out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from nightcrier.box import games
from nightcrier.box.show.plug import Game, GamePlug
from nightcrier.box.show.setup import Choice, Scenario
from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.ids import LineId


class FoundPlug(Struct, frozen=True):
    """The plug of a game, and the folder of its package, which may contain words and scenarios of the game."""

    plug: GamePlug
    folder: Path


def find_plugs(complain: Complain = lambda _: None) -> tuple[FoundPlug, ...]:
    """Return all plugs, ordered by rank. Only plugs are imported; the rest of a game follows when people choose it."""
    folders = [file.parent for room in games.__path__ for file in Path(room).glob("*/plug.py")]
    found: dict[str, FoundPlug] = {}
    for folder in sorted(folders):  # so the card's one file has the same bytes each time
        with blame_game(folder, complain):
            plug = _check_plug(import_module(f"{games.__name__}.{folder.name}.plug").PLUG, folder)
            found.setdefault(plug.id, FoundPlug(plug, folder))
    return tuple(sorted(found.values(), key=lambda each: (each.plug.rank, each.plug.id)))


@contextmanager
def blame_game(folder: Path, complain: Complain) -> Iterator[None]:
    """Report any error inside the block, with the file that the error names, or else the folder of the game."""
    try:
        yield
    except BadFile as fault:
        complain(fault)
    except (Exception, SystemExit) as wrong:  # noqa: BLE001 - a game may raise anything
        why = f"{type(wrong).__name__}: {wrong}".removesuffix(": ")
        complain(BadFile(folder, "", f"cannot be played ({why}); mend this game, or take its folder away"))


def check_game(game: Game, name: str) -> Game:
    """Check the rows of a game that the menus show. Raises TypeError or ValidationError if a menu cannot use them."""
    if not isinstance(game, Game):
        raise TypeError("its game is no Game")
    if game.id != name:
        raise TypeError(f"its plug is called '{name}', and it '{game.id}'")
    _check_row(game.choices(), Choice)
    _check_row(game.scenarios(), Scenario)
    if not game.scenarios():
        raise TypeError("it has no scenarios")
    for scenario in game.scenarios():
        if not scenario.players or "en" not in scenario.names:
            raise TypeError(f"'{scenario.id}' has no number of players, or no English name")
    return game


def _check_plug(plug: Any, folder: Path) -> GamePlug:
    """Check that the object is a plug with the name of its folder. Otherwise two games could have the same name."""
    if not isinstance(plug, GamePlug):
        raise TypeError("its plug is no GamePlug")
    if plug.id != folder.name.replace("_", "-"):
        raise TypeError(f"its plug is called {plug.id!r}, and its folder '{folder.name}'")
    _check_row((plug,), GamePlug)
    return plug


def _check_row(row: Sequence[object], kind: type[Struct]) -> None:
    """Check each value of a row against the types of `kind`, because structs do not check values at creation."""
    for value in row:
        msgspec.convert(msgspec.to_builtins(value), kind)


def screen_only_words() -> tuple[str, ...]:
    """Return the prefixes of words that are only shown on the screen and never said, for all games."""
    return tuple(start for each in find_plugs() for start in each.plug.shown_only)


def answers_beside_seats() -> tuple[LineId, ...]:
    return tuple(line for each in find_plugs() for line in each.plug.beside_seats)
