"""Looks after the machine in a thread of its own: a chip that does not answer may keep whoever asks waiting for a
second, which no night has. It wakes once a minute, and when the kernel says that the voltage has sunk."""

import os
import select
import threading
from collections.abc import Callable
from pathlib import Path

from device.box.machine_watch import MachineWatch
from device.kernel.clock import Clock
from device.kernel.events import Event
from device.kernel.ids import Seconds
from device.kernel.machine_state import MachineFiles

FIRST_LOOK: Seconds = 10.0
"""After power-on the processor is needed for what people wait for."""
LOOK_EVERY: Seconds = 60.0


class AlarmedRest:
    """Rests so long, or until the file of an alarm changes; in the kernel's own files a change is an exception."""

    def __init__(self) -> None:
        self._poll, self._over = select.poll(), os.eventfd(0)
        self._poll.register(self._over, select.POLLIN)
        self._alarm: int | None = None

    @property
    def is_alarmed(self) -> bool:
        """Whether there is an alarm that can wake it."""
        return self._alarm is not None

    def heed(self, alarm: Path | None) -> None:
        """From now on, unless one is heeded already."""
        if alarm is not None and self._alarm is None:
            self._alarm = self._opened(alarm)

    def rest(self, seconds: Seconds) -> bool:
        """False: it is to end."""
        woken = {descriptor for descriptor, _ in self._poll.poll(max(0.0, seconds) * 1000)}
        if self._alarm in woken:
            self._read_alarm()
        return self._over not in woken

    def end(self) -> None:
        """From any thread: whoever rests here goes on at once."""
        os.eventfd_write(self._over, 1)

    def close(self) -> None:
        for descriptor in (self._over, self._alarm):
            if descriptor is not None:
                os.close(descriptor)

    def _opened(self, alarm: Path) -> int | None:
        """What is read counts as known."""
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
        """Of a driver that is gone nothing more is heard; it may come again, with another file."""
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
        """One reading; how long to rest after it. The driver of an alarm may come after the box."""
        self._rest.heed(self._files.voltage_alarm())
        now = self._clock.now()
        for event in self._watch.told(now, self._files.state()):
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
