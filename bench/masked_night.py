"""Measures how well the bed that plays when nobody chooses covers the sound of a card, at each moment of a night.

The bed goes down and up as the cue sheet says, with words and a quiet room in it. Every tenth of a second from
nightfall to dawn, a card is drawn over felt and laid down: 45 dB(A) at 35 cm, so 40 at a neighbor's ear, 37 one seat
further and 34 across the table, beside a voice of 62. A card is noticed if for 20 ms it is at most 2 dB below all other
sound in a band of hearing (a third of an octave). The rows say how many of 100 cards are noticed: in the windows in
which hands move, in the first 0.8 s of each, under words, and in the pauses between; and how well words over the bed
are understood (ESTOI). This is a model to compare beds with, not a listening test."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
from msgspec import Struct

from bench.estoi import estoi
from bench.rows import Row
from nightcrier.box.sound.containers import CONTAINER
from nightcrier.box.sound.port import SAMPLE_RATE, SILENCE_DB, Ramp, clip_level, steady_ramp
from nightcrier.box.table.core.house import Choices
from nightcrier.cli import main as nightcrier
from nightcrier.kernel.ids import Decibels, Seconds
from nightcrier.takes.soundfiles import gain_factor, read_sound, resample_to
from nightcrier.takes.waves import Wave, colour, frequencies
from nightcrier_studio.sounds.ring import band_gains
from nightcrier_studio.tones import loudest_moment

AUDIO = Path("assets/audio/beds")
VOICES = AUDIO.parent / "voices"
VOICE: Decibels = 62.0
LEVELS: tuple[Decibels, ...] = (40.0, 37.0)
SIZE, SMALLEST = len(LEVELS), 0
"""The number of levels at which a card is heard, in dB(A) like the voice."""

BARS: Mapping[tuple[Decibels, str], float] = {
    (40.0, "window"): 1,
    (40.0, "first"): 1,
    (37.0, "words"): 10,
    (37.0, "pause"): 25,
}
"""The most cards of 100 that may be noticed, by level and place."""

UNDERSTOOD = 0.95  # ESTOI, of the worst line
PLACES = ("window", "first", "words", "pause")
OPENING: Seconds = 0.8
ROOM = -62.0  # LUFS
BANDS = 250.0 * 2 ** (np.arange(16) / 3)
FRAME, HOP = SAMPLE_RATE // 50, SAMPLE_RATE // 100  # 20 and 10 ms
FRAMES_A_SECOND, FAST = 100, 12  # frames that a meter set to "fast" takes together
STANDS_OUT: Decibels = -2.0
EVERY = 10  # frames
CARDS = 8


def card(chance: np.random.Generator) -> Wave:
    """Return the sound of a card drawn over felt in two strokes, with a snap as it is laid down."""
    time = np.arange(round(0.5 * SAMPLE_RATE)) / SAMPLE_RATE
    strokes = np.clip(np.sin(2 * np.pi * 2.2 * time), 0, None) ** 0.7 * (1 + 0.6 * chance.standard_normal(len(time)))
    noise = colour(chance.standard_normal(len(time)), band_gains(frequencies(time), 2000, 9000))
    snap = np.exp(-np.abs(time - 0.42) / 0.004) * colour(
        chance.standard_normal(len(time)), band_gains(frequencies(time), 800, 6000)
    )
    return np.asarray(noise * strokes + 1.5 * snap)


def in_bands(sound: Wave) -> Wave:
    """Return the A-weighted power in every band of hearing, frame by frame."""
    frames = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[::HOP] * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames)) ** 2
    hertz = np.asarray(np.fft.rfftfreq(FRAME, 1 / SAMPLE_RATE), dtype=np.float64)
    weights = np.array([band_gains(hertz, at * 2 ** (-1 / 6), at * 2 ** (1 / 6), 3) ** 2 for at in BANDS])
    return np.asarray((power * _a_weighting(hertz) ** 2) @ weights.T)


def _a_weighting(hertz: Wave) -> Wave:
    """Return the gains of the A-weighting of IEC 61672."""
    f2 = hertz**2
    rise = f2**2 / ((f2 + 20.6**2) * np.sqrt((f2 + 107.7**2) * (f2 + 737.9**2)) * (f2 + 12194.0**2))
    return np.asarray(rise * 12194.0**2 * gain_factor(2.0))


class CueRow(Struct, frozen=True):
    """Holds the parts of a cue sheet's row that are needed here."""

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
    """Return the times at which eyes are shut: from one second into the howl to the silence of dawn."""
    howled = next(row.t for row in rows if row.name == "wolf-howl")
    return howled + 1.0, next(row.t for row in rows if row.kind == "bed" and not row.name)


def level_curve(rows: Sequence[CueRow], length: int) -> Wave:
    """Return the bed's level at every sample, in decibels."""
    time, curve, ramp = np.arange(length) / SAMPLE_RATE, np.full(length, SILENCE_DB), steady_ramp(SILENCE_DB)
    for row in (row for row in rows if row.kind == "bed"):
        ramp = Ramp(row.t, row.ramp, ramp.db(row.t), row.level_db if row.name else SILENCE_DB)
        edges = np.array([row.t, row.t + max(row.ramp, 1e-6)])
        after = time >= row.t
        curve[after] = np.interp(time[after], edges, [ramp.db(edge) for edge in (edges[0], edges[1])])
    return curve


def spoken_words(rows: Sequence[CueRow], length: int, *, evenly: bool = False) -> Wave:
    """Return the words. With `evenly`, all have the level of ordinary lines, by which people set the loudness."""
    sound = np.zeros(length)
    for row in rows:
        if row.kind == "say" and row.clip and row.t < length / SAMPLE_RATE:
            clip = resample_to(*read_sound(_pack(row.pack) / row.clip), SAMPLE_RATE)
            start = round(row.t * SAMPLE_RATE)
            level = -clip_level(row.clip) if evenly else 0.0
            sound[start : start + len(clip)] += clip[: length - start] * gain_factor(level)
    return sound


def _pack(name: str) -> Path:
    """Return the folder of a pack, or its single file."""
    return next((place for place in (VOICES / name, VOICES / f"{name}{CONTAINER}") if place.exists()), VOICES / name)


def where(rows: Sequence[CueRow], at: Seconds) -> set[str]:
    """Return the parts of the night in which this moment lies, or none if a line has no clip yet."""
    now = [row for row in rows if row.t <= at < row.t + row.seconds]
    if any(row.kind == "say" for row in now):
        return {"words"} if all(row.clip for row in now if row.kind == "say") else set()
    opened = [row.t for row in now if row.kind == "window"]
    return {"window", *(["first"] if at < opened[0] + OPENING else [])} if opened else {"pause"}


class Night:
    """Holds a night without its bed, in the bands of hearing, and the cards drawn in it."""

    def __init__(self, rows: Sequence[CueRow]) -> None:
        self._rows, (first, last) = rows, shut_eyes(rows)
        self._length = round((last + 2) * SAMPLE_RATE)
        self._words = spoken_words(rows, self._length)
        self._still = self._words + quiet_room(self._length)
        self._level = 10 ** (level_curve(rows, self._length) / 20)
        self._starts = np.arange(round(first * FRAMES_A_SECOND), round((last - 0.6) * FRAMES_A_SECOND), EVERY)
        loud = in_bands(spoken_words(rows, self._length, evenly=True)).sum(axis=1)
        self._silence = loud[loud > loud.max() / 1000].mean() / 10 ** (VOICE / 10)  # the power of 0 dB(A)
        chance = np.random.default_rng(5)
        self._cards = [in_bands(np.pad(card(chance), FRAME)) for _ in range(CARDS)]
        self._cards = [each / _fast(each) * self._silence for each in self._cards]

    def noticed(self, bed: Wave, level: Decibels) -> dict[str, float]:
        """Return how many of 100 cards at this level are noticed, by place."""
        there = in_bands(self._under(bed) + self._still) * 10 ** (STANDS_OUT / 10)
        hits = np.array([self._stands_out(there, index, level) for index in range(len(self._starts))])
        places = [where(self._rows, start / FRAMES_A_SECOND) for start in self._starts]
        return {name: 100 * float(hits[np.array([name in place for place in places])].mean()) for name in PLACES}

    def understood(self, bed: Wave) -> list[float]:
        """Return the ESTOI of every line spoken over the bed."""
        first, last = shut_eyes(self._rows)
        lines = [row for row in self._rows if row.kind == "say" and row.clip and first < row.t < last]
        spans = [slice(round(row.t * SAMPLE_RATE), round((row.t + row.seconds) * SAMPLE_RATE)) for row in lines]
        heard = self._words + self._under(bed)
        return [estoi(self._words[span], heard[span], SAMPLE_RATE) for span in spans]

    def _under(self, bed: Wave) -> Wave:
        return np.asarray(np.resize(bed, self._length) * self._level)

    def _stands_out(self, there: Wave, index: int, level: Decibels) -> bool:
        """Say whether a card stands out in one band for two frames in a row."""
        drawn, start = self._cards[index % CARDS], self._starts[index]
        over = drawn * 10 ** (level / 10) > there[start : start + len(drawn)]
        return bool((over[1:] & over[:-1]).any())


def _fast(frames: Wave) -> float:
    """Return the highest level that a meter set to "fast" shows."""
    return float(np.convolve(frames.sum(axis=1), np.ones(FAST) / FAST, "valid").max())


def quiet_room(length: int) -> Wave:
    noise = np.random.default_rng(6).standard_normal(length)
    return np.asarray(noise * gain_factor(ROOM - loudest_moment(noise[: 4 * SAMPLE_RATE], SAMPLE_RATE)))


def rendered_night() -> list[CueRow]:
    with TemporaryDirectory() as folder:
        sheet = Path(folder) / "cues.jsonl"
        nightcrier(["render", "--language", "en", "--out", str(sheet.with_suffix(".flac")), "--cues", str(sheet)])
        return cue_rows(sheet)


def rows(size: int) -> Iterator[Row]:
    night, default = Night(rendered_night()), Choices().bed
    bed = read_sound(AUDIO / f"{default}.ogg")[0]
    found = {level: night.noticed(bed, level) for level in LEVELS[:size]}
    for level, places in found.items():
        note = " / ".join(f"{place} {share:.0f}" for place, share in places.items())
        for place, bar in ((place, bar) for (at, place), bar in BARS.items() if at == level):
            what = f"{default}: cards of {level:.0f} dB(A), {place}"
            yield Row(what, places[place], bar, "noticed of 100", note=note)
    clear = night.understood(bed)
    note = f"{np.mean(clear):.2f} in the mean"
    yield Row(f"{default}: the line that is understood worst", min(clear), UNDERSTOOD, "ESTOI", least=True, note=note)
