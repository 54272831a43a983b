"""What is being said: a row of utterances, each beginning when the one before it ends."""

from collections.abc import Sequence

from msgspec import Struct

from device.kernel.clock import LATE, Clock
from device.kernel.events import Ended
from device.kernel.ids import NOBODY_WAITS, Token
from device.sound.desk.handover import Handover
from device.sound.port import Said, TakeNote, Utterance

_UNSPOKEN = "bell"
"""The signal for a line that no voice can say: look at the screen."""


class _Speech(Struct):
    """`next` begins at `until`; past the last, `until` is the end."""

    token: Token
    utterances: list[Utterance]
    until: float
    next: int = 0
    queued: bool = False  # the next clip is with the player already


class Narration:
    """One row at a time, or none."""

    def __init__(self, clock: Clock, handover: Handover, note: TakeNote) -> None:
        self._clock, self._handover, self._note = clock, handover, note
        self._speech: _Speech | None = None

    def start(self, token: Token, utterances: Sequence[Utterance], at: float) -> None:
        """From then on; what was said before is forgotten."""
        self._speech = _Speech(token, list(utterances), at)
        for first in utterances[:1]:
            self._handover.prepare(first)

    def clear(self) -> bool:
        """Say nothing more. Whether anything was being said."""
        said, self._speech = self._speech, None
        return said is not None

    @property
    def token(self) -> Token:
        """Of what is being said."""
        return self._speech.token if self._speech else NOBODY_WAITS

    def due(self) -> float | None:
        return self._speech.until if self._speech else None

    def advance(self, at: float) -> Ended | None:
        """Do what has come due: begin the next, or end."""
        speech = self._speech
        if speech is None or at < speech.until:
            return None
        if speech.next < len(speech.utterances):
            self._begin(speech, at)
            return None
        self._speech = None
        return Ended(at, speech.token)

    def replay(self, now: float) -> None:
        """The device was opened just now: what was under way begins again."""
        speech = self._speech
        if speech and speech.next and now < speech.until:
            speech.next, speech.queued = speech.next - 1, False
            self._begin(speech, now)

    def _begin(self, speech: _Speech, at: float) -> None:
        utterance = speech.utterances[speech.next]
        if not speech.queued:
            utterance = self._handover.play(utterance, at)
            now = self._clock.now()
            at = now if now - at > LATE else at  # decoding took long: it ends as much later as well
        self._note(Said(at, utterance))
        if utterance.clip is None:
            self._handover.signal(_UNSPOKEN, at)
        speech.until, speech.next = at + utterance.seconds, speech.next + 1
        self._queue(speech, utterance)

    def _queue(self, speech: _Speech, current: Utterance) -> None:
        """Give the player the next clip while this one sounds, so that there is no seam."""
        speech.queued = False
        if speech.next < len(speech.utterances) and current.clip and speech.utterances[speech.next].clip:
            coming = self._handover.queue(speech.utterances[speech.next], speech.until)
            speech.utterances[speech.next] = coming
            speech.queued = coming.clip is not None and self._handover.is_open()
