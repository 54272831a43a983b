"""Drives an evening at the table, for tests."""

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Event, Gesture, Input, Tick
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.step import step, table_due

HOLDS = {"hold": Control.DIAL, "hold-start": Control.START, "hold-back": Control.BACK}


class Evening:
    """Drives the table: sends gestures, and keeps all effects."""

    def __init__(self, house: House, table: Table) -> None:
        self.house, self.table = house, table
        self.effects: list[Effect] = []
        self.at = 0.0

    def send(self, event: Event) -> Sequence[Effect]:
        self.table, effects = step(self.house, self.table, event)
        self.effects += effects
        return effects

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0) -> Sequence[Effect]:
        return self.send(Input(self.at, control, gesture, steps))

    def start(self) -> Sequence[Effect]:
        return self.hand(Control.START)

    def back(self) -> Sequence[Effect]:
        return self.hand(Control.BACK)

    def press(self) -> Sequence[Effect]:
        return self.hand(Control.DIAL)

    def release(self) -> Sequence[Effect]:
        return self.hand(Control.DIAL, Gesture.RELEASE)

    def ended(self) -> Sequence[Effect]:
        """End the line that is being spoken."""
        return self.send(Ended(self.at, self.table.token))

    def turn(self, steps: int) -> Sequence[Effect]:
        return self.hand(Control.DIAL, Gesture.TURN, steps)

    def at_row(self, line: str) -> Self:
        """Turn the dial to the row with this name, in the menu that has it."""
        rows = ((menu, n, item) for menu in MENUS.values() for n, item in enumerate(menu.items(self.house, self.table)))
        self.table = replace(self.table, page=next(ListingPage(m, None, n) for m, n, item in rows if item.line == line))
        return self

    def go(self, *happens: str | Event) -> Sequence[Effect]:
        """Send gestures as words, detents as a number, time as `3s`, and events. Return the effects of the last one."""
        effects: Sequence[Effect] = ()
        for each in happens:
            for event in each.split() if isinstance(each, str) else [each]:
                effects = self._take(event)
        return effects

    def _take(self, event: str | Event) -> Sequence[Effect]:
        if not isinstance(event, str):
            return self.send(event)
        if event in HOLDS:
            return self.hand(HOLDS[event], Gesture.HOLD)
        if event.isalpha():
            return getattr(self, event)()
        if event.endswith("s"):
            self.at += float(event[:-1])
            return self.send(Tick(self.at))
        return self.turn(int(event))

    def after(self, *happens: str | Event) -> Self:
        self.go(*happens)
        return self

    def due(self) -> float | None:
        return table_due(self.house, self.table)
