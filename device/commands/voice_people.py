"""`nightcrier voices page`, `nod`, `export` and `booth`: people's own voices, recorded in a browser where there is no
Linux, heard by somebody else, taken elsewhere, and recorded on the box. There it reads orders and writes news, a line
of JSON each (`device/kernel/booth.py`)."""

import io
import os
import select
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.commands.named import draft
from device.commands.voice_choice import choose_lines
from device.commands.voice_files import VoiceFiles, find_language
from device.commands.voice_making import with_studio
from device.feeding.as_owner import kept_in
from device.kernel.booth import (
    BoothClosed,
    BoothNews,
    DropTake,
    LinesWaiting,
    NoBooth,
    TakeOrder,
    booth_line,
    read_order,
)
from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import Language
from device.studio.pack_folder import LICENCES, PackFolder, own_pack


def write_recording_page(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("page")
    from device.studio.recording_page import recording_page

    language = find_language(arguments.language)
    lines = choose_lines(house, language, arguments)
    licences = {told: "" if name == "own" else name for name, told in LICENCES.items()}
    page = recording_page(language, lines, house.machine(language), licences).encode()
    out = arguments.out or Path(f"record-{language}.html")
    with draft(out) as fresh:
        fresh.write_bytes(page)
    print(f"{out}: {len(lines)} lines, {len(page) / 1e6:.1f} MB. Open it in a browser.")
    yield from house.faults


def nod_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("nod")
    from device.studio.nods import hear_voice, load_portaudio

    language = find_language(arguments.language)
    if arguments.listener.casefold() == arguments.person.casefold():
        raise WrongUse("Whoever spoke knows what was meant: let somebody else listen.")
    with kept_in(house.state):
        pack = _own_recordings(house, language, arguments.person)
        good, bad = hear_voice(load_portaudio(), house.texts(language), pack, arguments.listener)
    print(f"{pack.folder}: nodded to {good}, to be spoken again {bad}.")
    yield from house.faults


def export_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("export")
    from device.studio.voice_container import write_voice

    language = find_language(arguments.language)
    with kept_in(house.state):
        pack = _own_recordings(house, language, arguments.person)
        content = io.BytesIO()
        clips = write_voice(pack, content)
    out = arguments.out or Path(f"{pack.folder.name}.zip")
    with draft(out) as fresh:
        fresh.write_bytes(content.getvalue())
    print(f"{out}: {clips} clips of {pack.pack.person}. Licence: {pack.pack.licence}.")
    yield from house.faults


def _own_recordings(house: VoiceFiles, language: Language, person: str) -> PackFolder:
    pack = own_pack(house.recordings, language, person)
    if not pack.pack.clips:
        raise WrongUse(f"Nothing was recorded in {pack.folder}; record it first, or name who spoke with --person.")
    return pack


class PipedOrders:
    """Reads orders from standard input, which is closed when nobody records any more."""

    def __init__(self, pipe: int) -> None:
        self._pipe, self._read = pipe, b""

    def wait(self) -> TakeOrder | None:
        while b"\n" not in self._read:
            more = os.read(self._pipe, 4096)
            if not more:
                return None
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return read_order(line)

    def peek(self) -> TakeOrder | None:
        """Return an order that waits, if there is one; somebody who has left wants no take any more."""
        there = b"\n" in self._read or select.select([self._pipe], [], [], 0)[0]
        return self.wait() or DropTake() if there else None


def _tell(news: BoothNews) -> None:
    sys.stdout.buffer.write(booth_line(news))
    sys.stdout.buffer.flush()


def serve_booth(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    try:
        with_studio("booth")
    except NightcrierError as missing:
        _tell(BoothClosed(NoBooth.LIBRARIES))
        yield str(missing)
        return
    with kept_in(house.state), TemporaryDirectory(prefix="nightcrier-") as takes:
        _serve(house, arguments, Path(takes))
    yield from house.faults


def _serve(house: VoiceFiles, arguments: Namespace, takes: Path) -> None:
    from device.studio.arecord import AlsaMicrophone
    from device.studio.box_booth import BoxBooth
    from device.studio.likeness import MachineVoice

    language = find_language(arguments.language)
    pack = own_pack(house.recordings, language, arguments.person)
    if not pack.pack.clips:
        pack = own_pack(house.recordings, language, arguments.person, LICENCES.get(arguments.licence, ""))
    lines = choose_lines(house, language, arguments)
    script = {line: text for line, text in lines.items() if arguments.redo or not pack.has(line, text)}
    if not script:
        _tell(BoothClosed(NoBooth.NO_LINES))
        return
    licence = next((name for name, told in LICENCES.items() if told == pack.pack.licence), pack.pack.licence)
    _tell(LinesWaiting(tuple(script.items()), licence))
    orders, machine = PipedOrders(sys.stdin.fileno()), MachineVoice(house.machine(language))
    BoxBooth(AlsaMicrophone(), orders, _tell, machine, takes).record(script, pack)
