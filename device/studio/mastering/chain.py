"""The whole way of a line: one call from a raw voice to a clip of 48 kHz, ready to be encoded."""

import numpy as np

from device.kernel.errors import NightcrierError
from device.kernel.ids import Decibels
from device.studio.loudness import gain, lufs, true_peak
from device.studio.mastering.dynamics import compressed, limited
from device.studio.mastering.edges import at_least, clipped, faded, trimmed
from device.studio.mastering.tone import voiced
from device.studio.norms import HIGHEST_PEAK, LOUDNESS, SHORTEST
from device.studio.ring import Sound
from device.studio.soundfiles import OPUS_RATE, at_rate, heard, speech

ROUNDS = 12
LEAST_COMES_THROUGH = 0.25
TOLERANCE: Decibels = 0.1
HEADROOM: Decibels = -3.0  # where the limiter begins: Opus gives peaks back higher than it got them


class Unusable(NightcrierError):
    """A recording nothing can be made of; says why."""


def mastered(raw: Sound, rate: int) -> bytes:
    """The clip, encoded. Raises `Unusable` for silence and for sound that was clipped before it came here."""
    if len(raw) == 0 or np.abs(raw).max() < 1e-4:
        raise Unusable("there is nothing to hear in it; speak closer to the microphone")
    if clipped(raw):
        raise Unusable("it is clipped; lower the recording level and speak it again")
    line = trimmed(at_rate(raw, rate, OPUS_RATE), OPUS_RATE)
    line = compressed(voiced(line * gain(-6) / np.abs(line).max(), OPUS_RATE), OPUS_RATE)
    line = at_least(faded(trimmed(line, OPUS_RATE), OPUS_RATE), OPUS_RATE, SHORTEST)
    return _levelled(line)


def _levelled(line: Sound) -> bytes:
    """As loud as every other line once it is decoded. Limiter and codec both take and give a little: it is
    approached in rounds, in longer steps the less of the last step came through the limiter."""
    louder = step = LOUDNESS - lufs(line, OPUS_RATE)
    ceiling, before, clip = HEADROOM, LOUDNESS - step, b""
    for _ in range(ROUNDS):
        clip = speech(limited(line * gain(louder), OPUS_RATE, ceiling))
        decoded = heard(clip)
        loudness, over = lufs(decoded, OPUS_RATE), true_peak(decoded) - HIGHEST_PEAK
        if abs(LOUDNESS - loudness) < TOLERANCE and over <= 0:
            break
        came_through = float(np.clip((loudness - before) / step, LEAST_COMES_THROUGH, 1)) if step else 1.0
        before, step = loudness, (LOUDNESS - loudness) / came_through
        louder, ceiling = louder + step, ceiling - max(0.0, over + TOLERANCE)
    return clip
