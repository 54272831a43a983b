"""Provides the time: the steady clock, and the time of day, which only the quiet hours use. Only `MachineTime` reads
the wall clock. A Pi has no clock that runs without power. Until somebody sets its clock, the clock continues from the
time when the Pi was last switched off."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from nightcrier.kernel.ids import Seconds

LATE: Seconds = 0.02  # the longest delay of the processor that nobody hears; a longer one is lost time


class Clock(Protocol):
    """The port for the time: seconds that only increase. The zero is arbitrary."""

    def now(self) -> float: ...


class RealClock:
    """The steady clock of the machine. It does not change with summer time, or when somebody sets the wall clock."""

    def now(self) -> float:
        return time.monotonic()


class VirtualClock:
    """A clock that stands still until a test moves it. A night of ten minutes thus takes no time at all."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def move_to(self, moment: float) -> None:
        """Move the clock forward to a moment. If the moment is earlier than now, the clock does not change."""
        self._now = max(self._now, moment)


class Beat:
    """A clock for code that does what is due. It shows the time at which the action was due, even if the processor is a
    little late. Later times are counted from there: a thousand small delays do not make an evening longer."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._moment: float | None = None

    def now(self) -> float:
        now = self._clock.now()
        return self._moment if self._moment is not None and now - self._moment <= LATE else now

    @contextmanager
    def of(self, moment: float) -> Iterator[None]:
        """Show this moment as the present time inside the block, in which the actions that were due are done."""
        self._moment = moment
        try:
            yield
        finally:
            self._moment = None


SYNCHRONISED = "run/systemd/timesync/synchronized"
"""The file that exists once systemd has got the time from the network after power-on."""

BATTERY_CLOCK = "sys/class/rtc/rtc0"
"""The folder of a clock that runs without power, if there is one. A Pi 5 has one, and room for its battery."""

NEVER_SET = 1_793_491_200
"""1 November 2026, in seconds since 1970, raised for each release. The program was written later than this. A clock
that shows an earlier time has lost the time, and an earlier certificate belongs to an older program."""

_UNSYNCHRONISED, _TIME_ERROR = 0x40, 5


class TimeOfDay:
    """A wall clock that never knows the time, as in a rehearsal."""

    def minute(self) -> int | None:
        """Return the minutes since midnight. Return None if the time of day is not known."""
        return None


def is_clock_set(root: Path) -> bool:
    """Say whether the network or a battery clock has set the clock since power-on, judged by files of the system."""
    return (root / SYNCHRONISED).exists() or _set_by_battery_clock(root / BATTERY_CLOCK)


def trusted_time() -> float | None:
    """Return the seconds since 1970 by the machine's clock, or None if nothing has set that clock since power-on."""
    return time.time() if is_clock_set(Path("/")) else None


def utc_text(at: float, form: str) -> str:
    """Write a moment, given in seconds since 1970, as UTC in a form of `strftime`."""
    return time.strftime(form, time.gmtime(at))


def _set_by_battery_clock(clock: Path) -> bool:
    """Say whether Linux took the time from a battery clock, and this clock shows a date after `NEVER_SET`."""
    try:
        taken, now = ((clock / name).read_text("ascii").strip() for name in ("hctosys", "since_epoch"))
        return taken == "1" and int(now) >= NEVER_SET
    except (OSError, ValueError):
        return False


def kernel_keeps_time() -> bool:
    """Say whether Linux counts its clock as right, after chrony, ntpd or systemd has set it. Return False if Linux does
    not answer. The box's service may not ask, because the same call can also set the clock."""
    import ctypes  # not needed by a box without quiet hours

    class Answer(ctypes.Structure):
        """The first fields of `struct timex`, and space for the rest. If `modes` is 0, nothing is changed."""

        _fields_ = (
            ("modes", ctypes.c_uint),
            ("offset", ctypes.c_long),
            ("frequency", ctypes.c_long),
            ("most_error", ctypes.c_long),
            ("error", ctypes.c_long),
            ("status", ctypes.c_int),
            ("rest", ctypes.c_char * 256),
        )

    answer = Answer()
    state = ctypes.CDLL(None).adjtimex(ctypes.byref(answer))
    return 0 <= state < _TIME_ERROR and not answer.status & _UNSYNCHRONISED


class MachineTime(TimeOfDay):
    """The wall clock of the machine, which is read only once it can be trusted. A trusted clock stays trusted."""

    def __init__(self, root: Path = Path("/"), keeps_time: Callable[[], bool] = kernel_keeps_time) -> None:
        self._root, self._keeps_time = root, keeps_time
        self._trusted = False

    def minute(self) -> int | None:
        self._trusted = self._trusted or is_clock_set(self._root) or self._keeps_time()
        now = time.localtime()
        return now.tm_hour * 60 + now.tm_min if self._trusted else None
