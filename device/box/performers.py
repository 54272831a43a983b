"""Does what the table asks: each effect goes to the port that can do it. Nothing is decided here."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Protocol, assert_never

from device.box.witness import Witness
from device.kernel.clock import Clock
from device.kernel.events import Caption, Event, PeopleCalled
from device.kernel.ids import NOBODY_WAITS, Seconds
from device.show.cues import Hush, PlaySignal, Prepare, SetBed, Speak, WindowOpened
from device.sound.desk.desk import Desk
from device.sound.desk.narration import pause_between
from device.sound.port import SpokenBy, Utterance
from device.table.effects import (
    BoothEffect,
    ChoreEffect,
    Doze,
    HearTake,
    MemoryEffect,
    PortEffect,
    PowerOff,
    Record,
    Remember,
    RereadVoices,
    Rouse,
    SampleVoice,
    ScoreEffect,
    SetDrone,
    SetLoudness,
    SoundEffect,
)
from device.table.entries import Entry
from device.table.house import NO_BED, Choices


class LineVoices(Protocol):
    """Knows how each line can be heard here, in each language of the table."""

    def choose(self, choices: Choices, games_before: int) -> None:
        """Whose voices say what comes now, and which lines they say in other words."""
        ...

    def utterances(self, speech: Speak, choices: Choices) -> Sequence[Utterance]: ...

    def ahead(self, coming: Prepare, choices: Choices) -> Sequence[Utterance]:
        """The same, as far as it lies ready; the rest is begun."""
        ...

    @property
    def called_by_number(self) -> bool | None:
        """Whether people who all have names were last called by number, in a language at least; None before anybody
        was called."""
        ...

    def reread(self) -> None:
        """There is a clip that was not there before."""
        ...

    def needs_caption(self, utterance: Utterance) -> bool:
        """Whether people should read along: nothing can say it, or the voice is poor."""
        ...


class RecordingRoom(Protocol):
    """Where people record their voices. What comes of it goes back to the table."""

    def perform(self, effect: BoothEffect) -> list[Event]: ...


class Chores(Protocol):
    """Where the box asks for what it may not do itself. What comes of it goes back to the table."""

    def perform(self, effect: ChoreEffect) -> list[Event]: ...


class Keeper(Protocol):
    """Keeps choices and journal; what comes of it, such as a full disk, goes back to the table."""

    def remember(self, choices: Choices) -> list[Event]: ...

    def record(self, entry: Entry, *, sealed: bool, empty: int) -> list[Event]: ...


class Bookkeeper(Protocol):
    """Keeps the scores; how the evening stands, or why it cannot be kept, goes back to the table."""

    def count(self, effect: ScoreEffect) -> list[Event]: ...


class Performers:
    """The ports, and how each effect reaches them."""

    def __init__(
        self,
        *,
        clock: Clock,
        loudspeaker: Desk,
        voices: LineVoices,
        keeper: Keeper,
        bookkeeper: Bookkeeper,
        recording: Callable[[], RecordingRoom],
        chores: Chores,
        witness: Witness,
        power_off: Callable[[], None],
    ) -> None:
        self._clock, self._loudspeaker, self._voices = clock, loudspeaker, voices
        self._make_recording, self._chores = recording, chores
        self._by_number: bool | None = None  # what the table was told; after a power cut it may know another way
        self._recording: RecordingRoom | None = None  # made when somebody first wants to record
        self._keeper, self._bookkeeper, self._witness, self._power_off = keeper, bookkeeper, witness, power_off

    def perform(self, effect: PortEffect, choices: Choices, games_before: int = 0) -> list[Event]:
        """Do it; what comes of it at once goes back to the table. `games_before` decides which lines are said in other
        words."""
        if isinstance(effect, SoundEffect):
            return self._perform_sound(effect, choices, games_before)
        if isinstance(effect, WindowOpened):
            self._witness.window(self._clock.now(), effect.name, effect.seconds)
            return []
        if isinstance(effect, MemoryEffect):
            return self._keep(effect)
        if isinstance(effect, ScoreEffect):
            return self._bookkeeper.count(effect)
        if isinstance(effect, BoothEffect):
            self._recording = self._recording or self._make_recording()
            return self._recording.perform(effect)
        if isinstance(effect, ChoreEffect):
            return self._chores.perform(effect)
        if isinstance(effect, PowerOff):
            self._power_off()
            return []
        assert_never(effect)

    def _perform_sound(self, effect: SoundEffect, choices: Choices, games_before: int) -> list[Event]:
        if isinstance(effect, Speak | Prepare | SampleVoice):
            self._voices.choose(choices, games_before)
            return self._perform_voice(effect, choices)
        if isinstance(effect, HearTake | RereadVoices):
            return self._perform_own_voice(effect, choices)
        match effect:
            case PlaySignal(token, signal):
                self._loudspeaker.signal(token, signal)
            case Hush():
                self._loudspeaker.hush()
            case SetBed(name, level_db, ramp):
                self._loudspeaker.bed(_bed_sound(name), level_db, ramp)
            case SetDrone(share):
                self._loudspeaker.drone(share)
            case SetLoudness(voice, bed):
                self._loudspeaker.loudness(voice, bed)
            case Doze():
                self._loudspeaker.sleep()
            case Rouse():
                self._loudspeaker.wake()
            case _:
                assert_never(effect)
        return []

    def _perform_voice(self, effect: Speak | Prepare | SampleVoice, choices: Choices) -> list[Event]:
        match effect:
            case Speak():
                return self._speak(effect, self._voices.utterances(effect, choices))
            case Prepare():
                self._loudspeaker.prepare(self._voices.ahead(effect, choices), _bed_sound(effect.bed))
            case SampleVoice(line):
                if self._loudspeaker.is_quiet():
                    sample = Speak(NOBODY_WAITS, (line,), menu=True)
                    self._loudspeaker.speak(NOBODY_WAITS, self._voices.utterances(sample, choices))
            case _:
                assert_never(effect)
        return []

    def _perform_own_voice(self, effect: HearTake | RereadVoices, choices: Choices) -> list[Event]:
        match effect:
            case HearTake(token, take):
                clip = Utterance(take.line, choices.language, "", take.seconds, "", Path(take.file), SpokenBy.CLIP)
                self._loudspeaker.speak(token, (clip,))
            case RereadVoices():
                self._voices.reread()
                self._loudspeaker.sleep()  # what was decoded of the clips before goes with the device
            case _:
                assert_never(effect)
        return []

    def _keep(self, effect: MemoryEffect) -> list[Event]:
        match effect:
            case Remember(kept):
                return self._keeper.remember(kept)
            case Record(entry, sealed, empty):
                return self._keeper.record(entry, sealed=sealed, empty=empty)
            case _:
                assert_never(effect)

    def _speak(self, speech: Speak, utterances: Sequence[Utterance]) -> list[Event]:
        self._loudspeaker.speak(speech.token, utterances, holds=speech.holds)
        read = captions_of(speech, utterances, self._voices.needs_caption, self._clock.now())
        return [*([read] if read else []), *self._people_called()]

    def _people_called(self) -> list[Event]:
        """Told when it changes: the number then stands beside the name on the glass."""
        called = self._voices.called_by_number
        if called is None or called == self._by_number:
            return []
        self._by_number = called
        return [PeopleCalled(self._clock.now(), called)]


def _bed_sound(name: str) -> str:
    """The choice of no bed is none to the loudspeaker."""
    return "" if name == NO_BED else name


_Timed = tuple[Seconds, Utterance]


def captions_of(
    speech: Speak, utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool], at: float
) -> Caption | None:
    """Return the caption of what is said now, which holds the one of what follows."""
    read: Caption | None = None
    for heard, timed in reversed(list(_texts(utterances, needs_caption))):
        (begins, first), (ends, last) = timed[0], timed[-1]
        text = " ".join(said.text for _, said in timed)
        seconds = ends + last.seconds - begins
        read = Caption(at + begins, speech.token, text, first.language, seconds, speech.menu, read, heard)
    return read


def _texts(
    utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool]
) -> Iterator[tuple[bool, list[_Timed]]]:
    """Yield what is to be read in one piece, and whether it is heard well: a piece has one language."""
    for (is_read, _), group in groupby(_timed(utterances), lambda timed: (needs_caption(timed[1]), timed[1].language)):
        yield not is_read, list(group)


def _timed(utterances: Sequence[Utterance]) -> Iterator[_Timed]:
    """Yield each with the second at which it begins."""
    begins: Seconds = 0.0
    for said, following in pairwise([*utterances, None]):
        if said is None:
            return
        yield begins, said
        begins += said.seconds + (pause_between(said, following) if following else 0.0)
