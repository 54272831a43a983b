"""`nightcrier render`: a night, a day, a vote or another show as an audio file, exactly as the device would play it."""

import os
import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from device.box.folders import Folders
from device.box.record import RecordWitness
from device.box.rehearsal import Rehearsal
from device.commands.named import (
    NAMED_PLACES,
    add_places,
    box_folders,
    draft,
    known_name,
    locked,
    path_named,
    with_tried,
)
from device.commands.progress import Progress
from device.kernel.clock import VirtualClock
from device.kernel.errors import WrongUse
from device.kernel.files import Disk
from device.kernel.ids import Language
from device.memory.choices import ChoicesFile
from device.show.plug import Game, deck_of, problems_of
from device.show.stages import Ask, Choice, Count, OptionValue, Perform, Scenario, Setup, Stage
from device.sound.players.mixdown import MixdownPlayer
from device.table.house import LOUDEST, Choices, House
from device.table.new_game import start_game
from device.table.session import advance
from device.table.state import Table, TableStep
from device.table.talk import volume
from device.words.catalogue import LANGUAGES

_CUES = frozenset({"say", "window", "bed", "signal"})
_LONGEST = 7200.0
_CARD = re.compile(r"[a-z-]+(=[0-9]{1,2})?")
_MANY = range(1, 21)
"""Players a deck is tried with: it says itself how many it is for."""


def add_render_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", help="the game, as `decks` names it (the first)")
    parser.add_argument("--scenario", help="the scenario, as `decks` lists them (the first of the game)")
    parser.add_argument("--players", type=int, help="how many play (the fewest that have such a show)")
    parser.add_argument("--language", default="en", help=f"one of {', '.join(LANGUAGES)}")
    parser.add_argument("--then", help="say every line in this language after the first")
    parser.add_argument("--deck", help="another deck: werewolf=2,seer,robber,...")
    parser.add_argument("--voice", action="append", default=[], metavar="NAME", help="a voice of `voices list`")
    parser.add_argument("--pace", help="slow, normal or fast")
    parser.add_argument("--wording", help="full or expert")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another option of the game; several are given one by one",
    )
    parser.add_argument("--bed", default="tapping", help="the sound under the night, or none (tapping)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same file (0)")
    parser.add_argument("--show", default="night", help="night, day, vote, or another show of the game (night)")
    parser.add_argument("--out", type=path_named, required=True, help="a file: .wav, .flac, .ogg or .opus")
    parser.add_argument("--cues", type=path_named, help="a cue sheet: what is heard when, one JSON object a line")
    add_places(parser, *NAMED_PLACES)


def do_render(arguments: Namespace) -> int:
    if arguments.out == arguments.cues:
        raise WrongUse("The sound and its cue sheet need two files: give --cues another name.")
    with ExitStack() as stack:
        out = stack.enter_context(draft(arguments.out))
        cues = stack.enter_context(draft(arguments.cues or Path(os.devnull)))
        player = MixdownPlayer(out, stack.enter_context(Progress(str(arguments.out))).show)
        state = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nightcrier-")))
        witness = RecordWitness(stack.enter_context(cues.open("w", encoding="utf-8")), kinds=_CUES)
        box = with_tried(box_folders(arguments.state), arguments)
        remembered = _remembered_voices(box, state)
        where = _with_recordings(box, state)
        rehearsal = Rehearsal(where, VirtualClock(), player, arguments.seed, witness, box.settings[1])
        _perform(rehearsal, arguments, remembered, lambda: player.refused is not None)
        player.poll(player.silent_from)
        rehearsal.box.close()
        if player.refused:
            raise player.refused
    return 0


def _with_recordings(box: Folders, state: Path) -> Folders:
    """A memory of its own, so that the box's is left alone; in it the recordings people made on the box."""
    if locked(box.state):
        print(f"Recordings in {box.recordings} cannot be seen by you: put sudo before the command.", file=sys.stderr)
    elif box.recordings.is_dir():
        (state / "voices").symlink_to(box.recordings.resolve())
    return replace(box, state=state, cache=state / "cache", runtime=state)


def _remembered_voices(box: Folders, state: Path) -> Mapping[Language, str]:
    """Those chosen on the box. Read from a copy: whoever reads what is broken sets it aside."""
    copy = state / "choices.copy"
    try:
        copy.write_bytes(Disk().read(box.state / "choices.json"))
    except OSError:
        return {}
    choices, _ = ChoicesFile(Disk(), copy, Choices).load()
    return choices.voices if choices else {}


def _perform(
    rehearsal: Rehearsal, arguments: Namespace, voices: Mapping[Language, str], refused: Callable[[], bool]
) -> None:
    daemon = rehearsal.box.daemon
    table = replace(daemon.table, seed=arguments.seed, choices=replace(daemon.table.choices, voices=voices))
    table, effects = _opened(daemon.house, table, arguments)
    stage = _stage(table)
    daemon.adopt((table, (volume(table), *effects)))
    rehearsal.until(lambda: refused() or _stage(daemon.table) is not stage, _LONGEST)


def _opened(house: House, table: Table, arguments: Namespace) -> TableStep:
    """The game at the stage that was asked for, and what is to be done there first."""
    shows: dict[str, None] = {}
    for choices in _ways(house, table.choices, arguments):
        turn: TableStep = start_game(house, replace(table, choices=choices), 0.0)
        while (stage := _stage(turn[0])) is not None:
            name = stage.page if isinstance(stage, Perform) else "day" if isinstance(stage, Count) else ""
            if name and name == arguments.show:
                return turn
            shows |= {name: None} if name else {}
            turn = advance(turn[0], _usual(stage), 0.0)
    raise WrongUse(f"There is no show '{arguments.show}' in this game; choose one of: {', '.join(shows)}.")


def _usual(stage: Stage) -> str:
    """What is answered where people just press START."""
    return stage.choices[stage.start].value if isinstance(stage, Ask) else ""


def _stage(table: Table) -> Stage | None:
    return table.session.stage if table.session else None


def _ways(house: House, choices: Choices, arguments: Namespace) -> Iterator[Choices]:
    """What was asked for; with more and more players, where their number was not."""
    languages = tuple(_language(code) for code in (arguments.language, arguments.then) if code is not None)
    wanted = next(iter(house.games)) if arguments.game is None else arguments.game
    game = house.games[known_name(wanted, tuple(house.games), "game")]
    known_name(arguments.bed, (*house.beds, "none"), "bed")
    for setup in _setups(game, arguments):
        yield replace(
            choices,
            game=game.id,
            setups={game.id: setup},
            languages=tuple(dict.fromkeys(languages)),
            voices=_voices(house, choices.voices, languages, arguments.voice),
            bed=arguments.bed,
            loudness=LOUDEST,
            bed_loudness=LOUDEST,
            played={game.id: deck_of(game, setup)},
        )


def _setups(game: Game, arguments: Namespace) -> list[Setup]:
    scenario, deck = _scenario(game, arguments.scenario), _deck(arguments.deck)
    options = _options(game, arguments)
    counts = (arguments.players,) if arguments.players is not None else _MANY if deck else scenario.players
    setups = [Setup(scenario.id, players, deck, options) for players in counts]
    fewest = min(len(problems_of(game, setup)) for setup in setups)
    return [setup for setup in setups if len(problems_of(game, setup)) == fewest]


def _options(game: Game, arguments: Namespace) -> Mapping[str, OptionValue]:
    """What was asked for by name; an option of its own name is the same as --option."""
    short = {name: value for name in ("pace", "wording") if (value := getattr(arguments, name)) is not None}
    asked = dict(map(_named_value, arguments.option)) | short
    choices = {choice.id: choice for choice in game.choices()}
    return {
        name: _value(choices[known_name(name, tuple(choices), f"option of {game.id}")], value)
        for name, value in asked.items()
    }


def _named_value(words: str) -> tuple[str, str]:
    name, equals, value = words.partition("=")
    if not equals:
        raise WrongUse(f"--option: '{words}' has no value; write NAME=VALUE.")
    return name, value


def _value(choice: Choice, wanted: str) -> OptionValue:
    """A switch is on or off."""
    named = {
        {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value): value for value in choice.values
    }
    return named[known_name(wanted, tuple(named), choice.id)]


def _voices(
    house: House, remembered: Mapping[Language, str], languages: Sequence[Language], wanted: Sequence[str]
) -> Mapping[Language, str]:
    """Each that was named speaks its own language."""
    speaks = {voice: language for language in languages for voice in house.voices[language]}
    return {**remembered, **{speaks[known_name(name, tuple(speaks), "voice")]: name for name in wanted}}


def _scenario(game: Game, wanted: str | None) -> Scenario:
    scenarios = {scenario.id: scenario for scenario in game.scenarios()}
    return scenarios[next(iter(scenarios)) if wanted is None else known_name(wanted, tuple(scenarios), "scenario")]


def _deck(words: str | None) -> tuple[str, ...]:
    """`werewolf=2,seer` is two Werewolves and the Seer."""
    cards: list[str] = []
    for word in [] if words is None else map(str.strip, words.split(",")):
        if not _CARD.fullmatch(word):
            raise WrongUse(f"--deck: '{word}' is no card; write a role, or role=how many.")
        role, _, count = word.partition("=")
        cards += [role] * int(count or 1)
    return tuple(cards)


def _language(code: str) -> Language:
    return Language(known_name(code, LANGUAGES, "language"))
