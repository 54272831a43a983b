"""The mixing desk: does for every player what the port of the sound room promises.

All timing is here: what is said is a row of utterances, each beginning when the one before it ends, by the lengths
that are known of the clips. So ends come at exact times of the clock whether the sound is heard, written to a file,
or only imagined."""

from collections.abc import Sequence

from msgspec import Struct

from device.kernel.clock import LATE, Clock
from device.kernel.events import Ended, Event, Fault
from device.kernel.ids import Decibels, Seconds, Token
from device.sound.desk.bed_level import Bedding, Wanted
from device.sound.desk.handover import Handover, Instead
from device.sound.desk.sound_list import Sounds
from device.sound.desk.speaker_watch import Watch
from device.sound.player import Fader, Player
from device.sound.port import Note, Said, Utterance
from device.sound.ramps import Ramp, steady, volume_db

FIRST_VOLUME = 0.5
"""Until people have chosen: a box that shouts at its first start wakes the house (Phoniebox #15)."""

FIRST_LOOK: Seconds = 0.5
"""After power-on the first picture comes before the sound card: opening one takes a tenth of a second on a small Pi."""

TURN: Seconds = 0.03
"""A volume moves this slowly, so that it does not click."""

UNSPOKEN = "bell"
"""The signal for a line that no voice can say: look at the screen."""


class _Speech(Struct):
    """What is being said: `next` begins at `until`; past the last, `until` is the end."""

    token: Token
    utterances: list[Utterance]
    until: float
    next: int = 0
    queued: bool = False  # the next clip is with the player already


class _Ring(Struct, frozen=True):
    """A signal under way."""

    token: Token
    until: float


class Desk:
    """A `Loudspeaker` over any player."""

    def __init__(self, clock: Clock, player: Player, sounds: Sounds, note: Note, instead: Instead) -> None:
        self._clock, self._player, self._sounds, self._note = clock, player, sounds, note
        self._events: list[Event] = []
        self._watch = Watch(player, clock.now() + FIRST_LOOK)
        self._handover = Handover(clock, player, self._watch, sounds, note, instead, self._report)
        self._bedding = Bedding(self._handover.bed, lambda ramp: player.turn(Fader.LEVEL, ramp), note)
        self._volumes = {Fader.VOICE: steady(volume_db(FIRST_VOLUME)), Fader.BED: steady(volume_db(FIRST_VOLUME))}
        for fader, ramp in self._volumes.items():
            player.turn(fader, ramp)
        self._speech: _Speech | None = None
        self._ring: _Ring | None = None

    def speak(self, token: Token, utterances: Sequence[Utterance]) -> None:
        now = self._clock.now()
        self._cut(now)
        self.wake()
        self._speech = _Speech(token, list(utterances), now + self._bedding.duck(now))
        self.prepare(utterances[:1])
        self._run(now)

    def signal(self, token: Token, name: str) -> None:
        self.wake()
        now = self._clock.now()
        self._ring = _Ring(token, now + self._handover.signal(name, now))

    def prepare(self, utterances: Sequence[Utterance]) -> None:
        for utterance in utterances:
            self._handover.prepare(utterance)

    def hush(self) -> None:
        now = self._clock.now()
        self._cut(now)
        self._bedding.release(now)

    def bed(self, name: str, level_db: Decibels, ramp: Seconds) -> None:
        sound = self._sounds.bed(name) if name else None
        if sound:
            self.wake()
        wanted = Wanted(name, level_db, ramp, sound.file) if sound else Wanted(ramp=ramp)
        self._bedding.set(wanted, self._clock.now())

    def volume(self, voice: float, bed: float) -> None:
        now = self._clock.now()
        for fader, volume in ((Fader.VOICE, voice), (Fader.BED, bed)):
            ramp = Ramp(now, TURN, self._volumes[fader].db(now), volume_db(volume))
            self._volumes[fader] = ramp
            self._player.turn(fader, ramp)

    def wake(self) -> None:
        before = self._watch.openings
        self._events += self._watch.wake(self._clock.now())
        self._came_back(before)

    def sleep(self) -> None:
        self._watch.sleep()

    def poll(self) -> list[Event]:
        now, before = self._clock.now(), self._watch.openings
        self._events += self._watch.look(now)
        self._came_back(before)
        self._run(now)
        self._player.poll(now)
        events, self._events = self._events, []
        return events

    def due(self) -> float | None:
        moments = (self._next(), self._watch.due(), self._player.due())
        if self._events:
            return self._clock.now()
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> None:
        self._watch.sleep()

    def _report(self, fault: Fault) -> None:
        self._events.append(fault)

    def _next(self) -> float | None:
        """When something of the schedule happens next."""
        parts = (self._speech, self._ring)
        moments = (self._bedding.due(), *(part.until for part in parts if part))
        return min((moment for moment in moments if moment is not None), default=None)

    def _run(self, now: float) -> None:
        """Do all that has come due, in order of time."""
        while (moment := self._next()) is not None and moment <= now:
            self._bedding.advance(moment)
            if self._ring and self._ring.until <= moment:
                self._events.append(Ended(moment, self._ring.token))
                self._ring = None
            if self._speech and self._speech.until <= moment:
                self._go_on(self._speech, moment)

    def _go_on(self, speech: _Speech, at: float) -> None:
        if speech.next < len(speech.utterances):
            self._begin(speech, at)
        else:
            self._speech = None
            self._bedding.release(at)
            self._events.append(Ended(at, speech.token))

    def _begin(self, speech: _Speech, at: float) -> None:
        utterance = speech.utterances[speech.next]
        if not speech.queued:
            utterance = self._handover.play(utterance, at)
            now = self._clock.now()
            at = now if now - at > LATE else at  # decoding took long: it ends as much later as well
        self._note(Said(at, utterance))
        if utterance.clip is None:
            self._handover.signal(UNSPOKEN, at)
        speech.until, speech.next = at + utterance.seconds, speech.next + 1
        self._queue(speech, utterance)

    def _queue(self, speech: _Speech, current: Utterance) -> None:
        """Give the player the next clip while this one sounds, so that there is no seam."""
        speech.queued = False
        if speech.next < len(speech.utterances) and current.clip and speech.utterances[speech.next].clip:
            coming = self._handover.queue(speech.utterances[speech.next], speech.until)
            speech.utterances[speech.next] = coming
            speech.queued = coming.clip is not None and self._watch.on

    def _cut(self, now: float) -> None:
        if self._speech or self._ring:
            self._speech = self._ring = None
            self._handover.stop(now)

    def _came_back(self, before: int) -> None:
        """On a device that was opened just now nothing sounds: the bed begins again, and what was being said."""
        if not self._watch.on or self._watch.openings == before:
            return
        now, speech = self._clock.now(), self._speech
        self._bedding.replay(now)
        if speech and speech.next and now < speech.until:
            speech.next, speech.queued = speech.next - 1, False
            self._begin(speech, now)
