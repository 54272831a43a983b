"""Show the progress of long work.

On a terminal, one line is overwritten again and again. In a pipe, one line after two seconds says what is being done.
Work without a measure of its progress prints that line on a terminal, too."""

import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Self, TextIO

_BAR_WIDTH = 30


def _is_terminal(stream: TextIO | None) -> bool:
    """Say whether a stream is a terminal. Python gives None for a stream that was closed before Python started."""
    return stream is not None and stream.isatty()


_SILENT = 2.0
"""The seconds without any output after which a line is printed, so that people do not wonder."""


class Patience:
    """Prints one line if some work takes longer than `_SILENT`: `with Patience("The games are judged"): ...`."""

    def __init__(
        self,
        what: str,
        stream: TextIO | None = None,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._what, self._stream = what, stream or sys.stderr
        self._timer = timer(_SILENT, self._say)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def _say(self) -> None:
        print(f"{self._what}; Ctrl-C ends it.", file=self._stream, flush=True)

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def patience_in_pipe(what: str) -> AbstractContextManager[None]:
    """Return a context that prints one line in a pipe if some work takes long. Nothing is printed on a terminal,
    because the progress line there says more."""
    return nullcontext() if _is_terminal(sys.stderr) else Patience(what)


class Progress:
    """Shows on a terminal how many seconds are finished: `with Progress("night.ogg") as progress:
    progress.show(12.5)`."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._terminal = _is_terminal(sys.stderr)
        self._shown = -1
        self._waiting = patience_in_pipe(f"{what} is being made")

    def __enter__(self) -> Self:
        self._waiting.__enter__()
        return self

    def show(self, seconds: float) -> None:
        whole = int(seconds)
        if self._terminal and whole != self._shown:
            self._shown = whole
            print(f"\r{self._what}: {whole // 60}:{whole % 60:02d}", end="", file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._waiting.__exit__(None, None, None)
        if self._shown >= 0:
            print(f"  {'stopped' if kind else 'done'}", file=sys.stderr)


class ProgressBar:
    """Draws a bar of finished items on a terminal: `bar("en-male")(12, 250)` shows that 12 of 250 are done."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what, self._stream = what, stream or sys.stderr
        self._terminal = _is_terminal(self._stream)

    def __call__(self, done: int, total: int) -> None:
        if self._terminal:
            filled = _BAR_WIDTH * done // max(1, total)
            end = "\n" if done == total else ""
            bar = "█" * filled + "·" * (_BAR_WIDTH - filled)
            print(f"\r{self._what:16} {bar} {done}/{total}", end=end, file=self._stream, flush=True)
