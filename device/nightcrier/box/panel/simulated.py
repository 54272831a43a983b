"""Give gpiozero's mock pins the clock of the box, so that edges have the time of the box."""

from gpiozero.pins.mock import MockFactory, MockPin

from nightcrier.kernel.clock import Clock


class SimulatedPin(MockPin):
    """A mock pin that reports an edge with the time of the edge."""

    def _call_when_changed(self) -> None:
        self.factory.tell(self, self.factory.clock.now(), self._state)


class SimulatedPins(MockFactory):
    """A pin factory whose pins call their listeners without delay."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self.clock = clock

    def tell(self, pin: SimulatedPin, at: float, state: bool) -> None:
        if (listener := pin.when_changed) is not None:
            listener(at, state)
