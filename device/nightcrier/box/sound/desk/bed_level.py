"""Controls the bed under the voice: which loop plays, how loud it is, and how it gets quiet before a word and loud
after it."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.port import SILENCE_DB, BedSet, Ramp, TakeNote, steady_ramp
from nightcrier.kernel.ids import Decibels, Seconds

DUCK_DB: Decibels = -8.0
"""The change of the bed's level during speech. Beds are at -26 LUFS, so speech is 18 dB louder than the bed. From 18 dB
on, every word is understood (ESTOI 0.88, measured with our voices). With an even quieter bed people would hear its
level move, and it would mask nothing during a line."""

DUCK_DOWN: Seconds = 0.25
"""The time in which the bed gets quiet, just before the first word. A shorter time would be heard as a step."""

DUCK_HOLD: Seconds = 0.03
DUCK_UP: Seconds = 0.8
"""The time in which the bed gets loud again, so slowly that nobody hears the change. It ends with the last word,
because hands reach for cards at that moment. After interrupted words, the bed first waits for `DUCK_HOLD`, because the
next word may begin at once."""

LOOP_SWITCH: Seconds = 0.15
"""The time in which one loop fades out before another begins, because the bed has only one stream."""


class BedWish(Struct, frozen=True):
    """The bed that the box asked for. An empty name means silence."""

    name: str = ""
    level_db: Decibels = 0.0
    ramp: Seconds = 0.0
    loop: Path | None = None


class BedLevel:
    """Controls the loop that plays as the bed. `start` begins a loop, `turn` changes its loudness, and `note` records
    what people hear."""

    def __init__(
        self, start: Callable[[Path | None, float], None], turn: Callable[[Ramp], None], note: TakeNote
    ) -> None:
        self._start, self._turn, self._note = start, turn, note
        self._wanted = BedWish()
        self._loop: Path | None = None  # what the player plays
        self._ramp = steady_ramp(SILENCE_DB)
        self._settled_at = 0.0  # when the ramp that was wished is over, whatever was said meanwhile
        self._ducked: Decibels = 0.0
        self._release_at: float | None = None
        self._switch_at: float | None = None  # when the loop that fades away makes room

    def set(self, wanted: BedWish, at: float) -> None:
        """Play this bed from the time `at` on."""
        self._wanted, self._settled_at = wanted, at + wanted.ramp
        self._note(BedSet(at, wanted.name, self._wish(), wanted.ramp))
        if self._loop is None and wanted.loop:
            self._begin(at)
        elif self._loop == wanted.loop:
            self._switch_at = None
            self._turn_to_target(at, wanted.ramp)
        else:
            self._fade_away(at)

    @property
    def plays(self) -> bool:
        """True if a loop is using the stream of the bed."""
        return self._loop is not None

    def duck(self, at: float, level: Decibels = 0.0) -> Seconds:
        """Lower the bed for words of this level, relative to ordinary words: further for quieter words, but in the same
        time. Return the time that this takes, or 0 if the bed is already low."""
        self._release_at, self._ducked = None, DUCK_DB + level
        if self._loop is None:
            return 0.0
        target, current = self._target(), self._ramp.db(at)
        fall = (current - target) / -self._ducked
        ramp = DUCK_DOWN * min(1.0, fall) if fall > 0 else max(0.0, self._ramp.end - at)
        if fall < 0 and ramp == 0.0:  # words that are louder than those before
            ramp = DUCK_UP
        if self._switch_at is not None:  # it fades away already: at most faster
            ramp = min(ramp, self._switch_at - at)
            self._switch_at = at + ramp
        self._move(at, ramp)
        return ramp if fall > 0 else 0.0

    def release(self, at: float) -> None:
        """Raise the bed again from the time `at` on."""
        if self._ducked:
            self._release_at = at

    def due(self) -> float | None:
        return min((at for at in (self._release_at, self._switch_at) if at is not None), default=None)

    def advance(self, now: float) -> None:
        """Make the next change that is due. Call this once each time that `due` returns a time."""
        if self._release_at is not None and self._release_at <= now:
            at, self._release_at, self._ducked = self._release_at, None, 0.0
            if self._loop is not None and self._switch_at is None:
                self._move(at, max(DUCK_UP, self._settled_at - at))
        if self._switch_at is not None and self._switch_at <= now:
            self._make_room(self._switch_at)

    def replay(self, at: float) -> None:
        """Restart the loop on a newly opened device, if a loop should be heard."""
        self._loop, self._switch_at = None, None
        if self._wanted.loop:
            self._begin(at)

    def _begin(self, at: float) -> None:
        self._loop = self._wanted.loop
        self._ramp = steady_ramp(SILENCE_DB, at)
        self._turn_to_target(at, self._wanted.ramp)
        self._start(self._loop, at)

    def _fade_away(self, at: float) -> None:
        fade = min(LOOP_SWITCH, self._wanted.ramp) if self._wanted.loop else self._wanted.ramp
        if self._switch_at is None or at + fade < self._switch_at:
            self._switch_at = at + fade
            self._turn_to_target(at, fade)

    def _make_room(self, at: float) -> None:
        self._switch_at, self._loop = None, None
        if self._wanted.loop:
            self._begin(at)
        else:
            self._start(None, at)

    def _wish(self) -> Decibels:
        """Return the level that the bed should have according to the last wish."""
        if self._wanted.loop is None:
            return SILENCE_DB
        return self._wanted.level_db + self._ducked

    def _target(self) -> Decibels:
        return self._wish() if self._switch_at is None else SILENCE_DB

    def _move(self, at: float, ramp: Seconds) -> None:
        """Move the bed to its level, and record the level if it is new."""
        before = self._ramp.end_db
        self._turn_to_target(at, ramp)
        if self._ramp.end_db != before:
            self._note(BedSet(at, self._wanted.name, self._ramp.end_db, ramp))

    def _turn_to_target(self, at: float, ramp: Seconds) -> None:
        self._ramp = Ramp(at, ramp, self._ramp.db(at), self._target())
        self._turn(self._ramp)
