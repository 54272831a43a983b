"""Small joints between the daemon and the rooms below: what reads the clock for them, and what puts voices together."""

from collections.abc import Sequence

from device.kernel.clock import Clock
from device.kernel.events import Event, Fault
from device.kernel.ids import LineId
from device.panel.decode import Decoder
from device.panel.port import Controls, Edge, Frame, Lamp, LampState
from device.panel.steady import SteadyScreen
from device.sound.port import Utterance
from device.sound.voices.voice_chain import Voices
from device.table.choices import Choices


class DecodedHands:
    """Buttons and dial, from edges to gestures, against the clock."""

    def __init__(self, clock: Clock, controls: Controls, decoder: Decoder) -> None:
        self._clock, self._controls, self._decoder = clock, controls, decoder

    def edge(self, edge: Edge) -> Sequence[Event]:
        return self._decoder.edge(edge)

    def due(self) -> float | None:
        return self._decoder.due()

    def poll(self) -> Sequence[Event]:
        moment = self._decoder.due()
        if moment is None or moment > self._clock.now():
            return ()
        return self._decoder.tick(self._clock.now(), self._controls.levels())


class NoHands:
    """Whole gestures come from elsewhere: a script."""

    def edge(self, edge: Edge) -> Sequence[Event]:
        return ()

    def due(self) -> float | None:
        return None

    def poll(self) -> Sequence[Event]:
        return ()


class ClockedGlass:
    """The screen that never fails its owner, against the clock."""

    def __init__(self, clock: Clock, screen: SteadyScreen) -> None:
        self._clock, self._screen = clock, screen

    def show(self, frame: Frame) -> Sequence[Event]:
        return self._screen.show(frame, self._clock.now())

    def contrast(self, level: int) -> Sequence[Event]:
        return self._screen.contrast(level, self._clock.now())

    def due(self) -> float | None:
        return self._screen.due()

    def poll(self) -> Sequence[Event]:
        return self._screen.poll(self._clock.now())


class NamedLight:
    """The lamp by the names of its states."""

    def __init__(self, lamp: Lamp) -> None:
        self._lamp = lamp

    def show(self, state: str) -> None:
        self._lamp.show(LampState(state))


class LateFaults:
    """What turns out to be broken only when it is first used, such as the words of a language. Tells it once."""

    def __init__(self, clock: Clock, faults: list[Fault]) -> None:
        self._clock, self._faults = clock, faults

    def poll(self) -> Sequence[Event]:
        told = list(self._faults)
        self._faults.clear()
        return told

    def due(self) -> float | None:
        return self._clock.now() if self._faults else None


class TableVoices:
    """All voices, by what the table chose."""

    def __init__(self, voices: Voices) -> None:
        self._voices = voices

    def utterances(self, lines: Sequence[LineId], choices: Choices, *, menu: bool = False) -> Sequence[Utterance]:
        self._voices.choose(choices.voices)
        return self._voices.say(lines, choices.languages[:1] if menu else choices.languages)

    def ahead(self, lines: Sequence[LineId], choices: Choices) -> Sequence[Utterance]:
        self._voices.choose(choices.voices)
        return self._voices.ahead(lines, choices.languages)

    def needs_caption(self, utterance: Utterance) -> bool:
        return self._voices.needs_caption(utterance)
