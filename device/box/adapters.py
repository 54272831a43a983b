"""Small joints between the daemon and the rooms below: what reads the clock for them, and what puts voices together."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.clock import Clock
from device.kernel.events import Event, Fault, Part
from device.kernel.screen import Frame, ScreenFormat
from device.kernel.settings import PanelSettings
from device.panel.decode import Decoder
from device.panel.port import NO_HANDS, Controls, Edge, PanelLost, Put, Screen
from device.panel.steady import SteadyScreen


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

    def close(self) -> None:
        self._controls.close()


def open_hands(
    controls: Sequence[Controls], settings: PanelSettings, clock: Clock, put: Put, faults: list[Fault]
) -> tuple[DecodedHands, ...]:
    """All controls that can be had, each with a decoder of its own: a finger on the one leaves the others alone."""
    hands: list[DecodedHands] = []
    for each in controls:
        try:
            each.open(_marked(put, len(hands)))
        except PanelLost as lost:
            faults.append(Fault(clock.now(), Part.PANEL, str(lost), NO_HANDS))
        else:
            hands.append(DecodedHands(clock, each, Decoder(settings, each.levels(), clock.now())))
    return tuple(hands)


def _marked(put: Put, hand: int) -> Put:
    """Edges say whose they are; those of the first hand come marked as they are."""
    return put if hand == 0 else lambda thing: put(replace(thing, hand=hand) if isinstance(thing, Edge) else thing)


class ClockedScreen:
    """The screen that never fails its owner, against the clock: says when it broke and when it is back."""

    def __init__(self, clock: Clock, screen: Screen) -> None:
        self._clock, self._screen = clock, SteadyScreen(screen)

    @property
    def format(self) -> ScreenFormat:
        return self._screen.format

    def show(self, frame: Frame, *, whole: bool) -> Sequence[Event]:
        return self._screen.show(frame, self._clock.now(), whole=whole)

    def contrast(self, level: int) -> Sequence[Event]:
        return self._screen.contrast(level, self._clock.now())

    def ask(self) -> Sequence[Event]:
        """Ask whether it shines."""
        return self._screen.ask(self._clock.now())

    def due(self) -> float | None:
        return self._screen.due()

    def poll(self) -> Sequence[Event]:
        return self._screen.poll(self._clock.now())

    def close(self) -> None:
        self._screen.close()


class LateFaults:
    """What turns out to be broken only when it is first used, such as the words of a language. Tells it once."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults

    def poll(self) -> Sequence[Event]:
        told = list(self._faults)
        self._faults.clear()
        return told

    def due(self) -> float | None:
        return self._faults[0].at if self._faults else None
