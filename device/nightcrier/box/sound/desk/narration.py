"""Says a row of utterances, with short pauses between them."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from nightcrier.box.events import Ended
from nightcrier.box.sound.desk.handover import Handover
from nightcrier.box.sound.port import Said, TakeNote, Utterance
from nightcrier.kernel.clock import LATE, Clock
from nightcrier.kernel.ids import COUNTS, FILLS, NOBODY_WAITS, TITLES, Seconds, Token

_SENTENCE: Seconds = 0.35
_LANGUAGE: Seconds = 0.5
_LIST: Seconds = 0.15
_TITLE: Seconds = 0.05
"""The shortest pause. Clips have almost no silence at their ends; without a pause, two lines would run together."""

_COLONS = (":", "：")


def pause_between(before: Utterance, after: Utterance) -> Seconds:
    """Return the silence between two utterances. It is longest if the language changes. Within a sentence there is
    none, except in a list."""
    if before.language != after.language:
        return _LANGUAGE
    return _within(before, after) if before.goes_on else _SENTENCE


def _within(before: Utterance, after: Utterance) -> Seconds:
    """Return the silence within a sentence. There is one after a colon and between two numbers or names, and a shorter
    one between a number and a role."""
    listed = _is_listed(before) + _is_listed(after)
    if before.text.endswith(_COLONS) or listed == 2:
        return _LIST
    return _TITLE if listed and (_is_title(before) or _is_title(after)) else 0.0


def _is_listed(said: Utterance) -> bool:
    return said.line.startswith(FILLS + COUNTS)


def _is_title(said: Utterance) -> bool:
    return said.line.startswith(TITLES)


_UNSPOKEN = "bell"
"""The signal for a line that no voice can say. It asks people to look at the screen."""


class _Speech(Struct):
    """The words in progress. The utterance `next` begins at `until`. After the last one, `until` is the end of the
    words."""

    token: Token
    utterances: list[Utterance]
    until: float
    next: int = 0
    queued: bool = False  # the next clip is with the player already


class Narration:
    """Says the present row of utterances. There is at most one row at a time."""

    def __init__(self, clock: Clock, handover: Handover, note: TakeNote) -> None:
        self._clock, self._handover, self._note = clock, handover, note
        self._speech: _Speech | None = None
        self._last: tuple[Utterance, float] | None = None  # what was said to its end, and when that was

    def start(self, token: Token, utterances: Sequence[Utterance], at: float) -> None:
        """Say these utterances from the time `at` on, and drop any earlier ones."""
        self._speech = _Speech(token, list(utterances), at)
        for first in utterances[:1]:
            self._handover.prepare(first.clip)
            self._speech.until = max(at, self._time_after_breath(first))

    def clear(self) -> bool:
        """Stop the words. Return whether any words were being said."""
        said, self._speech = self._speech, None
        if said:
            self.skip_breath()
        return said is not None

    def skip_breath(self) -> None:
        """Skip the pause before the next words, because they answer a press or a turn."""
        self._last = None

    @property
    def token(self) -> Token:
        return self._speech.token if self._speech else NOBODY_WAITS

    def due(self) -> float | None:
        return self._speech.until if self._speech else None

    def ends(self) -> float | None:
        """Return the time at which the last word will be over, by the known lengths of the clips, or None while nothing
        is being said. The pause after that word does not count, because hands may already move in it."""
        if (speech := self._speech) is None or not speech.next:
            return None
        coming = speech.utterances[speech.next :]
        pauses = sum(pause_between(before, after) for before, after in pairwise(coming))
        last = speech.utterances[-1].rest
        return speech.until - last + pauses + sum(utterance.seconds + utterance.rest for utterance in coming)

    def advance(self, at: float) -> Ended | None:
        """Begin the next utterance, or end the narration, if it is time."""
        speech = self._speech
        if speech is None or at < speech.until:
            return None
        if speech.next < len(speech.utterances):
            self._begin(speech, at)
            return None
        self._speech = None
        self._last = (speech.utterances[-1], at) if speech.utterances else None
        return Ended(at, speech.token)

    def replay(self, now: float) -> None:
        """Start the current clip again, because the device was just opened."""
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
        speech.until = at + utterance.seconds + utterance.rest
        speech.next, speech.queued = speech.next + 1, False
        if speech.next < len(speech.utterances):
            self._get_ready(speech, utterance, speech.utterances[speech.next])

    def _get_ready(self, speech: _Speech, current: Utterance, coming: Utterance) -> None:
        """Prepare the next utterance while the current one plays, because it follows at once or after a short pause."""
        pause = pause_between(current, coming)
        speech.until += pause
        if pause:
            self._handover.prepare(coming.clip)
        elif current.clip and coming.clip:
            coming = self._handover.queue(coming, speech.until)
            speech.utterances[speech.next] = coming
            speech.queued = coming.clip is not None and self._handover.is_open()

    def _time_after_breath(self, first: Utterance) -> float:
        """Return the time at which a voice that has just spoken may speak again."""
        if self._last is None:
            return 0.0
        last, ended = self._last
        return ended + pause_between(last, first)
