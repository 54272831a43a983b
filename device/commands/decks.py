"""`nightcrier decks`: the scenarios on this box, and everything worth knowing about one of them."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from device.box.library import offer
from device.commands.deck_list import scenario_rows
from device.commands.deck_sheet import scenario_sheet
from device.commands.deck_words import english_words, line_lengths
from device.commands.named import add_places, box_folders, known_name, with_tried
from device.commands.progress import Patience
from device.show.plug import ScenarioShelf


def add_decks_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="only scenarios for so many players")
    parser.add_argument("--level", type=int, metavar="L", help="only this level: 1 for beginners to 5 for experts")
    parser.add_argument("--role", metavar="ROLE", help="only scenarios with this role, such as tanner")
    parser.add_argument("--game", metavar="GAME", help="only scenarios of this game, as the second column names it")
    commands = parser.add_subparsers(dest="what", metavar="show")
    show = commands.add_parser("show", help="one scenario: its deck, wake order, length, warnings and odds")
    show.add_argument("name", help="the name in the first column of the list")
    show.add_argument("--players", type=int, dest="seats", metavar="N", help="how many play (the fewest it is for)")
    show.add_argument("--pace", metavar="PACE", help="slow, normal (as it is) or fast, where the sheet has times")
    show.add_argument("--wording", metavar="WORDING", help="full (as it is) or short, where the sheet has times")
    add_places(parser, "scenarios", verbs=(show,))


def do_decks(arguments: Namespace) -> int:
    """The status is 1 when a scenario file was found that cannot be used."""
    found = offer(with_tried(box_folders(), arguments).scenarios)
    for complaint in found.complaints:
        print(complaint, file=sys.stderr)
    games, words = _wanted(found.games, arguments.game), english_words()
    make = scenario_sheet if arguments.what == "show" else scenario_rows
    with Patience("Decks and odds are worked out, some by playing them"):
        rows = make(games, words, line_lengths(words), arguments)
    print("\n".join(rows))
    return 1 if found.complaints else 0


def _wanted(games: Mapping[str, ScenarioShelf], name: str | None) -> list[ScenarioShelf]:
    return list(games.values()) if name is None else [games[known_name(name, tuple(games), "game")]]
