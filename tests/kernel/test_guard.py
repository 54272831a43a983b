"""Tests that a thread that lives as long as the box goes on after an error, and reports it once."""

import queue
from collections.abc import Iterator
from pathlib import Path

from nightcrier.kernel import guard
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.guard import GUARD_PAUSE, FaultGuard, LivingThread

PATIENCE = 60.0


def begin(turns: Iterator[bool | Exception]) -> tuple[LivingThread, "queue.SimpleQueue[Fault]"]:
    told: queue.SimpleQueue[Fault] = queue.SimpleQueue()

    def turn() -> bool:
        came = next(turns)
        if isinstance(came, Exception):
            raise came
        return came

    thread = LivingThread("made-up", turn, FaultGuard(VirtualClock(), Part.PANEL, "The thread"), told.put)
    thread.start()
    return thread, told


def test_it_goes_on_after_errors_that_are_told_and_logged_once(monkeypatch, caplog):
    monkeypatch.setattr(guard, "GUARD_PAUSE", 0.0)
    thread, told = begin(iter((OSError(24, "no"), ValueError("again"), OSError(24, "no"), True, True, False)))
    found = [told.get(timeout=PATIENCE) for _ in range(2)]
    assert thread.end()
    assert [(fault.mended, fault.cause) for fault in found] == [(False, Cause.INSIDE), (True, Cause.INSIDE)]
    assert told.empty()
    assert len(caplog.messages) == 1


def test_it_rests_after_an_error_and_ends_at_once_all_the_same():
    thread, told = begin(iter((OSError(24, "no"),)))
    assert told.get(timeout=PATIENCE).cause is Cause.INSIDE
    assert thread.end()


def test_what_broke_works_again_no_sooner_than_it_may_be_tried():
    clock = VirtualClock()
    watched = FaultGuard(clock, Part.PANEL, "The lamp")
    _, (broke,) = watched.make(lambda: 1 // 0)
    assert (broke.mended, watched.waits) == (False, True)
    assert watched.make(lambda: 1) == (1, [])
    clock.move_to(GUARD_PAUSE)
    _, (mended,) = watched.make(lambda: 1)
    assert (mended.mended, mended.at) == (True, GUARD_PAUSE)


WITHOUT = {
    "box/ear.py": "sees one program off",
    "box/panel/gpio.py": "a lamp that fails stays dark: each light is guarded",
    "box/recording_room.py": "lives as long as the recording program, and says how it ended",
    "box/sound/players/clips.py": "decodes one clip; whoever plays it gets the error",
    "box/writer.py": "each work is guarded",
    "kernel/guard.py": "the guard itself",
}
"""Files that start a thread without a guard, each with the reason."""


def test_every_thread_that_lives_has_a_guard():
    house = Path("device/nightcrier")
    found = {file.relative_to(house).as_posix(): file.read_text("utf-8") for file in house.rglob("*.py")}
    assert {name for name, text in found.items() if "Thread(target=" in text} == set(WITHOUT)
    assert {name for name, text in found.items() if "= LivingThread(" in text} == {
        *("box/machine.py", "box/net_door.py", "box/root_chores.py"),
        *("box/panel/input_devices.py", "box/panel/terminal/box.py"),
    }
