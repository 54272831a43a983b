"""Try the program without a box: start all parts that need no devices. The installer tries an update in this way before
the update replaces the running version."""

import io
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import nightcrier
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import Frame
from nightcrier.tools.doctor.files import INSTALL_AGAIN, check_letters, check_voices, check_words_and_games
from nightcrier.tools.doctor.host import Finding, Health, Host
from nightcrier.words.catalogue import LANGUAGES

LIBRARIES = ("gpiod", "gpiozero", "gpiozero_gpiod", "luma.oled.device", "PIL.Image", "pygame.mixer", "smbus2")
"""The libraries for the devices of a box. The program imports each of them only when it is needed."""

_NOT_HERE = (
    *(
        "nightcrier.takes",
        "nightcrier.web",
        "nightcrier.broker",
        "nightcrier.phone",
        "nightcrier.tools",
    ),
    "nightcrier.box.sound.players.mixdown",
)
"""Modules that do something when they are imported, or that need libraries which a box does not have. The pages of the
network have a Python environment of their own. `_COMMANDS` names the modules of `tools` that a box needs, in addition
to `report`, which runs this trial."""
_COMMANDS = ("run", "scores")

_GAME = 120.0
"""The seconds of one trial game. The clock is virtual, so nobody waits for these seconds."""


def try_program(host: Host) -> Iterator[Finding]:
    """Try the program, and yield what is wrong. A broken part of the program counts as wrong; a broken file that people
    wrote does not."""
    yield from _try_imports(program_modules() + LIBRARIES)
    for finding in (*check_words_and_games(host), *check_letters(host)):
        harmless = finding.health is Health.FINE or finding.part == "games"
        yield finding if harmless else Finding.wrong(finding.part, finding.what, INSTALL_AGAIN)
    yield from check_voices(host, LANGUAGES)
    yield from _try_game()


def program_modules() -> tuple[str, ...]:
    """Return all modules that a box may need. An error in a module that is imported late would otherwise be found
    late."""
    found = (module.name for module in walk_packages(nightcrier.__path__, "nightcrier."))
    return (
        *(name for name in found if not (name.startswith(_NOT_HERE) or name.endswith("__"))),
        *(f"nightcrier.tools.{it}" for it in _COMMANDS),
    )


def _try_imports(names: Sequence[str]) -> Iterator[Finding]:
    for name in names:
        try:
            import_module(name)
        except Exception as broken:  # noqa: BLE001 - a library may raise anything
            yield Finding.wrong("program", f"{name} cannot be imported ({broken!r}).", INSTALL_AGAIN)
            return
    yield Finding.fine("program", f"Its {len(names)} parts can be imported.")


def _try_game() -> Iterator[Finding]:
    """Switch a simulated box on and press START, so that a game begins. The box has an empty folder, like a new box."""
    try:
        begun = play_beginning()
    except Exception as broken:  # noqa: BLE001 - whatever it is, the program that runs now is better
        yield Finding.wrong("start", f"The program does not start ({broken!r}).", INSTALL_AGAIN)
        return
    if begun:
        yield Finding.fine("start", "A game begins.")
    else:
        yield Finding.wrong("start", "START begins no game.", INSTALL_AGAIN)


def play_beginning() -> Frame:
    """Play the beginning of a night of a new box, and return its last picture, or an empty one if no night began."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as state:
        folders = standard_folders({}, Path(state))
        rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 0, RecordWitness(io.StringIO()))
        rehearsal.advance(5)
        rehearsal.take(*rehearsal.hands.do(("start",), "press"))
        begun = rehearsal.box.daemon.table.session is not None
        rehearsal.advance(_GAME)
        picture = rehearsal.screen.frame
        rehearsal.box.close()
    return picture if begun else b""
