"""Gives gpiozero's mock pins the clock of the box: edges carry its time."""

from gpiozero.pins.mock import MockFactory, MockPin

from nightcrier.kernel.clock import Clock


class SimulatedPin(MockPin):
    """Tells of an edge with the time it had."""

    def _call_when_changed(self) -> None:
        self.factory.tell(self, self.factory.clock.now(), self._state)


class SimulatedPins(MockFactory):
    """A pin factory whose callbacks come at once."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self.clock = clock

    def tell(self, pin: SimulatedPin, at: float, state: bool) -> None:
        """Call whoever listens to the pin."""
        if (listener := pin.when_changed) is not None:
            listener(at, state)
