"""How alike the voices are: the level of an octave against the whole, and the longest pause inside a line."""

from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row
from nightcrier.box.sound.voices.packs import ShelvedPack, read_shelf
from nightcrier.studio.mastering import OCTAVES, octave_levels, speech_levels
from nightcrier.studio.ring import Wave
from nightcrier.studio.soundfiles import LONGEST_PAUSE, longest_pause, read_sound
from nightcrier.words.catalogue import LANGUAGES

SIZE, SMALLEST = 24, 1
"""Clips of each voice, spread over its list: the figures do not get better by more."""

OCTAVE, APART = 4000.0, 5.0
"""The octave in which languages at one table were 18 dB apart, and what is asked for."""


def rows(size: int) -> Iterator[Row]:
    shelves = (read_shelf(Path("assets/audio/voices"), language, print) for language in LANGUAGES)
    voices = {pack.id: _clips(pack, size) for shelf in shelves for pack in shelf}
    levels = {name: float(octave_levels(clips)[OCTAVES.index(OCTAVE)]) for name, clips in voices.items()}
    low, high = min(levels, key=levels.__getitem__), max(levels, key=levels.__getitem__)
    people = f"{speech_levels()[OCTAVES.index(OCTAVE)]:.1f} dB"
    note = f"{low} {levels[low]:.1f} dB, {high} {levels[high]:.1f}, people {people}"
    yield Row(f"from voice to voice, at {OCTAVE:g} Hz", levels[high] - levels[low], APART, "dB", note=note)
    pauses = {name: max(longest_pause(*clip) for clip in clips) for name, clips in voices.items()}
    longest = max(pauses, key=pauses.__getitem__)
    yield Row("the longest pause within a line", pauses[longest], LONGEST_PAUSE + 0.01, "s", note=longest)


def _clips(pack: ShelvedPack, most: int) -> list[tuple[Wave, int]]:
    listed = (pack.file_of(clip) for _, clip in sorted(pack.pack.clips.items()))
    files = [file for file in listed if file]
    return [read_sound(file) for file in files[:: -(-len(files) // most)]]
