"""Provides a crew that delivers canned sound at once, for the tests of packs."""

import numpy as np

from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.soundfiles import encode_speech
from nightcrier_studio.delivery import manner_of
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.pack_build import SpokenClip

RATE = 22050
EN = Language("en")
VOICE = read_voices()["en-male"]
CLIP = encode_speech(0.1 * np.random.default_rng(0).standard_normal(48000))


def long_clip() -> bytes:
    return encode_speech(0.1 * np.random.default_rng(0).standard_normal(48000 * 10))


def clip_of(line: str, spoken: str) -> str:
    """Return the file name of a line's clip."""
    return f"{line}{manner_of(LineId(line), spoken).mark}.opus"


def crew(_voice, tasks):
    """Return canned sound for all tasks at once, the last one first."""
    return [SpokenClip(task, CLIP) for task in reversed(tasks)]


def silently(_done: int, _total: int) -> None:
    pass
