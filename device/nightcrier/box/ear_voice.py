"""The program of the private ear: `python -m nightcrier.box.ear_voice BEGINS`. It has a sound card of its own.

The mixer has one device in a process, so the ear is a process. It reads orders from its standard input, says the newest
one, and ends when the input ends. Speech that it makes on the spot is kept in memory, and is gone when it ends."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from nightcrier.box.assembly import build_voices
from nightcrier.box.ear import EarBegins, EarOrder, EarPart
from nightcrier.box.library import read_library
from nightcrier.box.performers import TableVoices
from nightcrier.box.show.cues import Speak
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import BadClip, Fader, NoSound, SoundPlayer, steady_ramp
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.clock import Clock, RealClock
from nightcrier.kernel.ids import NOBODY_WAITS, Decibels, Seconds

_LEVEL: Decibels = -20.0
"""The level of the ear. An earphone needs far less than a speaker, and nobody beside it may hear it."""
_MOST_BYTES = 1 << 16


_PATIENCE: Seconds = 2.0
"""The longest time to wait for speech that is made on the spot. Here nobody but one listener waits."""


class EarVoice:
    """Says orders, each instead of the one before. Without its sound card it says nothing, and looks for the card again
    at the next order."""

    def __init__(self, player: SoundPlayer, voices: TableVoices, live: SpeechMaker, clock: Clock) -> None:
        self._player, self._voices, self._live, self._clock = player, voices, live, clock
        self._plays = False

    def obey(self, order: EarOrder) -> None:
        now, player = self._clock.now(), self._player
        if not self._find_card():
            return
        player.stop(now)
        play: Callable[[Path, float], None] = player.play
        for clip in (clip for part in order.parts for clip in self._clips(part, order)):
            with suppress(BadClip):
                play(clip, now)
                play = player.queue

    def _clips(self, part: EarPart, order: EarOrder) -> Sequence[Path]:
        """Return the sounds that say a fact: its whole text, if this box can speak it, or its lines."""
        made = self._live.get(order.language, part.text) if part.text else None
        if made or not part.lines:
            return made[:1] if made else ()
        choices = Choices(languages=(order.language,), voices={order.language: order.voice})
        self._voices.choose(choices, 0)
        speech = Speak(NOBODY_WAITS, part.lines, menu=True, names=order.names)
        return [said.clip for said in self._voices.utterances(speech, choices) if said.clip]

    def _find_card(self) -> bool:
        """Open the sound card, if it is not open. Return whether it can be played through."""
        if self._plays and not self._player.alive():
            self._player.close()
            self._plays = False
        if not self._plays:
            with suppress(NoSound):
                self._player.open()
                self._player.turn(Fader.VOICE, steady_ramp(_LEVEL, self._clock.now()))
                self._plays = True
        return self._plays


def listen(read: Callable[[float | None], bytes | None], voice: EarVoice, player: SoundPlayer, clock: Clock) -> None:
    """Obey the newest order of all that have come, until the input ends. `read` waits for so many seconds, and returns
    None if nothing has come, and no bytes at the end."""
    rest = b""
    while True:
        due = player.due()
        got = read(None if due is None else max(0.0, due - clock.now()))
        if got == b"":
            return
        *lines, rest = (rest + (got or b"")).split(b"\n")
        if lines:
            voice.obey(msgspec.json.decode(lines[-1], type=EarOrder))
        player.poll(clock.now())


def _read_input(seconds: float | None) -> bytes | None:
    come, _, _ = select.select([sys.stdin], [], [], seconds)
    return os.read(sys.stdin.fileno(), _MOST_BYTES) if come else None


def _path_of(_kind: type, text: Any) -> Path:
    return Path(text)


def main(begins_as: str) -> None:
    begins = msgspec.json.decode(begins_as, type=EarBegins, dec_hook=_path_of)
    clock = RealClock()
    player = MixerPlayer(clock, Output(begins.sound, "alsa", is_ear=True))
    library = read_library(begins.folders, lambda _: None, begins.folders.cache / "read")
    with TemporaryDirectory(prefix="nightcrier-") as spoken:
        live = SpeechMaker(Path(spoken), clock, lambda _: None, patience=_PATIENCE)
        voices = TableVoices(build_voices(begins.folders, library, live), library.words)
        listen(_read_input, EarVoice(player, voices, live, clock), player, clock)
        live.close()
    player.close()


if __name__ == "__main__":
    main(sys.argv[1])
