"""Runs the program of the private ear: `python -m nightcrier.box.ear_voice BEGINS`.

It has its own sound card, and is a separate process because the mixer can open only one device per process. It reads
orders from standard input, says only the newest, and ends when the input ends. Programs that watch it through the
system learn nothing: all data of an order stays in memory of constant size, and all orders take the same steps."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

from nightcrier.box.assembly import build_voices
from nightcrier.box.ear import NO_CARD, EarBegins, EarOrder
from nightcrier.box.library import read_library
from nightcrier.box.machine import hold_memory
from nightcrier.box.performers import TableVoices
from nightcrier.box.sound.players.even_player import EvenPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import Fader, NoSound, steady_ramp
from nightcrier.box.sound.voices.speech_programs import ESPEAK, pipe_speech
from nightcrier.box.sound.voices.voice_chain import TextOf
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.clock import Clock, RealClock
from nightcrier.kernel.ids import Decibels, Language, Seconds
from nightcrier.kernel.phrasings import Bags
from nightcrier.words.sentences import text_and_speech

_LEVEL: Decibels = -20.0
"""The level of the earphone: far lower than a speaker's, so that nobody nearby hears it."""
_PATIENCE: Seconds = 2.0
"""The longest wait for speech that is synthesized on the spot."""
_MOST_BYTES = 1 << 16
_HELD = 24 << 20
"""A number of bytes that is larger than any order needs: ten times the size of its sound."""
_UNSAID = "1 2 3"
"""A text whose speech is synthesized but not played."""

MakeSpeech: TypeAlias = Callable[[Language, str], bytes]
"""A function that returns the synthesized speech of a text, or empty bytes if it cannot."""


class EarVoice:
    """Speaks orders; each replaces the one before. If its sound card is missing, it stays silent, and looks for the
    card again at the next order."""

    def __init__(
        self, player: EvenPlayer, voices: TableVoices, text_of: TextOf, made: MakeSpeech, clock: Clock
    ) -> None:
        self._player, self._voices, self._clock = player, voices, clock
        self._text_of, self._made = text_of, made
        self.plays = False
        """True if there was a sound card at the last order."""

    def listen(self, source: int) -> None:
        """Read orders from this file until it ends, and obey only the newest of those that arrive together."""
        rest = b""
        while got := os.read(source, _MOST_BYTES):
            *lines, rest = (rest + got).split(b"\n")
            if lines:
                self._obey(msgspec.json.decode(lines[-1], type=EarOrder))

    def _obey(self, order: EarOrder) -> None:
        if self._find_card():
            self._player.stop(self._clock.now())
            if order.text or order.speech.lines:
                self._player.say(self._samples(order))

    def _samples(self, order: EarOrder) -> bytes:
        """Return the sound of an order: its whole text or its clips. Speech is synthesized exactly once for every
        order, even if the clips are enough. Otherwise the effort would reveal which card it is."""
        choices = Choices(languages=(order.language,), voices={order.language: order.voice})
        self._voices.choose(choices, Bags())
        said = self._voices.utterances(order.speech, choices)
        clips = [each.clip for each in said if each.clip]
        lines = [self._text_of(each.language, each.line) for each in said] if len(clips) < len(said) else []
        text = order.text or ". ".join(line[1] for line in lines if line)
        made = self._made(order.language, text) if text else b""
        spoken = self._player.convert(made or self._made(order.language, _UNSAID))
        return spoken if made else b"".join(map(self._player.decode, clips))

    def _find_card(self) -> bool:
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
    """Say orders until the input ends. Return the exit status of the program."""
    begins = msgspec.json.decode(begins_as, type=EarBegins, dec_hook=lambda _, path: Path(path))
    clock, library = RealClock(), read_library(begins.folders, lambda _: None, begins.folders.cache / "read")
    player = EvenPlayer(clock, Output(begins.sound, "alsa", is_ear=True))
    words = library.words
    voices = TableVoices(build_voices(begins.folders, library, None), words)
    voice = EarVoice(player, voices, partial(text_and_speech, words), partial(pipe_speech, patience=_PATIENCE), clock)
    hold_heap()
    voice.listen(sys.stdin.fileno())
    player.close()
    return 0 if voice.plays else NO_CARD


def hold_heap() -> None:
    """Claim in advance what an order may need: memory, which is never freed (`start_listening`), and eSpeak's names of
    letters."""
    used = b"-" * _HELD
    del used
    ESPEAK.can(Language("en"), "a")


if __name__ == "__main__":
    # It ends with the box; and how long its children worked is counted for nobody.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_IGN)
    hold_memory()  # as the box does
    sys.exit(main(sys.argv[1]))
