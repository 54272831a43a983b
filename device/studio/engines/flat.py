"""Speech on one note, with the moment at which each phoneme begins: what the Thai tones are sung onto."""

import subprocess
import sys
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from device.kernel.errors import NightcrierError
from device.studio.engines.port import ENGINE_PATIENCE
from device.studio.ring import Wave

_CHILD = (sys.executable, "-m", "device.studio.engines.espeak_child")


class FlatSpeech(Struct, frozen=True):
    """Sound, its rate, and the sample at which each phoneme begins."""

    sound: Wave
    rate: int
    begins: tuple[int, ...]


class _Heading(Struct, frozen=True):
    """What the child writes before the samples."""

    rate: int
    begins: tuple[int, ...]


SpeakFlat = Callable[[str], FlatSpeech]


def flat_speaker(voice: str, speed: float, pitch: int, child: Sequence[str] = _CHILD) -> SpeakFlat:
    """A function that speaks phonemes in double brackets on one note."""
    words = (*child, voice, str(round(speed)), str(pitch))

    def speak(text: str) -> FlatSpeech:
        try:
            done = subprocess.run(  # noqa: S603 - the words are the studio's own; the text goes in as data
                words, input=text.encode(), capture_output=True, check=True, timeout=ENGINE_PATIENCE
            )
        except (OSError, subprocess.SubprocessError) as fault:
            raise NightcrierError(f"espeak-ng could not say {text}; run: sudo apt install espeak-ng") from fault
        head, _, samples = done.stdout.partition(b"\n")
        heading = msgspec.json.decode(head, type=_Heading)
        return FlatSpeech(np.frombuffer(samples, dtype="<i2") / 32768, heading.rate, heading.begins)

    return speak
