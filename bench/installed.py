"""Makes a checkout what the installer leaves: compiled, with what its lists say kept beside them."""

import compileall
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree

from nightcrier.tools.kept_lists import keep_lists
from tests.tools.process import REPO


@contextmanager
def installed() -> Iterator[None]:
    """Compile the program and keep its lists. The copies of lists go again: other code may read otherwise."""
    for program in ("device/nightcrier", "gpiozero-gpiod", "lab/guest"):
        compileall.compile_dir(REPO / program, quiet=1)
    forget_copies()  # a benchmark that was killed leaves them
    keep_lists()
    try:
        yield
    finally:
        forget_copies()


def forget_copies() -> None:
    """Remove what is kept of the lists of the program, with its folders: a test reads all that lies beside a list."""
    for folder in [folder for name in ("assets", "config") for folder in (REPO / name).rglob("__pycache__")]:
        rmtree(folder)
