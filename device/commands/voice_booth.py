"""`nightcrier voices booth`: what the box runs when somebody records there. It reads orders and writes news, a line of
JSON each (`device/kernel/booth.py`); which lines are chosen as for the page."""

import os
import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.commands.voice_choice import add_choice_arguments, chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.commands.voice_people import add_whose_arguments
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
from device.kernel.errors import NightcrierError
from device.studio.pack_folder import LICENCES, own_pack


def add_booth_arguments(parser: ArgumentParser) -> None:
    add_whose_arguments(parser)
    parser.add_argument("--licence", choices=LICENCES, help="what others may do with it (own: nothing)")
    parser.add_argument("--redo", action="store_true", help="also lines that were kept before")
    add_choice_arguments(parser)


class PipedOrders:
    """From standard input, which is closed when nobody records any more."""

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
        """Whoever has left wants no take any more."""
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

    language = spoken_language(arguments.language)
    pack = own_pack(house.recordings, language, arguments.person)
    if not pack.pack.clips:
        pack = own_pack(house.recordings, language, arguments.person, LICENCES.get(arguments.licence, ""))
    lines = chosen_lines(house, language, arguments)
    script = {line: text for line, text in lines.items() if arguments.redo or not pack.has(line, text)}
    if not script:
        _tell(BoothClosed(NoBooth.NO_LINES))
        return
    licence = next((name for name, told in LICENCES.items() if told == pack.pack.licence), pack.pack.licence)
    _tell(LinesWaiting(tuple(script.items()), licence))
    orders, machine = PipedOrders(sys.stdin.fileno()), MachineVoice(house.machine(language))
    BoxBooth(AlsaMicrophone(), orders, _tell, machine, takes).record(script, pack)
