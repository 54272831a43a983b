"""The microphone of a box: ALSA's own recorder, a child process that writes samples into a pipe. It listens only while
somebody speaks, and ends when its card is pulled."""

import os
import re
import select
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import numpy as np

from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.sound.players.cards import ASOUND, SND, rank_cards, read_cards
from device.studio.box_booth import NoMicrophone
from device.studio.ring import Wave

_CAPTURES = re.compile(r"^(\d+)-(\d+):.*\bcapture \d+")


def microphone_device(asound: Path = ASOUND, snd: Path = SND) -> str:
    """The device that ALSA opens to listen: the first that can, of a USB card where there is one; empty where none
    can."""
    listening = _inputs(asound)
    cards = [card for card in read_cards(asound, snd) if card.index in listening]
    best = next(iter(rank_cards(cards, "")), None)
    return f"plughw:CARD={best.id},DEV={listening[best.index]}" if best else ""


def _inputs(asound: Path) -> dict[int, int]:
    """The first device of each card that takes sound in."""
    try:
        text = (asound / "pcm").read_text(errors="replace")
    except OSError:
        return {}
    found = [(int(m[1]), int(m[2])) for line in text.splitlines() if (m := _CAPTURES.match(line))]
    return dict(reversed(found))


_WIDTH = 2
_FULL = 32768
_PATIENCE: Seconds = 5.0
"""A card that gives nothing for so long listens no more."""


class AlsaMicrophone:
    """The microphone that is plugged in when a take begins."""

    def __init__(self, find: Callable[[], str] = microphone_device) -> None:
        self._find = find
        self._child: Popen[bytes] | None = None

    def open(self) -> None:
        device = self._find()
        if not device:
            raise NoMicrophone
        form = ("-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(SAMPLE_RATE))
        command = ["arecord", "-q", "-D", device, *form]
        try:
            self._child = Popen(command, stdout=PIPE, stdin=DEVNULL, stderr=DEVNULL)  # noqa: S603 - none of it comes from outside
        except OSError as missing:
            raise NoMicrophone from missing

    def block(self, seconds: Seconds) -> Wave:
        wanted, found = round(seconds * SAMPLE_RATE) * _WIDTH, bytearray()
        pipe = self._child.stdout if self._child else None
        while pipe and len(found) < wanted:
            ready, _, _ = select.select([pipe], [], [], _PATIENCE)
            more = os.read(pipe.fileno(), wanted - len(found)) if ready else b""
            if not more:
                raise NoMicrophone
            found += more
        return np.frombuffer(bytes(found), "<i2").astype(np.float64) / _FULL

    def close(self) -> None:
        child, self._child = self._child, None
        if child:
            child.kill()
            child.wait()
            if child.stdout:
                child.stdout.close()
