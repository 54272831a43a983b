"""Measures how a voice says each kind of line, plainly and with `delivery.toml`: `python -m bench.delivery VOICE...`.

A few lines of each kind are drawn, and all lines of the count. Pitch is the median, in semitones over 100 Hz. The range
covers nine tenths of a line. The end is the last fifth of a line, relative to its pitch. Pace is relative to the plain
line. The level is that of the clip."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import LineId
from nightcrier.takes.mastering import master_line
from nightcrier.takes.script import voice_script
from nightcrier.takes.soundfiles import OPUS_RATE, cut_out, decode_sound, line_loudness
from nightcrier.takes.waves import Wave
from nightcrier_studio.delivery import PLAIN, Manner, kind_of, manner_of
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.engines.port import Engine, run_program

LINES = 2
_LOWEST, _HIGHEST, _FRAME = 60.0, 400.0, 0.08
_VOICED, _LOUD, _NEARLY = 0.6, 0.15, 0.9
_HEAD = "kind      lines   pitch           range           end             pace   level"
_Figures = Sequence[float]


def main(names: Sequence[str]) -> int:
    words = read_library(standard_folders({}, Path("/nonexistent")), print).words
    for name in names or ("en-male",):
        voice = read_voices()[name]
        script, engine = voice_script(words, voice.language, screen_only_words()), voice.ready(run_program)
        print(f"{name}\n{_HEAD}")
        whole = [line for line, spoken in script.items() if manner_of(line, spoken) != PLAIN]
        for kind in dict.fromkeys(map(kind_of, whole)):
            lines = [line for line in whole if kind_of(line) == kind]
            drawn = lines if kind == "count" else sorted(lines, key=text_digest)[:LINES]
            _tell(kind, [_beside(engine, line, script[line]) for line in drawn])
    return 0


def _tell(kind: str, found: Sequence[tuple[_Figures, _Figures]]) -> None:
    if kind == "count":
        for word, each in zip(("three", "two", "one", "now"), found, strict=True):
            _tell(word, [each])
        return
    plain, said = (np.mean([each[at] for each in found], axis=0) for at in (0, 1))
    changes = "".join(f"{plain[at]:6.1f} ->{said[at]:5.1f}  " for at in (0, 1, 2))
    print(f"{kind:9} {len(found):5} {changes} {plain[3] / said[3]:5.2f}   {plain[4]:.1f} -> {said[4]:.1f}", flush=True)


def _beside(engine: Engine, line: LineId, spoken: str) -> tuple[_Figures, _Figures]:
    return figures(engine, spoken, PLAIN), figures(engine, spoken, manner_of(line, spoken))


def figures(engine: Engine, spoken: str, manner: Manner) -> _Figures:
    """Return pitch, range, end, seconds and loudness of a line."""
    sound, rate = engine.speak(spoken, manner)
    sung = pitches(sound, rate)
    low, middle, high = np.percentile(sung, (5, 50, 95))
    clip = decode_sound(master_line(sound, rate, level=manner.level))
    end = float(np.median(sung[-max(3, len(sung) // 5) :])) - middle
    return middle, high - low, end, len(cut_out(sound, rate)) / rate, line_loudness(clip, OPUS_RATE)


def pitch(sound: Wave, rate: int) -> float:
    """Return the median pitch of a line, in semitones over 100 Hz."""
    return float(np.median(pitches(sound, rate)))


def pitches(sound: Wave, rate: int) -> Wave:
    """Return the pitch of each voiced moment of a line, in semitones over 100 Hz."""
    length = round(_FRAME * rate)
    frames = [sound[at : at + length] for at in range(0, len(sound) - length, length // 4)]
    loudest = max(float(frame.std()) for frame in frames)
    found = [hertz for frame in frames if frame.std() > _LOUD * loudest and (hertz := _hertz(frame, rate))]
    return 12 * np.log2(np.array(found) / 100)


def _hertz(frame: Wave, rate: int) -> float:
    """Return the frequency of a frame: that of the shortest period after which the wave nearly repeats itself. Return 0
    if there is no voice."""
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
