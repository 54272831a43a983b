"""Who speaks and masters the lines: two processes side by side, each with an engine of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import cache

from device.kernel.errors import NightcrierError
from device.studio.building import Made, Task
from device.studio.engines.catalogue import Voice
from device.studio.engines.port import Engine, run
from device.studio.mastering.chain import mastered

AT_ONCE = 2


def crew(voice: Voice, tasks: Sequence[Task], pool: Callable[[int], Executor] = ProcessPoolExecutor) -> Iterator[Made]:
    """Clips come as they are ready. When the build is stopped, what has not begun is dropped."""
    with pool(AT_ONCE) as workers:
        waiting = [workers.submit(_in_child, voice, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            workers.shutdown(cancel_futures=True)


def made(engine: Engine, task: Task) -> Made:
    """One line, spoken and mastered."""
    try:
        return Made(task, mastered(*engine.speak(task.spoken)))
    except NightcrierError as fault:
        return Made(task, fault=str(fault))


def _in_child(voice: Voice, task: Task) -> Made:
    return made(_engine(voice), task)


@cache
def _engine(voice: Voice) -> Engine:
    return voice.ready(run)
