"""Does what the table asks: each effect goes to the port that can do it. Nothing is decided here."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import assert_never

from device.box.keeper import DiskKeeper
from device.box.scorebook import Scorebook
from device.box.table_voices import TableVoices
from device.box.witness import Witness
from device.kernel.clock import Clock
from device.kernel.events import Caption, Event, PeopleCalled
from device.kernel.ids import NOBODY_WAITS, Seconds
from device.show.cues import Hush, PlaySignal, Prepare, SetBed, Speak, WindowOpened
from device.sound.desk.desk import Desk
from device.sound.desk.narration import pause_between
from device.sound.port import SpokenBy, Utterance
from device.table.effects import (
    AskRoot,
    BoothEffect,
    ChoreEffect,
    DirectTake,
    Doze,
    HearTake,
    LeaveBooth,
    OpenBooth,
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
)
from device.table.house import NO_BED, Choices


class Performers:
    """The ports, and how each effect reaches them."""

    def __init__(
        self,
        *,
        clock: Clock,
        loudspeaker: Desk,
        voices: TableVoices,
        keeper: DiskKeeper,
        bookkeeper: Scorebook,
        record: Callable[[BoothEffect], list[Event]],
        ask_root: Callable[[ChoreEffect], list[Event]],
        witness: Witness,
        power_off: Callable[[], None],
    ) -> None:
        self._clock, self._loudspeaker, self._voices = clock, loudspeaker, voices
        self._record, self._ask_root, self._power_off = record, ask_root, power_off
        self._by_number: bool | None = None  # what the table was told; after a power cut it may know another way
        self._keeper, self._bookkeeper, self._witness = keeper, bookkeeper, witness

    def perform(self, effect: PortEffect, choices: Choices, games_before: int = 0) -> list[Event]:
        """Do it; what comes of it at once goes back to the table. `games_before` decides which lines are said in other
        words."""
        if isinstance(effect, Speak | Prepare | SampleVoice):
            self._voices.choose(choices, games_before)
        elif isinstance(effect, ScoreEffect):
            return self._bookkeeper.count(effect)
        match effect:
            case Speak():
                return self._speak(effect, self._voices.utterances(effect, choices))
            case Prepare():
                self._loudspeaker.prepare(self._voices.ahead(effect, choices), _bed_sound(effect.bed))
            case SampleVoice(line):
                if self._loudspeaker.is_quiet():
                    sample = Speak(NOBODY_WAITS, (line,), menu=True)
                    self._loudspeaker.speak(NOBODY_WAITS, self._voices.utterances(sample, choices))
            case HearTake(token, take):
                clip = Utterance(take.line, choices.language, "", take.seconds, "", Path(take.file), SpokenBy.CLIP)
                self._loudspeaker.speak(token, (clip,))
            case RereadVoices():
                self._voices.reread()
                self._loudspeaker.sleep()  # what was decoded of the clips before goes with the device
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
            case WindowOpened(name, seconds):
                self._witness.window(self._clock.now(), name, seconds)
            case Remember(kept):
                return self._keeper.remember(kept)
            case Record(entry, sealed, empty):
                return self._keeper.record(entry, sealed=sealed, empty=empty)
            case OpenBooth() | DirectTake() | LeaveBooth():
                return self._record(effect)
            case AskRoot():
                return self._ask_root(effect)
            case PowerOff():
                self._power_off()
            case _:
                assert_never(effect)
        return []

    def _speak(self, speech: Speak, utterances: Sequence[Utterance]) -> list[Event]:
        self._loudspeaker.speak(speech.token, utterances, holds=speech.holds)
        read = captions_of(speech, utterances, self._voices.needs_caption, self._clock.now())
        return [*([read] if read else []), *self._people_called()]

    def _people_called(self) -> list[Event]:
        """Tell how people are called, when it changes: the number then stands beside the name on the glass."""
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
