"""Turns a checkout into what the installer leaves: compiled, with saved copies of its lists."""

import compileall
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree

from nightcrier.tools.kept_lists import keep_lists
from tests.tools.process import REPO


@contextmanager
def installed() -> Iterator[None]:
    """Compile the program and save copies of its lists, which are deleted at the end, because other code may read
    them differently."""
    for program in ("device/nightcrier", "gpiozero-gpiod", "lab/guest"):
        compileall.compile_dir(REPO / program, quiet=1)
    forget_copies()  # a benchmark that was killed leaves them
    keep_lists()
    try:
        yield
    finally:
        forget_copies()


def forget_copies() -> None:
    """Delete the saved copies of the program's lists, because a test reads everything beside a list."""
    for folder in [folder for name in ("assets", "config") for folder in (REPO / name).rglob("__pycache__")]:
        rmtree(folder)
