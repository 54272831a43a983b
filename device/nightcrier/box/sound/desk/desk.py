"""Decides what people hear when, with any player: one narration at a time, and a quieter bed during it.

The desk decides all times. A narration is a row of utterances. Each utterance begins when the one before it ends, by
the known lengths of the clips. So all ends have exact times, whether the sound is heard, written to a file, or only
simulated."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from nightcrier.box.events import Ended, Event
from nightcrier.box.sound.desk.bed_level import DUCK_HOLD, DUCK_UP, BedLevel, BedWish
from nightcrier.box.sound.desk.handover import Handover, NextBestVoice, NextSounds, SpeakerWatch
from nightcrier.box.sound.desk.narration import Narration
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.port import (
    SILENCE_DB,
    DroneSet,
    Fader,
    Ramp,
    SoundPlayer,
    TakeNote,
    Utterance,
    loudness_db,
    steady_ramp,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.ids import NOBODY_WAITS, Decibels, Seconds, Token

_DRONE = "drone"
_FIRST: Decibels = -18.0
_LAST: Decibels = -8.0
"""The highest level of the drone; `_FIRST` is the lowest. Most of the time the drone is quieter than a voice."""

_RISE = DUCK_UP
"""The time in which the drone gets louder when a window opens. The bed has just become louder at that moment, so the
processor is awake anyway."""
_SLOWLY: Seconds = 1.5
"""The time in which the drone rises from silence, or fades into it."""


class Drone:
    """Controls the drone, a low tone under a night. It begins once the box has asked for it and its file is decoded,
    and ends when the device closes."""

    def __init__(self, handover: Handover, sounds: SoundList, turn: Callable[[Ramp], None], note: TakeNote) -> None:
        self._handover, self._sounds, self._turn, self._note = handover, sounds, turn, note
        self._ramp = steady_ramp(SILENCE_DB)
        self._plays = False

    def set(self, share: float, at: float) -> None:
        """Set the drone to this fraction of its full level, where 0 is silence."""
        level, now = _FIRST + (_LAST - _FIRST) * share if share else SILENCE_DB, self._ramp.db(at)
        self._ramp = Ramp(at, _SLOWLY if SILENCE_DB in (level, now) else _RISE, now, level)
        self._turn(self._ramp)
        self._note(DroneSet(at, level))
        self.begin(at)

    def begin(self, at: float) -> None:
        """Begin the drone if it should be heard and does not play yet."""
        if self._plays or self._ramp.end_db == SILENCE_DB:
            return
        sound = self._sounds.signal(_DRONE)
        self._plays = sound is None or self._handover.drone(sound.file, at)

    def replay(self, at: float) -> None:
        """Restart the drone on a newly opened device, which plays nothing yet."""
        self._plays = False
        self.begin(at)


_FIRST_LOOK: Seconds = 0.5
"""The time from power-on until the sound card is opened. The first picture comes before it, because opening takes a
tenth of a second on a small Pi."""

_TURN: Seconds = 0.03
"""The time in which a loudness changes, slow enough to avoid a click."""


class _Ring(Struct, frozen=True):
    """A signal that is playing."""

    token: Token
    until: float


class Desk:
    def __init__(
        self,
        clock: Clock,
        player: SoundPlayer,
        sounds: SoundList,
        note: TakeNote,
        instead: NextBestVoice,
        loudness: float,
    ) -> None:
        """Begin with this `loudness` of voice and bed, from 0 to 1. People may change it later."""
        self._clock, self._player, self._sounds, self._note = clock, player, sounds, note
        self._events: list[Event] = []
        self._watch = SpeakerWatch(player, clock.now() + _FIRST_LOOK)
        self._handover = Handover(clock, player, self._watch, sounds, note, instead, self._events.append)
        self._narration = Narration(clock, self._handover, note)
        self._bed = BedLevel(self._handover.bed, lambda ramp: player.turn(Fader.LEVEL, ramp), note)
        self._drone = Drone(self._handover, sounds, lambda ramp: player.turn(Fader.DRONE, ramp), note)
        self._loudness = dict.fromkeys((Fader.VOICE, Fader.BED), steady_ramp(loudness_db(loudness)))
        for fader, ramp in self._loudness.items():
            player.turn(fader, ramp)
        self._ring: _Ring | None = None
        self._level: Decibels = 0.0  # of the quietest line that is said now
        self._holds = False  # the bed stays low after what is said now
        self._coming = NextSounds(self._handover, sounds)
        self.greeting = ""  # a signal for when the device opens by itself, unless something is heard before

    def speak(self, token: Token, utterances: Sequence[Utterance], *, holds: bool = False) -> None:
        """Say these utterances one after another. `poll` returns `Ended(token)` when the last one is over. The bed is
        loud again at that moment, unless `holds` keeps it low until the next words."""
        now, self._holds = self._clock.now(), holds
        self._cut(now, all_rings=False)
        self.wake()
        self._level = min((utterance.level for utterance in utterances), default=0.0)
        self._narration.start(token, utterances, now + self._bed.duck(now, self._level))
        if all(map(self._handover.is_ready, utterances[:1])):  # else it begins at the next poll, after the picture
            self._run(now)

    def signal(self, token: Token, name: str) -> None:
        self.wake()
        now = self._clock.now()
        self._ring = _Ring(token, now + self._handover.signal(name, now))

    def prepare(self, utterances: Sequence[Utterance], bed: str = "", signal: str = "") -> None:
        """Prepare the utterances, the bed and the signal that come next, as soon as a device is open."""
        self._coming.want(utterances, bed, signal, self._clock.now())

    def hush(self) -> None:
        now = self._clock.now()
        self._cut(now)
        self._narration.skip_breath()
        self._bed.release(now + DUCK_HOLD)

    def bed(self, name: str, level_db: Decibels, ramp: Seconds) -> None:
        sound = self._sounds.bed(name) if name else None
        if sound:
            self.wake()
        wanted = BedWish(name, level_db, ramp, sound.file) if sound else BedWish(ramp=ramp)
        self._bed.set(wanted, self._clock.now())

    def drone(self, share: float) -> None:
        """Set the drone to this fraction of its full level, from 0 to 1, where 0 is silence."""
        self._drone.set(share, self._clock.now())

    def loudness(self, voice: float, bed: float) -> None:
        """Set the loudness of voice and bed, each from 0 to 1 as people hear it. The change is heard within one buffer,
        without a click."""
        now = self._clock.now()
        for fader, loudness in ((Fader.VOICE, voice), (Fader.BED, bed)):
            ramp = Ramp(now, _TURN, self._loudness[fader].db(now), loudness_db(loudness))
            self._loudness[fader] = ramp
            self._player.turn(fader, ramp)

    @property
    def speaks(self) -> bool:
        """True while a line is being said, even without a device, or while a signal plays whose end is awaited."""
        return self._narration.due() is not None or (self._ring is not None and self._ring.token != NOBODY_WAITS)

    def is_quiet(self, besides: Token = NOBODY_WAITS, *, over_bed: bool = False) -> bool:
        """Say whether the box is silent, or plays only sounds whose end nobody awaits, the words with the token
        `besides`, or with `over_bed` also a bed."""
        waited_for = {self._narration.token, self._ring.token if self._ring else NOBODY_WAITS}
        return waited_for <= {NOBODY_WAITS, besides} and (over_bed or not self._bed.plays)

    def wake(self) -> None:
        """Open the device, because somebody has touched the box, so that the next word can begin at once."""
        before = self._watch.openings
        self._events += self._watch.wake(self._clock.now())
        self._replay_if_reopened(before)

    def sleep(self) -> None:
        """Close the device, because nobody uses the box. From then on no sound wakes the processor."""
        self._watch.sleep()

    def poll(self) -> list[Event]:
        """Return all events since the last poll: sounds that ended, faults, and devices that work again."""
        now, before = self._clock.now(), self._watch.openings
        self._events += self._watch.look(now)
        self._replay_if_reopened(before)
        if self._watch.on and self.greeting:
            greeting, self.greeting = self.greeting, ""
            if self._watch.openings != before:
                self.signal(NOBODY_WAITS, greeting)
        self._run(now)
        self._drone.begin(now)
        self._coming.get_ready(now, bed_plays=self._bed.plays)
        self._player.poll(now)
        events = list(self._events)
        self._events.clear()
        return events

    def due(self) -> float | None:
        """Return the time at which `poll` must be called again, or None if no call is needed."""
        moments = (self._next(), self._watch.due(), self._player.due(), self._coming.due())
        if self._events:
            return self._events[0].at
        return min((moment for moment in moments if moment is not None), default=None)

    close = sleep

    def _next(self) -> float | None:
        moments = (self._bed.due(), self._narration.due(), self._ring.until if self._ring else None)
        return min((moment for moment in moments if moment is not None), default=None)

    def _run(self, now: float) -> None:
        while (moment := self._next()) is not None and moment <= now:
            self._bed.advance(moment)
            if self._ring and self._ring.until <= moment:
                self._events.append(Ended(moment, self._ring.token))
                self._ring = None
            said = self._narration.advance(moment)
            self._raise_bed(moment, moment if said else self._narration.ends())
            if said:
                self._events.append(said)

    def _raise_bed(self, moment: float, end: float | None) -> None:
        """Let the bed rise during the last word; otherwise it would still be quiet when hands begin to move."""
        if not self._holds and end is not None:
            self._bed.release(max(moment, end - DUCK_UP))

    def _cut(self, now: float, *, all_rings: bool = True) -> None:
        """Stop what is playing. Between words, a signal whose end nobody awaits may continue."""
        spoke, ring = self._narration.clear(), self._ring
        if spoke or (ring and (all_rings or ring.token != NOBODY_WAITS)):
            self._ring = None
            self._handover.stop(now)

    def _replay_if_reopened(self, before: int) -> None:
        """Restart the bed, the drone and the words if the device was just opened, because a new device plays nothing
        yet."""
        if self._watch.on and self._watch.openings != before:
            now = self._clock.now()
            if self._narration.due() is not None:
                self._bed.duck(now, self._level)  # it may rise already, under a word that is said again
            self._bed.replay(now)
            self._drone.replay(now)
            self._narration.replay(now)
            self._raise_bed(now, self._narration.ends())
            self._coming.want_again(now)
