"""Tests a memory card that takes half a second for every write: the sounds at the end of a turn come at the same time
whether or not somebody pressed, and however late."""

from pathlib import Path

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from tests.box.dealt import DealtBox, cast, seat_of

DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")
WRITE = 0.5


class SlowDisk(Disk):
    """Lets time pass with every write."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    def sync(self, path: Path) -> None:
        self._clock.move_to(self._clock.now() + WRITE)
        super().sync(path)


def robbed(where: Path, before: float | None) -> DealtBox:
    """Return a box after a night in which the Robber presses this many seconds before the window ends, or never."""
    seed = cast(DECK, lambda state: seat_of(state, "robber") > 0, deal=True)
    clock = VirtualClock()
    box = DealtBox(where, DECK, seed, files=SlowDisk(clock), clock=clock)
    box.start().everybody_looks()
    session = box.until_window("robber").rehearsal.box.daemon.table.session
    until = session.score.until or 0.0
    if before is not None:
        box.rehearsal.advance(until - before - box.rehearsal.now)
        box.do(Control.DIAL, Gesture.TURN, 1).do(Control.DIAL)
    return box.until_window("troublemaker")


def heard(box: DealtBox) -> list[tuple[object, ...]]:
    """Return the words heard, with their times."""
    return [(row["t"], row["line"]) for row in box.kinds("say")]


@pytest.mark.parametrize("before", [0.05, 0.6, 1.1, 1.9, 2.5, 9.0])
def test_what_is_heard_after_a_turn_waits_no_longer_for_a_press(tmp_path, before):
    pressed, idle = robbed(tmp_path / "pressed", before), robbed(tmp_path / "idle", None)
    assert heard(pressed) == heard(idle)
    assert "one-night.robber.close" in str(heard(idle))


def test_a_press_too_late_to_be_written_counts_and_shows_nothing(tmp_path):
    box = robbed(tmp_path, 0.3)
    written = box.journal()
    assert len(written) == len(robbed(tmp_path / "other", None).journal())
    assert [action.role for action in box.evening.state.played.actions] == ["robber"]


def test_what_ends_with_a_turn_ends_before_anything_is_written(tmp_path):
    """The bed ends with the window. The words come a moment later, after the same writes if anybody pressed or not."""
    box = robbed(tmp_path, None)
    (window,) = [row for row in box.kinds("window") if row["role"] == "robber"]
    assert window["t"] + window["seconds"] in [row["t"] for row in box.kinds("bed")]
