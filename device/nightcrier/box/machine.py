"""The box on its machine: no swap, what systemd is told, its crashes, and a guard of voltage, heat and battery.

Nothing of what the box knows is written into swap, where it would outlast the evening. All memory is held, and not the
secret halves alone: what was opened is spread over many copies, which Python makes and leaves. The unit forbids swap
too, but Raspberry Pi OS counts no memory, and then systemd cannot.

systemd is told that the box is ready, alive, or stopping; without systemd nobody is. A box that crashes is started
again where it stood, but not for ever: the third crash in a row starts clean. The count of crashes lies in the runtime
folder, which is gone with the power: a pulled plug is no crash.

The guard has a thread of its own: a chip that does not answer may keep whoever asks waiting for a second, which no
night has. It wakes once a minute, and when the kernel says that the voltage has sunk."""

import os
import resource
import select
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path

from nightcrier.box.events import BatteryCharge, Event, Stop
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.files import Files, write_atomically
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.machine_state import Battery, MachineFiles, MachineState

_ALL_PAGES = 0x1 | 0x2 | 0x4
"""Locks what is there and what will come, each when it is used (sys/mman.h: MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT)."""


def _mlockall(flags: int) -> int:
    return int(CDLL(None).mlockall(flags))


def hold_memory(limit: int | None = None, mlockall: Callable[[int], int] = _mlockall) -> bool:
    """Whether all of it is held from now on. With a limit that is reached later, the memory that comes then would be
    refused, in the middle of an evening: so only without one."""
    allowed = resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] if limit is None else limit
    return allowed == resource.RLIM_INFINITY and mlockall(_ALL_PAGES) == 0


class Notifier:
    """Datagrams to `$NOTIFY_SOCKET`. Never waits: if nobody reads, the eleventh message would block the loop."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.every = _every(environ)
        """How often `alive` must be called; None without a watchdog."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to_systemd:
            to_systemd.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)


def _every(environ: Mapping[str, str]) -> Seconds | None:
    """Twice in the time systemd waits, if it is this process that it watches."""
    microseconds = environ.get("WATCHDOG_USEC", "")
    watched = environ.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    return int(microseconds) / 2_000_000 if watched and microseconds.isdecimal() and int(microseconds) else None


TOO_MANY = 3
CALM_AFTER: Seconds = 60.0
"""Seconds after which a crash does not come from the state that the program began with."""


class Crashes:
    """Counts the starts that did not end well. Nothing here may keep the box from starting."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self.crashed = files.exists(path)
        """Whether it was running a moment ago: only a proper stop takes the count away."""
        self.in_a_row = self._count()

    @property
    def start_clean(self) -> bool:
        """Whether the box crashed so often in a row that what it remembers must be the reason."""
        return self.in_a_row >= TOO_MANY

    def began(self) -> None:
        """Call at every start: until `calm_down`, this start counts as one that crashed."""
        self._write(b"%d" % (1 if self.start_clean else self.in_a_row + 1))

    def calm_down(self) -> None:
        """Call once after `CALM_AFTER` seconds of running."""
        self._write(b"0")

    def end_well(self) -> None:
        """Call at a proper stop."""
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
"""Seconds that the voltage must have been right before nothing is said of it any more: it sinks for moments."""
HOT, COOL = 80.0, 70.0
"""Degrees. From the first on a Pi slows down by itself."""
LOW, LOW_MINUTES, ENOUGH = 15, 15, 20
EMPTY, EMPTY_MINUTES = 5, 3
"""Percent, minutes: a warning; no warning any more; the end."""
FAREWELL: Seconds = 20.0
"""Seconds between saying that the box switches off and doing so."""


class MachineWatch:
    """Takes readings in their order; each happening is told once. That the battery is empty counts when two readings in
    a row say so: gauges err for a moment when they wake."""

    def __init__(self) -> None:
        self._battery: Battery | None = None
        self._broken: set[Part] = set()
        self._low_voltage_at = 0.0
        self._empty = 0
        self.end_at: float | None = None
        """When the box is to be switched off."""

    def news(self, at: float, state: MachineState) -> list[Event]:
        """Return what is new since the last look."""
        if self.end_at is not None and not self._is_saved(state.battery):
            return [Stop(at, power_off=True)] if at >= self.end_at else []
        return [*self._voltage(at, state), *self._heat(at, state.celsius), *self._charge(at, state.battery)]

    def _is_saved(self, battery: Battery | None) -> bool:
        """Somebody has plugged in what feeds it, before it was too late."""
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
    """Whether the box draws from the battery, and so much or less is left."""
    if battery is None or not battery.drawn:
        return False
    return battery.percent <= percent or (battery.minutes is not None and battery.minutes <= minutes)


FIRST_LOOK: Seconds = 10.0
"""After power-on the processor is needed for what people wait for."""
LOOK_EVERY: Seconds = 60.0


class AlarmedRest:
    """Rests so long, or until the file of an alarm changes; in the kernel's own files a change is an exception."""

    def __init__(self) -> None:
        self._poll, self._over = select.poll(), os.eventfd(0)
        self._poll.register(self._over, select.POLLIN)
        self._alarm: int | None = None

    def heed(self, alarm: Path | None) -> None:
        """Heed this alarm from now on, unless one is heeded already."""
        if alarm is not None and self._alarm is None:
            self._alarm = self._open_alarm(alarm)

    def rest(self, seconds: Seconds) -> bool:
        """Rest so long. Returns whether to go on: it is False once `end` was called."""
        woken = {descriptor for descriptor, _ in self._poll.poll(max(0.0, seconds) * 1000)}
        if self._alarm in woken:
            self._read_alarm()
        return self._over not in woken

    def end(self) -> None:
        """End the rest at once. May be called from any thread."""
        os.eventfd_write(self._over, 1)

    def close(self) -> None:
        for descriptor in (self._over, self._alarm):
            if descriptor is not None:
                os.close(descriptor)

    def _open_alarm(self, alarm: Path) -> int | None:
        """Open the file of an alarm. Its state at this moment counts as known."""
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
        """Read the alarm that has woken us. If its driver is gone, close it; the driver may come again, with another
        file."""
        if self._alarm is not None and not _is_read(self._alarm):
            self._poll.unregister(self._alarm)
            os.close(self._alarm)
            self._alarm = None


class MachineGuard:
    """Puts what is new into the loop's queue, like a hand does."""

    def __init__(self, files: MachineFiles, clock: Clock, put: Callable[[Event], None]) -> None:
        self._files, self._clock, self._put = files, clock, put
        self._watch, self._rest = MachineWatch(), AlarmedRest()
        self._rest.heed(files.voltage_alarm())
        self._thread = threading.Thread(target=self._look_after, name="machine", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """A reading that hangs is not waited for."""
        self._rest.end()
        self._thread.join(0.5)
        if not self._thread.is_alive():
            self._rest.close()

    def look(self) -> Seconds:
        """Take one reading; return how long to rest after it. The driver of an alarm may come after the box."""
        self._rest.heed(self._files.voltage_alarm())
        now = self._clock.now()
        for event in self._watch.news(now, self._files.state()):
            self._put(event)
        end = self._watch.end_at
        return LOOK_EVERY if end is None else min(LOOK_EVERY, max(1.0, end - now))

    def _look_after(self) -> None:
        rest = FIRST_LOOK
        while self._rest.rest(rest):
            rest = self.look()


def _is_read(descriptor: int) -> bool:
    try:
        os.pread(descriptor, 16, 0)
    except OSError:
        return False
    return True
