"""Reads what a box remembers when it starts: its settings, people's choices, and the interrupted game."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nightcrier.box.hardware import Faults, Hardware, PowerOn, witness_of
from nightcrier.box.keeper import DiskKeeper, game_kept
from nightcrier.box.library import Library, first_choices, with_game_under_way
from nightcrier.box.memory.journal import Journal
from nightcrier.box.show.deck_checks import scenario_problems
from nightcrier.box.show.plug import problems_of
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Entry
from nightcrier.box.table.core.house import (
    BRIGHTEST,
    HOLDS,
    LOUDEST,
    NO_BED,
    PACES,
    STRIKES,
    Choices,
    LyingCards,
    WelcomeStep,
)
from nightcrier.box.table.core.names import spelling_refusal
from nightcrier.box.table.evening.people import is_tournament
from nightcrier.box.table.game.next_stage import MOST_LYING
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.people import MOST_PEOPLE
from nightcrier.kernel.program import program_call
from nightcrier.kernel.settings import SHIPPED, Settings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.kernel.state_file import ChoicesFile, state_fault
from nightcrier.words.catalogue import LANGUAGES

_CLEAN = (
    "The box crashed three times in a row, so it starts without the game under way and what was chosen, which are kept "
    "aside. Until it is switched off it also leaves out what people brought it: settings (but not the wiring), decks, "
    "sounds, voices and scores stay as they are, and what is won now is not kept; "
    f"attach `{program_call('report')}` when you ask for help."
)


def read_settings(files: Sequence[Path], clock: Clock, faults: Faults, kept: Path | None = None) -> Settings:
    """Return the settings in these files; later files override earlier ones. Each wrong value is reported as a fault
    that says what is used instead."""
    settings, wrong = load_settings(Disk(), files, LANGUAGES, kept)
    faults += [fault_of(clock.now(), Part.CONFIG, fault) for fault in wrong]
    return settings


def wiring_alone(settings: Settings) -> Settings:
    """Return the settings of a clean start, which keep only the buttons, glass, sound and languages of this box."""
    table = replace(SHIPPED.table, languages=settings.table.languages)
    return replace(SHIPPED, panel=settings.panel, screen=settings.screen, sound=settings.sound, table=table)


def read_memory(
    folders: Folders, library: Library, beds: Collection[str], power_on: PowerOn, hardware: Hardware, faults: Faults
) -> tuple[Choices, Sequence[Entry], DiskKeeper, Library]:
    """Read everything that the box remembers, and return it with the library, which includes the game under way. A
    clean start sets aside whatever may have crashed the box, and begins without it."""
    files, clock = hardware.files, hardware.clock
    kept = ChoicesFile(files, folders.state / "choices.json", Choices)
    journal = Journal[Entry](files, folders.state / "journal.jsonl", Entry)
    choices, wrong = kept.load()
    entries, more = game_kept(journal)
    faults += [state_fault(clock.now(), complaint) for complaint in (*wrong, *more)]
    new = choices is None and not wrong and not power_on.clean
    if power_on.clean:
        choices, entries = None, ()
        kept.set_aside()
        journal.set_aside()
        faults.append(Fault(clock.now(), Part.ASIDE, _CLEAN))
    if choices and (fields := wrong_fields(choices, beds)):
        unfit = BadFile(folders.state / "choices.json", ", ".join(fields), "means nothing here; it is as on a new box")
        faults.append(state_fault(clock.now(), unfit))
    library = with_game_under_way(library, entries)
    first = first_choices(library, power_on.settings)
    if new and _welcomes(power_on.settings, hardware):
        first = replace(first, welcome=WelcomeStep.LANGUAGE)
    if choices and power_on.settings.table.welcome == "never":
        choices = replace(choices, welcome=WelcomeStep.DONE)  # also one that was begun before it was said
    keeper = DiskKeeper(clock, kept, journal, witness_of(hardware))
    fitting = fit_choices(choices, library, first, beds)
    bags = fitting.bags.at_start(hardware.words_seed, fitting.games)
    return replace(fitting, bags=bags), entries, keeper, library


def _welcomes(settings: Settings, hardware: Hardware) -> bool:
    wish = settings.table.welcome
    return wish == "always" or (wish == "box" and hardware.own_panel)


_RIGHT: Mapping[str, Callable[[Any], bool]] = {
    "loudness": range(1, LOUDEST + 1).__contains__,
    "usual_loudness": range(1, LOUDEST + 1).__contains__,
    "low_loudness": range(1, LOUDEST + 1).__contains__,
    "bed_loudness": range(2 - LOUDEST, 2 * LOUDEST).__contains__,  # as far beyond an end as the voice can take it
    "brightness": range(1, BRIGHTEST + 1).__contains__,
    "tournament": is_tournament,
    "players": range(MOST_PEOPLE + 1).__contains__,
    "hands": lambda hands: hands.hold in (None, *HOLDS) and hands.strike in (None, *STRIKES) and hands.pace in PACES,
    "own_voice": lambda own: not (own.person and spelling_refusal(own.person)),
}
"""The checks of values beyond their type. A field without a check may have any value of its type."""


def wrong_fields(choices: Choices, beds: Collection[str]) -> tuple[str, ...]:
    """Return the fields whose value is not valid on this box, such as a bed that is not among `beds`."""
    right = {**_RIGHT, "bed": {*(beds or (choices.bed,)), NO_BED}.__contains__}
    return tuple(field for field, is_right in right.items() if not is_right(getattr(choices, field)))


def fit_choices(choices: Choices | None, library: Library, first: Choices, beds: Collection[str]) -> Choices:
    """Return the remembered choices, with each wrong value replaced by that of `first`, or `first` if nothing is
    remembered. A game, language or option that no longer exists is replaced without reporting a fault."""
    if choices is None:
        return first
    languages = tuple(dict.fromkeys(language for language in choices.languages if language in LANGUAGES))
    kept = {game: setup for game, setup in choices.setups.items() if _playable(library, game, setup)}
    right = replace(choices, **{field: getattr(first, field) for field in wrong_fields(choices, beds)})
    return replace(
        right,
        game=choices.game if choices.game in kept else first.game,
        setups={**first.setups, **kept},
        decks=_fit_decks(choices.decks, library),
        lying=_fit_lying(choices.lying, library),
        languages=(languages or first.languages)[:2],
        hidden=tuple(game for game in right.hidden if game in library.games),
    )


def _fit_decks(decks: Mapping[str, tuple[Setup, ...]], library: Library) -> Mapping[str, tuple[Setup, ...]]:
    kept = {game: tuple(each for each in setups if _playable(library, game, each)) for game, setups in decks.items()}
    return {game: setups for game, setups in kept.items() if setups}


def _fit_lying(lying: Mapping[str, LyingCards], library: Library) -> Mapping[str, LyingCards]:
    """Return the cards that may still be on the table. If any of a game's cards are no longer valid, nobody knows which
    of its cards are on the table, so that game is left out."""

    def can_lie(game: str, setup: Setup) -> bool:
        return _playable(library, game, setup) and not problems_of(library.games[game], setup)

    last = {game: setups[-MOST_LYING:] for game, setups in lying.items()}
    sure = {game for game, setups in last.items() if all(can_lie(game, each) for each in setups if each.lays_cards)}
    return {game: setups for game, setups in last.items() if game in sure}


def _playable(library: Library, name: str, setup: Setup) -> bool:
    """Say whether the setup of a scenario can be played. If not, the game gets a new setup. An error here would prevent
    the box from starting again."""
    game = library.games.get(name)
    if game is None or scenario_problems(game.scenarios(), setup.scenario, setup.players):
        return False
    try:
        game.opening(setup)
    except Exception:  # noqa: BLE001 - a game may raise anything
        return False
    return True
