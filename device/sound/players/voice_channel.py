"""The channel of the voice. pygame holds one clip behind the one that plays; another that is queued meanwhile takes its
place, and the first is never heard. SDL may come to the end of a clip a buffer later than the clock does, so the clip
after the next waits here until there is room."""

from collections import deque
from typing import Any

CUT_MS = 15
"""A voice that is cut fades this fast: no click, and still at once."""


class VoiceChannel:
    """Clips one after the other, in their order."""

    def __init__(self, mixer: Any, number: int) -> None:
        self._mixer, self._channel = mixer, mixer.Channel(number)
        self._waiting: deque[Any] = deque()

    @property
    def waits(self) -> bool:
        """Whether a clip cannot be handed to pygame yet."""
        return bool(self._waiting)

    def play(self, sound: Any, gain: float) -> None:
        """What is left of the clip before, less than a buffer, is heard to its end."""
        self._waiting.clear()
        if self._channel.get_busy():
            self._channel.queue(sound)
        else:
            self._channel.set_volume(gain)
            self._channel.play(sound)

    def queue(self, sound: Any) -> None:
        self._waiting.append(sound)
        self.hand_on()

    def hand_on(self) -> None:
        """Give pygame what waits, where it has room."""
        while self._waiting and not self._channel.get_queue():
            self._channel.queue(self._waiting.popleft())

    def stop(self) -> None:
        self._waiting.clear()
        if self._channel.get_queue():  # it would begin when the fade is over
            self._channel.queue(self._mixer.Sound(buffer=bytes(4)))
        self._channel.fadeout(CUT_MS)
