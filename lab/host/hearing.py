"""Finds the lines in a recording, and their times: a matched filter looks for each clip of a voice."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import soundfile
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.box.sound.containers import sound_content

Samples = NDArray[np.float32]

RATE = 48000
_STEP = 12  # the search runs at 4 kHz
_ENOUGH = 0.8  # lines that only begin alike come to 0.7, a line under the bed to 0.96 and more
_QUIET = 5e-3
_FADED = _ROOM = 1e-3  # no sample of the tone that sounds wherever nothing else does is louder
_FADE = 0.02
_ALIKE = 0.1
_ANSWERED = 1.5
"""The seconds after a press or hold within which the sound before it may be cut off by the answer."""
_EARLY = 0.4
"""The seconds by which a game's first sound may follow the press, so that its other acts seem too early."""
_BETWEEN_GAMES = (5.0, 20.0)
"""The seconds of silence, and the seconds between two acts, that separate games."""


class Found(Struct, frozen=True):
    """A line at a moment, and how well it matches (1: the same samples)."""

    at: float
    seconds: float
    match: float
    line: str


def read_recording(file: Path) -> NDArray[np.float32]:
    """Return both channels. The header is skipped, because a recording that was cut off has a wrong length in it."""
    played = file.read_bytes()[44:]
    samples = np.frombuffer(played[: len(played) // 4 * 4], "<i2")
    return samples.reshape(-1, 2).astype(np.float32) / 32768


def find_lines(recording: Samples, clips: Mapping[str, Path]) -> list[Found]:
    """Return all places of these lines in a recording, in order of time. A clip may have another name than its line."""
    sought = _Sought(recording)
    found = [hit for line, clip in clips.items() for hit in sought.hits(line, _clip(clip))]
    return _best(sorted(found, key=lambda hit: hit.at))


def find_beginnings(recording: Samples, clips: Mapping[str, Path], seconds: float) -> dict[str, list[float]]:
    """Return the times at which each of these lines begins. People may have cut a line short, so its first seconds
    are enough, unless another line with the same beginning is complete there."""
    sought, length = _Sought(recording), round(seconds * RATE / _STEP)
    sounds = {line: _clip(clip) for line, clip in clips.items()}
    whole = [hit for line, sound in sounds.items() for hit in sought.hits(line, sound)]
    begun = [hit for line, sound in sounds.items() for hit in sought.hits(line, sound[:length])]
    begun = [hit for hit in begun if not any(abs(hit.at - other.at) < _ALIKE for other in whole)]
    return {line: sorted(hit.at for hit in whole + begun if hit.line == line) for line in sounds}


def in_order(wanted: Sequence[str], beginnings: dict[str, list[float]]) -> list[str]:
    """Return the fewest lines that are not heard in their turn. A missed line may be heard again an evening later,
    but the lines in between then do not count as missed."""
    rows: list[tuple[float, tuple[int, ...]]] = [(-1.0, ())]  # of so many lines heard, the one that ends first
    for index, line in enumerate(wanted):
        for count, (last, heard) in reversed(list(enumerate(rows))):
            at = next((at for at in beginnings[line] if at > last), None)
            if at is not None and (count + 1 == len(rows) or at < rows[count + 1][0]):
                rows[count + 1 : count + 2] = [(at, (*heard, index))]
    return [line for index, line in enumerate(wanted) if index not in rows[-1][1]]


def holes(recording: Samples, longest: float = 0.02, loudest: float = 0.0) -> list[tuple[float, float]]:
    """Return the times and lengths of stretches where nothing is louder than `loudest`, by default digital silence."""
    silent = np.abs(recording).max(axis=1) <= loudest
    edges = np.flatnonzero(np.diff(np.concatenate([[0], silent.view(np.int8), [0]])))
    stretches = ((start / RATE, (end - start) / RATE) for start, end in zip(edges[::2], edges[1::2], strict=True))
    return [(at, length) for at, length in stretches if length > longest]


def torn(recording: Samples) -> list[tuple[float, float]]:
    """Return the holes that cut off a sound. Silence after a sentence that has faded away does not count."""
    return [(at, length) for at, length in holes(recording) if _loud_before(recording, at)]


def tears(recording: Samples, acts: Sequence[float]) -> list[tuple[float, float]]:
    """Return holes that tear the sound: it stops at once although nobody did anything. `acts` are the times of
    people's acts, by another clock. The first act of each game is taken as the time of its first sound, because
    between two games the recording is shorter than the silence was."""
    sounding = np.flatnonzero(np.abs(recording).max(axis=1) > _ROOM) / RATE
    first, last = sounding[0], sounding[-1]
    between = [at + length for at, length in holes(recording, _BETWEEN_GAMES[0], _ROOM) if first < at < last]
    games = _games(acts)
    begins = [first, *between][-len(games) :]  # a box that is new has greeted people before
    quiet = [begin + act - game[0] for begin, game in zip(begins, games, strict=True) for act in game]
    return [(at, length) for at, length in torn(recording) if at >= begins[0] and not _near(at, quiet)]


def _games(acts: Sequence[float]) -> list[list[float]]:
    games: list[list[float]] = []
    for act in acts:
        if not games or act - games[-1][-1] > _BETWEEN_GAMES[1]:
            games.append([])
        games[-1].append(act)
    return games


def _near(at: float, moments: Sequence[float]) -> bool:
    return any(-_EARLY <= at - moment <= _ANSWERED for moment in moments)


def _loud_before(recording: Samples, at: float) -> bool:
    """Say whether the sound before a hole was cut. A sentence fades at its end, and a bed within a tenth of a
    second."""
    before = recording[max(0, round((at - _FADE) * RATE)) : round(at * RATE)]
    return before.size > 0 and float(np.sqrt((before**2).mean())) > _FADED


def _thinned(samples: Samples) -> Samples:
    window = np.hanning(4 * _STEP + 1)
    smooth = np.convolve(samples, window / window.sum(), "same")
    return smooth[: len(samples) // _STEP * _STEP : _STEP].astype(np.float32)


def _clip(file: Path) -> Samples:
    samples, rate = soundfile.read(BytesIO(sound_content(file)), dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    if rate != RATE:
        length = int(len(mono) * RATE / rate)
        mono = np.interp(np.arange(length) * rate / RATE, np.arange(len(mono)), mono).astype(np.float32)
    return _thinned(mono)


class _Sought:
    """Prepares a recording for many searches."""

    def __init__(self, recording: Samples) -> None:
        sound = _thinned(recording.mean(axis=1))
        self._length, self._size = len(sound), 1 << (len(sound) + 20 * RATE // _STEP).bit_length()
        self._spectrum = np.fft.rfft(sound, self._size)
        self._energy = np.concatenate([[0.0], np.cumsum(sound.astype(float) ** 2)])

    def hits(self, line: str, clip: Samples) -> list[Found]:
        if not 0 < len(clip) < self._length:
            return []
        match, hits, rate = self._likeness(clip), [], RATE // _STEP
        while match.size and match.max() > _ENOUGH:
            at = int(match.argmax())
            hits.append(Found(at / rate, len(clip) / rate, float(match[at]), line))
            match[max(0, at - rate // 2) : at + rate // 2] = 0
        return hits

    def _likeness(self, clip: Samples) -> NDArray[np.float64]:
        """Return how well each place of the recording matches a clip: 1 for the same samples, at any loudness."""
        product = np.fft.irfft(self._spectrum * np.conj(np.fft.rfft(clip, self._size)), self._size)
        there = self._energy[len(clip) : self._length] - self._energy[: self._length - len(clip)]
        loud = np.sqrt(np.maximum(1e-9, there * float((clip**2).sum())))
        return np.where(loud > _QUIET, product[: self._length - len(clip)] / loud, 0)


def _best(hits: list[Found]) -> list[Found]:
    """Return, of overlapping hits, only the one that explains most. A match squared is its fraction of the sound."""
    kept: list[Found] = []
    for hit in hits:
        if kept and hit.at < kept[-1].at + 0.6 * min(kept[-1].seconds, hit.seconds):
            if hit.match**2 * hit.seconds > kept[-1].match ** 2 * kept[-1].seconds:
                kept[-1] = hit
        else:
            kept.append(hit)
    return kept
