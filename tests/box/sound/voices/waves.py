"""Writes WAV files like those of speech programs."""

import math
import wave
from array import array


def write_wav(path, seconds=1.0):
    """Write a WAV file of silence."""
    with wave.open(str(path), "wb") as sound:
        sound.setparams((1, 2, 22050, 0, "NONE", ""))
        sound.writeframes(bytes(2 * round(22050 * seconds)))


def tone(path, before, seconds, after, channels=1):
    """Write a WAV file of a tone, which stands for a voice, between silences."""
    voice = array("h", [round(8000 * math.sin(at / 10)) for at in range(round(22050 * seconds))])
    with wave.open(str(path), "wb") as sound:
        sound.setparams((channels, 2, 22050, 0, "NONE", ""))
        for part in (bytes(2 * round(22050 * before)), voice.tobytes(), bytes(2 * round(22050 * after))):
            sound.writeframes(part)
