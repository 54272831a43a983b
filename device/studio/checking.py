"""What is wrong with the voices: clips that are missing, stale, broken, too long, too loud. Needs no studio."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from device.kernel.ids import Decibels, LineId, Seconds
from device.sound.files import inside
from device.sound.packs import Clip, Shelved, text_hash
from device.studio.norms import HIGHEST_PEAK, LONGEST, LOUDNESS, LOUDNESS_WITHIN, SECONDS_WITHIN, SHORTEST
from device.studio.ogg import Broken, duration

Measure = Callable[[Path], tuple[Decibels, Decibels]]
"""Loudness and highest peak of a sound file."""


def faults(shelved: Shelved, script: Mapping[LineId, str], measure: Measure | None) -> Iterator[str]:
    """All faults of one pack, a sentence each. A person's pack need not have every line."""
    for line, spoken in script.items():
        clip = shelved.pack.clips.get(line)
        if clip is None:
            if not shelved.pack.person:
                yield f"{shelved.id}: {line}: has no clip; {_mend(shelved)}."
        else:
            yield from (f"{shelved.id}: {line}: {fault}." for fault in _clip(shelved, clip, spoken, measure))
    for line in shelved.pack.clips:
        if line not in script:
            yield f"{shelved.id}: {line}: is no line of this language any more; {_mend(shelved)}."


def _clip(shelved: Shelved, clip: Clip, spoken: str, measure: Measure | None) -> Iterator[str]:
    if clip.hash != text_hash(spoken):
        yield f"speaks an older text than '{spoken}'; {_mend(shelved)}"
    file = inside(shelved.folder, clip.file)
    if file is None:
        yield f"its file {clip.file} is missing; {_mend(shelved)}"
        return
    try:
        yield from _length(duration(file), clip.seconds, _mend(shelved))
    except (Broken, OSError) as fault:
        yield f"its file {clip.file} {fault}; {_mend(shelved)}"
        return
    if measure:
        yield from _loudness(*measure(file), _mend(shelved))


def _length(real: Seconds, listed: Seconds, mend: str) -> Iterator[str]:
    if abs(real - listed) > SECONDS_WITHIN:
        yield f"lasts {real:.2f} s, not {listed:.2f} s as its list says; {mend}"
    if not SHORTEST <= round(real, 3) <= LONGEST:
        yield f"lasts {real:.2f} s, a line lasts {SHORTEST:g} to {LONGEST:g} s; change its text"


def _loudness(loudness: Decibels, peak: Decibels, mend: str) -> Iterator[str]:
    if abs(loudness - LOUDNESS) > LOUDNESS_WITHIN:
        yield f"is at {loudness:.1f} LUFS instead of {LOUDNESS:g}; {mend}"
    if peak > HIGHEST_PEAK:
        yield f"peaks at {peak:.1f} dBTP, above {HIGHEST_PEAK:g}; {mend}"


def _mend(shelved: Shelved) -> str:
    """The command that makes a clip again."""
    language = shelved.pack.language
    if shelved.pack.person:
        return f"record it again with `nightcrier voices record {language} --person '{shelved.pack.person}'`"
    return f"make it again with `nightcrier voices build {language} --pack {shelved.id}`"
