"""The whole way of a line: one call from a raw voice to a clip of 48 kHz, ready to be encoded."""

import numpy as np

from device.kernel.errors import NightcrierError
from device.kernel.ids import Decibels
from device.studio.loudness import gain_factor, lufs, true_peak
from device.studio.mastering.dynamics import compress, limit_peaks
from device.studio.mastering.edges import fade_edges, is_clipped, pad_to_length, trim
from device.studio.mastering.tone import shape_tone
from device.studio.norms import CLIP_LOUDNESS, HIGHEST_PEAK, SHORTEST_LINE
from device.studio.ogg import OPUS_RATE
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, encode_speech, resample_to

_ROUNDS = 12
_LEAST_COMES_THROUGH = 0.25
_TOLERANCE: Decibels = 0.1
_HEADROOM: Decibels = -3.0  # where the limiter begins: Opus gives peaks back higher than it got them


class UnusableRecording(NightcrierError):
    """A recording nothing can be made of; says why."""


def master_line(raw: Wave, rate: int) -> bytes:
    """The clip, encoded. Raises `Unusable` for silence and for sound that was clipped before it came here."""
    if len(raw) == 0 or np.abs(raw).max() < 1e-4:
        raise UnusableRecording("there is nothing to hear in it; speak closer to the microphone")
    if is_clipped(raw):
        raise UnusableRecording("it is clipped; lower the recording level and speak it again")
    line = trim(resample_to(raw, rate, OPUS_RATE), OPUS_RATE)
    line = compress(shape_tone(line * gain_factor(-6) / np.abs(line).max(), OPUS_RATE), OPUS_RATE)
    line = pad_to_length(fade_edges(trim(line, OPUS_RATE), OPUS_RATE), OPUS_RATE, SHORTEST_LINE)
    return _levelled(line)


def _levelled(line: Wave) -> bytes:
    """As loud as every other line once it is decoded. Limiter and codec both take and give a little: it is
    approached in rounds, in longer steps the less of the last step came through the limiter."""
    louder = step = CLIP_LOUDNESS - lufs(line, OPUS_RATE)
    ceiling, before, clip = _HEADROOM, CLIP_LOUDNESS - step, b""
    for _ in range(_ROUNDS):
        clip = encode_speech(limit_peaks(line * gain_factor(louder), OPUS_RATE, ceiling))
        decoded = decode_sound(clip)
        loudness, over = lufs(decoded, OPUS_RATE), true_peak(decoded) - HIGHEST_PEAK
        if abs(CLIP_LOUDNESS - loudness) < _TOLERANCE and over <= 0:
            break
        came_through = float(np.clip((loudness - before) / step, _LEAST_COMES_THROUGH, 1)) if step else 1.0
        before, step = loudness, (CLIP_LOUDNESS - loudness) / came_through
        louder, ceiling = louder + step, ceiling - max(0.0, over + _TOLERANCE)
    return clip
