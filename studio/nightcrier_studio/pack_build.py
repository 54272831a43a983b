"""Build a voice pack line by line, keep the clips whose text has not changed, and write the voice as one file.

A build that was stopped can be continued later. Two processes speak and master lines side by side, each with its own
engine.

The clips of a machine's voice are built in a folder beside its container. After the last line the container is written
again and the folder is removed."""

import io
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.sound.containers import read_stored
from nightcrier.box.sound.voices.clip_faults import LONGEST_LINE
from nightcrier.box.sound.voices.packs import PACK_LIST, Pack, read_pack
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import Decibels, Language, LineId, Seconds
from nightcrier.takes.mastering import master_line
from nightcrier.takes.pack_folder import PackFolder, alone_in_pack, read_list
from nightcrier.takes.soundfiles import SENTENCE_PART, WHOLE_LINE
from nightcrier.takes.voice_zip import write_voice
from nightcrier.takes.waves import Wave
from nightcrier.words.sentences import goes_on
from nightcrier_studio.delivery import PLAIN, Manner, manner_of
from nightcrier_studio.engines.catalogue import StudioVoice
from nightcrier_studio.engines.port import Engine, run_program
from nightcrier_studio.engines.spelling import spellings

_FRAME: Seconds = 0.005
_SILENT: Decibels = -38.0  # below the loudest moment
_SHORTEST_REST: Seconds = 0.03
"""The shortest silence that counts as the pause at a comma. The last word, which is cut off, has none inside."""
_LAST_WORD: Seconds = 0.1
_LONGEST_WORD: Seconds = 0.5
"""The longest time of the last word, which is cut off. If it is longer, the cut came at a consonant inside it. The
shortest time of that word is `_LAST_WORD`, because the tick at the end of Pico's speech is shorter."""
_KEPT: Seconds = 0.02


def speak_part(engine: Engine, language: Language, spoken: str) -> tuple[Wave, int]:
    """Return the sound and sample rate of a part of a sentence. The part is spoken with another word after it, and
    that word is cut off. If no pause separates the two, the part is spoken alone."""
    sound, rate = engine.speak(f"{spoken} {spellings()['tails'][language]}")
    end = _last_rest(sound, rate)
    return engine.speak(spoken) if end is None else (sound[: end + round(_KEPT * rate)], rate)


def _last_rest(sound: Wave, rate: int) -> int | None:
    """Return the sample at which the last pause inside the sound begins, or None if there is none before the last
    word."""
    frame = round(_FRAME * rate)
    power = np.square(sound[: len(sound) // frame * frame]).reshape(-1, frame).mean(axis=1)
    heard = np.flatnonzero(power > power.max() * 10 ** (_SILENT / 10))
    rests = np.flatnonzero(np.diff(heard[: -round(_LAST_WORD / _FRAME)]) * _FRAME > _SHORTEST_REST)
    behind = len(heard) - rests[-1] if len(rests) else np.inf
    return int(heard[rests[-1]] + 1) * frame if behind * _FRAME < _LONGEST_WORD else None


_OFTEN = 20
"""The number of new clips after which the list of a pack is written. A power cut loses no more clips than that."""


class SpeechTask(Struct, frozen=True):
    line: LineId
    spoken: str
    manner: Manner = PLAIN


class SpokenClip(Struct, frozen=True):
    """Holds a clip that a machine spoke, or a sentence that says why there is no clip."""

    task: SpeechTask
    clip: bytes = b""
    fault: str = ""


SpeakTasks = Callable[[StudioVoice, Sequence[SpeechTask]], Iterable[SpokenClip]]
"""A function that speaks all given lines, in any order and several at the same time."""


def build_pack(
    folder: Path,
    voice: StudioVoice,
    script: Mapping[LineId, str],
    crew: SpeakTasks,
    told: Callable[[int, int], None],
    only: Collection[LineId] = (),
) -> list[str]:
    """Build a pack, and return its faults as sentences. `told` is called with the number of finished clips and the
    number of all clips. With `only`, these lines are spoken, and no others."""
    pack = open_pack(folder, empty_pack(voice))
    wanted = (SpeechTask(line, spoken, manner_of(line, spoken)) for line, spoken in script.items())
    tasks = [task for task in wanted if (task.line in only if only else not _has(pack, task))]
    faults = []
    try:
        for number, made in enumerate(crew(voice, tasks), 1):
            faults += _keep_clip(pack, made)
            told(len(script) - len(tasks) + number, len(script))
            if number % _OFTEN == 0:
                pack.write()
    finally:
        pack.forget(but=script)
        pack.write()
    return faults


def _has(pack: PackFolder, task: SpeechTask) -> bool:
    return pack.has(task.line, task.spoken, task.manner.mark)


def empty_pack(voice: StudioVoice) -> Pack:
    engine = f"{voice.engine} {voice.voice}"
    return Pack(voice.language, voice.name, voice.licence, voice.credit, voice.quality, engine=engine)


def _keep_clip(pack: PackFolder, made: SpokenClip) -> list[str]:
    where = f"{pack.folder.name}: {made.task.line}:"
    if made.fault:
        return [f"{where} {made.fault}"]
    clip = pack.keep(made.task.line, made.task.spoken, made.clip, mark=made.task.manner.mark)
    if clip.seconds <= LONGEST_LINE:
        return []
    return [f"{where} lasts {clip.seconds:.1f} s; shorten its text to at most {LONGEST_LINE:g} s."]


_AT_ONCE = 2


def speak_tasks(
    voice: StudioVoice, tasks: Sequence[SpeechTask], pool: Callable[[int], Executor] = ProcessPoolExecutor
) -> Iterator[SpokenClip]:
    """Yield each spoken clip as soon as it is ready. When the build is stopped, lines that have not begun are not
    spoken."""
    with pool(_AT_ONCE) as workers:
        waiting = [workers.submit(_in_child, voice, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            workers.shutdown(cancel_futures=True)


def speak_task(voice: StudioVoice, engine: Engine, task: SpeechTask) -> SpokenClip:
    """Speak one line and master it. A part of a sentence is spoken inside a whole sentence and cut out."""
    try:
        if goes_on(task.spoken):
            part = speak_part(engine, voice.language, task.spoken)
            return SpokenClip(task, master_line(*part, voice.tone, voice.kbits, voice.band, SENTENCE_PART))
        edges = replace(WHOLE_LINE, after=task.manner.rest)
        said = engine.speak(task.spoken, task.manner)
        return SpokenClip(task, master_line(*said, voice.tone, voice.kbits, voice.band, edges, task.manner.level))
    except NightcrierError as fault:
        return SpokenClip(task, fault=str(fault))


def _in_child(voice: StudioVoice, task: SpeechTask) -> SpokenClip:
    return speak_task(voice, _engine(voice), task)


@cache
def _engine(voice: StudioVoice) -> Engine:
    return voice.ready(run_program)


BUILDING = ".building"
"""The folder of the voices that are being built. No voice of any language has this name."""


def build_voice(
    container: Path,
    voice: StudioVoice,
    script: Mapping[LineId, str],
    crew: SpeakTasks,
    told: Callable[[int, int], None],
    again: Collection[LineId] = (),
    only: Collection[LineId] = (),
) -> list[str]:
    """Build a voice, and return its faults as sentences. Lines in `again` are spoken again even if their text is the
    same. With `only`, no other lines are spoken, whatever has changed. When a build is stopped, the old container does
    not change, and the next build continues in the same folder. Of two builds of one voice, the second waits."""
    folder = container.parent / BUILDING / container.stem
    with alone_in_passing(folder.with_name(f"{folder.name}.lock")):
        _lay_out(container, folder, voice, again, keeps_others=bool(only))
        faults = build_pack(folder, voice, script, crew, told, only)
        _pack_up(open_pack(folder, empty_pack(voice)), container)
    return faults


def _lay_out(
    container: Path, folder: Path, voice: StudioVoice, again: Collection[LineId], *, keeps_others: bool
) -> None:
    """Put the clips that already exist into the folder: those of a stopped build, or else those of the container. A
    folder without a list was left while clips were put into it or removed, so its clips are not complete."""
    if read_list(folder) is None:
        found = _pack_to_change(container, voice, keeps_others=keeps_others)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        _unpack(container, PackFolder(folder, found))
    pack = open_pack(folder, empty_pack(voice))
    for line in again:
        if line in pack.pack.clips:
            pack.drop(line)
    pack.write()


def _pack_to_change(container: Path, voice: StudioVoice, *, keeps_others: bool) -> Pack:
    """Return the pack in a container, or an empty one if the container is damaged, so that all clips are built
    again. With `keeps_others` that is refused, because no other lines would be built."""
    try:
        return read_pack(container, lambda _fault: None)
    except BadFile as fault:
        if keeps_others and container.exists():
            raise WrongUse(
                f"{container} is damaged, and --only would leave its other lines out; take it back with "
                f"`git checkout {container}`, or build it without --only."
            ) from fault
    return empty_pack(voice)


def _unpack(container: Path, pack: PackFolder) -> None:
    """Unpack a container into a folder, the list last. Damaged clips are left out and built again."""
    for clip in pack.pack.clips.values():
        with suppress(OSError):
            (pack.folder / clip.file).write_bytes(read_stored(container, clip.file))
    pack.write()


def _pack_up(pack: PackFolder, container: Path) -> None:
    content = io.BytesIO()
    write_voice(pack, content)
    replace_file(container, content.getvalue())
    (pack.folder / PACK_LIST).unlink()  # first: a build that is stopped here does not count as a whole one
    shutil.rmtree(pack.folder)


def open_pack(folder: Path, fresh: Pack) -> PackFolder:
    """Open the pack in a folder, with the folder's clips and the description of the voice in `fresh`."""
    before = read_list(folder)
    return PackFolder(folder, replace(fresh, clips=before.clips if before else {}), before)


@contextmanager
def alone_in_passing(folder: Path) -> Iterator[None]:
    """Lock a folder that exists only for the lock, like `alone_in_pack`. At the end it is removed, and the folder
    above if that is empty. A process that waits for a removed folder goes on to wait for the next one."""
    while True:
        with alone_in_pack(folder) as handle:
            if folder.exists() and os.path.samestat(os.fstat(handle), folder.stat()):
                try:
                    yield
                finally:
                    with suppress(OSError):  # others are being built
                        folder.rmdir()
                        folder.parent.rmdir()
                return
