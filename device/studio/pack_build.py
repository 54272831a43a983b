"""Builds a voice pack line by line. What is there and still right is left alone, so a build that was cut goes on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from device.kernel.ids import LineId
from device.sound.voices.packs import Clip, Pack
from device.studio.engines.catalogue import StudioVoice
from device.studio.norms import LONGEST_LINE
from device.studio.pack_folder import PackFolder, open_pack

_OFTEN = 20
"""After this many clips the list is written again: more are not lost when the power goes."""


class SpeechTask(Struct, frozen=True):
    """One line that has to be spoken."""

    line: LineId
    spoken: str


class SpokenClip(Struct, frozen=True):
    """What became of a task: a clip, or a sentence that says why not."""

    task: SpeechTask
    clip: bytes = b""
    fault: str = ""


SpeakTasks = Callable[[StudioVoice, Sequence[SpeechTask]], Iterable[SpokenClip]]
"""Does all tasks, in any order, as many at once as it likes."""


def build_pack(
    folder: Path, voice: StudioVoice, script: Mapping[LineId, str], crew: SpeakTasks, told: Callable[[int, int], None]
) -> list[str]:
    """The faults that were met, a sentence each. `told` hears how many clips of how many are there."""
    pack = open_pack(folder, empty_pack(voice))
    tasks = [SpeechTask(line, spoken) for line, spoken in script.items() if not pack.has(line, spoken)]
    faults = []
    try:
        for number, made in enumerate(crew(voice, tasks), 1):
            faults += _take(pack, made)
            told(len(script) - len(tasks) + number, len(script))
            if number % _OFTEN == 0:
                pack.write()
    finally:
        pack.forget(but=script)
        pack.write()
    return faults


def empty_pack(voice: StudioVoice) -> Pack:
    """A pack of this voice, still without clips."""
    engine = f"{voice.engine} {voice.voice}"
    return Pack(voice.language, voice.name, voice.licence, voice.credit, voice.quality, engine=engine)


def _take(pack: PackFolder, made: SpokenClip) -> list[str]:
    where = f"{pack.folder.name}: {made.task.line}:"
    if made.fault:
        return [f"{where} {made.fault}"]
    return _length(where, pack.keep(made.task.line, made.task.spoken, made.clip))


def _length(where: str, clip: Clip) -> list[str]:
    too_long = clip.seconds > LONGEST_LINE
    return [f"{where} lasts {clip.seconds:.1f} s; shorten its text to at most {LONGEST_LINE:g} s."] if too_long else []
