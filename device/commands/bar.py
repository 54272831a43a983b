"""How many of how many are done: one line with a bar, written over on a terminal; nothing at all in a pipe."""

import sys
from typing import TextIO

WIDTH = 30


class Bar:
    """`bar("en-male")(12, 250)` shows that 12 of 250 are done."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what, self._stream = what, stream or sys.stderr
        self._terminal = self._stream.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self._terminal:
            filled = WIDTH * done // max(1, total)
            end = "\n" if done == total else ""
            bar = "█" * filled + "·" * (WIDTH - filled)
            print(f"\r{self._what:16} {bar} {done}/{total}", end=end, file=self._stream, flush=True)
