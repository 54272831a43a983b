"""The program where it runs: how its commands are called, its groups, and a folder it has to itself. Two programs
that kept their games in one folder would each find the other's journal broken. A sentence that names a command
names one that exists where the program runs."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from nightcrier.kernel.errors import WrongUse

TOP = Path(__file__).parents[3]


def program_call(words: str, top: Path = TOP) -> str:
    """Return how the program is called: `./run` in a checkout; the installer leaves that behind."""
    return f"{'./run' if (top / 'run').is_file() else 'nightcrier'} {words}"


SERVICE_GROUPS = ("gpio", "i2c", "audio")
"""Those the unit file names."""


class FolderTaken(WrongUse):
    """Another program keeps its game there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} is used by another Nightcrier that runs now: close that one first, or give this one a folder of "
            "its own (--state, or STATE_DIRECTORY)."
        )


@contextmanager
def claim_folder(folder: Path) -> Iterator[None]:
    """Claim the folder until the end, however that comes: the kernel lets it go. Nothing is written, so a folder that
    takes nothing can be claimed; one that is not there, or cannot be locked, costs no evening. Raises FolderTaken."""
    with ExitStack() as held:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            held.callback(os.close, handle)
            _lock(handle, folder)
        yield


@contextmanager
def join_folder(folder: Path) -> Iterator[bool]:
    """Yield whether we are alone in the folder, as long as this lasts; for a task of a moment."""
    with ExitStack() as held:
        try:
            held.enter_context(claim_folder(folder))
        except FolderTaken:
            yield False
        else:
            yield True


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FolderTaken(folder) from None
