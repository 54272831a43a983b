"""Run `nightcrier decks`: list the scenarios on this box, or describe one scenario in detail."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from nightcrier.box.library import read_offer, shipped_words, with_added, with_written
from nightcrier.box.show.plug import Game, LengthOf, problems_of
from nightcrier.box.show.setup import OptionValue, Scenario, Setup
from nightcrier.box.show.tale import speaking_seconds
from nightcrier.box.sound.voices.packs import quality_rank, read_shelf, text_hash
from nightcrier.box.table.core.names import fact_text
from nightcrier.kernel.errors import WrongUse, full_sentence
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.kernel.rows import align_rows
from nightcrier.tools.command_line import add_places, box_folders, find_name, with_tried
from nightcrier.tools.progress import Patience
from nightcrier.words.catalogue import LAST_RESORT, Words
from nightcrier.words.sentences import line_for_voice


def english_name(game: Game, words: Words, card: str) -> str:
    return fact_text(words, LAST_RESORT, game.card_fact(card))


def line_lengths(words: Words) -> LengthOf:
    """Return a function that returns the length of a line in the English voice of a new box. If the voice has no clip
    of the current text, the length is estimated. Broken recordings are reported only by `check`."""
    shelf = sorted(read_shelf(share("assets") / "audio" / "voices", LAST_RESORT, lambda _fault: None), key=quality_rank)
    clips = shelf[0].pack.clips if shelf else {}

    def length(line: LineId) -> Seconds:
        clip, said = clips.get(line), line_for_voice(words, LAST_RESORT, line)
        spoken = said.spoken if said else line
        return clip.seconds if clip and clip.hash == text_hash(spoken) else speaking_seconds(spoken)

    return length


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
    show.add_argument(
        "--wording", metavar="WORDING", help="evening (as it is), full or short, where the sheet has times"
    )
    add_places(parser, "scenarios", verbs=(show,))


def do_decks(arguments: Namespace) -> int:
    """List scenarios, or show one of them. Return 1 when a scenario file cannot be used."""
    folders = with_tried(box_folders(), arguments)
    found = read_offer(folders.scenarios, games_in=folders.games)
    for complaint in found.complaints:
        print(complaint, file=sys.stderr)
    words, games = with_added(with_written(shipped_words(), found.in_files), found.plugs), found.games
    wanted = games.values() if (name := arguments.game) is None else [games[find_name(name, tuple(games), "game")]]
    make = scenario_sheet if arguments.what == "show" else scenario_rows
    with Patience("Decks and odds are worked out"):
        rows = make([*wanted], words, line_lengths(words), arguments)
    print("\n".join(rows))
    return 1 if found.complaints else 0


def scenario_rows(games: Sequence[Game], words: Words, length: LengthOf, wanted: Namespace) -> list[str]:
    _refuse_unknown(games, wanted)
    fitting = [(game, scenario) for game, scenario in scenario_shelf(games) if _fits(game, scenario, wanted)]
    if not fitting:
        return ["No scenario fits; ask for less, or write one: see config/scenarios."]
    heads = ["NAME", "GAME", "LEVEL", "PLAYERS", "EYES SHUT", "TITLE", "CARDS"]
    return align_rows([heads, *(_row(game, scenario, words, length) for game, scenario in fitting)])


def _refuse_unknown(games: Sequence[Game], wanted: Namespace) -> None:
    """Raise WrongUse for a role, level or number of players that no scenario has."""
    if wanted.role is not None:
        find_name(wanted.role, tuple(card for game in games for card, _ in game.cards()), "role")
    scenarios = [scenario for _, scenario in scenario_shelf(games)]
    levels = sorted({scenario.level for scenario in scenarios})
    counts = sorted({players for scenario in scenarios for players in scenario.players})
    for asked, known, what in ((wanted.level, levels, "of level {n}"), (wanted.players, counts, "for {n} players")):
        if asked is not None and known and asked not in known:
            raise WrongUse(
                f"There is no scenario {what.format(n=asked)}; choose a number from {known[0]} to {known[-1]}."
            )


def scenario_shelf(games: Sequence[Game]) -> Iterator[tuple[Game, Scenario]]:
    return ((game, scenario) for game in games for scenario in game.scenarios())


def _fits(game: Game, scenario: Scenario, wanted: Namespace) -> bool:
    counts = [players for players in scenario.players if wanted.players in (None, players)]
    decks = (game.deck(Setup(scenario.id, players)) for players in counts)
    return wanted.level in (None, scenario.level) and any(wanted.role in (None, *deck) for deck in decks)


def _row(game: Game, scenario: Scenario, words: Words, length: LengthOf) -> list[str]:
    cards = dict.fromkeys(game.deck(Setup(scenario.id, scenario.players[-1])))
    named = ", ".join(english_name(game, words, card) for card in cards)
    title, shut = scenario.names["en"], _eyes_shut(game, scenario, length) or "-"
    players = "-".join(str(count) for count in dict.fromkeys((scenario.players[0], scenario.players[-1])))
    return [scenario.id, game.id, str(scenario.level), players, shut, title, named]


def _eyes_shut(game: Game, scenario: Scenario, length: LengthOf) -> str:
    """Return how long eyes are shut, for the fewest and the most players. Return "" for a game that does not know this
    time."""
    ends = (scenario.players[0], scenario.players[-1])
    return "-".join(dict.fromkeys(_clock(game.eyes_shut(Setup(scenario.id, players), length)) for players in ends))


def _clock(seconds: Seconds | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def scenario_sheet(games: Sequence[Game], words: Words, length: LengthOf, wanted: Namespace) -> list[str]:
    shelf = {scenario.id: (game, scenario) for game, scenario in scenario_shelf(games)}
    game, scenario = shelf[find_name(wanted.name, tuple(shelf), "scenario")]
    asked = _options_of(game, wanted, is_timed=bool(_eyes_shut(game, scenario, length)))
    setup = Setup(scenario.id, scenario.players[0] if wanted.seats is None else wanted.seats)
    refuse_setup(words, game, setup)
    advice = [f"  - {fact_text(words, LAST_RESORT, each)}." for each in game.warnings(setup)]
    advised = ["", "Before you play", *advice] if advice else []
    if sheet := game.deck_sheet(replace(setup, options=asked), partial(english_name, game, words), length):
        return [*sheet, *advised]
    title = words.screen(LAST_RESORT, f"game.{game.id}")
    cards = [f"  {english_name(game, words, card)}" for card in game.deck(setup)]
    calls = [f"  {fact_text(words, LAST_RESORT, call)}" for call in game.usual_calls(setup)]
    return [
        f"{title}: {scenario.names['en']}, {setup.players} players, level {scenario.level} of 5",
        *(["", "Cards that may come", *cards] if cards else []),
        *(["", "Calls of the first night", *calls] if calls else []),
        *advised,
    ]


def refuse_setup(words: Words, game: Game, setup: Setup) -> None:
    """Raise WrongUse with the first problem of this setup, as the glass says it, if there is one."""
    for problem in problems_of(game, setup):
        said = fact_text(words, LAST_RESORT, problem)
        raise WrongUse(full_sentence(f"This deck cannot be played with {setup.players} players: {said}"))


def _options_of(game: Game, wanted: Namespace, *, is_timed: bool) -> dict[str, OptionValue]:
    """Return the given options of a game. Raise WrongUse if options are given but the game's sheet has no times."""
    given = {key: getattr(wanted, key) for key in ("pace", "wording") if getattr(wanted, key) is not None}
    if given and not is_timed:
        raise WrongUse(f"--{next(iter(given))} changes nothing here: the sheet of {game.id} has no times.")
    for choice in game.choices():
        if choice.id in given:
            find_name(given[choice.id], tuple(map(str, choice.values)), choice.id)
    return given
