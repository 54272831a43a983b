"""Runs the recording booth of a box: receives orders from the buttons, records the microphone, and sends news back.

The countdown of a take is timed by the length of the recorded sound, not by a clock. A clip is on the disk before the
booth sends the news that the clip is kept.

The microphone is ALSA's own recorder, a child process that writes samples into a pipe. The recorder records only during
a take. It ends when the sound card is pulled."""

import os
import re
import select
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Protocol, assert_never

import numpy as np

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.box.sound.players.open_device import ASOUND, SND, rank_cards, read_cards
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.sound.voices.clip_faults import LONGEST_LINE
from nightcrier.kernel.booth_messages import (
    BoothNews,
    CountedIn,
    CutTake,
    DropTake,
    KeepTake,
    RollTake,
    Spoilt,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeOrder,
    TakeSpoilt,
)
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.takes.mastering import UnusableRecording
from nightcrier.takes.pack_folder import PackFolder
from nightcrier.takes.soundfiles import decibels, decode_sound
from nightcrier.takes.takes import MachineVoice, MadeClip, Take, clip_of
from nightcrier.takes.waves import Wave

_COUNTDOWN = (3, 2, 1)
_BEAT: Seconds = 0.6
_HEARD_AT_ONCE: Seconds = 0.1
_FIRST_PRESS: Seconds = 0.3
"""The first part of a recording, which is cut off because the press of START can still be heard."""
MOST_SPOKEN: Seconds = LONGEST_LINE + 3.0
"""The longest time for which one take is recorded, so that a forgotten microphone stops listening."""


class NoMicrophone(Exception):
    """Raised when there is no microphone, or when the microphone was pulled out."""


class Microphone(Protocol):
    """A microphone that gives samples of one channel at `SAMPLE_RATE`. Opening and reading raise `NoMicrophone`."""

    def open(self) -> None: ...

    def block(self, seconds: Seconds) -> Wave:
        """Wait until this many seconds of sound are recorded, and return that sound."""
        ...

    def close(self) -> None: ...


class TakeOrders(Protocol):
    def wait(self) -> TakeOrder | None:
        """Wait for the next order and return it, or None when nobody records any more."""
        ...

    def take_if_there(self) -> TakeOrder | None:
        """Return an order that has already arrived, or None if there is none. Does not wait. A returned order is not
        returned again by `wait`."""
        ...


class BoxBooth:
    """The recording booth of a box. The booth handles orders until no more come."""

    def __init__(
        self,
        microphone: Microphone,
        orders: TakeOrders,
        tell: Callable[[BoothNews], None],
        machine: MachineVoice,
        takes: Path,
    ) -> None:
        """Open the booth. `tell` sends news to the box. `takes` is the folder for a new clip until the person keeps the
        clip."""
        self._microphone, self._orders, self._tell = microphone, orders, tell
        self._machine, self._takes = machine, takes
        self._made: MadeClip | None = None
        self._number = 0

    def record(self, script: Mapping[LineId, str], pack: PackFolder) -> None:
        while (order := self._orders.wait()) is not None:
            match order:
                case RollTake(line):
                    if line in script:
                        self._roll(line)
                case KeepTake():
                    self._keep(script, pack)
                case CutTake() | DropTake():
                    self._made = None
                case _:
                    assert_never(order)

    def _roll(self, line: LineId) -> None:
        self._made = None
        try:
            take = self._record_take()
        except NoMicrophone:
            self._tell(TakeSpoilt(Spoilt.NO_MICROPHONE))
            return
        if take is not None:
            self._make_clip(take, line)

    def _record_take(self) -> Take | None:
        """Record first the quiet room and then the spoken line. Return None if the person canceled the take."""
        self._microphone.open()
        try:
            quiet = self._count_in()
            spoken = None if quiet is None else self._record_voice()
        finally:
            self._microphone.close()
        if quiet is None or spoken is None:
            return None
        return Take(spoken, SAMPLE_RATE, quiet[round(_FIRST_PRESS * SAMPLE_RATE) :], key=True)

    def _count_in(self) -> Wave | None:
        blocks: list[Wave] = []
        for count in _COUNTDOWN:
            self._tell(CountedIn(count))
            for _ in range(round(_BEAT / _HEARD_AT_ONCE)):
                blocks.append(self._microphone.block(_HEARD_AT_ONCE))
                if isinstance(self._orders.take_if_there(), DropTake):
                    return None
        self._tell(CountedIn(0))
        return np.concatenate(blocks)

    def _record_voice(self) -> Wave | None:
        blocks: list[Wave] = []
        while len(blocks) * _HEARD_AT_ONCE < MOST_SPOKEN:
            blocks.append(self._microphone.block(_HEARD_AT_ONCE))
            self._tell(TakeLevel(round(decibels(float(np.abs(blocks[-1]).max())), 1)))
            match self._orders.take_if_there():
                case CutTake():
                    break
                case DropTake():
                    return None
        return np.concatenate(blocks)

    def _make_clip(self, take: Take, line: LineId) -> None:
        """Make a take into a clip and send the news. Send no news if the person has canceled the take in the
        meantime."""
        news: BoothNews
        try:
            self._made = clip_of(take, line, self._machine)
        except UnusableRecording as fault:
            news = TakeSpoilt(fault.why)
        else:
            news = self._write_clip(self._made)
        if isinstance(self._orders.take_if_there(), DropTake):
            self._made = None
        else:
            self._tell(news)

    def _write_clip(self, made: MadeClip) -> BoothNews:
        """Write the clip under a new file name, so that nobody hears an older clip. Return the news of the clip."""
        self._number += 1
        file = self._takes / f"take-{self._number}.opus"
        try:
            for before in self._takes.glob("take-*"):
                before.unlink()
            file.write_bytes(made.clip)
        except OSError:
            return TakeSpoilt(Spoilt.NOT_KEPT)
        return TakeMade(made.line, str(file), len(decode_sound(made.clip)) / OPUS_RATE, not made.like)

    def _keep(self, script: Mapping[LineId, str], pack: PackFolder) -> None:
        if self._made is None:
            return
        line = self._made.line
        try:
            pack.keep(line, script[line], self._made.clip)
            pack.write()
        except OSError:
            self._tell(TakeSpoilt(Spoilt.NOT_KEPT))
        else:
            self._tell(TakeKept(line))


_CAPTURES = re.compile(r"^(\d+)-(\d+):.*\bcapture \d+")


def microphone_device(asound: Path = ASOUND, snd: Path = SND) -> str:
    """Return the ALSA name of the best microphone, or "" when no sound card can record. A USB sound card is
    preferred."""
    listening = _inputs(asound)
    cards = [card for card in read_cards(asound, snd) if card.index in listening]
    best = next(iter(rank_cards(cards, "")), None)
    return f"plughw:CARD={best.id},DEV={listening[best.index]}" if best else ""


def _inputs(asound: Path) -> dict[int, int]:
    """Return the first recording device of each sound card that can record, by the number of the card."""
    try:
        text = (asound / "pcm").read_text(errors="replace")
    except OSError:
        return {}
    found = [(int(m[1]), int(m[2])) for line in text.splitlines() if (m := _CAPTURES.match(line))]
    return dict(reversed(found))


_WIDTH = 2
_FULL = 32768
_PATIENCE: Seconds = 5.0
"""The time after which a sound card that gives no samples counts as pulled out."""


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
