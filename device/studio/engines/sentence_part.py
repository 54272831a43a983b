"""A part of a sentence, with the melody of one that goes on: the machine says a word more, which is cut off again."""

import numpy as np

from device.kernel.ids import Decibels, Language, Seconds
from device.studio.engines.port import Engine
from device.studio.engines.spellings import spellings
from device.studio.ring import Wave

_FRAME: Seconds = 0.005
_SILENT: Decibels = -38.0  # below the loudest moment
_SHORTEST_REST: Seconds = 0.03
"""Between two words with a comma. The word that is cut off has none inside."""
_LAST_WORD: Seconds = 0.1
_LONGEST_WORD: Seconds = 0.8
"""The word that is cut off is heard for so long; the tick that Pico leaves behind it is shorter."""
_KEPT: Seconds = 0.02


def speak_part(engine: Engine, language: Language, spoken: str) -> tuple[Wave, int]:
    """What is heard of it, and its rate; where the machine does not rest after it, as it says it alone."""
    sound, rate = engine.speak(f"{spoken} {spellings()['tails'][language]}")
    end = _last_rest(sound, rate)
    return engine.speak(spoken) if end is None else (sound[: end + round(_KEPT * rate)], rate)


def _last_rest(sound: Wave, rate: int) -> int | None:
    """Where the last rest inside the sound begins."""
    frame = round(_FRAME * rate)
    power = np.square(sound[: len(sound) // frame * frame]).reshape(-1, frame).mean(axis=1)
    heard = np.flatnonzero(power > power.max() * 10 ** (_SILENT / 10))
    rests = np.flatnonzero(np.diff(heard[: -round(_LAST_WORD / _FRAME)]) * _FRAME > _SHORTEST_REST)
    behind = len(heard) - rests[-1] if len(rests) else np.inf
    return int(heard[rests[-1]] + 1) * frame if behind * _FRAME < _LONGEST_WORD else None
