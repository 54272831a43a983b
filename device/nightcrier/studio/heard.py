"""Speech inside a line, found against the line's own floor: so that dead air, the tick with which a machine ends, and
pauses that are too long can be taken out."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.ogg import SHORTEST_LINE, SHORTEST_PART
from nightcrier.studio.ring import Wave

LONGEST_PAUSE: Seconds = 0.6
"""The longest pause inside a line."""

_SHORTENED: Seconds = 0.5
"""A longer pause is shortened to this: shaped and encoded, a faint end of a word can sink into the pause beside it."""

_LONGEST_END: Seconds = 0.3

_FRAME: Seconds = 0.005
_SMOOTHED = 4  # frames: hiss flickers
_FLOOR_SHARE = 5  # of a hundred frames lie below what is taken for the floor
_OVER_FLOOR: Decibels = 14.0
_FAINTEST: Decibels = -50.0  # below the loudest frame nothing counts as speech
_FULLEST: Decibels = -34.0  # and whatever lies above this does: a line without any silence has no floor
_TICK: Seconds = 0.25
_TICK_BELOW: Decibels = -25.0
_JOIN: Seconds = 0.02


class ClipEdges(Struct, frozen=True):
    """The edges of a clip: how much silence is left before and after it, how it fades, and how long it is at least."""

    before: Seconds
    after: Seconds
    fade: Seconds
    least: Seconds


WHOLE_LINE = ClipEdges(0.03, 0.09, 0.06, SHORTEST_LINE)
SENTENCE_PART = ClipEdges(0.01, 0.02, 0.02, SHORTEST_PART)
"""The next part follows at once, with an edge of its own."""

Stretches = NDArray[np.int64]
"""A row for each stretch: its first sample, and the first after it."""


def speech_stretches(sound: Wave, rate: int) -> Stretches:
    """The stretches in which somebody speaks, parted where nothing is heard for half a pause. A faint tick that stands
    alone is no speech."""
    if not sound.any():
        return np.array([[0, len(sound)]])
    frame = round(_FRAME * rate)
    levels = _levels(sound, frame)
    heard = levels > np.clip(np.percentile(levels, _FLOOR_SHARE) + _OVER_FLOOR, _FAINTEST, _FULLEST)
    found = _runs(heard, round(_SHORTENED / 2 / _FRAME))
    spoken = [run for run in found if not _is_tick(levels[run[0] : run[1]], heard[run[0] : run[1]])]
    return np.minimum(np.array(spoken, dtype=np.int64).reshape(-1, 2) * frame, len(sound))


def cut_out(sound: Wave, rate: int, edges: ClipEdges = WHOLE_LINE, played: Wave | None = None) -> Wave:
    """The line with a breath on both sides, and no long pause in it. Speech is looked for in `played`, the decoded
    line, where there is one: coding can lose a faint end of a word."""
    stretches = speech_stretches(sound if played is None else played, rate)
    starts = stretches[:, 0] - round(_SHORTENED / 2 * rate)
    ends = stretches[:, 1] + round(_SHORTENED / 2 * rate)
    starts[0], ends[-1] = stretches[0, 0] - round(edges.before * rate), stretches[-1, 1] + round(edges.after * rate)
    line = sound[max(0, starts[0]) : ends[0]]
    for index in range(1, len(stretches)):
        if starts[index] > ends[index - 1]:
            line = _join(line, sound[starts[index] : ends[index]], round(_JOIN * rate))
        else:
            line = np.concatenate((line, sound[ends[index - 1] : ends[index]]))
    return line


def is_slack(played: Wave, rate: int, least: Seconds) -> bool:
    """Whether a line has a pause that is too long, or too much silence at its end, unless that fills it up to the least
    length."""
    end = (len(played) - int(speech_stretches(played, rate)[-1, 1])) / rate
    fills = len(played) <= round((least + _FRAME) * rate)
    return longest_pause(played, rate) > LONGEST_PAUSE or (end > _LONGEST_END and not fills)


def longest_pause(sound: Wave, rate: int) -> Seconds:
    """The longest pause inside a line; pauses shorter than half of what is allowed count as none."""
    stretches = speech_stretches(sound, rate)
    return float(np.max(stretches[1:, 0] - stretches[:-1, 1], initial=0)) / rate


def _levels(sound: Wave, frame: int) -> Wave:
    """Decibels against the loudest moment, frame by frame."""
    power = (np.pad(sound, (0, -len(sound) % frame)).reshape(-1, frame) ** 2).mean(axis=1)
    smooth = np.convolve(power, np.ones(_SMOOTHED) / _SMOOTHED, mode="same")[: len(power)]
    return np.asarray(10 * np.log10(smooth / smooth.max() + 1e-12))


def _runs(heard: NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """The runs of frames in which something is heard, over gaps that are shorter than this."""
    places = np.flatnonzero(heard)
    breaks = np.flatnonzero(np.diff(places) > gap)
    firsts, lasts = places[np.concatenate(([0], breaks + 1))], places[np.concatenate((breaks, [len(places) - 1]))]
    return list(zip(firsts.tolist(), (lasts + 1).tolist(), strict=True))


def _is_tick(levels: Wave, heard: NDArray[np.bool_]) -> bool:
    return bool(heard.sum() * _FRAME < _TICK and levels.max() < _TICK_BELOW)


def _join(line: Wave, following: Wave, overlap: int) -> Wave:
    """The line and what follows it, the one fading into the other."""
    fade = np.linspace(1, 0, overlap)
    middle = line[-overlap:] * fade + following[:overlap] * fade[::-1]
    return np.concatenate((line[:-overlap], middle, following[overlap:]))
