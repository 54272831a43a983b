"""`nightcrier sim`: the device with its panel in the terminal. Everything above the pins is the real thing."""

import logging
import queue
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec.structs import asdict

from device.box.folders import folders
from device.box.loop import Inbox, stop_on_signals
from device.commands.run import Panel, play, read_settings
from device.kernel.clock import RealClock
from device.kernel.events import Fault
from device.panel.decode import Decoder
from device.panel.settings import PanelSettings
from device.panel.terminal.box import TerminalBox
from device.sound.mixer import MixerPlayer, Output
from device.sound.player import NoSound, Player
from device.sound.silent import SilentPlayer


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--silent", action="store_true", help="do not touch the sound of this computer")


def run(arguments: Namespace) -> int:
    clock, where, faults = RealClock(), folders(), list[Fault]()
    inbox: Inbox = queue.SimpleQueue()
    settings = read_settings(where, clock, faults)
    wiring = PanelSettings(**asdict(settings.panel))
    box = TerminalBox(wiring, clock)
    _log_into(where.state)
    player = SilentPlayer() if arguments.silent else _player(clock, settings.sound.buffer)
    stop_on_signals(inbox, clock)
    box.controls.open(inbox.put)
    try:
        decoder = Decoder(wiring, box.controls.levels(), clock.now())
        panel = Panel(box.controls, decoder, box.screen, box.lamp, has_screen=True)
        play(where, settings, panel, player, clock, inbox, faults)
    finally:
        box.controls.close()
    return 0


def _player(clock: RealClock, buffer: int) -> Player:
    """What this computer plays through; without a sound card the box plays silently, and says so once."""
    player = MixerPlayer(clock, Output(buffer=buffer))
    try:
        player.open()
    except NoSound as none:
        print(f"{none} The box plays without sound.", file=sys.stderr)
        return SilentPlayer()
    player.close()
    return player


def _log_into(folder: Path) -> None:
    """The terminal is the box: what the daemon has to say goes to a file, where there can be one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(folder / "sim.log")
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(handlers=[handler], format="%(message)s", level=logging.INFO)
