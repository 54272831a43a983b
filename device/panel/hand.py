"""Plans how a hand moves the pins: presses and turns as timed moves of contacts. Pure."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from device.kernel.ids import Seconds
from device.kernel.settings import PanelSettings

_PLACES = ((False, False), (True, False), (True, True), (False, True))
_BOUNCES, _BOUNCE = 5, 0.0002
"""Changes of one contact that bounces, and the seconds between them: a switch of the better kind."""


class Move(Struct, frozen=True):
    """A change of a contact. Nobody is told of a move that is `lost`."""

    at: float
    pin: str
    active: bool
    lost: bool = False


def press_moves(pin: str, at: float, seconds: Seconds) -> tuple[Move, Move]:
    """Press a switch, and let it go after so long."""
    return Move(at, pin, True), Move(at + seconds, pin, False)


def knob_place(a: bool, b: bool) -> int:
    """Return the place of a knob whose contacts are at these levels."""
    return _PLACES.index((a, b))


class Knob:
    """An encoder in a hand. It remembers in which of the four places its contacts stand."""

    def __init__(self, settings: PanelSettings, place: int = 0) -> None:
        self._place = place
        self._edges = settings.edges_per_detent
        self._direction = -1 if settings.reverse else 1

    def turn(self, detents: int, at: float, gap: Seconds) -> Iterator[Move]:
        """Move one contact after the other, `gap` seconds apart; clockwise is positive."""
        way = self._direction if detents > 0 else -self._direction
        for edge in range(abs(detents) * self._edges):
            before, self._place = _PLACES[self._place], (self._place + way) % 4
            pin = 0 if before[0] != _PLACES[self._place][0] else 1
            yield Move(at + edge * gap, ("dial-a", "dial-b")[pin], _PLACES[self._place][pin])


def bouncing_moves(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the moves of contacts that bounce: each closes and opens several times before it stays."""
    for move in moves:
        for n in range(_BOUNCES):
            yield Move(move.at + n * _BOUNCE, move.pin, move.active == (n % 2 == 0))
