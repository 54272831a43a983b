"""Hands that fumble at a box which deals, and all that is public of what comes of it."""

from collections.abc import Mapping
from typing import Any

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import STINGS
from tests.box.dealt import DealtBox

QUIET = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
DECKS = (
    QUIET,
    ("doppelganger", "alpha-wolf", "werewolf", "robber", "witch", "troublemaker", "village-idiot", "curator"),
    ("sentinel", "mystic-wolf", "minion", "paranormal-investigator", "drunk", "insomniac", "revealer"),
)
HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 12,
    *[(Control.DIAL, Gesture.HOLD)] * 9,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
"""The acts of hands. START, which pauses, is pressed a second time; in the talk it leads to the vote."""
CUT_EVERY = 40


def fumble(box, rng, most=350, until="verdict", cuts=False):
    """Make random gestures, up to `most` or up to this page. Return what lay on the card meanwhile: how many bytes in
    each line of the journal, and in its other half."""
    box.start()
    kept: list[tuple[int, ...]] = []
    for number in range(most):
        kept.append((box.pad(), *map(len, box.journal())))
        box.rehearsal.advance(rng.choice((0.3, 1.0, 2.0, 4.0)))
        if cuts and number % CUT_EVERY == CUT_EVERY - 1:
            box.rehearsal.cut()
            box.start()
        if box.page == until:
            break
        control, gesture = rng.choice(HANDS)
        box.do(control, gesture, rng.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
        if control is Control.START and box.page == "pause":
            box.do(Control.START)
    return kept


def belongs_to(row: Mapping[str, Any], page: str) -> bool:
    """Return whether a row is this page, one of its lines, or the short music of a victory before the verdict."""
    sting = page == "verdict" and row.get("name") in STINGS
    return sting or row.get("page") == page or str(row.get("line", "")).startswith(f"{page}.")


def public(box: DealtBox, until: str) -> tuple[list[dict[str, Any]], list[Any]]:
    """Everything before this page, and before what sounds with it: the records, and the pictures. The verdict hangs on
    the votes, and the same clicks are another vote in another game."""
    rows = box.record
    ends = [n for n, row in enumerate(rows) if belongs_to(row, until)]
    before = rows[: ends[0]] if ends else rows
    return before, box.kept.pictures[: sum(row["kind"] == "screen" for row in before)]
