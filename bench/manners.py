"""python -m bench.manners VOICE...: how a voice moves from line to line, plain and in the manner of each line.

30 lines are drawn by their names, and those of the count beside them. Pitch is a line's median, pace beside plain."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import LineId
from nightcrier.takes.script import voice_script
from nightcrier.takes.soundfiles import cut_out
from nightcrier.takes.waves import Wave
from nightcrier.words.sentences import goes_on
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.engines.port import Engine, run_program
from nightcrier_studio.manners import PLAIN, kind_of, manner_of

LINES, ASKED = 30, 1.0
_LOWEST, _HIGHEST, _FRAME = 60.0, 400.0, 0.08
_VOICED, _LOUD, _NEARLY = 0.6, 0.15, 0.9
_HEAD = "voice           from line to line: plain, now    count: pitch, pace    hush: pitch, pace"


def main(names: Sequence[str]) -> int:
    words, moved = read_library(standard_folders({}, Path("/nonexistent")), print).words, []
    print(_HEAD)
    for name in names or ("en-male",):
        voice = read_voices()[name]
        script, engine = voice_script(words, voice.language, screen_only_words()), voice.ready(run_program)
        varied = [line for line, spoken in script.items() if kind_of(line) != "part" and not goes_on(spoken)]
        drawn = sorted(varied, key=text_digest)[:LINES]
        count = [line for line in varied if kind_of(line) == "count"]
        found = {line: _beside(engine, line, script[line]) for line in dict.fromkeys([*drawn, *count])}
        before, after = (_median_move([found[line][at] for line in drawn]) for at in (0, 1))
        kinds = "".join(f"{_of_kind(found, kind):>24}" for kind in ("count", "hush"))
        print(f"{name:15} {before:24.2f} {after:5.2f} {kinds}", flush=True)
        moved.append(after)
    return 0 if min(moved) >= ASKED else 1


def _beside(engine: Engine, line: LineId, spoken: str) -> tuple[float, float, float]:
    """Return the pitch of a line, plain and in its manner, in semitones over 100 Hz, and how much faster it is."""
    plain, said = engine.speak(spoken, PLAIN), engine.speak(spoken, manner_of(line, spoken))
    seconds = [len(cut_out(sound, rate)) / rate for sound, rate in (plain, said)]
    return pitch(*plain), pitch(*said), seconds[0] / seconds[1]


def _median_move(pitches: Sequence[float]) -> float:
    return float(np.median([abs(one - other) for one, other in pairwise(pitches)]))


def _of_kind(found: dict[LineId, tuple[float, float, float]], kind: str) -> str:
    plain, said, pace = np.mean([each for line, each in found.items() if kind_of(line) == kind], axis=0)
    return f"{said - plain:+.1f}, {pace:.2f}"


def pitch(sound: Wave, rate: int) -> float:
    """Return the median pitch of a line, in semitones over 100 Hz."""
    return float(np.median(pitches(sound, rate)))


def pitches(sound: Wave, rate: int) -> Wave:
    """Return the pitch of each moment of a line at which there is voice, in semitones over 100 Hz."""
    length = round(_FRAME * rate)
    frames = [sound[at : at + length] for at in range(0, len(sound) - length, length // 4)]
    loudest = max(float(frame.std()) for frame in frames)
    found = [hertz for frame in frames if frame.std() > _LOUD * loudest and (hertz := _hertz(frame, rate))]
    return 12 * np.log2(np.array(found) / 100)


def _hertz(frame: Wave, rate: int) -> float:
    """Return the frequency of a frame: of the first period after which the wave is nearly as like itself as it ever is.
    Return 0 if there is no voice."""
    window, first, last = np.hanning(len(frame)), round(rate / _HIGHEST), round(rate / _LOWEST)
    likeness = _with_itself((frame - frame.mean()) * window) / np.maximum(_with_itself(window), 1e-3)
    near = likeness[first:last]
    peaks = np.flatnonzero((near[1:-1] >= near[:-2]) & (near[1:-1] >= near[2:]) & (near[1:-1] > _NEARLY * near.max()))
    return rate / float(first + 1 + peaks[0]) if len(peaks) and near.max() > _VOICED else 0.0


def _with_itself(wave: Wave) -> Wave:
    likeness = np.fft.irfft(np.abs(np.fft.rfft(wave, 2 * len(wave))) ** 2)
    return np.asarray(likeness / likeness[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
