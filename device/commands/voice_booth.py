"""`nightcrier voices booth`: what the box runs when somebody records there. It reads orders and writes news, a line of
JSON each (`device/kernel/booth.py`); which lines, whose voice and which checks are those of `voices record`."""

import os
import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from device.commands.named import kept_in
from device.commands.own_voice_options import add_own_arguments, chosen_licence, licence_choice
from device.commands.voice_choice import chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
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
from device.studio.own_pack import own_pack


def add_booth_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG")
    add_own_arguments(parser)


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
    from device.studio.booth import lines_to_speak
    from device.studio.box_booth import BoxBooth
    from device.studio.likeness import MachineVoice

    language = spoken_language(arguments.language)
    pack = own_pack(house.recordings, language, arguments.person)
    if not pack.pack.clips:
        pack = own_pack(house.recordings, language, arguments.person, chosen_licence(arguments))
    script = lines_to_speak(chosen_lines(house, language, arguments), pack, again=arguments.redo)
    if not script:
        _tell(BoothClosed(NoBooth.NO_LINES))
        return
    _tell(LinesWaiting(tuple(script.items()), licence_choice(pack.pack.licence)))
    orders, machine = PipedOrders(sys.stdin.fileno()), MachineVoice(house.machine(language))
    BoxBooth(AlsaMicrophone(), orders, _tell, machine, takes).record(script, pack)
