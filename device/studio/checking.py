"""What is wrong with the voices: clips that are missing, stale, broken, too long, too loud. Needs no studio."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from device.kernel.ids import Decibels, LineId, Seconds
from device.sound.files import inside
from device.sound.voices.packs import Clip, Shelved, text_hash
from device.studio.norms import HIGHEST_PEAK, LONGEST, LOUDNESS, LOUDNESS_WITHIN, SECONDS_WITHIN, SHORTEST
from device.studio.ogg import Broken, duration
from device.studio.script import AWAITED

NAMED = 3
"""So many lines are named in one sentence; the others are counted."""

Measure = Callable[[Path], tuple[Decibels, Decibels]]
"""Loudness and highest peak of a sound file."""


def faults(shelved: Shelved, script: Mapping[LineId, str], measure: Measure | None) -> Iterator[str]:
    """All faults of one pack, a sentence each. A person's pack need not have every line."""
    clips = shelved.pack.clips
    missing = [line for line in script if line not in clips and line not in AWAITED and not shelved.pack.person]
    stale = [line for line in script if line in clips and clips[line].hash != text_hash(script[line])]
    yield from _several(shelved, missing, "has no clip", "have no clip")
    yield from _several(shelved, stale, "speaks an older text", "speak older texts")
    yield from _several(shelved, [line for line in clips if line not in script], "is no line now", "are no lines now")
    for line, clip in clips.items():
        yield from (
            f"{shelved.id}: {line}: {fault}; delete {clip.file} and {_mend(shelved)}."
            for fault in _clip(shelved, clip, measure)
        )


def _several(shelved: Shelved, lines: Sequence[LineId], one: str, many: str) -> Iterator[str]:
    """One sentence for all lines with the same fault."""
    if lines:
        named = ", ".join(lines[:NAMED]) + (f" and {len(lines) - NAMED} more" if len(lines) > NAMED else "")
        yield f"{shelved.id}: {named} {one if len(lines) == 1 else many}; {_mend(shelved)}."


def _clip(shelved: Shelved, clip: Clip, measure: Measure | None) -> Iterator[str]:
    file = inside(shelved.folder, clip.file)
    if file is None:
        yield f"{clip.file} is missing"
        return
    try:
        yield from _length(duration(file), clip.seconds)
    except (Broken, OSError) as fault:
        yield f"{clip.file} {fault}"
        return
    if measure:
        yield from _loudness(*measure(file))


def _length(real: Seconds, listed: Seconds) -> Iterator[str]:
    if abs(real - listed) > SECONDS_WITHIN:
        yield f"it lasts {real:.2f} s, not {listed:.2f} s as its list says"
    if not SHORTEST <= round(real, 3) <= LONGEST:
        yield f"it lasts {real:.2f} s and a line lasts {SHORTEST:g} to {LONGEST:g} s: change its text"


def _loudness(loudness: Decibels, peak: Decibels) -> Iterator[str]:
    if abs(loudness - LOUDNESS) > LOUDNESS_WITHIN:
        yield f"it is at {loudness:.1f} LUFS instead of {LOUDNESS:g}"
    if peak > HIGHEST_PEAK:
        yield f"it peaks at {peak:.1f} dBTP, above {HIGHEST_PEAK:g}"


def _mend(shelved: Shelved) -> str:
    """The command that makes a clip again."""
    language = shelved.pack.language
    if shelved.pack.person:
        return f"run `./run voices record {language} --person '{shelved.pack.person}'`"
    return f"run `./run voices build {language} --pack {shelved.id}`"
