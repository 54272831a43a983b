"""Measures how similar the voices are: an octave's level relative to the whole, and the longest pause in a line."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from bench.rows import Row
from nightcrier.box.sound.voices.packs import ShelvedPack, text_hash
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.soundfiles import LONGEST_PAUSE, longest_pause, read_sound
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from nightcrier_studio.tones import OCTAVES, octave_levels, speech_levels
from tests.owed import owed

SIZE, SMALLEST = 24, 1
"""The clips of each voice, spread over its list. More clips do not give better figures."""

OCTAVE, APART = 4000.0, 5.0
"""The octave in which the languages at one table once differed by 18 dB, and the most decibels that they may differ."""


def shipped_voices(languages: Sequence[Language] = LANGUAGES) -> list[ShelvedPack]:
    """Return the shipped voices, in each language the best first. Raises LookupError if a voice is missing, has a
    fault, or lacks a line that is not owed: the figures of the other voices alone would look better."""
    house = VoiceFiles(standard_folders({}, Path("nowhere")), None)
    found = [pack for language in languages for pack in house.machine_packs(language)]
    lacking = [pack.id for pack in found if _lacks_lines(pack, house.script(pack.pack.language))]
    expected = [language for language in languages for _ in range(1 + (language == LAST_RESORT))]
    if house.faults or lacking or [pack.pack.language for pack in found] != expected:
        there = [pack.id for pack in found]
        raise LookupError(f"of {expected} there are {there}, of which {lacking} lack lines; {house.faults}")
    return found


def _lacks_lines(voice: ShelvedPack, script: Mapping[LineId, str]) -> bool:
    """Say whether a line that is not owed has no clip: neither its own, nor one with the same text."""
    texts = {clip.hash for clip in voice.pack.clips.values()}
    lacks = script.keys() - voice.pack.clips.keys()
    wanted = lacks - owed("readings", voice.pack.language, lacks)
    return any(text_hash(script[line]) not in texts for line in wanted)


def spread_clips(pack: ShelvedPack, most: int) -> Iterator[Path]:
    clips = [clip for _, clip in sorted(pack.pack.clips.items())]
    for clip in clips[:: -(-len(clips) // most)]:
        if (file := pack.file_of(clip)) is None:
            raise LookupError(f"{pack.id} has no {clip.file}")
        yield file


def rows(size: int) -> Iterator[Row]:
    voices = {pack.id: [read_sound(file) for file in spread_clips(pack, size)] for pack in shipped_voices()}
    levels = {name: float(octave_levels(clips)[OCTAVES.index(OCTAVE)]) for name, clips in voices.items()}
    low, high = min(levels, key=levels.__getitem__), max(levels, key=levels.__getitem__)
    people = f"{speech_levels()[OCTAVES.index(OCTAVE)]:.1f} dB"
    note = f"{low} {levels[low]:.1f} dB, {high} {levels[high]:.1f}, people {people}"
    apart = float(np.ptp([*levels.values()]))  # max and min would lose a level that is no number
    yield Row(f"from voice to voice, at {OCTAVE:g} Hz", apart, APART, "dB", note=note)
    pauses = {name: max(longest_pause(*clip) for clip in clips) for name, clips in voices.items()}
    longest = max(pauses, key=pauses.__getitem__)
    yield Row("the longest pause within a line", pauses[longest], LONGEST_PAUSE + 0.01, "s", note=longest)
