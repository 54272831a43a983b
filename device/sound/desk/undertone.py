"""The low drone under a night: a short loop beside the bed, a little louder from window to window."""

from collections.abc import Callable

from device.kernel.ids import Decibels, Seconds
from device.sound.desk.bed_level import DUCK_UP
from device.sound.desk.handover import Handover
from device.sound.desk.sound_list import SoundList
from device.sound.player import SILENCE_DB, Ramp, steady_ramp
from device.sound.port import DroneSet, TakeNote

_DRONE = "drone"
_FIRST: Decibels = -18.0
_LAST: Decibels = -8.0
"""Beside the bed before it goes down under words. Most of it lies lower than a voice does."""

_RISE = DUCK_UP
"""It rises as a window opens, when the bed comes up again: the processor is awake then anyway."""
_SLOWLY: Seconds = 1.5
"""From silence and back into it."""


class Undertone:
    """Begins its loop when it is wanted and decoded, and never ends it: with the device it is forgotten."""

    def __init__(self, handover: Handover, sounds: SoundList, turn: Callable[[Ramp], None], note: TakeNote) -> None:
        self._handover, self._sounds, self._turn, self._note = handover, sounds, turn, note
        self._ramp = steady_ramp(SILENCE_DB)
        self._plays = False

    def set(self, share: float, at: float) -> None:
        """So far on its way up; 0 is silence."""
        level, now = _FIRST + (_LAST - _FIRST) * share if share else SILENCE_DB, self._ramp.db(at)
        self._ramp = Ramp(at, _SLOWLY if SILENCE_DB in (level, now) else _RISE, now, level)
        self._turn(self._ramp)
        self._note(DroneSet(at, level))
        self.begin(at)

    def begin(self, at: float) -> None:
        """Where it should be heard, and is not yet."""
        if self._plays or self._ramp.end_db == SILENCE_DB:
            return
        sound = self._sounds.signal(_DRONE)
        self._plays = sound is None or self._handover.drone(sound.file, at)

    def replay(self, at: float) -> None:
        """The device is back, and nothing sounds on it."""
        self._plays = False
        self.begin(at)
