"""gpiozero's mock pins on the clock of the box: edges carry its time, and can be held up as on a busy machine."""

from gpiozero.pins.mock import MockFactory, MockPin

from device.kernel.clock import Clock


class SimulatedPin(MockPin):
    """Tells of an edge with the time it had, whenever that is."""

    def _call_when_changed(self) -> None:
        self.factory.tell(self, self.factory.clock.now(), self._state)


class SimulatedPins(MockFactory):
    """A pin factory whose callbacks come at once, or when they are let go of."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision="a02082", pin_class=SimulatedPin)
        self.clock = clock
        self._held: list[tuple[SimulatedPin, float, bool]] | None = None

    def hold(self) -> None:
        """From here on nobody is told: the interpreter is busy with something else."""
        self._held = self._held or []

    def let_go(self) -> None:
        """Now it gets round to the edges, in their order."""
        held, self._held = self._held or [], None
        for pin, at, state in held:
            self.tell(pin, at, state)

    def tell(self, pin: SimulatedPin, at: float, state: bool) -> None:
        """Call whoever listens to the pin, or keep it for later."""
        if self._held is not None:
            self._held.append((pin, at, state))
        elif (listener := pin.when_changed) is not None:
            listener(at, state)
