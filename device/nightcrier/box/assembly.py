"""Builds a box from its ports. The commands run, sim, rehearse and render, and the benchmarks, have different ports."""

import logging
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.daemon import Daemon, Ports
from nightcrier.box.hardware import Faults, Hardware, PowerOn, refuse_chore, refuse_record, witness_of
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.library import Library, build_house, read_library
from nightcrier.box.parts import CeilingWatch, ClockedScreen, LateFaults
from nightcrier.box.performers import Performers, TableVoices
from nightcrier.box.remembered import read_memory
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.players.open_device import Output, cards_for_ear, read_cards
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Rest, Table
from nightcrier.box.table.over.loudness_dial import loudness_now
from nightcrier.box.writer import Writer
from nightcrier.kernel.chores import HALL_SETTINGS
from nightcrier.kernel.clock import Beat
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.screen import GLASS
from nightcrier.words.sentences import clip_texts, split_sentences, text_and_speech

_log = logging.getLogger("nightcrier")


class BuiltBox(Struct, frozen=True):
    """Holds a daemon, and everything that must be closed when the daemon ends."""

    daemon: Daemon
    writer: Writer
    keeper: DiskKeeper
    book: Scorebook
    desk: Desk
    screens: tuple[ClockedScreen, ...]

    def close(self) -> None:
        """Save pending changes, stop the sound, and turn off the screens. If one step fails, do the others anyway."""
        kept = self.writer.settle, self.keeper.close, self.book.flush
        for end in (*kept, self.desk.close, *(screen.close for screen in self.screens)):
            try:
                end()
            except Exception:  # noqa: BLE001 - whatever it is, the others are closed
                _log.exception("The box could not be closed as it should.")


def build_box(folders: Folders, hardware: Hardware, power_on: PowerOn, faults: Faults) -> BuiltBox:
    """Connect all parts of the box, and start it. Once it runs, the box shows the `faults` found so far."""
    clock, kept = hardware.clock, folders.cache / "read"
    shelf = read_library(folders, faults.append, kept)
    sounds = SoundList(folders.audio, (folders.own,), _log.warning, kept)
    choices, entries, keeper, shelf = read_memory(folders, shelf, sounds.beds(), power_on, hardware, faults)
    ceiling = CeilingWatch(clock, hardware.time_of_day, power_on.settings.sound)
    now, seed = clock.now(), hardware.chance.below(2**256)
    table = Table(choices, now, seed=seed, rest=Rest(now), ceiling=ceiling.level)
    voices = build_voices(folders, shelf, hardware.live)
    beat, witness = Beat(clock), witness_of(hardware)
    desk = Desk(beat, hardware.player, sounds, witness.hear, voices.instead, loudness_now(table).voice)
    book = Scorebook(clock, hardware.files, folders.scores, keeper.game)
    performers = Performers(
        clock=beat,
        loudspeaker=desk,
        voices=TableVoices(voices, shelf.words),
        keeper=keeper,
        bookkeeper=book,
        record=hardware.record or partial(refuse_record, clock),
        ask_root=hardware.ask_root or partial(refuse_chore, clock),
        follow_keys=hardware.follow_keys or (lambda _: None),
        ear_cards=partial(_ear_cards, hardware.output),
        witness=witness,
        power_off=hardware.power_off,
    )
    screens = tuple(ClockedScreen(clock, screen) for screen in hardware.screens)
    ports = Ports(hardware, beat, witness, performers, screens, desk, keeper, book, LateFaults(faults), ceiling)
    daemon = Daemon(_rooms(folders, shelf, sounds.beds(), power_on, hardware), table, ports)
    found = [*faults, *keeper.probe(daemon.table.choices)]
    faults.clear()
    if not daemon.boot(entries, found, crashed=power_on.crashed):
        hardware.writer.settle()
        keeper.forget_game()
    if daemon.table.at_home and daemon.table.choices.theme == "full":
        desk.greeting = "power-on"
    voices.read_in(daemon.table.choices.languages)  # or START would
    return BuiltBox(daemon, hardware.writer, keeper, book, desk, screens)


def _rooms(folders: Folders, shelf: Library, beds: Sequence[str], power_on: PowerOn, hardware: Hardware) -> House:
    """Return the house: everything that the table knows about the box, such as its games, words and voices."""
    packs, screens = (folders.audio / "voices", *folders.voices), hardware.screens
    return replace(
        build_house(shelf, packs, beds, power_on.settings, has_screen=bool(screens)),
        screen=screens[0].format if screens else GLASS,
        asks_number=power_on.newcomers and power_on.settings.table.welcome != "never",
        has_version_before=hardware.has_version_before,
        has_root=hardware.ask_root is not None,
        has_radio=hardware.ask_root is None or hardware.machine is not None,
        has_keys=hardware.follow_keys is not None,
        has_guests=any(each.is_file() for each in folders.guests.glob("*/**/*")),
        may_leave_hall=hardware.ask_root is not None and (folders.own / HALL_SETTINGS).is_file(),
    )


def _ear_cards(output: Output | None) -> tuple[str, ...]:
    return cards_for_ear(output.settings, read_cards()) if output else ()


def build_voices(folders: Folders, library: Library, live: SpeechMaker | None) -> VoiceChain:
    packs = folders.audio / "voices"
    sentences = partial(split_sentences, library.words)
    text_of = partial(text_and_speech, library.words)
    return VoiceChain(
        packs,
        text_of,
        _log.info,
        sentences=sentences,
        spoken_in=library.words.spoken_in,
        texts_now=partial(clip_texts, library.words),
        older=library.words.older,
        own=folders.voices,
        live=live,
        kept=folders.cache / "packs",
    )
