"""The program of the private ear: `python -m nightcrier.box.ear_voice BEGINS`. It has a sound card of its own.

The mixer has one device in a process, so the ear is a process. It reads orders from its standard input, says the newest
one, and ends when the input ends. Speech that it makes on the spot lies in memory only until it is played."""

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from nightcrier.box.assembly import build_voices
from nightcrier.box.ear import NO_CARD, EarBegins, EarOrder
from nightcrier.box.library import read_library
from nightcrier.box.machine import hold_memory
from nightcrier.box.performers import TableVoices
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import BadClip, Fader, NoSound, SoundPlayer, steady_ramp
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.clock import Clock, RealClock
from nightcrier.kernel.ids import Decibels, Seconds

_LEVEL: Decibels = -20.0
"""The level of the ear. An earphone needs far less than a speaker, and nobody beside it may hear it."""
_PATIENCE: Seconds = 2.0
"""The longest time to wait for speech that is made on the spot. Here nobody but one listener waits."""
_MOST_BYTES = 1 << 16


class EarVoice:
    """Says orders, each instead of the one before. Without its sound card it says nothing, and looks for the card again
    at the next order."""

    def __init__(self, player: SoundPlayer, voices: TableVoices, live: SpeechMaker, clock: Clock) -> None:
        self._player, self._voices, self._live, self._clock = player, voices, live, clock
        self.plays = False
        """True if there was a sound card at the last order."""

    def listen(self, source: int) -> None:
        """Obey the newest of all orders that have come to this file, until it ends."""
        rest, player, now = b"", self._player, self._clock.now
        while True:
            due = player.due()
            if select.select([source], [], [], None if due is None else max(0.0, due - now()))[0]:
                if not (got := os.read(source, _MOST_BYTES)):
                    return
                *lines, rest = (rest + got).split(b"\n")
                if lines:
                    self._obey(msgspec.json.decode(lines[-1], type=EarOrder))
            player.poll(now())

    def _obey(self, order: EarOrder) -> None:
        now, player = self._clock.now(), self._player
        if not self._find_card():
            return
        player.stop(now)
        play: Callable[[Path, float], None] = player.play
        for clip in self._clips(order):
            with suppress(BadClip):
                play(clip, now)
                play = player.queue
        self._live.forget()  # the player has read it

    def _clips(self, order: EarOrder) -> list[Path]:
        """Return the sounds that say an order: its whole text, if this box can speak it, or its lines."""
        made = self._live.get(order.language, order.text) if order.text else None
        if made or not order.speech.lines:
            return [made[0]] if made else []
        choices = Choices(languages=(order.language,), voices={order.language: order.voice})
        self._voices.choose(choices, 0)
        return [said.clip for said in self._voices.utterances(order.speech, choices) if said.clip]

    def _find_card(self) -> bool:
        """Open the sound card, if it is not open. Return whether it can be played through."""
        if self.plays and not self._player.alive():
            self._player.close()
            self.plays = False
        if not self.plays:
            with suppress(NoSound):
                self._player.open()
                self._player.turn(Fader.VOICE, steady_ramp(_LEVEL, self._clock.now()))
                self.plays = True
        return self.plays


def main(begins_as: str) -> int:
    """Say orders until the input ends. Return the status with which the program ends."""
    begins = msgspec.json.decode(begins_as, type=EarBegins, dec_hook=lambda _, path: Path(path))
    clock, library = RealClock(), read_library(begins.folders, lambda _: None, begins.folders.cache / "read")
    player = MixerPlayer(clock, Output(begins.sound, "alsa", is_ear=True))
    with TemporaryDirectory(prefix="nightcrier-") as spoken:
        live = SpeechMaker(Path(spoken), clock, lambda _: None, patience=_PATIENCE)
        voices = TableVoices(build_voices(begins.folders, library, live), library.words)
        voice = EarVoice(player, voices, live, clock)
        voice.listen(sys.stdin.fileno())
        live.close()
    player.close()
    return 0 if voice.plays else NO_CARD


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGINT):  # it ends with the box, and removes what it has said
        signal.signal(number, signal.SIG_IGN)
    hold_memory()  # as the box does
    sys.exit(main(sys.argv[1]))
