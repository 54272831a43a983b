"""Who speaks and masters the lines: two processes side by side, each with an engine of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import cache

from device.kernel.errors import NightcrierError
from device.studio.engines.catalogue import StudioVoice
from device.studio.engines.port import Engine, run_program
from device.studio.mastering.chain import master_line
from device.studio.pack_build import SpeechTask, SpokenClip

_AT_ONCE = 2


def speak_tasks(
    voice: StudioVoice, tasks: Sequence[SpeechTask], pool: Callable[[int], Executor] = ProcessPoolExecutor
) -> Iterator[SpokenClip]:
    """Clips come as they are ready. When the build is stopped, what has not begun is dropped."""
    with pool(_AT_ONCE) as workers:
        waiting = [workers.submit(_in_child, voice, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            workers.shutdown(cancel_futures=True)


def speak_task(engine: Engine, task: SpeechTask) -> SpokenClip:
    """One line, spoken and mastered."""
    try:
        return SpokenClip(task, master_line(*engine.speak(task.spoken)))
    except NightcrierError as fault:
        return SpokenClip(task, fault=str(fault))


def _in_child(voice: StudioVoice, task: SpeechTask) -> SpokenClip:
    return speak_task(_engine(voice), task)


@cache
def _engine(voice: StudioVoice) -> Engine:
    return voice.ready(run_program)
