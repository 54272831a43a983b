"""Draws a night of each language, so that people can look at it: `python -m bench.spectrogram FOLDER [LANGUAGE ...]`.

Each night is rendered like with `nightcrier render`, with its cue sheet, and drawn: a minute to a row, 60 Hz at the
bottom and 12 kHz at the top, a third of an octave at a time. Under it are the cues: words blue with their line, windows
green, signals red; the yellow line is the bed's level. Holes, clicks, a bed that pumps or a missing word stand out at a
glance. The program prints faults: words without a clip, windows without a bed, and how far the level of speech differs
between lines."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from bench.masked_night import CueRow, cue_rows, level_curve
from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.cli import main as nightcrier
from nightcrier.kernel.ids import Language, Seconds
from nightcrier.takes.soundfiles import read_sound
from nightcrier.takes.waves import Wave
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.tones import loudest_moment

STEP: Seconds = 0.05
ROW: Seconds = 60.0
BANDS = 60.0 * 2 ** (np.arange(47) / 6)  # hertz, to 12 kHz
TALL, CUES = 4, 46
"""The height of a band, and of the cues under a row, in pixels."""

_COLOURS = {"say": (60, 120, 255), "window": (40, 170, 80), "signal": (230, 60, 60)}
_QUIETEST, _LOUDEST = -95.0, -25.0


def in_pitch(sound: Wave) -> Wave:
    """Return the decibels in bands of a sixth of an octave, step by step."""
    hop, width = round(STEP * SAMPLE_RATE), 8192
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(sound, width // 2), width)[::hop] * np.hanning(width)
    hertz = np.fft.rfftfreq(width, 1 / SAMPLE_RATE)
    edges = np.searchsorted(hertz, [*BANDS, BANDS[-1] * 2 ** (1 / 6)])
    power = np.array([_bands(frame, edges) for frame in frames]) / width**2
    return np.asarray(10 * np.log10(power + 1e-12))


def _bands(frame: Wave, edges: Wave) -> Wave:
    return np.asarray(np.add.reduceat(np.abs(np.fft.rfft(frame)) ** 2, edges[:-1].astype(int)))


def drawn(sound: Wave, rows: Sequence[CueRow]) -> Image.Image:
    """Return a picture of the whole night, minute under minute."""
    across, down = round(ROW / STEP), TALL * len(BANDS)
    shades = np.clip((in_pitch(sound) - _QUIETEST) / (_LOUDEST - _QUIETEST), 0, 1)
    minutes = -(-len(shades) // across)
    shades = np.pad(shades, ((0, minutes * across - len(shades)), (0, 0)))
    level = level_curve(rows, len(sound))[:: round(STEP * SAMPLE_RATE)]
    picture = Image.new("RGB", (across, minutes * (down + CUES)), "white")
    for minute in range(minutes):
        part = np.repeat(shades[minute * across : (minute + 1) * across, ::-1].T, TALL, axis=0)
        picture.paste(Image.fromarray((255 * (1 - part)).astype(np.uint8)), (0, minute * (down + CUES)))
    pen = ImageDraw.Draw(picture)
    for step, decibels in enumerate(level[: minutes * across]):
        minute, x = divmod(step, across)
        pen.point((x, (minute + 1) * (down + CUES) - 1 - round(max(0.0, 40 + decibels) / 3)), (200, 160, 0))
    for row in rows:
        if row.kind in _COLOURS:
            _mark(pen, row, across, down)
    return picture


def _mark(pen: ImageDraw.ImageDraw, row: CueRow, across: int, down: int) -> None:
    """Draw one cue under its minute. A cue that continues in the next minute is cut off."""
    minute, x = divmod(round(row.t / STEP), across)
    top = minute * (down + CUES) + down + {"say": 1, "window": 6, "signal": 6}[row.kind]
    pen.rectangle((x, top, x + round(max(row.seconds, 0.2) / STEP), top + 3), _COLOURS[row.kind])
    pen.text(
        (x, top + 5 + (10 if row.kind == "say" else 20)), row.name or row.role or row.line.partition(".")[2], "black"
    )


def faults(sound: Wave, rows: Sequence[CueRow]) -> Iterator[str]:
    """Yield the faults of a night, and the range of its levels."""
    said = [row for row in rows if row.kind == "say"]
    yield from (f"at {row.t:.1f} s nothing says {row.line}" for row in said if not row.clip)
    level = level_curve(rows, len(sound))
    for row in rows:
        middle = round((row.t + row.seconds / 2) * SAMPLE_RATE)
        if row.kind == "window" and level[min(middle, len(level) - 1)] < -3:
            yield f"at {row.t:.1f} s no bed lies under the window {row.role}"
    loud = [loudest_moment(_cut(sound, row), SAMPLE_RATE) for row in said if row.clip]
    yield f"{len(said)} lines, the loudest moment of each {min(loud):.1f} to {max(loud):.1f} LUFS"


def _cut(sound: Wave, row: CueRow) -> Wave:
    return sound[round(row.t * SAMPLE_RATE) : round((row.t + row.seconds) * SAMPLE_RATE)]


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for language in map(Language, arguments[1:] or LANGUAGES):
        night, sheet = folder / f"{language}.flac", folder / f"{language}.cues.jsonl"
        if nightcrier(["render", "--language", language, "--out", str(night), "--cues", str(sheet)]):
            return 1
        sound, rows = read_sound(night)[0], cue_rows(sheet)
        drawn(sound, rows).save(folder / f"{language}.png")
        for fault in faults(sound, rows):
            print(f"{language}: {fault}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
