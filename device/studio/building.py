"""Builds a voice pack line by line. What is there and still right is left alone, so a build that was cut goes on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from device.kernel.ids import LineId
from device.sound.voices.packs import Clip, Pack
from device.studio.engines.catalogue import Voice
from device.studio.norms import LONGEST
from device.studio.packfile import PackFolder, opened

OFTEN = 20
"""After this many clips the list is written again: more are not lost when the power goes."""


class Task(Struct, frozen=True):
    """One line that has to be spoken."""

    line: LineId
    spoken: str


class Made(Struct, frozen=True):
    """What became of a task: a clip, or a sentence that says why not."""

    task: Task
    clip: bytes = b""
    fault: str = ""


Crew = Callable[[Voice, Sequence[Task]], Iterable[Made]]
"""Does all tasks, in any order, as many at once as it likes."""


def build(
    folder: Path, voice: Voice, script: Mapping[LineId, str], crew: Crew, told: Callable[[int, int], None]
) -> list[str]:
    """The faults that were met, a sentence each. `told` hears how many clips of how many are there."""
    pack = opened(folder, described(voice))
    tasks = [Task(line, spoken) for line, spoken in script.items() if not pack.has(line, spoken)]
    faults = []
    try:
        for number, made in enumerate(crew(voice, tasks), 1):
            faults += _take(pack, made)
            told(len(script) - len(tasks) + number, len(script))
            if number % OFTEN == 0:
                pack.write()
    finally:
        pack.forget(but=script)
        pack.write()
    return faults


def described(voice: Voice) -> Pack:
    """A pack of this voice, still without clips."""
    engine = f"{voice.engine} {voice.voice}"
    return Pack(voice.language, voice.name, voice.licence, voice.credit, voice.quality, engine=engine)


def _take(pack: PackFolder, made: Made) -> list[str]:
    where = f"{pack.folder.name}: {made.task.line}:"
    if made.fault:
        return [f"{where} {made.fault}"]
    return _length(where, pack.keep(made.task.line, made.task.spoken, made.clip))


def _length(where: str, clip: Clip) -> list[str]:
    too_long = clip.seconds > LONGEST
    return [f"{where} lasts {clip.seconds:.1f} s; shorten its text to at most {LONGEST:g} s."] if too_long else []
