"""Checks whether a gesture did what it should while somebody records lines at the box."""

from nightcrier.box.table.core.effects import DirectTake, HearTake
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.kernel.booth_messages import DropTake, TakeOrder
from tests.box.table.handled import Handled, Meaning


def orders(order: TakeOrder) -> Meaning:
    """Return a function that says whether the recording program was given this order."""
    return lambda hand: DirectTake(order) in hand.effects and isinstance(hand.after.page, BoothPage)


def reads_line_on(hand: Handled) -> bool:
    before, after = hand.before.of(OpenedBooth), hand.after.of(OpenedBooth)
    return before is not None and after is not None and (before.index, before.part) != (after.index, after.part)


def on_to_other_line(hand: Handled) -> bool:
    return reads_line_on(hand) and DirectTake(DropTake()) in hand.effects


def plays_take(hand: Handled) -> bool:
    return any(isinstance(effect, HearTake) for effect in hand.effects)
