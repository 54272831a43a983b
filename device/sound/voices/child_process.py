"""Child processes: how one is started, and whether its program is there at all."""

from collections.abc import Callable, Sequence
from typing import Protocol


class ChildProcess(Protocol):
    """A process that was started."""

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


StartChild = Callable[[Sequence[str], str], ChildProcess]
"""Starts a command with a text on its standard input. Raises `OSError` when it cannot."""

FindProgram = Callable[[str], str | None]


def start_child(command: Sequence[str], text: str) -> ChildProcess:
    """A real child process. `subprocess` is slow to import and rarely needed."""
    import subprocess
    import tempfile

    with tempfile.TemporaryFile() as stdin:
        stdin.write(text.encode())
        stdin.seek(0)
        silent = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=stdin, stdout=silent, stderr=silent)  # noqa: S603 - our own table's words


def find_program(program: str) -> str | None:
    import shutil

    return shutil.which(program)
