"""Tests the thread that watches the machine: how long it rests, what wakes it, how it ends."""

import errno
import os
import queue
import select

import pytest

from nightcrier.box import machine
from nightcrier.box.events import BatteryCharge, Event, Stop
from nightcrier.box.machine import FAREWELL, LOOK_EVERY, AlarmedRest, MachineGuard
from nightcrier.kernel import guard as kernel_guard
from nightcrier.kernel.clock import RealClock, VirtualClock
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.machine_state import MachineFiles, MachineState
from tests.kernel.test_machine_state import HWMON, SUPPLY, lay

EMPTY = {
    f"{SUPPLY}/ups/{name}": text for name, text in {"type": "Battery", "capacity": "3", "status": "Discharging"}.items()
}


class StruckPoll:
    """Simulates a kernel that reports a change of one file."""

    def __init__(self, poll: select.poll, struck: int) -> None:
        self.unregister, self._struck = poll.unregister, struck

    def poll(self, _milliseconds: float) -> list[tuple[int, int]]:
        return [(self._struck, select.POLLPRI | select.POLLERR)]


def refuse(_descriptor: int, _size: int, _offset: int) -> bytes:
    """Fail like the kernel when a driver is gone."""
    raise OSError


@pytest.fixture
def alarm(tmp_path):
    file = tmp_path / "alarm"
    file.write_text("0\n")
    return file


def test_one_reading_a_minute_and_the_last_ones_as_soon_as_the_box_is_to_end(tmp_path):
    told: list[Event] = []
    clock = VirtualClock()
    guard = MachineGuard(lay(tmp_path, EMPTY), clock, told.append)
    assert guard.look() == LOOK_EVERY
    clock.move_to(60.0)
    assert guard.look() == FAREWELL
    clock.move_to(60.0 + FAREWELL)
    guard.look()
    assert [type(each) for each in told] == [BatteryCharge, Fault, Fault, Stop]


def test_it_ends_at_once_however_long_it_rests(tmp_path):
    guard = MachineGuard(MachineFiles(tmp_path), RealClock(), queue.SimpleQueue[Event]().put)
    guard.start()
    guard.close()
    assert guard._thread.end(0.0)


class FewDescriptors(MachineFiles):
    """Simulates a machine on which the first reading fails for lack of file descriptors."""

    refused = False

    def state(self) -> MachineState:
        if not self.refused:
            self.refused = True
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), "/sys/class/thermal")
        return super().state()


def test_a_reading_that_fails_ends_nothing(tmp_path, monkeypatch):
    """If one failed reading ended the guard, nobody would hear of the battery, and an empty one would cut the power."""
    for module, name in ((machine, "FIRST_LOOK"), (machine, "LOOK_EVERY"), (kernel_guard, "GUARD_PAUSE")):
        monkeypatch.setattr(module, name, 0.0)
    lay(tmp_path, EMPTY)
    told = queue.SimpleQueue[Event]()
    guard = MachineGuard(FewDescriptors(tmp_path), RealClock(), told.put)
    guard.start()
    failed, *read = (told.get(timeout=60.0) for _ in range(3))
    guard.close()
    assert failed.cause is Cause.INSIDE
    assert {type(each) for each in read} == {BatteryCharge, Fault}


def test_a_driver_that_comes_after_the_box_is_heeded(tmp_path):
    told: list[Event] = []
    guard = MachineGuard(MachineFiles(tmp_path), VirtualClock(), told.append)
    guard.look()
    assert guard._rest._alarm is None
    lay(tmp_path, {f"{HWMON}/name": "rpi_volt", f"{HWMON}/in0_lcrit_alarm": "1"})
    guard.look()
    assert guard._rest._alarm is not None
    assert [each.part for each in told if isinstance(each, Fault)] == [Part.POWER]
    guard._rest.close()


def test_a_driver_that_was_there_before_the_box_is_heeded_from_the_start(tmp_path):
    files = lay(tmp_path, {f"{HWMON}/name": "rpi_volt", f"{HWMON}/in0_lcrit_alarm": "0"})
    guard = MachineGuard(files, VirtualClock(), queue.SimpleQueue[Event]().put)
    assert guard._rest._alarm is not None
    guard._rest.close()


def test_a_rest_ends_when_its_time_is_over_or_the_box_is(alarm):
    rest = AlarmedRest()
    rest.heed(alarm)
    assert rest.rest(0.0)
    rest.end()
    assert not rest.rest(3600.0)
    rest.close()


@pytest.mark.parametrize("name", ["gone", "."])
def test_an_alarm_that_cannot_be_opened_or_read_is_done_without(tmp_path, name):
    rest = AlarmedRest()
    rest.heed(tmp_path / name)
    assert rest._alarm is None
    assert rest.rest(0.0)
    rest.close()


def test_one_alarm_is_heeded_until_its_driver_is_gone_and_then_the_next(alarm, monkeypatch):
    rest = AlarmedRest()
    for _ in range(2):
        rest.heed(alarm)
    first = rest._alarm
    assert first is not None
    with monkeypatch.context() as gone:
        gone.setattr(rest, "_poll", StruckPoll(rest._poll, first))
        gone.setattr(os, "pread", refuse)
        assert rest.rest(0.0)
    assert rest._alarm is None
    rest.heed(alarm)
    assert rest._alarm is not None
    assert rest.rest(0.0)
    rest.close()
