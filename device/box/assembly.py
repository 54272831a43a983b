"""Puts a box together: run, sim, rehearse, render and the benchmarks differ only in what they hand in here."""

import logging
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from device.box.adapters import ClockedScreen, LateFaults, LoggedScreen
from device.box.ceiling import CeilingWatch
from device.box.daemon import Daemon, Ports
from device.box.folders import Folders
from device.box.hardware import Faults, Hardware, NoRootChores, PowerOn, witness_of
from device.box.keeper import DiskKeeper
from device.box.library import Library, house, library
from device.box.performers import Performers, RecordingRoom
from device.box.remembered import read_memory
from device.box.scorebook import Scorebook
from device.box.table_voices import TableVoices
from device.box.witness import SecretWitness, Witness
from device.kernel.clock import Beat, Clock
from device.kernel.screen import GLASS
from device.panel.steady import SteadyScreen
from device.sound.desk.desk import Desk
from device.sound.desk.sound_list import SoundList
from device.sound.voices.live_speech import SpeechMaker
from device.sound.voices.voice_chain import VoiceChain
from device.table.drawing import draw
from device.table.house import House
from device.table.loudness import loudness_now
from device.table.state import Rest, Table
from device.words.sentences import parted_sentences
from device.words.whole import said_text

_log = logging.getLogger("nightcrier")


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


def build_box(folders: Folders, hardware: Hardware, power_on: PowerOn, faults: Faults) -> BuiltBox:
    """Wire the box and boot it. `faults` are what was found wrong so far; they are shown once it runs."""
    clock, kept = hardware.clock, folders.cache / "read"
    shelf = library(folders, faults.append, kept)
    sounds = SoundList(folders.audio, (folders.own,), _log.warning, kept)
    choices, entries, keeper = read_memory(folders, shelf, sounds.beds(), power_on, hardware, faults)
    ceiling = CeilingWatch(clock, hardware.time_of_day, power_on.settings.sound)
    now, seed = clock.now(), hardware.chance.below(2**256)
    table = Table(choices, now, seed=seed, rest=Rest(now), ceiling=ceiling.level)
    voices = _voices(folders, shelf, hardware.live)
    beat, witness = Beat(clock), witness_of(hardware)
    desk = Desk(beat, hardware.player, sounds, witness.heard, voices.instead, loudness_now(table).voice)
    book = Scorebook(clock, hardware.files, folders.state / "scores.sqlite", keeper.game)
    parts = _Parts(beat, witness, desk, keeper, book, ceiling, *_screens(hardware))
    performers = _performers(hardware, parts, TableVoices(voices, shelf.words))
    rooms = _rooms(folders, shelf, sounds.beds(), power_on, parts.screens)
    rooms = replace(rooms, has_version_before=hardware.has_version_before, has_root=hardware.chores is not None)
    daemon = Daemon(rooms, table, _ports(hardware, parts, performers, faults))
    found = [*faults, *keeper.probe(daemon.table.choices)]
    faults.clear()
    if not daemon.boot(entries, found, news=book.news(), crashed=power_on.crashed):
        keeper.forget_game()
    return BuiltBox(daemon, keeper, book, desk, (*parts.screens, *parts.public))


class _Parts(Struct, frozen=True):
    """What a box is made of, before it is wired."""

    beat: Beat
    witness: Witness
    desk: Desk
    keeper: DiskKeeper
    book: Scorebook
    ceiling: CeilingWatch
    screens: tuple[SteadyScreen, ...]
    public: tuple[SteadyScreen, ...]


def _screens(hardware: Hardware) -> tuple[tuple[SteadyScreen, ...], tuple[SteadyScreen, ...]]:
    """Those of the box itself, and those for everybody."""
    return tuple(map(SteadyScreen, hardware.screens)), tuple(map(SteadyScreen, hardware.public_screens))


def _performers(hardware: Hardware, parts: _Parts, voices: TableVoices) -> Performers:
    return Performers(
        clock=parts.beat,
        loudspeaker=parts.desk,
        voices=voices,
        keeper=parts.keeper,
        bookkeeper=parts.book,
        recording=hardware.recording or partial(_no_recording, hardware.clock),
        chores=hardware.chores or NoRootChores(hardware.clock),
        witness=parts.witness,
        power_off=hardware.power_off,
    )


def _ports(hardware: Hardware, parts: _Parts, performers: Performers, faults: Faults) -> Ports:
    return Ports(
        hardware.clock,
        parts.beat,
        hardware.hands,
        tuple(ClockedScreen(hardware.clock, screen) for screen in parts.screens),
        tuple(LoggedScreen(hardware.clock, screen) for screen in parts.public),
        hardware.lamps,
        parts.desk,
        parts.keeper,
        parts.book,
        LateFaults(faults),
        parts.ceiling,
        performers,
        draw,
        parts.witness,
        next((each for each in hardware.witnesses if isinstance(each, SecretWitness)), None),
        hardware.readers,
        hardware.onlooking(parts.beat) if hardware.onlooking else None,
        hardware.answer,
    )


def _rooms(
    folders: Folders, shelf: Library, beds: Sequence[str], power_on: PowerOn, screens: Sequence[SteadyScreen]
) -> House:
    """What the table is told of the box."""
    packs = (folders.audio / "voices", folders.recordings)
    told = house(shelf, packs, beds, power_on.settings, has_screen=bool(screens))
    asks_number = power_on.newcomers and power_on.settings.table.welcome != "never"
    return replace(told, screen=screens[0].format if screens else GLASS, asks_number=asks_number)


def _voices(folders: Folders, library: Library, live: SpeechMaker | None) -> VoiceChain:
    packs, own = folders.audio / "voices", folders.recordings
    sentences = partial(parted_sentences, library.words)
    text_of = partial(said_text, library.words)
    return VoiceChain(packs, text_of, _log.info, sentences=sentences, own=own, live=live, kept=folders.cache / "packs")


def _no_recording(clock: Clock) -> RecordingRoom:
    from device.box.recording_room import NoRecordingRoom

    return NoRecordingRoom(clock)
