"""The ceiling: no loudness is heard above it. In quiet hours it is lower, as far as the time of day is known."""

from collections.abc import Sequence

from device.kernel.clock import Clock
from device.kernel.events import Ceiling, Event
from device.kernel.ids import Seconds
from device.kernel.settings import SoundSettings
from device.kernel.time_of_day import TimeOfDay
from device.table.house import loudness_of

LOOK_AGAIN: Seconds = 60.0
"""The time of day is looked at so often, as the clock may be set at any moment; without quiet hours, never."""


def ceiling_at(sound: SoundSettings, minute: int | None) -> int:
    """The ceiling at a minute of the day; where nobody knows it, there are no quiet hours."""
    most = loudness_of(sound.max_volume)
    if minute is None or not is_quiet_at(sound.quiet_hours, minute):
        return most
    return min(most, loudness_of(sound.quiet_volume))


def is_quiet_at(hours: str, minute: int) -> bool:
    """`hours` as in the settings; they may go over midnight, and end with the day, at 24:00."""
    if not hours:
        return False
    start, end = (int(time[:2]) * 60 + int(time[3:]) for time in hours.split("-"))
    return start <= minute < end if start <= end else minute >= start or minute < end


class CeilingWatch:
    """A part of the loop that tells the table when another ceiling holds."""

    def __init__(self, clock: Clock, time_of_day: TimeOfDay, sound: SoundSettings) -> None:
        self._clock, self._time_of_day, self._sound = clock, time_of_day, sound
        self.level = self._now()
        self._at = clock.now() + LOOK_AGAIN if sound.quiet_hours else None

    def due(self) -> float | None:
        """None where the ceiling never changes."""
        return self._at

    def poll(self) -> Sequence[Event]:
        """The new ceiling, if there is one."""
        now, before = self._clock.now(), self.level
        if self._at is None or now < self._at:
            return ()
        self._at, self.level = now + LOOK_AGAIN, self._now()
        return () if self.level == before else (Ceiling(now, self.level),)

    def _now(self) -> int:
        return ceiling_at(self._sound, self._time_of_day.minute())
