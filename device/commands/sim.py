"""`nightcrier sim`: the device with its panel in the terminal. Everything above the pins is the real thing."""

import logging
import os
import queue
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.box.adapters import open_hands
from device.box.folders import standard_folders
from device.box.hardware import Hands, Hardware
from device.box.loop import Inbox, run_until_stopped, stop_on_signals
from device.box.remembered import read_settings
from device.box.subtitles import SubtitleWitness
from device.commands.named import NAMED_PLACES, add_places, with_tried
from device.kernel.chance import SystemChance
from device.kernel.clock import RealClock
from device.kernel.events import Fault, Part
from device.kernel.settings import SoundSettings
from device.kernel.time_of_day import MachineTime
from device.panel.terminal.box import TerminalBox
from device.sound.player import NoSound, SoundPlayer
from device.sound.players.mixer import MixerPlayer
from device.sound.players.open_device import Output
from device.sound.players.silent import SilentPlayer

_STANDARD_ERROR = 2
_SILENTLY = "The box plays without sound."


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
    player = SilentPlayer() if arguments.silent else _player(clock, settings.sound, log, faults)
    box.screen.captions = isinstance(player, SilentPlayer)
    stop_on_signals(inbox, clock)
    with _libraries_told_to(log):
        hands = open_hands((box.controls,), wiring, clock, inbox.put, faults)
        try:
            run_until_stopped(where, settings, _hardware(box, clock, player, hands), inbox, faults)
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
    )


def _player(clock: RealClock, settings: SoundSettings, log: Path, faults: list[Fault]) -> SoundPlayer:
    """Return what this computer plays through. Without a sound card the box plays silently, and says so: here, where it
    can be read again once the box is closed, and on its screen."""
    player = MixerPlayer(clock, Output(settings))
    try:
        with _libraries_told_to(log):
            player.open()
    except NoSound as none:
        print(f"{none} {_SILENTLY}", file=sys.stderr)
        faults.append(Fault(clock.now(), Part.SOUND, str(none), _SILENTLY))
        return SilentPlayer()
    player.close()
    return player


def _log_into(folder: Path) -> Path:
    """Log into a file, if there can be one: the terminal is the box."""
    file = folder / "sim.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666))  # a pipe is not waited for
    except OSError:
        file = Path(os.devnull)
    logging.basicConfig(filename=file, format="%(message)s", level=logging.INFO)
    return file


@contextmanager
def _libraries_told_to(log: Path) -> Iterator[None]:
    """ALSA and others write to the standard error by themselves, across the page of the box: let them write here."""
    kept = os.dup(_STANDARD_ERROR)
    with log.open("ab") as file:
        os.dup2(file.fileno(), _STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)
