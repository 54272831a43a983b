"""Checks whether a game gives a card away: `./run leaks`. Deals are played by the same hands with other cards, each in
a process of its own, and what the kernel saw of them is compared."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from lab.leaks.brought import look_at_brought
from lab.leaks.evening import METERED
from lab.leaks.guesses import MeteredRow, try_guesses
from lab.leaks.plants import found_plants, read_plants
from lab.leaks.settings import Setting, drawn_settings, settings_of
from lab.leaks.traced import CHECKOUT, CannotWatch, DealProgram, watching
from lab.leaks.witness import Compared, compare_deals
from nightcrier.box.game_files import read_game_file
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools.command_line import path_named

_GAMES = (CHECKOUT / "config" / "games", CHECKOUT / "docs" / "games")


def main(words: Sequence[str] | None = None) -> int:
    """Return 0 if nothing differs, 1 if something does, 2 for wrong use."""
    return run_to_end(partial(_look, sys.argv[1:] if words is None else words))


def leaks_parser() -> Parser:
    parser = Parser(prog="./run leaks", description=__doc__)
    parser.add_argument("game", type=path_named, nargs="?", help="a game in a file (all games that the box deals)")
    parser.add_argument("--deals", type=int, metavar="N", default=60, help="how many deals, two in each setting (60)")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="other settings (0)")
    parser.add_argument("--plants", action="store_true", help="plant leaks in a copy of the program: are they found?")
    parser.add_argument("--guess", action="store_true", help="do time and memory of many deals tell their cards?")
    return parser


def _look(words: Sequence[str]) -> int:
    arguments = leaks_parser().parse_args(words)
    settings = _settings(arguments.game, arguments.seed)
    try:
        if arguments.guess:
            return _guess(next(settings), arguments.deals)
        return _plant() if arguments.plants else _compare(settings, arguments.deals, arguments.seed)
    except CannotWatch as why:
        raise WrongUse(f"Nothing was compared: {why}.") from None


def _settings(game: Path | None, seed: int) -> Iterator[Setting]:
    return settings_of(read_game_file(game), game.parent, seed) if game else drawn_settings(_GAMES, seed)


def _guess(setting: Setting, deals: int) -> int:
    with (
        TemporaryDirectory(prefix="nightcrier-leaks-") as folder,
        closing(DealProgram(CHECKOUT, Path(folder))) as player,
    ):

        def play(setting: Setting, seed: int) -> Sequence[MeteredRow]:
            player.play(setting, seed)
            return msgspec.json.decode((player.box / METERED).read_bytes(), type=list[MeteredRow])

        return try_guesses(setting, deals, play)


def _compare(settings: Iterator[Setting], deals: int, seed: int) -> int:
    if deals < 2:
        raise WrongUse(f"{deals} deals cannot be compared; play two or more.")
    count, told, found = deals // 2, Compared(), 0
    with watching(CHECKOUT) as watch:
        for difference in compare_deals(islice(settings, count), watch, told, first=seed * count):
            print(difference, flush=True)
            found = 1
    if not told.other_cards:
        raise WrongUse(f"Nobody saw other cards in {told.deals} deals; play more.")
    brought = look_at_brought(CHECKOUT)
    print(told, f"\nWhat guests bring counts:\n{brought}" if brought else "")
    return int(found or bool(brought))


def _plant() -> int:
    missed = list[str]()
    for plant, difference in found_plants(read_plants(), CHECKOUT):
        print("found " if difference else "MISSED", plant.name, flush=True)
        missed += [] if difference else [plant.name]
    print(f"Missed: {', '.join(missed)}." if missed else "All planted leaks are found.")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
