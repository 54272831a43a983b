"""Small joints between the daemon and the rooms below: what reads the clock for them, and what puts voices together.
Also the ceiling, above which no loudness is heard: in quiet hours it is lower, as far as the time of day is known."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.clock import Clock
from device.kernel.events import Ceiling, Event, Fault, Part
from device.kernel.ids import Seconds
from device.kernel.screen import Frame, ScreenFormat
from device.kernel.settings import PanelSettings, SoundSettings
from device.kernel.time_of_day import TimeOfDay
from device.panel.decode import Decoder
from device.panel.port import NO_HANDS, Controls, Edge, PanelLost, Put, Screen
from device.panel.steady import SteadyScreen
from device.table.house import loudness_of


class DecodedHands:
    """Buttons and dial, from edges to gestures, against the clock."""

    def __init__(self, clock: Clock, controls: Controls, decoder: Decoder) -> None:
        self._clock, self._controls, self._decoder = clock, controls, decoder

    def edge(self, edge: Edge) -> Sequence[Event]:
        return self._decoder.edge(edge)

    def due(self) -> float | None:
        return self._decoder.due()

    def poll(self) -> Sequence[Event]:
        moment = self._decoder.due()
        if moment is None or moment > self._clock.now():
            return ()
        return self._decoder.tick(self._clock.now(), self._controls.levels())

    def close(self) -> None:
        self._controls.close()


def open_hands(
    controls: Sequence[Controls], settings: PanelSettings, clock: Clock, put: Put, faults: list[Fault]
) -> tuple[DecodedHands, ...]:
    """Open all controls that can be had, each with a decoder of its own: a finger on the one leaves the others
    alone."""
    hands: list[DecodedHands] = []
    for each in controls:
        try:
            each.open(_marked(put, len(hands)))
        except PanelLost as lost:
            faults.append(Fault(clock.now(), Part.PANEL, str(lost), NO_HANDS))
        else:
            hands.append(DecodedHands(clock, each, Decoder(settings, each.levels(), clock.now())))
    return tuple(hands)


def _marked(put: Put, hand: int) -> Put:
    """Edges say whose they are; those of the first hand come marked as they are."""
    return put if hand == 0 else lambda thing: put(replace(thing, hand=hand) if isinstance(thing, Edge) else thing)


class ClockedScreen:
    """The screen that never fails its owner, against the clock: says when it broke and when it is back."""

    def __init__(self, clock: Clock, screen: Screen) -> None:
        self._clock, self._screen = clock, SteadyScreen(screen)

    @property
    def format(self) -> ScreenFormat:
        return self._screen.format

    def show(self, frame: Frame, *, whole: bool) -> Sequence[Event]:
        return self._screen.show(frame, self._clock.now(), whole=whole)

    def contrast(self, level: int) -> Sequence[Event]:
        return self._screen.contrast(level, self._clock.now())

    def ask(self) -> Sequence[Event]:
        """Ask whether it shines."""
        return self._screen.ask(self._clock.now())

    def due(self) -> float | None:
        return self._screen.due()

    def poll(self) -> Sequence[Event]:
        return self._screen.poll(self._clock.now())

    def close(self) -> None:
        self._screen.close()


class LateFaults:
    """Tells once what turns out to be broken only when it is first used, such as the words of a language."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults

    def poll(self) -> Sequence[Event]:
        told = list(self._faults)
        self._faults.clear()
        return told

    def due(self) -> float | None:
        return self._faults[0].at if self._faults else None


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
        """Return when to look at the time of day again; None if the ceiling never changes."""
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
