"""The booth at a terminal: the computer's microphone and loudspeaker through PortAudio."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import Seconds
from device.sound.player import SAMPLE_RATE
from device.studio.booth import BoothAnswer
from device.studio.ring import Wave
from device.studio.takes import Take

_FIRST_KEY: Seconds = 0.3


def load_portaudio() -> Any:
    """The library, or one sentence that says how to get it."""
    try:
        import sounddevice
    except (ImportError, OSError) as fault:
        raise NightcrierError("Recording needs PortAudio; run: sudo apt install libportaudio2") from fault
    return sounddevice


class TerminalBooth:
    """Every answer is its first letter; Enter alone is the first answer."""

    def __init__(self, library: Any) -> None:
        self._library = library

    def show(self, text: str) -> None:
        print(text, flush=True)

    def ask(self, *answers: BoothAnswer) -> BoothAnswer:
        offered = " · ".join(f"{answer[0].upper()} {answer}" for answer in answers)
        while True:
            typed = _typed(f"{offered} (Enter: {answers[0]}) > ").lower()
            found = next((answer for answer in answers if typed and answer.startswith(typed)), None)
            if found or not typed:
                return found or answers[0]

    def wait(self, seconds: Seconds) -> None:
        time.sleep(seconds)

    def record(self, count_in: Callable[[], None]) -> Take:
        """Until Enter is pressed. The first tenths of a second still hold the Enter before it."""
        blocks: list[Wave] = []
        before = 0
        try:
            with self._library.InputStream(
                SAMPLE_RATE, channels=1, dtype="float64", callback=lambda block, *_: blocks.append(block[:, 0].copy())
            ):
                count_in()
                before = len(blocks)
                _typed("Speak now. Enter when you are done > ")
        except self._library.PortAudioError as fault:
            raise NightcrierError(f"The microphone cannot be used ({fault}); plug one in and try again.") from fault
        quiet, spoken = (np.concatenate([np.zeros(0), *part]) for part in (blocks[:before], blocks[before:]))
        return Take(spoken, SAMPLE_RATE, quiet[round(_FIRST_KEY * SAMPLE_RATE) :], key=True)

    def play(self, sound: Wave, rate: int) -> None:
        """Without a loudspeaker the take is kept or not by how it felt."""
        try:
            self._library.play(sound, rate, blocking=True)
        except self._library.PortAudioError as fault:
            self.show(f"(No loudspeaker to play it: {fault}.)")


def _typed(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise WrongUse("Nobody answers here: run this in a terminal. What was kept is safe.") from None
