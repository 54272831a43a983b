"""Provides a rehearsed box for tests to operate."""

import json
from io import StringIO
from typing import Any, Self

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.kernel.clock import VirtualClock


class BoxAtHand:
    """Gives tests the record and the controls of a rehearsed box."""

    out: StringIO
    rehearsal: Rehearsal

    @property
    def record(self) -> list[dict[str, Any]]:
        return [json.loads(row) for row in self.out.getvalue().splitlines()]

    def kinds(self, *kinds: str) -> list[dict[str, Any]]:
        return [row for row in self.record if row["kind"] in kinds]

    @property
    def table(self) -> Table:
        return self.rehearsal.box.daemon.table

    def do(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0) -> Self:
        now = self.rehearsal.now
        self.rehearsal.take(Touched(now, control), Input(now, control, gesture, steps))
        return self


class Stage(BoxAtHand):
    """Runs a box as it is shipped. Each gesture comes after a pause."""

    def __init__(self, where, seed=0, config=None, *, plugged=True, sound=None):
        self.out, clock = StringIO(), VirtualClock()
        self.player = SilentPlayer()
        self.player.plugged = plugged
        self.rehearsal = Rehearsal(
            where, clock, sound(clock) if sound else self.player, seed, RecordWitness(self.out), config
        )

    @property
    def page(self) -> str:
        return str(self.kinds("state")[-1]["page"])

    @property
    def heading(self) -> str:
        """Return the first line on the screen."""
        return view_lines(look(self.rehearsal.box.daemon.house, self.table))[0]

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0, after: float = 0.3) -> Self:
        self.rehearsal.advance(after)
        return self.do(control, gesture, steps)

    def start(self) -> Self:
        return self.hand(Control.START)

    def begin_night(self) -> Self:
        """Press START twice, so that the cards are dealt."""
        return self.start().start()

    def back(self) -> Self:
        return self.hand(Control.BACK)

    def press(self) -> Self:
        return self.hand(Control.DIAL)

    def turn(self, steps: int) -> Self:
        return self.hand(Control.DIAL, Gesture.TURN, steps)
