"""Run `nightcrier sim` and `nightcrier rehearse`. `sim` is the whole device with its panel in the terminal. `rehearse`
performs a script of what people do, in virtual time.

In the terminal, everything above the pins is real. A script for `nightcrier rehearse SCRIPT --out DIR` has one action
or fault in each line: `SECONDS ACTION`. `#` starts a comment."""

import logging
import os
import queue
import re
import shutil
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from nightcrier.box.hardware import Hands, Hardware
from nightcrier.box.loop import Inbox, count_start, run_until_stopped, stop_on_signals
from nightcrier.box.panel.decode import SWITCHES
from nightcrier.box.panel.terminal.box import TerminalBox
from nightcrier.box.parts import open_hands
from nightcrier.box.record import RecordWitness, SecretRecordWitness, WatchedDisk, WatchedGlass
from nightcrier.box.rehearsal import PictureScreen, Rehearsal
from nightcrier.box.remembered import read_settings
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import NoSound, SilentPlayer, SoundPlayer
from nightcrier.box.subtitles import SubtitleWitness
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.clock import MachineTime, RealClock, VirtualClock
from nightcrier.kernel.errors import WrongUse, quote_word
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.program import claim_folder
from nightcrier.kernel.reading import LARGEST_TEXT
from nightcrier.kernel.settings import SoundSettings
from nightcrier.tools.command_line import NAMED_PLACES, add_places, path_named, with_tried
from nightcrier.tools.progress import Patience

_STANDARD_ERROR = 2
_SILENTLY = "The box plays without sound, and shows what it says."


def add_sim_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--silent", action="store_true", help="do not touch the sound of this computer")
    add_places(parser, *NAMED_PLACES)


def do_sim(arguments: Namespace) -> int:
    clock, faults = RealClock(), list[Fault]()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    inbox: Inbox = queue.SimpleQueue()
    settings = read_settings(where.settings, clock, faults)
    wiring = settings.panel
    box = TerminalBox(wiring, clock)
    log = _log_into(where.state)
    player = SilentPlayer() if arguments.silent else _player(clock, settings.sound, log)
    box.screen.captions = isinstance(player, SilentPlayer)
    stop_on_signals(inbox, clock)
    with _standard_error_into(log), count_start(where) as crashes:
        hands = open_hands((box.controls,), wiring, clock, inbox.put, faults)
        try:
            run_until_stopped(where, settings, _hardware(box, clock, player, hands), inbox, faults, crashes)
        finally:
            box.controls.close()
    return 0


def _hardware(box: TerminalBox, clock: RealClock, player: SoundPlayer, hands: tuple[Hands, ...]) -> Hardware:
    subtitles = SubtitleWitness(box.screen, clock.now)
    return Hardware(
        clock,
        SystemChance(),
        player,
        hands,
        (box.screen,),
        (box.lamp,),
        witnesses=(subtitles,),
        readers=(subtitles.read,),
        time_of_day=MachineTime(),
        words_seed=SystemChance().below(2**63),
    )


def _player(clock: RealClock, settings: SoundSettings, log: Path) -> SoundPlayer:
    """Return the sound player of this computer. Without a sound card the box is silent, as with `--silent`: it says so
    once, and shows everything that it would say. This does not count as a fault."""
    player = MixerPlayer(clock, Output(settings))
    try:
        with _standard_error_into(log):
            player.open()
    except NoSound as none:
        print(f"{none} {_SILENTLY}", file=sys.stderr)
        return SilentPlayer()
    player.close()
    return player


def _log_into(folder: Path) -> Path:
    """Write the log into a file, because the terminal shows the box. Return the file."""
    file = folder / "sim.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666))  # a pipe is not waited for
    except OSError:
        file = Path(os.devnull)
    logging.basicConfig(filename=file, format="%(message)s", level=logging.INFO)
    return file


@contextmanager
def _standard_error_into(log: Path) -> Iterator[None]:
    """Send the standard error of ALSA and other libraries into the log, because the terminal shows the box."""
    kept = os.dup(_STANDARD_ERROR)
    with log.open("ab") as file:
        os.dup2(file.fileno(), _STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)


_LONGEST = 1_000_000.0
_PINS = {str(control): pin for pin, control in SWITCHES.items()}
_ONE = f"(?:{'|'.join(_PINS)})"
_FORMS = (
    r"(?P<what>wait)",
    r"(?P<what>dial) (?P<how>[+-]\d{1,4})(?P<bounce> bounce)?",
    rf"(?P<what>{_ONE}(?:\+{_ONE})*) (?P<how>press|hold|down|up)(?P<bounce> bounce)?",
    r"(?P<what>plug|unplug) (?P<how>sound|screen)",
    r"(?P<what>power) (?P<how>cut)",
)
_ACTION = [re.compile(rf"(?P<after>\d+(\.\d+)?) {form}") for form in _FORMS]
_UNTIL = re.compile(r"(?P<what>until (?:idle|said|over)) (?P<how>\d+(\.\d+)?)")
_KNOWN = (
    f"dial +N or -N, {'/'.join(_PINS)} press, hold, down or up "
    "(several with + between them; all with bounce after it), wait, plug or unplug sound or screen, power cut"
)


class ScriptAction(Struct, frozen=True):
    """An action of a script, done `after` seconds after the action before it. `bounce` makes the contacts of a button
    bounce."""

    after: float
    what: str
    how: str = ""
    bounce: bool = False


def read_script(path: Path) -> list[ScriptAction]:
    """Return all actions of a script in order. Raises WrongUse, which names the wrong line."""
    try:
        with path.open("rb") as script:  # which may be a pipe, and endless
            content = script.read(LARGEST_TEXT + 1)
        rows = content.decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise WrongUse(f"{path}: cannot be read ({why}); name a script to rehearse.") from None
    if len(content) > LARGEST_TEXT:
        raise WrongUse(f"{path}: is larger than {LARGEST_TEXT // 1024} KiB; name a script to rehearse.")
    actions = [parse_action(path, number, row) for number, row in enumerate(rows, start=1)]
    return [action for action in actions if action is not None]


def parse_action(path: Path, number: int, row: str) -> ScriptAction | None:
    """Return the action of one line, or None for a comment or an empty line."""
    row = " ".join(row.partition("#")[0].split())
    if not row:
        return None
    for form in (*_ACTION, _UNTIL):
        found = form.fullmatch(row)
        if found:
            parts = found.groupdict()
            after = min(float(parts.get("after") or 0), _LONGEST)
            return ScriptAction(after, parts["what"], parts.get("how") or "", bool(parts.get("bounce")))
    raise WrongUse(
        f"{path}, line {number}: {quote_word(row)} is no action; write SECONDS and one of: {_KNOWN}; "
        "or until idle, said or over N."
    )


def add_rehearse_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("script", type=path_named, help="what hands do, an action a line")
    parser.add_argument("--out", type=path_named, required=True, metavar="DIR", help="where log.jsonl and frames/ go")
    add_places(parser, *NAMED_PLACES)
    parser.add_argument("--secrets", action="store_true", help="write down what single seats see too: for tests")
    parser.add_argument("--newcomers", action="store_true", help="a table new to the games: the box offers to explain")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed, the same evening (0)")


def do_rehearse(arguments: Namespace) -> int:
    actions = read_script(arguments.script)
    with ExitStack() as stack:
        stack.enter_context(Patience("The evening is being played"))
        state = arguments.state or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nightcrier-")))
        stack.enter_context(claim_folder(state))
        log = stack.enter_context(_open_record(arguments.out))
        player, clock = SilentPlayer(), VirtualClock()
        witness = (SecretRecordWitness if arguments.secrets else RecordWitness)(log, arguments.out)
        disk, screen = disk_and_screen(witness, clock)
        rehearsal = Rehearsal(
            with_tried(standard_folders({}, state), arguments),
            clock,
            player,
            arguments.seed,
            witness,
            arguments.config,
            disk,
            newcomers=arguments.newcomers,
            screen=screen,
        )
        for action in actions:
            rehearsal.advance(action.after)
            perform_action(rehearsal, player, action)
        rehearsal.box.close()
    return 0


def disk_and_screen(witness: RecordWitness, clock: VirtualClock) -> tuple[Files, PictureScreen]:
    """Return the disk and the screen. With `--secrets`, every write to the disk and every transfer to the glass is
    recorded, because people can see its size and time."""
    if not isinstance(witness, SecretRecordWitness):
        return Disk(), PictureScreen()
    disk = WatchedDisk(lambda name, size: witness.note_write(clock.now(), name, size))
    return disk, WatchedGlass(lambda commands, dots: witness.note_transfer(clock.now(), commands, dots))


def _open_record(folder: Path) -> TextIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder / "frames", ignore_errors=True)
        return (folder / "log.jsonl").open("w", encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{folder}: cannot be written ({error.strerror}); choose another folder.") from None


def perform_action(rehearsal: Rehearsal, player: SilentPlayer, action: ScriptAction) -> None:
    match action.what, action.how:
        case "wait", _:
            pass
        case "until idle", most:
            rehearsal.until_idle(float(most))
        case "until said", most:
            rehearsal.until(lambda: not rehearsal.box.desk.speaks, float(most))
        case "until over", most:
            rehearsal.until_over(float(most))
        case "power", _:
            rehearsal.cut()
        case (("plug" | "unplug"), part):
            (player if part == "sound" else rehearsal.screen).plugged = action.what == "plug"
        case controls, how:
            pins = tuple(_PINS[control] for control in controls.split("+"))
            rehearsal.take(*rehearsal.hands.do(pins, how, bounce=action.bounce))
