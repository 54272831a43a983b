"""Makes a raw voice into a clip: the same tone, the same loudness, no click, no clipping, whoever speaks. One call is
the whole way of a line, to a clip of 48 kHz."""

import numpy as np

from device.kernel.booth import Spoilt
from device.kernel.errors import NightcrierError
from device.kernel.ids import Decibels, Seconds
from device.studio.heard import WHOLE_LINE, ClipEdges, cut_out, is_slack
from device.studio.ogg import CLIP_LOUDNESS, HIGHEST_PEAK, OPUS_RATE
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, encode_speech, gain_factor, line_loudness, resample_to, true_peak
from device.studio.spectrum import equalise
from device.studio.tone import compress, limit_peaks, shape_tone

_FADE_IN: Seconds = 0.004


def finish_edges(line: Wave, edges: ClipEdges = WHOLE_LINE) -> Wave:
    """The line from silence into silence, padded at its end: one word alone is shorter than the shortest line."""
    shape = np.ones(len(line))
    rise, fall = round(_FADE_IN * OPUS_RATE), round(edges.fade * OPUS_RATE)
    shape[:rise] = np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    shape[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    return np.pad(line * shape, (0, max(0, round(edges.least * OPUS_RATE) - len(line))))


NOTHING = 1e-4
FULL_SCALE = 0.9995
CLIPPED_RUN = 4


def is_clipped(sound: Wave, run: int = CLIPPED_RUN) -> bool:
    """Whether the wave was cut flat at full scale before it came here."""
    full = np.abs(sound) > FULL_SCALE
    return len(sound) >= run and bool(np.lib.stride_tricks.sliding_window_view(full, run).all(axis=1).any())


_ROUNDS = 30
_LEAST_COMES_THROUGH = 0.25
_TOLERANCE: Decibels = 0.1
_HEADROOM: Decibels = -3.0  # where the limiter begins: Opus gives peaks back higher than it got them


class UnusableRecording(NightcrierError):
    """Raised for a recording nothing can be made of; says why."""

    def __init__(self, why: Spoilt, sentence: str) -> None:
        self.why = why
        super().__init__(sentence)


def must_sound(raw: Wave, least: float = 1) -> None:
    """Raise `UnusableRecording`, unless the sound has so many samples, is heard, and was not cut flat."""
    if len(raw) < least or np.abs(raw).max() < NOTHING:
        raise UnusableRecording(Spoilt.SILENT, "there is nothing to hear in it; speak closer to the microphone")
    if is_clipped(raw):
        raise UnusableRecording(Spoilt.CLIPPED, "it is clipped; lower the recording level and speak it again")


def master_line(
    raw: Wave,
    rate: int,
    tone: tuple[Decibels, ...] = (),
    kbits: int = 32,
    band: int = OPUS_RATE,
    edges: ClipEdges = WHOLE_LINE,
) -> bytes:
    """The clip, encoded with so many kbit a second, at its own rate or that of the band. `tone` is the equaliser of its
    voice. A line whose silence has grown on the way is cut once more. Raises `UnusableRecording` for silence and for
    sound that was clipped before it came here."""
    line = shape_line(raw, rate, tone, edges)
    clip = _bring_to_loudness(line, kbits, min(rate, band))
    played = decode_sound(clip)
    if not is_slack(played, OPUS_RATE, edges.least):
        return clip
    return _bring_to_loudness(finish_edges(cut_out(line, OPUS_RATE, edges, played), edges), kbits, min(rate, band))


def shape_line(raw: Wave, rate: int, tone: tuple[Decibels, ...], edges: ClipEdges = WHOLE_LINE) -> Wave:
    """The line at 48 kHz, before it is brought to its loudness."""
    must_sound(raw)
    line = resample_to(equalise(cut_out(raw, rate, edges), rate, tone), rate, OPUS_RATE)
    shaped = shape_tone(line * gain_factor(-6) / np.abs(line).max(), OPUS_RATE)[: len(line)]
    return finish_edges(compress(shaped, OPUS_RATE), edges)


def _bring_to_loudness(line: Wave, kbits: int, rate: int) -> bytes:
    """The clip of a line, as loud as every other line once it is decoded. Limiter and codec both take and give a
    little: it is approached in rounds, in longer steps the less of the last step came through the limiter."""
    louder = step = CLIP_LOUDNESS - line_loudness(line, OPUS_RATE)
    ceiling, before, clip = _HEADROOM, CLIP_LOUDNESS - step, b""
    for _ in range(_ROUNDS):
        clip = encode_speech(limit_peaks(line * gain_factor(louder), OPUS_RATE, ceiling), kbits, rate)
        decoded = decode_sound(clip)
        loudness, over = line_loudness(decoded, OPUS_RATE), true_peak(decoded) - HIGHEST_PEAK
        if abs(CLIP_LOUDNESS - loudness) < _TOLERANCE and over <= 0:
            break
        came_through = float(np.clip((loudness - before) / step, _LEAST_COMES_THROUGH, 1)) if step else 1.0
        before, step = loudness, (CLIP_LOUDNESS - loudness) / came_through
        louder, ceiling = louder + step, ceiling - max(0.0, over + _TOLERANCE)
    return clip
