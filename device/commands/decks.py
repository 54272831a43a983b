"""`nightcrier decks`: the scenarios on this box, and everything worth knowing about one of them."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from device.commands.deck_sheet import columns, sheet
from device.games.one_night.cards import ROLES
from device.games.one_night.game import OneNight
from device.games.one_night.options import options_from
from device.games.one_night.rules_of_decks import sentence
from device.games.one_night.scenarios import NamedDeck, scenario_from
from device.kernel.errors import WrongUse
from device.kernel.ids import LineId, Seconds
from device.memory.scenarios import read_scenarios
from device.memory.share import share
from device.show.stages import Setup
from device.words.catalogue import LAST_RESORT, Words
from device.words.shelf import read_book

OWN = Path("/etc/nightcrier/scenarios")
LETTERS_A_SECOND, BREATH = 14.0, 0.4  # a narrator's pace, for an estimate


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="only scenarios for so many players")
    parser.add_argument("--level", type=int, metavar="L", help="only this level: 1 for beginners to 5 for experts")
    parser.add_argument("--role", metavar="ROLE", help="only scenarios with this role, such as tanner")
    parser.add_argument("--game", metavar="GAME", help="only scenarios of this game: one-night")
    parser.add_argument("--scenarios", type=Path, default=OWN, metavar="DIR", help=f"your own scenarios ({OWN})")
    commands = parser.add_subparsers(dest="what", metavar="show")
    show = commands.add_parser("show", help="one scenario: its deck, wake order, length, warnings and odds")
    show.add_argument("name", help="the name in the first column of the list")
    show.add_argument("--players", type=int, dest="seats", metavar="N", help="how many play (the fewest it is for)")
    show.add_argument("--pace", default="normal", metavar="PACE", help="slow, normal or fast")
    show.add_argument("--wording", default="full", metavar="WORDING", help="full or expert")


def run(arguments: Namespace) -> int:
    """The status is 1 when a scenario file was found that cannot be used."""
    found = read_scenarios((share("config") / "scenarios", arguments.scenarios), scenario_from)
    for complaint in found.complaints:
        print(complaint, file=sys.stderr)
    game, words = OneNight(found.scenarios), _english()
    rows = _show(game, words, arguments) if arguments.what == "show" else _list(game, words, arguments)
    print("\n".join(rows))
    return 1 if found.complaints else 0


def _english() -> Words:
    return Words({LAST_RESORT: read_book(share("assets") / "words" / f"{LAST_RESORT}.toml")})


def _list(game: OneNight, words: Words, wanted: Namespace) -> list[str]:
    if wanted.game not in (None, game.id):
        raise WrongUse(f"There are no scenarios for {wanted.game}; the games with scenarios are: {game.id}.")
    if wanted.role is not None:
        _known(wanted.role, tuple(ROLES), "role")
    fitting = [named for named in game.shelf() if _fits(named, wanted)]
    if not fitting:
        return ["No scenario fits; ask for less, or write one: see config/scenarios."]
    return columns(["NAME", "LEVEL", "PLAYERS", "TITLE", "ROLES"], [_row(named, words) for named in fitting])


def _fits(named: NamedDeck, wanted: Namespace) -> bool:
    scenario = named.scenario
    counts = scenario.players if wanted.players is None else (wanted.players,)
    return (
        wanted.level in (None, scenario.level)
        and (wanted.players is None or wanted.players in scenario.players)
        and (wanted.role is None or any(wanted.role in named.deck(players) for players in counts))
    )


def _row(named: NamedDeck, words: Words) -> list[str]:
    scenario = named.scenario
    roles = ", ".join(words.role(LAST_RESORT, role) for role in dict.fromkeys((*named.cards, *named.fillers)))
    return [scenario.id, str(scenario.level), _range(scenario.players), scenario.names["en"], roles]


def _range(players: Sequence[int]) -> str:
    return f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])


def _show(game: OneNight, words: Words, wanted: Namespace) -> list[str]:
    shelf = {named.scenario.id: named for named in game.shelf()}
    named = shelf[_known(wanted.name, tuple(shelf), "scenario")]
    players = wanted.seats if wanted.seats is not None else named.scenario.players[0]
    setup = Setup(named.scenario.id, players)
    wrong = game.findings(setup)
    if wrong:
        raise WrongUse(sentence(wrong[0], str))
    options = options_from({"pace": wanted.pace, "wording": wanted.wording})
    return sheet(named, players, options, words, lambda line: _estimate(words, line))


def _known(name: str, names: Sequence[str], kind: str) -> str:
    if name in names:
        return name
    near = get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]}" if near else f"choose one of: {', '.join(names)}"
    raise WrongUse(f"There is no {kind} {name}; {hint}{'?' if near else '.'}")


def _estimate(words: Words, line: LineId) -> Seconds:
    said = words.line(LAST_RESORT, line)
    return BREATH + len(said.spoken if said else line) / LETTERS_A_SECOND
