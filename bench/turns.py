"""Measures the most expensive turns of the loop in the tests' evenings, in instructions of its thread; writing has
another thread. Evenings are in Thai, which takes longest to lay out. Each is played once for the time of each turn,
and again to count."""

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from bench.rows import Held, Row, count
from bench.startup import instructions_of
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.witness import LogWitness
from nightcrier.box.writer import Writer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.simulation import perform_action, read_script
from tests.tools.process import REPO

EVENINGS = ("one-switch/two-switches", "wherewolf-not-told", "growl-thirteen")
SIZE, SMALLEST, MOST, CHOSEN = len(EVENINGS), 1, 20.0, 8
"""The number of evenings, the fewest, the most millions of instructions of a turn, and the turns counted of each."""
COUNTS = ("--instr-atstart=no", "--dump-before=getpgid", sys.executable, "-P", "-m", "bench.turns")


def rehearse(evening: str, home: Path, chosen: Collection[int] = ()) -> list[float]:
    """Play an evening, and return how long each turn took. Count the instructions of the chosen turns."""
    (config := home / "own.toml").write_text('[table]\nlanguages = ["th"]\n')
    player, writer, took = SilentPlayer(), Writer(lambda: None), list[float]()
    gc.disable()
    box = Rehearsal(standard_folders({}, home), VirtualClock(), player, 1, LogWitness(), config, writer=writer)
    daemon, take, wake = box.box.daemon, box.box.daemon.take, box.box.daemon.wake

    def turn(*things: Any) -> None:
        is_counted, began = len(took) in chosen and _count("on"), time.thread_time()
        take(*things)
        wake()
        daemon.due()
        took.append(time.thread_time() - began)
        if is_counted:
            _count("off")
        writer.settle()

    vars(daemon).update(take=turn, wake=turn)
    gc.freeze()  # as on a box
    gc.enable()
    for action in read_script(REPO / f"tests/evenings/{evening}.txt"):
        box.advance(action.after)
        perform_action(box, player, action)
    return took


def _count(now: str) -> bool:
    """Switch counting on or off while this program goes on. Valgrind writes what it counted at each `getpgid`."""
    os.getpgid(0)
    asked = subprocess.Popen(("vgdb", f"--pid={os.getpid()}", "instrumentation", now), stdout=subprocess.DEVNULL)
    while asked.poll() is None:
        pass
    return bool(os.getpgid(0))


def rows(size: int) -> Iterator[Row]:
    found = list[float]()
    for evening in EVENINGS[:size]:
        with tempfile.TemporaryDirectory() as name:
            took = rehearse(evening, Path(name))
        chosen = sorted(range(len(took)), key=took.__getitem__)[-CHOSEN:]
        found.append(max(instructions_of(*COUNTS, evening, *map(str, chosen), named="counted.*-01")))
        yield Row(f"the dearest turn of {evening}", found[-1], MOST, "million instructions", note=f"of {len(took)}")
    yield count("these together", sum(found), "million instructions", held=Held.PYTHON)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        rehearse(sys.argv[1], Path(name), {*map(int, sys.argv[2:])})
