"""Holds the table before and after one gesture, and provides checks shared by the meanings of many gestures."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from nightcrier.box.events import Gesture, Input
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.stages import Stage
from nightcrier.box.table.core.effects import Answered, Effect, LookUp, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.look import look
from nightcrier.box.table.step import step


class Handled(Struct, frozen=True):
    """Holds the table before and after one gesture, and the effects of the gesture."""

    before: Table
    after: Table
    effects: tuple[Effect, ...]

    @property
    def page(self) -> Any:
        """Return the page at which the gesture was made."""
        return self.before.turned_now

    @property
    def stage(self) -> Stage | None:
        return self.before.session.stage if self.before.session else None

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(line for effect in self.effects if isinstance(effect, Speak) for line in effect.lines)

    @property
    def entries(self) -> tuple[Any, ...]:
        return tuple(effect.entry for effect in self.effects if isinstance(effect, Record))


def what_came(house, table, at, control, gesture, drawn=lambda view: view) -> Handled | None:
    """Return the results of a gesture, or None if it changed nothing. `drawn` picks what counts of a picture."""
    moved, effects = step(house, table, Input(at, control, gesture, 1 if gesture is Gesture.TURN else 0))
    told = [effect for effect in effects if not isinstance(effect, LookUp)]
    states = [(each.turned_now, time_given(each), drawn(look(house, each))) for each in (table, moved)]
    return Handled(table, moved, tuple(effects)) if told or states[0] != states[1] else None


def time_given(table: Table) -> float:
    """Return when the open window closes, or how much of it is left in a pause."""
    score = table.session.score if table.session else None
    return (score.until or 0.0) + (score.left or 0.0) if score else 0.0


Meaning = Callable[[Handled], bool]


def begins(hand: Handled) -> bool:
    return hand.before.session is None and hand.after.session is not None


def leaves(hand: Handled) -> bool:
    return bool(hand.after.page == getattr(hand.page, "under", None))


def turned(hand: Handled) -> bool:
    """Return whether the dial has moved to another row."""
    return bool(hand.after.turned_now.index != hand.page.index)


def answered(hand: Handled) -> tuple[Any, ...]:
    return tuple(entry.value for entry in hand.entries if isinstance(entry, Answered))


def first_value(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def told_again(hand: Handled) -> bool:
    return bool(hand.said) and hand.after.turned_now == hand.page
