"""Run `nightcrier run`: the device itself."""

import gc
import logging
import os
import queue
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.hardware import Hands, Hardware
from nightcrier.box.loop import Inbox, count_start, run_until_stopped, stop_on_signals
from nightcrier.box.machine import hold_memory
from nightcrier.box.panel.gpio import GpioControls, GpioLamp
from nightcrier.box.panel.oled import OledScreen
from nightcrier.box.panel.port import Lamp, PanelLost
from nightcrier.box.parts import KeyHands, open_hands
from nightcrier.box.remembered import read_settings
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.witness import LogWitness
from nightcrier.box.writer import Writer
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.clock import Clock, MachineTime, RealClock
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import PanelSettings, Settings
from nightcrier.tools.command_line import NAMED_PLACES, add_places, with_tried

FIRST_LIGHT = Path("/run/nightcrier-light")
"""The file by which `systemd/first_light` says that the glass shows its moon."""
VERSION = Path(__file__).parents[4]
"""The folder of this version, if it is installed: see `systemd/versions.sh`."""
POWER_OFF_STATUS = 86
"""The exit status that asks `systemd/nightcrier.service` to switch the machine off."""


def add_run_arguments(parser: ArgumentParser) -> None:
    verbose = "log every window, every save, and how long each line is that is said"
    parser.add_argument("--verbose", action="store_true", help=verbose)
    add_places(parser, *NAMED_PLACES)


def do_run(arguments: Namespace) -> int:
    hold_memory()
    gc.disable()  # until the box is put together: nothing of it is garbage
    logging.basicConfig(format="%(message)s", level=logging.DEBUG if arguments.verbose else logging.INFO)
    clock = RealClock()
    inbox: Inbox = queue.SimpleQueue()
    stop_on_signals(inbox, clock)
    where, faults = with_tried(standard_folders(state=arguments.state), arguments), list[Fault]()
    with count_start(where) as crashes:
        settings = read_settings(where.settings, clock, faults, where.cache / "read")
        wiring = settings.panel
        keys = KeyHands(wiring, clock)
        hands = open_hands((GpioControls(wiring, clock), keys), wiring, clock, inbox.put, faults)
        lamps = _lamps(wiring, clock, faults)
        try:
            writer = Writer(lambda: inbox.put(None))
            hardware = replace(_hardware(settings, clock, hands, lamps), follow_keys=keys.follow, writer=writer)
            stop = run_until_stopped(where, settings, hardware, inbox, faults, crashes)
        finally:
            for close in (*(hand.close for hand in hands), *(lamp.close for lamp in lamps)):
                close()
    return POWER_OFF_STATUS if stop.power_off else 0


def _hardware(settings: Settings, clock: Clock, hands: tuple[Hands, ...], lamps: tuple[Lamp, ...]) -> Hardware:
    # A card by its id, unless SDL's own variable names another way out, such as `disk`.
    output = Output(settings.sound, os.environ.get("SDL_AUDIODRIVER", "alsa"))
    return Hardware(
        clock,
        SystemChance(),
        MixerPlayer(clock, output),
        hands,
        () if settings.screen.controller == "none" else (OledScreen(settings.screen, greets=FIRST_LIGHT.exists()),),
        lamps,
        witnesses=(LogWitness(),),
        time_of_day=MachineTime(),
        output=output,
        own_panel=True,
        worked=time.thread_time_ns,
        machine=MachineFiles(),
        has_version_before=(VERSION / "before" / "app").is_dir(),
        words_seed=SystemChance().below(2**63),
    )


def _lamps(wiring: PanelSettings, clock: Clock, faults: list[Fault]) -> tuple[Lamp, ...]:
    try:
        return (GpioLamp(wiring.lamp_pins, library=wiring.library),) if wiring.lamp_pins else ()
    except PanelLost as lost:
        faults.append(Fault(clock.now(), Part.PANEL, str(lost), "The box plays without a lamp."))
        return ()
