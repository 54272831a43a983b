"""Fumbles at random with the controls of a box that deals, and collects everything that is public about it."""

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
"""Gestures to draw from. `fumble` ends a pause with a second START; during the talk, START leads to the vote."""
CUT_EVERY = 40


def fumble(box, rng, most=350, until="verdict", cuts=False):
    """Make up to `most` random gestures, or stop at the page `until`. Return, for each gesture, the size in bytes of
    the `seal` file and of each journal line before it."""
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
    """Say whether a row is this page, one of its lines, or the short music that precedes a verdict."""
    sting = page == "verdict" and row.get("name") in STINGS
    return sting or row.get("page") == page or str(row.get("line", "")).startswith(f"{page}.")


def public(box: DealtBox, until: str) -> tuple[list[dict[str, Any]], list[Any]]:
    """Return all records and pictures before this page and its sounds. Tests stop before the verdict, because it
    depends on the votes, and the same clicks cast other votes in another deal."""
    rows = box.record
    ends = [n for n, row in enumerate(rows) if belongs_to(row, until)]
    before = rows[: ends[0]] if ends else rows
    return before, box.kept.pictures[: sum(row["kind"] == "screen" for row in before)]
