"""Gives sounds to the player while a device is open. If a sound is broken, it is reported, and another is played
instead. The next sounds are prepared: their first clips are decoded, and their bed is opened. If the device is lost,
this is reported once, and the device is tried again every second."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.port import BadClip, NoSound, Signalled, SoundPlayer, TakeNote, Utterance
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Fault, Flaw, Part
from nightcrier.kernel.ids import Seconds

_EVERY: Seconds = 1.0
"""The time between two checks of the device. Unplugging a speaker causes no error while it plays, so only this check
finds the fault, within two seconds."""

_NEXT_BEST = "The night keeps its time on the screen; plug the speaker in and it is heard again."
_OTHER_CARD = "That one is used until then."


class SpeakerWatch:
    """Opens and closes the player. No other class does this."""

    def __init__(self, player: SoundPlayer, first: float = 0.0) -> None:
        """Look for the speaker at the time `first`, even if nobody has touched the box. Otherwise people would only
        learn of a missing speaker during a game."""
        self._player = player
        self._wanted = True
        self._complaint = ""
        self._look_at = first
        self.on = False
        self.openings = 0
        """The number of times that the device was opened. Each time, all earlier sounds are gone."""

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
        """Return the time of the next check, or None while the sound sleeps. If a fault was reported, checks go on even
        then, so that people learn of its repair."""
        return self._look_at if self.on or self._wanted or self._complaint else None

    def look(self, now: float) -> list[Fault]:
        """Check the device if it is time. Open a better device, or reopen a lost one."""
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
        return self._complain(now, notice, _OTHER_CARD) if notice else self._recover(now)

    def _close(self) -> None:
        if self.on:
            self.on = False
            self._player.close()

    def _complain(self, now: float, what: str, next_best: str) -> list[Fault]:
        """Report a fault once, however often the device is tried."""
        if what == self._complaint:
            return []
        self._complaint = what
        return [Fault(now, Part.SOUND, what, next_best)]

    def _recover(self, now: float) -> list[Fault]:
        if not self._complaint:
            return []
        self._complaint = ""
        return [Fault(now, Part.SOUND, "The speaker works.", mended=True)]


NextBestVoice = Callable[[Utterance], Utterance]
"""A function that returns another way to say an utterance whose clip is broken."""


class Handover:
    """Gives sounds to the player. Without a device, sounds are left out but still take their time."""

    def __init__(
        self,
        clock: Clock,
        player: SoundPlayer,
        watch: SpeakerWatch,
        sounds: SoundList,
        note: TakeNote,
        instead: NextBestVoice,
        report: Callable[[Fault], None],
    ) -> None:
        self._clock, self._player, self._watch = clock, player, watch
        self._sounds, self._note, self._instead, self._tell = sounds, note, instead, report

    def is_open(self) -> bool:
        return self._watch.on

    def prepare(self, clip: Path | None) -> None:
        if clip and self._watch.on:
            self._player.load(clip)

    def is_ready(self, utterance: Utterance) -> bool:
        """Say whether the utterance can be heard at once, without decoding."""
        return not (utterance.clip and self._watch.on) or self._player.is_ready(utterance.clip)

    def play(self, utterance: Utterance, at: float) -> Utterance:
        """Play an utterance, and return what is really heard. If the clip is broken, this is another voice, or
        silence."""
        return self._hand_clip(utterance, self._player.play, at)

    def queue(self, utterance: Utterance, at: float) -> Utterance:
        return self._hand_clip(utterance, self._player.queue, at)

    def stop(self, at: float) -> None:
        if self._watch.on:
            self._player.stop(at)

    def signal(self, name: str, at: float) -> Seconds:
        """Play a signal, and return its length, or 0 if it is missing."""
        sound = self._sounds.signal(name)
        if sound is None:
            return 0.0
        self._note(Signalled(at, name))
        if self._watch.on:
            self._try_playing(lambda: self._player.signal(sound.file, at))
        return sound.seconds

    def bed(self, loop: Path | None, at: float) -> None:
        if self._watch.on and not self._try_playing(lambda: self._player.bed(loop, at)) and loop:
            other = self._sounds.instead(loop)
            if other:
                self.bed(other.file, at)

    def drone(self, loop: Path, at: float) -> bool:
        """Begin the drone if it is decoded, and say whether it has begun. If not, call this method again later."""
        if not self._watch.on:
            return False
        if not self._player.is_ready(loop):
            self._player.load(loop)
            return False
        self._try_playing(lambda: self._player.drone(loop, at))
        return True

    def cue_bed(self, loop: Path) -> None:
        """Open a loop without playing it yet. A broken loop is only reported once it should be heard."""
        if self._watch.on:
            with suppress(BadClip):
                self._player.cue_bed(loop)

    def _hand_clip(self, utterance: Utterance, hand: Callable[[Path, float], None], at: float) -> Utterance:
        while utterance.clip and self._watch.on:
            try:
                hand(utterance.clip, at)
            except BadClip as error:
                self._report(error, "The next best voice says it.")
                utterance = self._instead(utterance)
            else:
                break
        return utterance

    def _try_playing(self, play: Callable[[], None]) -> bool:
        try:
            play()
        except BadClip as error:
            self._report(error, "The next best is played.")
            return False
        return True

    def _report(self, error: BadClip, instead: str) -> None:
        self._tell(Fault(self._clock.now(), Part.VOICES, str(error), instead, flaws=(Flaw(error.file.name),)))


class NextSounds:
    """Prepares the sounds that come next, at the next poll. The picture is drawn before that, because decoding would
    slow down the drawing. Without a device the sounds wait."""

    def __init__(self, handover: Handover, sounds: SoundList) -> None:
        self._handover, self._sounds = handover, sounds
        self._utterances: tuple[Utterance, ...] = ()
        self._bed = self._signal = ""
        self._at: float | None = None

    def want(self, utterances: Sequence[Utterance], bed: str, signal: str, at: float) -> None:
        """Ask for these utterances, this bed and this signal, instead of all that was asked for before."""
        self._utterances, self._bed, self._signal, self._at = tuple(utterances), bed, signal, at

    def want_again(self, at: float) -> None:
        """Ask for all sounds again, because the device was just opened, and nothing is prepared on it yet."""
        self._at = at

    def due(self) -> float | None:
        return self._at

    def get_ready(self, now: float, *, bed_plays: bool) -> None:
        """Prepare the requested sounds, if it is time. If a bed plays, open no other bed, because beds have only one
        stream."""
        if self._at is None or now < self._at:
            return
        self._at = None
        for utterance in self._utterances:
            self._handover.prepare(utterance.clip)
        if self._signal and (rings := self._sounds.signal(self._signal)):
            self._handover.prepare(rings.file)
        sound = self._sounds.bed(self._bed) if self._bed and not bed_plays else None
        if sound:
            self._handover.cue_bed(sound.file)
