"""Defines a figure of a benchmark as data, and measures the rows of one benchmark in a separate process.

A module of `bench` that can be run has `SIZE`, which a release needs, `SMALLEST`, with which it merely starts, and
`rows(size)`."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from importlib import import_module
from math import isfinite
from types import ModuleType

import msgspec
from msgspec import Struct

from nightcrier.kernel.rows import align_rows

PATIENCE = 1200.0
"""The seconds after which a benchmark is given up. A working one never takes this long."""


END = "all rows"
"""Printed after the last row."""


class Held(Enum):
    """Tells whether every Python gives the same count, or only one Python has a mark for it."""

    ANYWHERE = "anywhere"
    PYTHON = "python"


class Row(Struct, frozen=True):
    """Holds a finding, and its bar in the same unit: the most, or with `least` the least. `rival` is what somebody
    would have otherwise, found in the same run. `found` is None if nothing could be measured. A count that is `held`
    to a saved mark gets its bar from there."""

    what: str
    found: float | None
    bar: float | None
    unit: str
    least: bool = False
    rival: float | None = None
    than: str = ""
    note: str = ""
    held: Held | None = None

    def __post_init__(self) -> None:
        if self.bar is not None and not isfinite(self.bar):
            raise ValueError(f"{self.what}: a bar of {self.bar} holds whatever is found")

    @property
    def holds(self) -> bool:
        if self.found is None or not isfinite(self.found):
            return False
        if self.bar is None:
            return self.held is None
        return self.found >= self.bar if self.least else self.found <= self.bar

    @property
    def cells(self) -> list[str]:
        found, bar = "not measured", "no mark" if self.bar is None else number(self.bar)
        if self.found is not None:
            alike = number(self.found) == bar and not self.holds
            found = f"{f'{self.found:,.2f}' if alike else number(self.found)} {self.unit}".rstrip()
        if self.bar is not None:
            bar = f"at {'least' if self.least else 'most'} {bar}"
        return [self.what, found, bar, "holds" if self.holds else "SHORT", self._beside]

    @property
    def _beside(self) -> str:
        notes = [self.note] if self.note else []
        if self.rival is not None:
            ratio = f"{number(self.found / self.rival)} of " if self.found is not None and self.rival else ""
            notes.insert(0, f"{ratio}{number(self.rival)}, {self.than}")
        return "; ".join(notes)


def count(what: str, found: float | None, unit: str, note: str = "", held: Held = Held.ANYWHERE) -> Row:
    """Return a row with a count that is compared with its saved mark."""
    return Row(what, found, None, unit, note=note, held=held)


def number(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 or figure == round(figure) else f"{figure:.3g}"


def table(rows: Sequence[Row]) -> str:
    head = ["", "measured", "asked for", "", "beside it"]
    return "\n".join(align_rows([head, *(row.cells for row in rows)]))


class Result(Struct, frozen=True):
    """Holds the rows of a benchmark in the order in which they came, and a fault if it ended early."""

    name: str
    rows: Sequence[Row]
    seconds: float
    fault: str = ""

    @property
    def holds(self) -> bool:
        return bool(self.rows) and not self.fault and all(row.holds for row in self.rows)

    @property
    def printed(self) -> str:
        return "\n".join([table(self.rows), *([f"SHORT, ended early: {self.fault}"] if self.fault else [])])


_RUNNING = set[int]()
"""The processes of the running benchmarks. Each leads a process group of its own, which Ctrl-C does not reach."""


def end_all(*_: object) -> None:
    """End this program and every benchmark, with all processes that they started. Called on an interrupt."""
    for process in [*_RUNNING]:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
    os._exit(130)


def measure(name: str, *, smallest: bool = False) -> Result:
    """Run a benchmark to its end. All processes that it started end with it."""
    began = time.perf_counter()
    command = [sys.executable, "-P", "-m", "bench.rows", name, *(["smallest"] if smallest else [])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as child:
        _RUNNING.add(child.pid)
        try:
            told, complained = child.communicate(timeout=PATIENCE)
            fault = complained.strip()[-500:] or f"status {child.returncode}" if child.returncode else ""
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            (told, _), fault = child.communicate(), f"not done after {PATIENCE:.0f} s"
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        _RUNNING.discard(child.pid)
    if END not in told and not fault:
        fault = "it ended without an error, and without all of its rows"
    rows = [msgspec.json.decode(line, type=Row) for line in told.removesuffix(END).splitlines()]
    return Result(name, rows, time.perf_counter() - began, fault)


def module_of(name: str) -> ModuleType:
    """Return the module with the rows of a benchmark. The hall's benchmarks are in the hall's own folder."""
    return import_module("hall.bench.load" if name == "hall_load" else f"bench.{name}")


def main(name: str, *, smallest: bool) -> None:
    """Print each row as JSON. All other output of the benchmark and its programs goes to the error output."""
    with os.fdopen(os.dup(1), "wb", buffering=0) as told:
        os.dup2(2, 1)
        module = module_of(name)
        for row in module.rows(module.SMALLEST if smallest else module.SIZE):
            told.write(msgspec.json.encode(row) + b"\n")
        told.write(END.encode())


if __name__ == "__main__":
    main(sys.argv[1], smallest=len(sys.argv) > 2)
