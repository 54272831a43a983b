"""Nothing leaks: other cards, the same hands, and everything that can be heard, seen, timed or read is the same."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.games.one_night.cards import ROLES
from device.kernel.events import Control, Gesture
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
"""What hands do. START, which pauses, is pressed a second time; in the talk it leads to the vote."""


def fumble(box: DealtBox, rng: Random, most: int = 350, until: str = "verdict") -> None:
    """So many gestures at random moments, or fewer when this page comes."""
    box.start()
    for _ in range(most):
        box.rehearsal.advance(rng.choice((0.3, 1.0, 2.0, 4.0)))
        if box.page == until:
            return
        control, gesture = rng.choice(HANDS)
        box.do(control, gesture, rng.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
        if control is Control.START and box.page == "pause":
            box.do(Control.START)


def public(box: DealtBox, until: str) -> tuple[list[dict[str, Any]], list[Any]]:
    """Everything before this page: the records, and the pictures."""
    rows = box.record
    ends = [n for n, row in enumerate(rows) if row["kind"] == "state" and row["page"] == until]
    before = rows[: ends[0]] if ends else rows
    return before, box.kept.pictures[: sum(row["kind"] == "screen" for row in before)]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("fumbler", range(3))
def test_other_cards_leave_every_record_and_every_picture_the_same(
    deck: tuple[str, ...], fumbler: int, tmp_path: Path
) -> None:
    # A shield, an artifact or a card that lies face up is public by day, and so is the verdict.
    until = "verdict" if deck == QUIET else "day"
    boxes = []
    for seed in range(3):
        boxes.append(DealtBox(tmp_path / str(seed), deck, seed, secret_vote=True, lone_wolf=True, pace="fast"))
        fumble(boxes[-1], Random(fumbler), until=until)
    first, *others = boxes
    assert {row["page"] for row in first.kinds("state")} >= {"home", "deal", "night"}
    for other in others:
        assert other.evening.seed != first.evening.seed
        assert public(other, until) == public(first, until)
        assert [len(line) for line in other.journal()] == [len(line) for line in first.journal()]


def test_a_whole_night_played_well_is_the_same_for_whoever_may_not_look(tmp_path: Path) -> None:
    """Everybody looks at once and acts as far as there is something to do; only the cards differ."""
    records = []
    for seed in range(4):
        box = DealtBox(tmp_path / str(seed), DECKS[1], seed)
        box.start()
        box.everybody_looks()
        for call in ("doppelganger", "alpha-wolf", "robber", "witch", "village-idiot", "curator"):
            box.until_window(call)
            for _ in range(3):
                box.do(Control.DIAL, Gesture.TURN, 1)
                box.do(Control.DIAL)
                box.look()
        box.until(lambda box=box: box.page == "vote")
        records.append(box.out.getvalue())
        assert len(box.kinds("say")) > 20
    assert len(set(records)) == 1


def test_neither_record_nor_state_names_a_card(tmp_path: Path) -> None:
    box = DealtBox(tmp_path, QUIET, 5)
    box.start()
    box.everybody_looks()
    box.until_window("robber")
    shown = [row for row in box.kinds("screen") if row["page"] == "deal"]
    assert not {line for row in shown for line in row["lines"]} & {"Werewolf", "Seer", "Robber", "Villager"}
    assert box.kinds("ask", "tell") == []
    kept = b"".join(box.journal())
    assert [role for role in ROLES if role.encode() in kept] == []
    assert b"seed" not in kept


def test_secrets_come_in_addition(tmp_path: Path) -> None:
    records = []
    for secrets in (False, True):
        box = DealtBox(tmp_path / str(secrets), QUIET, 5, secrets=secrets)
        fumble(box, Random(1))
        records.append(box.record)
    plain, full = records
    assert [row for row in full if not row.get("secret")] == plain
    assert {row["kind"] for row in full if row.get("secret")} == {"ask", "tell"}


def test_the_journals_half_is_gone_with_the_game(tmp_path: Path) -> None:
    box = DealtBox(tmp_path, QUIET, 5)
    box.start()
    box.everybody_looks()
    assert (tmp_path / "seal").exists()
    box.do(Control.BACK, Gesture.HOLD)
    box.start()
    assert not (tmp_path / "seal").exists()
    assert box.journal() == []
    assert box.glass[1] == "First Game"
