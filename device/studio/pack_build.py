"""Builds a voice pack line by line. What is there and still right is left alone, so a build that was cut goes on. Two
processes speak and master the lines side by side, each with an engine of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct

from device.kernel.errors import NightcrierError
from device.kernel.ids import Decibels, Language, LineId, Seconds
from device.sound.voices.packs import Pack
from device.studio.engines.catalogue import StudioVoice
from device.studio.engines.port import Engine, run_program
from device.studio.engines.spellings import spellings
from device.studio.heard import SENTENCE_PART
from device.studio.mastering import master_line
from device.studio.ogg import LONGEST_LINE
from device.studio.pack_folder import PackFolder, open_pack
from device.studio.ring import Wave
from device.words.parts import goes_on

_FRAME: Seconds = 0.005
_SILENT: Decibels = -38.0  # below the loudest moment
_SHORTEST_REST: Seconds = 0.03
"""The shortest rest between two words with a comma. The word that is cut off has none inside."""
_LAST_WORD: Seconds = 0.1
_LONGEST_WORD: Seconds = 0.8
"""The word that is cut off is heard for so long; the tick that Pico leaves behind it is shorter."""
_KEPT: Seconds = 0.02


def speak_part(engine: Engine, language: Language, spoken: str) -> tuple[Wave, int]:
    """The sound of a part of a sentence, and its rate; spoken alone, where the machine makes no rest after it."""
    sound, rate = engine.speak(f"{spoken} {spellings()['tails'][language]}")
    end = _last_rest(sound, rate)
    return engine.speak(spoken) if end is None else (sound[: end + round(_KEPT * rate)], rate)


def _last_rest(sound: Wave, rate: int) -> int | None:
    """The sample at which the last rest inside the sound begins."""
    frame = round(_FRAME * rate)
    power = np.square(sound[: len(sound) // frame * frame]).reshape(-1, frame).mean(axis=1)
    heard = np.flatnonzero(power > power.max() * 10 ** (_SILENT / 10))
    rests = np.flatnonzero(np.diff(heard[: -round(_LAST_WORD / _FRAME)]) * _FRAME > _SHORTEST_REST)
    behind = len(heard) - rests[-1] if len(rests) else np.inf
    return int(heard[rests[-1]] + 1) * frame if behind * _FRAME < _LONGEST_WORD else None


_OFTEN = 20
"""The list is written again after this many clips: more are not lost when the power goes."""


class SpeechTask(Struct, frozen=True):
    """One line that has to be spoken."""

    line: LineId
    spoken: str


class SpokenClip(Struct, frozen=True):
    """The result of a task: a clip, or a sentence that says why there is none."""

    task: SpeechTask
    clip: bytes = b""
    fault: str = ""


SpeakTasks = Callable[[StudioVoice, Sequence[SpeechTask]], Iterable[SpokenClip]]
"""Does all tasks, in any order, as many at once as it likes."""


def build_pack(
    folder: Path, voice: StudioVoice, script: Mapping[LineId, str], crew: SpeakTasks, told: Callable[[int, int], None]
) -> list[str]:
    """Build a pack, and return the faults that were met, a sentence each. `told` hears how many clips of how many are
    there."""
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
    clip = pack.keep(made.task.line, made.task.spoken, made.clip)
    if clip.seconds <= LONGEST_LINE:
        return []
    return [f"{where} lasts {clip.seconds:.1f} s; shorten its text to at most {LONGEST_LINE:g} s."]


_AT_ONCE = 2


def speak_tasks(
    voice: StudioVoice, tasks: Sequence[SpeechTask], pool: Callable[[int], Executor] = ProcessPoolExecutor
) -> Iterator[SpokenClip]:
    """Yield clips as they are ready. When the build is stopped, tasks that have not begun are dropped."""
    with pool(_AT_ONCE) as workers:
        waiting = [workers.submit(_in_child, voice, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            workers.shutdown(cancel_futures=True)


def speak_task(voice: StudioVoice, engine: Engine, task: SpeechTask) -> SpokenClip:
    """Speak and master one line; the part of a sentence is cut out of one."""
    try:
        if goes_on(task.spoken):
            part = speak_part(engine, voice.language, task.spoken)
            return SpokenClip(task, master_line(*part, voice.tone, voice.kbits, voice.band, SENTENCE_PART))
        return SpokenClip(task, master_line(*engine.speak(task.spoken), voice.tone, voice.kbits, voice.band))
    except NightcrierError as fault:
        return SpokenClip(task, fault=str(fault))


def _in_child(voice: StudioVoice, task: SpeechTask) -> SpokenClip:
    return speak_task(voice, _engine(voice), task)


@cache
def _engine(voice: StudioVoice) -> Engine:
    return voice.ready(run_program)
