"""Provides the moves of worn encoders, and mock pins on a machine that is busy."""

from nightcrier.box.panel.hand import Move
from nightcrier.box.panel.simulated import SimulatedPin, SimulatedPins
from nightcrier.kernel.ids import Seconds

CHATTER: Seconds = 0.00001
"""The default seconds between the moves of a contact that chatters."""


def worn_moves(moves, chance, lost=0, chatter=0, length=2 * CHATTER):
    """Yield the moves of a worn encoder. Of a hundred moves, `chatter` close twice within `length`, and the edges of
    `lost` are lost."""
    for move in moves:
        copies = [move]
        if chance.below(100) < chatter:
            copies = [
                Move(move.at + n * length / 2, move.pin, active)
                for n, active in enumerate((move.active, not move.active, move.active))
            ]
        for copy in copies:
            yield Move(copy.at, copy.pin, copy.active, lost=chance.below(100) < lost)


class HeldPins(SimulatedPins):
    """Provides pins whose edges arrive at once, or only when they are released."""

    _held: list[tuple[SimulatedPin, float, bool]] | None = None

    def hold(self) -> None:
        """Hold edges back from now on, as if the interpreter were busy."""
        self._held = self._held or []

    def let_go(self) -> None:
        """Deliver the edges that were held back, in order."""
        held, self._held = self._held or [], None
        for pin, at, state in held:
            self.tell(pin, at, state)

    def tell(self, pin: SimulatedPin, at: float, state: bool) -> None:
        if self._held is None:
            super().tell(pin, at, state)
        else:
            self._held.append((pin, at, state))
