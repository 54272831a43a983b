"""How far long work has come: one line that is written over on a terminal, nothing at all in a pipe."""

import sys
from types import TracebackType
from typing import Self


class Progress:
    """`with Progress("night.ogg") as progress: progress.show(12.5)` counts the seconds that are done."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._terminal = sys.stderr.isatty()
        self._shown = -1

    def __enter__(self) -> Self:
        return self

    def show(self, seconds: float) -> None:
        whole = int(seconds)
        if self._terminal and whole != self._shown:
            self._shown = whole
            print(f"\r{self._what}: {whole // 60}:{whole % 60:02d}", end="", file=sys.stderr, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._shown >= 0:
            print(f"  {'stopped' if kind else 'done'}", file=sys.stderr)
