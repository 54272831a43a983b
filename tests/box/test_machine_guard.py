"""The thread that looks after the machine: how long it rests, what wakes it, how it ends."""

import queue
from pathlib import Path

from device.box.machine_guard import LOOK_EVERY, AlarmedRest, MachineGuard
from device.box.machine_watch import FAREWELL
from device.kernel.clock import RealClock, VirtualClock
from device.kernel.events import BatteryCharge, Event, Fault, Stop
from device.kernel.machine_state import MachineFiles
from tests.kernel.test_machine_state import SUPPLY, lay

EMPTY = {
    f"{SUPPLY}/ups/{name}": text for name, text in {"type": "Battery", "capacity": "3", "status": "Discharging"}.items()
}


def test_one_reading_a_minute_and_the_last_ones_as_soon_as_the_box_is_to_end(tmp_path: Path) -> None:
    told: list[Event] = []
    clock = VirtualClock()
    guard = MachineGuard(lay(tmp_path, EMPTY), clock, told.append)
    assert guard.look() == LOOK_EVERY
    clock.move_to(60.0)
    assert guard.look() == FAREWELL
    clock.move_to(60.0 + FAREWELL)
    guard.look()
    assert [type(each) for each in told] == [BatteryCharge, Fault, Fault, Stop]


def test_it_ends_at_once_however_long_it_rests(tmp_path: Path) -> None:
    guard = MachineGuard(MachineFiles(tmp_path), RealClock(), queue.SimpleQueue[Event]().put)
    guard.start()
    guard.close()
    assert not guard._thread.is_alive()


def test_a_rest_ends_when_its_time_is_over_or_the_box_is(tmp_path: Path) -> None:
    alarm = tmp_path / "alarm"
    alarm.write_text("0\n")
    rest = AlarmedRest(alarm)
    assert rest.rest(0.0)
    rest.end()
    assert not rest.rest(3600.0)
    rest.close()


def test_an_alarm_that_cannot_be_opened_is_done_without(tmp_path: Path) -> None:
    rest = AlarmedRest(tmp_path / "gone")
    assert rest.rest(0.0)
    rest.close()
