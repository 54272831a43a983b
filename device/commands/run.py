"""`nightcrier run`: the device itself."""

import logging
import os
import queue
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict

from device.box.adapters import DecodedHands
from device.box.assembly import Hardware, assemble, starting
from device.box.folders import Folders, folders
from device.box.library import library
from device.box.loop import Inbox, Loop, stop_on_signals
from device.box.systemd import Notifier
from device.box.witness import LogWitness
from device.kernel.chance import SystemChance
from device.kernel.clock import Clock, RealClock
from device.kernel.events import Fault, Part, Stop
from device.memory.config import load
from device.memory.crashes import Crashes
from device.memory.files import Disk
from device.memory.settings import Settings
from device.panel.decode import Decoder
from device.panel.gpio import GpioControls
from device.panel.lamp import GpioLamp
from device.panel.nothing import NoControls, NoLamp, NoScreen
from device.panel.oled import OledScreen
from device.panel.port import Controls, Lamp, PanelLost, Screen
from device.panel.settings import PanelSettings, ScreenSettings
from device.sound.card.open_device import Output
from device.sound.player import Player
from device.sound.players.mixer import MixerPlayer
from device.sound.voices.live_speech import Live
from device.words.catalogue import LANGUAGES

log = logging.getLogger("nightcrier")

POWER_OFF = 86
"""The status that asks `systemd/nightcrier.service` to switch the machine off."""


class Panel(Struct, frozen=True):
    """Buttons, dial, screen and lamp of one kind of box."""

    controls: Controls
    decoder: Decoder
    screen: Screen
    lamp: Lamp
    has_screen: bool


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--verbose", action="store_true", help="log every window and every save")


def run(arguments: Namespace) -> int:
    logging.basicConfig(format="%(message)s", level=logging.DEBUG if arguments.verbose else logging.INFO)
    clock = RealClock()
    inbox: Inbox = queue.SimpleQueue()
    stop_on_signals(inbox, clock)
    where, faults = folders(), list[Fault]()
    settings = read_settings(where, clock, faults)
    panel = _panel(settings, clock, inbox, faults)
    player = MixerPlayer(clock, Output(_driver(), settings.sound.card, settings.sound.buffer))
    try:
        stop = play(where, settings, panel, player, clock, inbox, faults)
    finally:
        panel.controls.close()
        panel.lamp.close()
    return POWER_OFF if stop.power_off else 0


def read_settings(where: Folders, clock: Clock, faults: list[Fault]) -> Settings:
    settings, wrong = load(Disk(), where.settings, LANGUAGES)
    faults += [Fault(clock.now(), Part.CONFIG, str(fault), "The default is used.") for fault in wrong]
    return settings


def play(
    where: Folders, settings: Settings, panel: Panel, player: Player, clock: Clock, inbox: Inbox, faults: list[Fault]
) -> Stop:
    """Put the box together and run it until it is told to stop; says what told it."""
    crashes = Crashes(Disk(), where.runtime / "crashes")
    live = Live(where.cache / "speech", clock, log.info)
    hardware = Hardware(
        clock,
        SystemChance(),
        DecodedHands(clock, panel.controls, panel.decoder),
        panel.screen,
        panel.lamp,
        player,
        live,
        lambda: inbox.put(Stop(clock.now(), power_off=True)),
        panel.has_screen,
    )
    first = starting(settings, fell=crashes.fell, clean=crashes.start_clean)
    crashes.began()
    box = assemble(where, library(where, faults.append), hardware, first, LogWitness(), faults)
    try:
        return Loop(box, inbox, clock, Notifier(), crashes).run()
    finally:
        box.close()
        live.close()


def _driver() -> str:
    """A card by its id, unless SDL's own variable names another way out, such as `disk`."""
    return os.environ.get("SDL_AUDIODRIVER", "alsa")


def _panel(settings: Settings, clock: Clock, inbox: Inbox, faults: list[Fault]) -> Panel:
    wiring = PanelSettings(**asdict(settings.panel))
    screen = settings.screen
    has_screen = screen.controller != "none"
    glass = ScreenSettings(screen.controller, screen.bus, screen.address, screen.upside_down, screen.column_offset)
    controls = _controls(wiring, clock, inbox, faults)
    return Panel(
        controls,
        Decoder(wiring, controls.levels(), clock.now()),
        OledScreen(glass) if has_screen else NoScreen(),
        _lamp(wiring.lamp_pins, clock, faults),
        has_screen,
    )


def _controls(wiring: PanelSettings, clock: Clock, inbox: Inbox, faults: list[Fault]) -> Controls:
    controls = GpioControls(wiring, clock)
    try:
        controls.open(inbox.put)
    except PanelLost as lost:
        faults.append(Fault(clock.now(), Part.PANEL, str(lost), "The box shows its pages, but no hand can turn them."))
        return NoControls()
    return controls


def _lamp(pins: Sequence[int], clock: Clock, faults: list[Fault]) -> Lamp:
    if not pins:
        return NoLamp()
    try:
        return GpioLamp(tuple(pins))
    except PanelLost as lost:
        faults.append(Fault(clock.now(), Part.PANEL, str(lost), "The box plays without a lamp."))
        return NoLamp()
