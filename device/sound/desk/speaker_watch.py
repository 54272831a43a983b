"""Keeps the player open while it is wanted: notices when the device goes, says so once, and tries again."""

from device.kernel.events import Fault, Part
from device.kernel.ids import Seconds
from device.sound.player import NoSound, SoundPlayer

_EVERY: Seconds = 1.0
"""A pulled speaker plays on in silence for ever; looking once a second finds it within two."""

_NEXT_BEST = "The night keeps its time on the screen; plug the speaker in and it is heard again."
_OTHER_CARD = "That one is used until then."


class SpeakerWatch:
    """The one place that opens and closes the player."""

    def __init__(self, player: SoundPlayer, first: float = 0.0) -> None:
        """`first`: when to look for the first time, whether anybody has touched anything or not: that there is no
        speaker is to be known before a game is begun."""
        self._player = player
        self._wanted = True
        self._complaint = ""
        self._look_at = first
        self.on = False
        self.openings = 0
        """With each of them, all that sounded before is forgotten."""

    def wake(self, now: float) -> list[Fault]:
        self._wanted = True
        if self.on:
            return []
        self._look_at = now + _EVERY
        return self._open(now)

    def sleep(self) -> None:
        self._wanted = False
        self._close()

    def due(self) -> float | None:
        """Asleep, nothing is looked after, unless people were told of a fault and wait for it to be mended."""
        return self._look_at if self.on or self._wanted or self._complaint else None

    def look(self, now: float) -> list[Fault]:
        """Look whether all is well, if it is time to."""
        due = self.due()
        if due is None or now < due:
            return []
        self._look_at = now + _EVERY
        if self.on and self._player.alive():
            return []
        self._close()
        faults = self._open(now)
        if not self._wanted:
            self._close()
        return faults

    def _open(self, now: float) -> list[Fault]:
        try:
            notice = self._player.open()
        except NoSound as error:
            return self._complain(now, str(error), _NEXT_BEST)
        self.on = True
        self.openings += 1
        return self._complain(now, notice, _OTHER_CARD) if notice else self._mended(now)

    def _close(self) -> None:
        if self.on:
            self.on = False
            self._player.close()

    def _complain(self, now: float, what: str, next_best: str) -> list[Fault]:
        """Once for each change, however often it is tried."""
        if what == self._complaint:
            return []
        self._complaint = what
        return [Fault(now, Part.SOUND, what, next_best)]

    def _mended(self, now: float) -> list[Fault]:
        if not self._complaint:
            return []
        self._complaint = ""
        return [Fault(now, Part.SOUND, "The speaker works.", mended=True)]
