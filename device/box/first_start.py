"""What the first STARTs need is gone through once while nobody is near: what plays the game, module by module where it
is large, its rules, its order of calls, its first two pages and the letters on them, the first of the game that follows
it, and the scores. So a hand that comes soon after power-on waits no longer than one that comes later."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from msgspec.structs import replace

from device.kernel.clock import Clock
from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import Seconds
from device.show.plug import Game, pieces_of, problems_of
from device.table.house import House
from device.table.look import look
from device.table.new_game import start_game
from device.table.state import Table
from device.table.step import step
from device.table.view import View

REHEARSE_AT: Seconds = 1.0
"""After power-on: the first picture and the sound card come before."""

_PAUSE: Seconds = 0.2
"""Between two pieces: whoever presses meanwhile waits for one of them at most."""


class FirstStart:
    """A part of the loop with few moments in its life. Beginning a game is pure, so nothing of it is kept or heard."""

    def __init__(
        self,
        clock: Clock,
        house: House,
        table: Callable[[], Table],
        draw: Callable[[View], object],
        look_up: Callable[[], Sequence[Event]],
    ) -> None:
        """`look_up` tells how the evening stands, where scores are kept."""
        self._clock, self._house, self._table, self._draw, self._look_up = clock, house, table, draw, look_up
        self._pieces = self._all_pieces()
        self._at: float | None = clock.now() + REHEARSE_AT

    def due(self) -> float | None:
        """Return when the next piece comes; None after the last, or once a game was begun in earnest."""
        return self._at

    def poll(self) -> Sequence[Event]:
        """Go through one piece, when it is time for one."""
        now = self._clock.now()
        if self._at is None or now < self._at:
            return ()
        self._at = None
        found = next(self._pieces, None) if self._table().session is None else None
        if found is not None:
            self._at = now + _PAUSE
        return found or ()

    def _all_pieces(self) -> Iterator[Sequence[Event]]:
        for piece in pieces_of(self._game):
            import_module(piece)
            yield ()
        if self._is_refused:
            return
        begun, _ = start_game(self._house, self._table(), self._clock.now())
        yield ()
        self._draw(look(self._house, begun))
        yield ()
        onward, _ = step(self._house, begun, Input(self._clock.now(), Control.START, Gesture.PRESS))
        self._draw(look(self._house, onward))
        yield ()
        if self._is_refused:
            return
        another, _ = start_game(self._house, replace(self._table(), lying=onward.lying), self._clock.now())
        yield ()
        self._draw(look(self._house, another))  # other letters than the night's: what is said once cards were dealt
        yield ()
        yield self._look_up()

    @property
    def _game(self) -> Game:
        return self._house.games[self._table().choices.game]

    @property
    def _is_refused(self) -> bool:
        """START would lead to what is wrong with the deck. Hands may have changed it since the piece before."""
        return bool(problems_of(self._game, self._table().choices.setup))
