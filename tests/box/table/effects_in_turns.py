"""Checks whether a gesture did what it should in a turn of one seat, if the box deals."""

from typing import Any

from nightcrier.box.show.answers import Picks
from nightcrier.box.table.core.effects import Chosen
from nightcrier.box.table.core.state import Table
from tests.box.table.handled import Handled, answered, told_again


def list_turned(hand: Handled) -> bool:
    """Return whether another entry of the list is shown. In a list of one, the first click brings it up."""
    before, after = _acting(hand.before), _acting(hand.after)
    return after is not None and after.touched and (before is None or not before.touched or before.index != after.index)


def _acting(table: Table) -> Any:
    return table.session.acting if table.session else None


def chooses(hand: Handled) -> bool:
    """Return whether the turn has a new choice, or the card was read and the turn may end."""
    return any(isinstance(entry, Chosen) for entry in hand.entries) or bool(answered(hand))


def takes_choice_back(hand: Handled) -> bool:
    """Return whether the press was recorded, and took back a choice if one could be taken back."""
    before, after = _chosen(hand.before), _chosen(hand.after)
    return any(isinstance(entry, Chosen) for entry in hand.entries) and after in {before, before[:-1]}


def counts_as_press(hand: Handled) -> bool:
    """Return whether the gesture was recorded like a press, and did nothing else."""
    return _chosen(hand.before) == _chosen(hand.after) and any(isinstance(entry, Chosen) for entry in hand.entries)


def _chosen(table: Table) -> Picks:
    acting = _acting(table)
    return acting.row if acting else ()


def shows_own(hand: Handled) -> bool:
    held = _acting(hand.after).held if _acting(hand.after) else getattr(hand.after.turned_now, "held", None)
    return held is not None


def reads_alone(hand: Handled) -> bool:
    """Return whether a seat reads its own page, or a page without anything for one seat alone is said again."""
    return shows_own(hand) or told_again(hand)
