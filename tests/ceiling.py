"""Measures what `./test` costs, as a multiple of a fixed loop, and ends with 1 if that is above its ceiling.

`./test` starts this beside itself and ends it with SIGTERM. Processor seconds alone would say more about the machine
than about the tests: a busy neighbor or a slower processor makes each of them longer. The loop is run again and again
in the meantime, so it meets the same neighbors."""

import os
import signal
import sys
import time
import tomllib
from pathlib import Path
from statistics import median
from threading import Event

CEILING = Path(__file__).with_name("ceiling.toml")
BETWEEN = 5.0
"""Seconds between two rounds of the loop, in which it takes a fiftieth of a core."""
_CHILDREN_USER, _CHILDREN_SYSTEM = 13, 14
"""The fields of /proc/PID/stat, counted after the program's name, with the ticks of all children waited for."""


def seconds_of_loop() -> float:
    """Run the fixed loop once, with the calls, dicts, lists and texts that tests use. Return its processor seconds."""
    begun = time.thread_time()
    for round_ in range(600):
        found = {f"{number}:{round_}": [number, number * round_] for number in range(400)}
        sum(len(name) + min(pair) for name, pair in sorted(found.items(), key=lambda item: item[1][1]))
    return time.thread_time() - begun


def seconds_of_children(stat: str, ticks: int) -> float:
    """Return the processor seconds of all that a process has begun and seen end, from its /proc/PID/stat."""
    fields = stat.rpartition(") ")[2].split()
    return (int(fields[_CHILDREN_USER]) + int(fields[_CHILDREN_SYSTEM])) / ticks


def told(seconds: float, loop: float, ceiling: int) -> tuple[str, bool]:
    """Return a sentence about a run, and whether it is at or below its ceiling."""
    multiple = round(seconds / loop)
    said = f"{seconds:.0f} processor seconds: {multiple} times the fixed loop, of at most {ceiling}"
    return said, multiple <= ceiling


def main() -> int:
    over, loops, shell = Event(), list[float](), os.getppid()
    signal.signal(signal.SIGTERM, lambda *_: over.set())
    while not loops or not over.wait(BETWEEN):
        if os.getppid() != shell:  # it was killed, and nobody reads this any more
            return 1
        loops.append(seconds_of_loop())
    seconds = seconds_of_children(Path(f"/proc/{shell}/stat").read_text("utf-8"), os.sysconf("SC_CLK_TCK"))
    said, holds = told(seconds, median(loops), tomllib.loads(CEILING.read_text("utf-8"))["loops"])
    print(f"== {said}")
    if not holds:
        print(f"   Find what became dearer with ./test --durations=30. Who raises {CEILING.name} says there why.")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
