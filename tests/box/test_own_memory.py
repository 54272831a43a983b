"""Tests that what the box knows is not written into swap."""

import resource
import subprocess
import sys
from argparse import Namespace

import pytest

from nightcrier.box.machine import hold_memory
from nightcrier.tools.run import do_run

NOW, LATER, WHEN_USED = 1, 2, 4
"""MCL_CURRENT, MCL_FUTURE and MCL_ONFAULT of sys/mman.h. Without the second, the cards of a game are not held, since
they come later. Without the third, all memory ever requested is occupied at once."""


def test_all_memory_is_held_where_there_is_no_limit():
    asked: list[int] = []

    def accept(flags: int) -> int:
        asked.append(flags)
        return 0

    assert hold_memory(resource.RLIM_INFINITY, accept)
    assert asked == [NOW | LATER | WHEN_USED]


def test_a_limit_or_a_refusal_costs_no_evening():
    def refuse(flags: int) -> int:
        pytest.fail(f"with a limit nothing is asked for: {flags}")

    assert not hold_memory(64 * 1024, refuse)
    assert not hold_memory(resource.RLIM_INFINITY, lambda _: -1)


class Held(Exception):
    """Raised when memory is held, to end the program there."""


def test_the_program_holds_its_memory_before_it_does_anything_else(monkeypatch):
    """The program gets no arguments, so reading any of them first would raise another error."""

    def hold() -> bool:
        raise Held

    monkeypatch.setattr("nightcrier.tools.run.hold_memory", hold)
    with pytest.raises(Held):
        do_run(Namespace())


HOLD = """
import resource
from nightcrier.box.machine import hold_memory
try:
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except (OSError, ValueError):
    pass  # who is not root lives with the limit
held = hold_memory()
status = open("/proc/self/status").read()
locked, used = (int(status.split(name)[1].split()[0]) for name in ("VmLck:", "VmRSS:"))
print(held == (locked > 0), not held or locked > used)
"""


def test_it_is_so_in_truth_as_far_as_the_limit_goes():
    done = subprocess.run([sys.executable, "-c", HOLD], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True True\n", "")
