"""Gives gpiozero's mock pins the clock of the box, so that their edges have its time."""

from gpiozero.pins.mock import MockFactory, MockPin

from nightcrier.kernel.clock import Clock


class SimulatedPin(MockPin):
    """A mock pin that passes the box's time to its listener."""

    def _call_when_changed(self) -> None:
        self.factory.tell(self, self.factory.clock.now(), self._state)


class SimulatedPins(MockFactory):
    """A pin factory whose pins call their listeners at once."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self.clock = clock

    def tell(self, pin: SimulatedPin, at: float, state: bool) -> None:
        if (listener := pin.when_changed) is not None:
            listener(at, state)
