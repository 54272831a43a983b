"""Finds the faults of a voice's clips: missing, damaged, too long, too loud. No sound library is needed.

The limits of length and loudness are the same for clips of people and of machines."""

from collections.abc import Callable, Iterator
from pathlib import Path

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.ogg import BrokenOgg, is_opus, ogg_seconds, sound_seconds
from nightcrier.box.sound.port import clip_level
from nightcrier.box.sound.voices.packs import Clip, ShelvedPack
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Decibels, Seconds

CLIP_LOUDNESS: Decibels = -16.0  # LUFS
LOUDNESS_WITHIN: Decibels = 0.5
HIGHEST_PEAK: Decibels = -1.5  # of the wave between the samples
SHORTEST_LINE: Seconds = 0.6
SHORTEST_PART: Seconds = 0.15
"""The shortest clip of a part of a sentence. Such a clip needs no pause at its end."""
LONGEST_LINE: Seconds = 9.0
SECONDS_WITHIN: Seconds = 0.02  # between a list and the file it names

MeasureFile = Callable[[Path], tuple[Decibels, Decibels]]
"""A function that returns the loudness and the highest peak of a sound file."""


def clip_faults(
    shelved: ShelvedPack, clip: Clip, measure: MeasureFile | None = None, least: Seconds = SHORTEST_PART
) -> Iterator[str]:
    """Yield a short description of each fault of one clip."""
    file = shelved.file_of(clip)
    if file is None:
        yield f"{clip.file} is missing"
        return
    try:
        content = sound_content(file)
        real = sound_seconds(content)
    except (BrokenOgg, OSError) as fault:
        yield f"{clip.file} {str(fault).removeprefix(f'{clip.file} ')}"  # a container names its file by itself
        return
    if not is_opus(content):
        yield f"{clip.file} is not Opus"
    if abs(real - clip.seconds) > SECONDS_WITHIN:
        yield f"it lasts {real:.2f} s, not {clip.seconds:.2f} s as its list says"
    yield from sound_faults(file, measure, least, clip_level(clip.file))


def sound_faults(
    file: Path, measure: MeasureFile | None, least: Seconds = SHORTEST_LINE, level: Decibels = 0.0
) -> Iterator[str]:
    """Yield the faults of a clip's sound, whose `level` is relative to an ordinary line. The entry of the clip in the
    pack is not checked. Raises BrokenOgg or OSError."""
    yield from _length(ogg_seconds(file), least)
    if measure:
        try:
            yield from level_faults(*measure(file), CLIP_LOUDNESS + level, LOUDNESS_WITHIN)
        except (NightcrierError, ValueError):
            yield "it cannot be decoded"


def _length(real: Seconds, least: Seconds) -> Iterator[str]:
    if not least <= round(real, 3) <= LONGEST_LINE:
        yield f"it lasts {real:.2f} s and a line lasts {least:g} to {LONGEST_LINE:g} s: change its text"


def level_faults(loudness: Decibels, peak: Decibels, wanted: Decibels, within: Decibels) -> Iterator[str]:
    """Yield a sentence if a sound is not as loud as wanted, and another if its highest peak is too high."""
    if abs(loudness - wanted) > within:
        yield f"it is at {loudness:.1f} LUFS instead of {wanted:g}"
    if peak > HIGHEST_PEAK:
        yield f"it peaks at {peak:.1f} dBTP, above {HIGHEST_PEAK:g}"
