"""python -m bench.masked_night [CUE SHEET]: how well a bed covers the small noises at every moment of a night.

The night is one of those on record: its bed goes down and up as the cue sheet says, its words are in it, and so is a
quiet room. Every half second from nightfall to dawn a card is drawn over the table and laid down (friction noise in
strokes, 2 to 9 kHz) or a button let go (a click that rings at 1 to 4 kHz). Noticed is what stands out of the last half
second in a band of hearing (a third of an octave) by more than 4 dB for 20 milliseconds or longer; printed is how many
of 100 are: in the windows in which hands move, under words, and in the pauses between. A model to compare beds with,
no listening test."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from msgspec import Struct

from nightcrier.box.sound.containers import CONTAINER
from nightcrier.box.sound.port import SAMPLE_RATE, SILENCE_DB, Ramp, steady_ramp
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.studio.ring import Wave, band_gains, colour, frequencies
from nightcrier.studio.soundfiles import gain_factor, loudest_moment, read_sound, resample_to

AUDIO = Path("assets/audio/beds")
BEDS = ("wind", "rain", "fire", "tapping", "tapping-bright")
LOUDNESS, ROOM = -36.0, -62.0  # LUFS, of the noise at its loudest moment and of a quiet room; the beds are at -26
BANDS = 250.0 * 2 ** (np.arange(16) / 3)
FRAME, HOP = SAMPLE_RATE // 50, SAMPLE_RATE // 100  # 20 and 10 ms
STANDS_OUT = 4.0  # dB
SHEET = Path("tests/evenings/records/night-first-game.cues.jsonl")
VOICES = AUDIO.parent / "voices"
EVERY: Seconds = 0.5
USED_TO: Seconds = 0.5
PLACES = ("window", "words", "pause")
_Make: TypeAlias = Callable[[np.random.Generator], Wave]


def card(chance: np.random.Generator) -> Wave:
    """A card drawn over wood in two strokes, then a snap as it is laid down."""
    time = np.arange(round(0.5 * SAMPLE_RATE)) / SAMPLE_RATE
    strokes = np.clip(np.sin(2 * np.pi * 2.2 * time), 0, None) ** 0.7 * (1 + 0.6 * chance.standard_normal(len(time)))
    noise = colour(chance.standard_normal(len(time)), band_gains(frequencies(time), 2000, 9000))
    snap = np.exp(-np.abs(time - 0.42) / 0.004) * colour(
        chance.standard_normal(len(time)), band_gains(frequencies(time), 800, 6000)
    )
    return np.asarray(noise * strokes + 1.5 * snap)


def click(chance: np.random.Generator) -> Wave:
    """A button that is let go."""
    time = np.arange(round(0.05 * SAMPLE_RATE)) / SAMPLE_RATE
    ring = sum(np.sin(2 * np.pi * hertz * time) * np.exp(-time / 0.006) for hertz in (1150.0, 2600.0, 3900.0))
    return np.asarray(ring + chance.standard_normal(len(time)) * np.exp(-time / 0.0015))


NOISES = {"card": card, "click": click}


def in_bands(sound: Wave) -> Wave:
    """Power in every band of hearing, frame by frame."""
    frames = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[::HOP] * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames)) ** 2
    hertz = np.asarray(np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE), dtype=np.float64)
    weights = np.array([band_gains(hertz, at * 2 ** (-1 / 6), at * 2 ** (1 / 6), 3) ** 2 for at in BANDS])
    return np.asarray(power @ weights.T)


class CueRow(Struct, frozen=True):
    """What of a row of a cue sheet is needed here."""

    t: Seconds
    kind: str
    name: str = ""
    level_db: Decibels = 0.0
    ramp: Seconds = 0.0
    clip: str | None = ""
    line: str = ""
    role: str = ""
    pack: str = ""
    seconds: Seconds = 0.0


def cue_rows(sheet: Path) -> list[CueRow]:
    return [msgspec.json.decode(line, type=CueRow) for line in sheet.read_bytes().splitlines()]


def shut_eyes(rows: Sequence[CueRow]) -> tuple[Seconds, Seconds]:
    """From the first bed to the silence of dawn."""
    beds = [row for row in rows if row.kind == "bed"]
    return beds[0].t + beds[0].ramp, next(row.t for row in beds if not row.name)


def level_curve(rows: Sequence[CueRow], length: int) -> Wave:
    """The bed's level at every sample, in decibels."""
    time, curve, ramp = np.arange(length) / SAMPLE_RATE, np.full(length, SILENCE_DB), steady_ramp(SILENCE_DB)
    for row in (row for row in rows if row.kind == "bed"):
        ramp = Ramp(row.t, row.ramp, ramp.db(row.t), row.level_db if row.name else SILENCE_DB)
        edges = np.array([row.t, row.t + max(row.ramp, 1e-6)])
        after = time >= row.t
        curve[after] = np.interp(time[after], edges, [ramp.db(edge) for edge in (edges[0], edges[1])])
    return curve


def spoken_words(rows: Sequence[CueRow], length: int) -> Wave:
    sound = np.zeros(length)
    for row in rows:
        if row.kind == "say" and row.clip and row.t < length / SAMPLE_RATE:
            clip = resample_to(*read_sound(_pack(row.pack) / row.clip), SAMPLE_RATE)
            start = round(row.t * SAMPLE_RATE)
            sound[start : start + len(clip)] += clip[: length - start]
    return sound


def _pack(name: str) -> Path:
    """Its folder, or the one file it is."""
    return next((place for place in (VOICES / name, VOICES / f"{name}{CONTAINER}") if place.exists()), VOICES / name)


def where(rows: Sequence[CueRow], at: Seconds) -> str:
    """In which part of the night this moment lies."""
    now = {row.kind for row in rows if row.t <= at < row.t + row.seconds}
    return "words" if "say" in now else "window" if "window" in now else "pause"


def is_noticed(noise: Wave, night: Wave, start: int) -> bool:
    """Against what sounds there, and in the half second before."""
    here = night[start : start + len(noise)]
    before = in_bands(night[start - round(USED_TO * SAMPLE_RATE) : start])
    usual = np.maximum(np.quantile(before, 0.9, axis=0), in_bands(here))
    return bool((10 * np.log10(in_bands(noise + here) / usual) > STANDS_OUT).any(axis=1).sum() >= 2)


def noticed(rows: Sequence[CueRow], night: Wave, make: _Make) -> Iterator[tuple[str, bool]]:
    """Every moment of the night: where it lies, and whether a noise is noticed there."""
    chance = np.random.default_rng(5)
    first, last = shut_eyes(rows)
    for at in np.arange(first + USED_TO, last, EVERY):
        noise = np.pad(make(chance), FRAME)
        noise *= gain_factor(LOUDNESS - loudest_moment(noise, SAMPLE_RATE))
        yield where(rows, at), is_noticed(noise, night, round(at * SAMPLE_RATE))


def main(sheets: Sequence[str]) -> None:
    rows = cue_rows(Path(sheets[0]) if sheets else SHEET)
    length = round((shut_eyes(rows)[1] + 2) * SAMPLE_RATE)
    still = spoken_words(rows, length) + quiet_room(length)
    level = 10 ** (level_curve(rows, length) / 20)
    heads = "".join(f"{f'{noise} {place}':>14}" for noise in NOISES for place in PLACES)
    print(f"noticed, of 100 {heads}")
    for name in BEDS:
        night = still + np.resize(read_sound(AUDIO / f"{name}.ogg")[0], length) * level
        cells = ""
        for make in NOISES.values():
            found = list(noticed(rows, night, make))
            moments, heard = Counter(place for place, _ in found), Counter(place for place, hit in found if hit)
            cells += "".join(f"{100 * heard[place] / max(1, moments[place]):14.0f}" for place in PLACES)
        print(f"{name:15} {cells}")


def quiet_room(length: int) -> Wave:
    noise = np.random.default_rng(6).standard_normal(length)
    return np.asarray(noise * gain_factor(ROOM - loudest_moment(noise[: 4 * SAMPLE_RATE], SAMPLE_RATE)))


if __name__ == "__main__":
    main(sys.argv[1:])
