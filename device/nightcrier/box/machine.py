"""Looks after the machine under the box: forbids swap, counts crashes, and watches voltage, heat and battery.

Nothing that the box knows may be swapped out, because secrets on the card would outlast the evening. All memory is
locked, because Python copies a decrypted secret into many places. The unit forbids swap, too, but systemd cannot
enforce this on Raspberry Pi OS, where the accounting of memory is off.

A box that crashes is restarted with the same game, but after the third crash in a row it starts clean. The count of
crashes is in the runtime folder, which is lost without power: pulling the plug is no crash.

The guard has its own thread, because a chip that does not answer can block the reader for a second. The guard wakes
once a minute, and also when the kernel reports low voltage."""

import os
import resource
import select
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path

from nightcrier.box.events import BatteryCharge, Event, Stop
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.files import Files, write_atomically
from nightcrier.kernel.guard import FaultGuard, LivingThread
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.machine_state import Battery, MachineFiles, MachineState

_ALL_PAGES = 0x1 | 0x2 | 0x4
"""The flags that lock present and future pages, each page when it is first used (sys/mman.h: MCL_CURRENT, MCL_FUTURE,
MCL_ONFAULT)."""


def _mlockall(flags: int) -> int:
    return int(CDLL(None).mlockall(flags))


def hold_memory(limit: int | None = None, mlockall: Callable[[int], int] = _mlockall) -> bool:
    """Lock all memory of the program, and return whether that worked. If the system limits locked memory, nothing is
    locked: at the limit the kernel would refuse new memory in the middle of an evening."""
    allowed = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] if limit is None else limit
    return allowed == resource.RLIM_INFINITY and mlockall(_ALL_PAGES) == 0


TOO_MANY = 3
"""The number of crashes in a row after which the box starts clean. It is one more than `most_starts` in
`systemd/first_starts`, which first puts aside the newest files that people have added."""
CALM_AFTER: Seconds = 60.0
"""The seconds after which the state at the start can no longer be the cause of a crash. The count of crashes then ends,
and so does the trial of newly added files (`care/on_trial.py`)."""


class Crashes:
    """Counts the starts that ended in a crash. An error while counting never prevents a start."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self.crashed = files.exists(path)
        """True if the last run of the box crashed. Only a proper stop deletes the file with the number of crashes."""
        self.in_a_row = self._count()
        self._tried: tuple[Path, bytes] | None = None

    @property
    def start_clean(self) -> bool:
        """True if the box has crashed so often in a row that saved data must be the cause."""
        return self.in_a_row >= TOO_MANY

    def began(self) -> None:
        """Count this start as a crash until `calm_down` is called. Call this method at every start."""
        self._write(b"%d" % (1 if self.start_clean else self.in_a_row + 1))

    def try_out(self, trial: Path, passed: Path) -> None:
        """Read the list of files that are on trial at this start, and save it as `passed` once the box is calm."""
        with suppress(OSError):
            self._tried = passed, self._files.read(trial)

    def calm_down(self) -> None:
        """Set the count to zero. Call this method once, after the program has run for `CALM_AFTER` seconds."""
        self._write(b"0")
        if self._tried:
            write_atomically(self._files, *self._tried)

    def end_well(self) -> None:
        """Remove the count. Call this method at a proper stop."""
        with suppress(OSError):
            self._files.remove(self._path)

    def _count(self) -> int:
        try:
            return max(0, int(self._files.read(self._path)[:4]))
        except (OSError, ValueError):
            return 0

    def _write(self, count: bytes) -> None:
        write_atomically(self._files, self._path, count)


VOLTAGE_CALM: Seconds = 600.0
"""The seconds without low voltage after which the warning ends. The voltage often drops only for a moment."""
HOT, COOL = 80.0, 70.0
"""The temperatures in degrees Celsius at which the heat warning begins and ends. At 80 degrees a Pi slows down."""
LOW, LOW_MINUTES, ENOUGH = 15, 15, 20
"""The percentage or minutes of battery left at which a warning begins, and the percentage at which it ends."""
EMPTY, EMPTY_MINUTES = 5, 3
"""The percentage or the minutes of battery left at which the box switches itself off."""
FAREWELL: Seconds = 20.0
"""The seconds between the announcement that the box will switch off and the moment it does."""


class MachineWatch:
    """Compares each reading with those before, and reports each change once. The battery counts as empty only after two
    empty readings in a row, because gauges give wrong values for a moment when they wake."""

    def __init__(self) -> None:
        self._battery: Battery | None = None
        self._broken: set[Part] = set()
        self._low_voltage_at = 0.0
        self._empty = 0
        self.end_at: float | None = None
        """The time at which the box is switched off; None if the battery is not empty."""

    def news(self, at: float, state: MachineState) -> list[Event]:
        if self.end_at is not None and not self._is_saved(state.battery):
            return [Stop(at, power_off=True)] if at >= self.end_at else []
        return [*self._voltage(at, state), *self._heat(at, state.celsius), *self._charge(at, state.battery)]

    def _is_saved(self, battery: Battery | None) -> bool:
        """Say whether somebody has plugged in the charger in time. If so, cancel switching off the box."""
        if battery is None or battery.drawn:
            return False
        self.end_at, self._empty = None, 0
        self._broken.add(Part.BATTERY)  # it was said, and is taken back
        return True

    def _voltage(self, at: float, state: MachineState) -> Iterator[Event]:
        if state.low_voltage:
            self._low_voltage_at = at
            yield from self._breaks(Fault(at, Part.POWER, "The voltage is too low: the power supply is too weak."))
        elif at - self._low_voltage_at >= VOLTAGE_CALM:
            yield from self._mends(Fault(at, Part.POWER, "The voltage is right again.", mended=True))

    def _heat(self, at: float, celsius: float | None) -> Iterator[Event]:
        if celsius is not None and celsius >= HOT:
            yield from self._breaks(Fault(at, Part.HEAT, f"The processor is too hot: {celsius:.0f} degrees."))
        elif celsius is None or celsius < COOL:
            yield from self._mends(Fault(at, Part.HEAT, "The processor has cooled down.", mended=True))

    def _charge(self, at: float, battery: Battery | None) -> Iterator[Event]:
        if battery != self._battery:
            self._battery = battery
            yield BatteryCharge(at, battery)
        self._empty = self._empty + 1 if _is_below(battery, EMPTY, EMPTY_MINUTES) else 0
        if self._empty > 1:
            self.end_at = at + FAREWELL
            what = "The battery is empty; the box switches itself off."
            yield Fault(at, Part.BATTERY, what, cause=Cause.EMPTY)
        elif _is_below(battery, LOW, LOW_MINUTES):
            yield from self._breaks(Fault(at, Part.BATTERY, "The battery is low."))
        elif battery is None or not battery.drawn or battery.percent >= ENOUGH:
            yield from self._mends(Fault(at, Part.BATTERY, "The battery is not low any more.", mended=True))

    def _breaks(self, fault: Fault) -> Iterator[Event]:
        if fault.part not in self._broken:
            self._broken.add(fault.part)
            yield fault

    def _mends(self, fault: Fault) -> Iterator[Event]:
        if fault.part in self._broken:
            self._broken.remove(fault.part)
            yield fault


def _is_below(battery: Battery | None, percent: int, minutes: int) -> bool:
    if battery is None or not battery.drawn:
        return False
    return battery.percent <= percent or (battery.minutes is not None and battery.minutes <= minutes)


FIRST_LOOK: Seconds = 10.0
"""The seconds from power-on to the first reading. An earlier reading would slow the start, for which people wait."""
LOOK_EVERY: Seconds = 60.0


class AlarmedRest:
    """Waits for some seconds, or until the file of an alarm changes. The kernel signals such a change as an exception
    (POLLPRI)."""

    def __init__(self) -> None:
        self._poll, self._over = select.poll(), os.eventfd(0)
        self._poll.register(self._over, select.POLLIN)
        self._alarm: int | None = None

    def heed(self, alarm: Path | None) -> None:
        """Watch this alarm from now on, unless an alarm is already watched."""
        if alarm is not None and self._alarm is None:
            self._alarm = self._open_alarm(alarm)

    def rest(self, seconds: Seconds) -> bool:
        """Wait for these seconds, or until the alarm changes or `end` is called. Return False once `end` was called."""
        woken = {descriptor for descriptor, _ in self._poll.poll(max(0.0, seconds) * 1000)}
        if self._alarm in woken:
            self._read_alarm()
        return self._over not in woken

    def end(self) -> None:
        """End the wait at once. Any thread may call this method."""
        os.eventfd_write(self._over, 1)

    def close(self) -> None:
        for descriptor in (self._over, self._alarm):
            if descriptor is not None:
                os.close(descriptor)

    def _open_alarm(self, alarm: Path) -> int | None:
        """Open the file of an alarm and read its present state, so that only later changes end the wait. Return None if
        the file cannot be opened or read."""
        try:
            descriptor = os.open(alarm, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        if not _is_read(descriptor):
            os.close(descriptor)
            return None
        self._poll.register(descriptor, select.POLLPRI)
        return descriptor

    def _read_alarm(self) -> None:
        """Read the alarm that ended the wait. If the driver of the alarm is gone, close the file, because the driver
        may come back with another file."""
        if self._alarm is not None and not _is_read(self._alarm):
            self._poll.unregister(self._alarm)
            os.close(self._alarm)
            self._alarm = None


class MachineGuard:
    """Reads the state of the machine in a thread, and puts the news into the queue of the loop."""

    def __init__(self, files: MachineFiles, clock: Clock, put: Callable[[Event], None]) -> None:
        self._files, self._clock, self._put = files, clock, put
        self._watch, self._rest = MachineWatch(), AlarmedRest()
        self._rest.heed(files.voltage_alarm())
        self._wait = FIRST_LOOK
        guard = FaultGuard(clock, Part.POWER, "Looking after voltage, heat and battery")
        self._thread = LivingThread("machine", self._turn, guard, put)
        self.start = self._thread.start

    def close(self) -> None:
        """End the thread without waiting for a hanging reading."""
        self._rest.end()
        if self._thread.end(0.5):
            self._rest.close()

    def look(self) -> Seconds:
        """Take one reading, and return the seconds until the next one. Look for an alarm first, because its driver may
        be loaded after the box has started."""
        self._rest.heed(self._files.voltage_alarm())
        now = self._clock.now()
        for event in self._watch.news(now, self._files.state()):
            self._put(event)
        end = self._watch.end_at
        return LOOK_EVERY if end is None else min(LOOK_EVERY, max(1.0, end - now))

    def _turn(self) -> bool:
        """Rest, then take a reading. After a failed one, the next rest has its usual length. Return False at the
        end."""
        rests, self._wait = self._rest.rest(self._wait), LOOK_EVERY
        if rests:
            self._wait = self.look()
        return rests


def _is_read(descriptor: int) -> bool:
    try:
        os.pread(descriptor, 16, 0)
    except OSError:
        return False
    return True
