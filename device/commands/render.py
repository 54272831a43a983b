"""`nightcrier render`: a night, a day or a vote as an audio file, exactly as the device would play it."""

import os
import tempfile
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from device.box.folders import folders
from device.box.library import BEDS
from device.box.record import Record
from device.box.rehearsal import Rehearsal
from device.commands.progress import Progress
from device.kernel.clock import VirtualClock
from device.kernel.errors import WrongUse
from device.kernel.ids import Language
from device.show.stages import Count, Game, Perform, Setup, Stage
from device.sound.mixdown import MixdownPlayer
from device.table.choices import LOUDEST, Choices
from device.table.house import House
from device.table.session import advance, start
from device.table.state import Table, Turn
from device.words.catalogue import LANGUAGES

CUES = frozenset({"say", "window", "bed", "signal"})
LONGEST = 7200.0
SHOWS = ("night", "day", "vote")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", default="one-night", help="the game (one-night)")
    parser.add_argument("--scenario", default="first-game", help="the scenario, as `nightcrier decks` lists them")
    parser.add_argument("--players", type=int, help="how many play (the fewest the scenario is for)")
    parser.add_argument("--language", default="en", help=f"one of {', '.join(LANGUAGES)}")
    parser.add_argument("--then", help="say every line in this language after the first")
    parser.add_argument("--deck", help="another deck: werewolf=2,seer,robber,...")
    parser.add_argument("--pace", default="normal", help="slow, normal or fast")
    parser.add_argument("--bed", default="tapping", help=f"one of {', '.join((*BEDS, 'none'))}")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same file (0)")
    parser.add_argument("--show", default="night", help=f"one of {', '.join(SHOWS)}")
    parser.add_argument("--out", type=Path, required=True, help="a file: .wav, .flac, .ogg or .opus")
    parser.add_argument("--cues", type=Path, help="a cue sheet: what is heard when, one JSON object a line")


def run(arguments: Namespace) -> int:
    with ExitStack() as stack:
        player = MixdownPlayer(arguments.out, stack.enter_context(Progress(str(arguments.out))).show)
        _writable(arguments.out).close()
        cues = stack.enter_context(_writable(arguments.cues or Path(os.devnull)))
        state = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nightcrier-")))
        witness = Record(cues, kinds=CUES)
        rehearsal = Rehearsal(folders({}, state), VirtualClock(), player, arguments.seed, witness)
        _perform(rehearsal, arguments)
        rehearsal.box.close()
    return 0


def _perform(rehearsal: Rehearsal, arguments: Namespace) -> None:
    daemon = rehearsal.box.daemon
    choices = _choices(daemon.house, daemon.table.choices, arguments)
    turn = _opened(daemon.house, replace(daemon.table, choices=choices, seed=arguments.seed), arguments.show)
    stage = _stage(turn[0])
    daemon.adopt(turn)
    rehearsal.until(lambda: _stage(daemon.table) is not stage, LONGEST)


def _opened(house: House, table: Table, show: str) -> Turn:
    """The game at the stage that was asked for, and what is to be done there first."""
    turn = start(house, table, 0.0)
    while (stage := _stage(turn[0])) is not None:
        if _name(stage) == show:
            return turn
        turn = advance(turn[0], "", 0.0)
    raise WrongUse(f"There is no show '{show}' in this game; choose one of: {', '.join(SHOWS)}.")


def _name(stage: Stage) -> str:
    return stage.page if isinstance(stage, Perform) else "day" if isinstance(stage, Count) else ""


def _stage(table: Table) -> Stage | None:
    return table.session.stage if table.session else None


def _choices(house: House, choices: Choices, arguments: Namespace) -> Choices:
    languages = tuple(_language(code) for code in (arguments.language, arguments.then) if code)
    game = house.games.get(arguments.game)
    if game is None:
        raise WrongUse(f"There is no game '{arguments.game}'; choose one of: {', '.join(house.games)}.")
    if arguments.bed not in (*BEDS, "none"):
        raise WrongUse(f"There is no bed '{arguments.bed}'; choose one of: {', '.join((*BEDS, 'none'))}.")
    setup = _setup(game, arguments)
    return replace(
        choices,
        game=game.id,
        setups={game.id: setup},
        languages=tuple(dict.fromkeys(languages)),
        bed=arguments.bed,
        loudness=LOUDEST,
        bed_loudness=LOUDEST,
        played={game.id: game.deck(setup)},
    )


def _setup(game: Game, arguments: Namespace) -> Setup:
    scenario = next((scenario for scenario in game.scenarios() if scenario.id == arguments.scenario), None)
    if scenario is None:
        known = ", ".join(scenario.id for scenario in game.scenarios())
        raise WrongUse(f"There is no scenario '{arguments.scenario}'; choose one of: {known}.")
    deck = _deck(arguments.deck)
    usual = len(deck) - 3 if deck else scenario.players[0]
    players = usual if arguments.players is None else arguments.players
    paces = next(choice.values for choice in game.choices() if choice.id == "pace")
    if arguments.pace not in paces:
        raise WrongUse(f"There is no pace '{arguments.pace}'; choose one of: {', '.join(map(str, paces))}.")
    return Setup(scenario.id, players, deck, {"pace": arguments.pace})


def _deck(words: str | None) -> tuple[str, ...]:
    """`werewolf=2,seer` is two Werewolves and the Seer."""
    cards: list[str] = []
    for word in (words or "").split(","):
        role, _, count = word.strip().partition("=")
        if count and not count.isdecimal():
            raise WrongUse(f"--deck: '{word.strip()}' is no card; write a role, or role=how many.")
        cards += [role] * int(count or 1) if role else []
    return tuple(cards)


def _language(code: str) -> Language:
    if code not in LANGUAGES:
        raise WrongUse(f"There is no language '{code}'; choose one of: {', '.join(LANGUAGES)}.")
    return Language(code)


def _writable(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{path}: cannot be written ({error.strerror}); choose another place.") from None
