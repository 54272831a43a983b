"""Puts a box together: run, sim, rehearse, render and the benchmarks differ only in what they hand in here."""

import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from device.box.adapters import ClockedScreen, LateFaults, LoggedScreen
from device.box.ceiling import CeilingWatch
from device.box.daemon import Daemon, Hands, Ports
from device.box.face import Reader
from device.box.fitting import fitting, wrong_fields
from device.box.folders import Folders
from device.box.keeper import DiskKeeper, game_kept
from device.box.library import Library, first_choices, house, library
from device.box.performers import Performers, RecordingRoom
from device.box.scorebook import Scorebook
from device.box.table_voices import TableVoices
from device.box.witness import SecretWitness, Witness, Witnesses
from device.kernel.chance import Chance
from device.kernel.clock import Beat, Clock
from device.kernel.errors import BadFile
from device.kernel.events import Fault, Part
from device.kernel.faults import fault_of
from device.kernel.files import Disk, Files
from device.kernel.program import program_call
from device.kernel.screen import GLASS
from device.kernel.settings import SHIPPED, Settings
from device.kernel.time_of_day import TimeOfDay, UnknownTime
from device.memory.choices import ChoicesFile
from device.memory.config import load_settings
from device.memory.journal import Journal
from device.memory.statefile import told
from device.panel.port import Lamp, Screen
from device.panel.steady import SteadyScreen
from device.sound.desk.desk import Desk
from device.sound.desk.sound_list import SoundList
from device.sound.player import SoundPlayer
from device.sound.voices.voice_chain import LiveSpeech, VoiceChain
from device.table.drawing import draw
from device.table.effects import Entry
from device.table.house import Choices, WelcomeStep
from device.table.levels import loudness_now
from device.table.pages.home import FRESH_HINTS
from device.table.state import Table
from device.words.catalogue import LANGUAGES
from device.words.sentences import parted_sentences
from device.words.whole import said_text

_log = logging.getLogger("nightcrier")

Faults: TypeAlias = list[Fault]

CLEAN = (
    "The box crashed three times in a row, so it starts without its settings and the game under way, which are kept "
    f"aside; attach `{program_call('report')}` when you ask for help."
)


class Hardware(Struct, frozen=True):
    """What differs from box to box. Of each there may be none, one or several.

    Whoever leans over one of `screens` may see what is meant for one seat; `public_screens` are those that anybody may
    look at, and the table does not ask whether they work."""

    clock: Clock
    chance: Chance
    player: SoundPlayer
    hands: tuple[Hands, ...] = ()
    screens: tuple[Screen, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    public_screens: tuple[Screen, ...] = ()
    live: LiveSpeech | None = None
    time_of_day: TimeOfDay = UnknownTime()
    own_panel: bool = False  # buttons that people can touch: neither simulated nor rehearsed
    power_off: Callable[[], None] = lambda: None
    files: Files = Disk()
    readers: tuple[Reader, ...] = ()
    recording: Callable[[], RecordingRoom] | None = None


class PowerOn(Struct, frozen=True):
    """How a box starts: its settings, whether it crashed just now, and whether it must not look back."""

    settings: Settings = SHIPPED
    crashed: bool = False
    clean: bool = False


class BuiltBox(Struct, frozen=True):
    """A daemon and what has to be flushed or closed when it goes."""

    daemon: Daemon
    keeper: DiskKeeper
    book: Scorebook
    desk: Desk
    screens: tuple[SteadyScreen, ...]

    def close(self) -> None:
        """Keep what is pending, silence, a dark screen; one that fails does not keep the others from it."""
        for end in (self.keeper.close, self.book.flush, self.desk.close, *(screen.close for screen in self.screens)):
            try:
                end()
            except Exception:  # noqa: BLE001 - whatever it is, the others are closed
                _log.exception("The box could not be closed as it should.")


def read_settings(files: Sequence[Path], clock: Clock, faults: Faults, kept: Path | None = None) -> Settings:
    """The settings in these files, the later over the earlier; what is wrong in them is a fault, and the default."""
    settings, wrong = load_settings(Disk(), files, LANGUAGES, kept)
    faults += [fault_of(clock.now(), Part.CONFIG, fault, "The default is used.") for fault in wrong]
    return settings


def build_box(folders: Folders, hardware: Hardware, power_on: PowerOn, faults: Faults) -> BuiltBox:
    """Wire the box and boot it. `faults` are what was found wrong so far; they are shown once it runs."""
    clock, witness = hardware.clock, _witness(hardware)
    beat = Beat(clock)
    kept = folders.cache / "read"
    shelf = library(folders, faults.append, kept)
    sounds = SoundList(folders.audio, (folders.own,), _log.warning, kept)
    choices, entries, keeper = _memory(folders, shelf, sounds.beds(), power_on, hardware, faults)
    voices = _voices(folders, shelf, hardware.live)
    ceiling = CeilingWatch(clock, hardware.time_of_day, power_on.settings.sound)
    table = Table(choices, clock.now(), seed=hardware.chance.below(2**256), touched=clock.now(), ceiling=ceiling.level)
    desk = Desk(beat, hardware.player, sounds, witness.heard, voices.instead, loudness_now(table).voice)
    book = Scorebook(clock, hardware.files, folders.state / "scores.sqlite", keeper.game)
    performers = Performers(
        clock=beat,
        loudspeaker=desk,
        voices=TableVoices(voices, shelf.words),
        keeper=keeper,
        bookkeeper=book,
        recording=hardware.recording or partial(_no_recording, clock),
        witness=witness,
        power_off=hardware.power_off,
    )
    screens = tuple(SteadyScreen(screen) for screen in hardware.screens)
    public = tuple(SteadyScreen(screen) for screen in hardware.public_screens)
    ports = Ports(
        clock,
        beat,
        hardware.hands,
        tuple(ClockedScreen(clock, screen) for screen in screens),
        tuple(LoggedScreen(clock, screen) for screen in public),
        hardware.lamps,
        desk,
        keeper,
        book,
        LateFaults(faults),
        ceiling,
        performers,
        draw,
        witness,
        next((each for each in hardware.witnesses if isinstance(each, SecretWitness)), None),
        hardware.readers,
    )
    rooms = replace(
        house(
            shelf,
            (folders.audio / "voices", folders.recordings),
            sounds.beds(),
            power_on.settings,
            has_screen=bool(screens),
        ),
        screen=screens[0].format if screens else GLASS,
    )
    daemon = Daemon(rooms, table, ports)
    found = [*faults, *keeper.probe(daemon.table.choices)]
    faults.clear()
    if not daemon.boot(entries, found, crashed=power_on.crashed):
        keeper.forget_game()
    return BuiltBox(daemon, keeper, book, desk, (*screens, *public))


def _memory(
    folders: Folders, library: Library, beds: Collection[str], power_on: PowerOn, hardware: Hardware, faults: Faults
) -> tuple[Choices, Sequence[Entry], DiskKeeper]:
    """What the box remembers; a clean start does not look back, and sets aside what may have made the box crash."""
    files, clock = hardware.files, hardware.clock
    kept = ChoicesFile(files, folders.state / "choices.json", Choices)
    journal = Journal[Entry](files, folders.state / "journal.jsonl", Entry)
    choices, wrong = kept.load()
    entries, more = game_kept(journal)
    faults += [told(clock.now(), complaint) for complaint in (*wrong, *more)]
    new = choices is None and not wrong and not power_on.clean
    if power_on.clean:
        choices, entries = None, ()
        kept.set_aside()
        journal.set_aside()
        faults.append(Fault(clock.now(), Part.CONFIG, CLEAN))
    if choices and (fields := wrong_fields(choices, beds)):
        unfit = BadFile(folders.state / "choices.json", ", ".join(fields), "means nothing here; it is as on a new box")
        faults.append(told(clock.now(), unfit))
    first = first_choices(library, power_on.settings)
    if new and _welcomes(power_on.settings, hardware):
        first = replace(first, welcome=WelcomeStep.LANGUAGE, hints=FRESH_HINTS)
    if choices and power_on.settings.table.welcome == "never":
        choices = replace(choices, welcome=WelcomeStep.DONE)  # also one that was begun before it was said
    return fitting(choices, library, first, beds), entries, DiskKeeper(clock, kept, journal, _witness(hardware))


def _welcomes(settings: Settings, hardware: Hardware) -> bool:
    wish = settings.table.welcome
    return wish == "always" or (wish == "box" and hardware.own_panel)


def _voices(folders: Folders, library: Library, live: LiveSpeech | None) -> VoiceChain:
    packs, own = folders.audio / "voices", folders.recordings
    sentences = partial(parted_sentences, library.words)
    text_of = partial(said_text, library.words)
    return VoiceChain(packs, text_of, _log.info, sentences=sentences, own=own, live=live, kept=folders.cache / "packs")


def _no_recording(clock: Clock) -> RecordingRoom:
    from device.box.recording_room import NoRecordingRoom

    return NoRecordingRoom(clock)


def _witness(hardware: Hardware) -> Witness:
    """One alone stands for itself: what it raises is for whoever rehearses to hear."""
    return hardware.witnesses[0] if len(hardware.witnesses) == 1 else Witnesses(hardware.witnesses)
