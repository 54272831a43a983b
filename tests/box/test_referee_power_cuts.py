"""Tests power cuts at random writes around the verdict of a game of Wherewolf, with roles drawn, dialed in, or dealt by
the box. The verdict stays the same, even when taken back, and counts once."""

from pathlib import Path
from random import Random

import pytest

from nightcrier.box.events import Control
from nightcrier.box.show.stages import Verdict
from tests.box import test_verdict_power_cuts
from tests.box.book import results_in
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.box.test_verdict_power_cuts import WAYS, Shears
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.sampling import sampled

POSSIBLE = ("seer", "pack-leader", "pack-wolf", "medium", "hermit", "peasant", "sinner", "jester")
GAMES = {
    "drawn": {"host": "moderator", "dealing": "stacked"},
    "dialled in": {"host": "moderator", "dealing": "entered"},
    "dealt": {"host": "box"},
}
PASSED = {"drawn": (), "dialled in": ("let through",) * 10, "dealt": ("let through",) * 20}
"""Further writes without a cut: every call without a moderator makes many, and begins again when it is cut."""
LONGEST, FEWEST_CUTS = 600, 1
BEFORE = 60
"""The number of actions before the verdict at which the cuts begin."""


def begun(where: Path, name: str) -> WolfBox:
    return WolfBox(where, POSSIBLE, 8, 1, files=ForgetfulDisk(), **GAMES[name]).begin()


def points(box: WolfBox) -> list[tuple[int, ...]]:
    """Return the points of every game that was counted."""
    return [tuple(result.points.values()) for result in results_in(box.where / "evenings", box.rehearsal.files)]


class CutHands(WolfHands):
    """Plays on after every power cut."""

    acts = 0

    def until_verdict(self) -> Verdict:
        for _ in range(LONGEST):
            try:
                if isinstance(stage := self.box.stage, Verdict):
                    return stage
                self.act()
                self.acts += 1
            except PowerCut:
                self._again()
        raise AssertionError(f"no verdict: {self.box.stage}")

    def do(self, control: Control) -> None:
        try:
            self.box.do(control)
            self.box.rehearsal.advance(0.3)
        except PowerCut:
            self._again()

    def _again(self) -> None:
        while True:
            try:
                self.box.rehearsal.cut()
                if self.box.table.session:
                    self.box.do(Control.START)
            except PowerCut:
                continue
            return


@pytest.mark.parametrize("first", sampled(range(len(WAYS))))
@pytest.mark.parametrize("name", GAMES)
def test_the_verdict_of_the_referee_under_power_cuts(name, first, tmp_path, monkeypatch):
    calm = CutHands(begun(tmp_path / "calm", name))
    wanted = calm.until_verdict()
    monkeypatch.setattr(test_verdict_power_cuts, "WAYS", tuple(Random(first).choices((*WAYS, *PASSED[name]), k=997)))
    shears, box = Shears(monkeypatch, first), begun(tmp_path / "cut", name)
    hands = CutHands(box)
    for _ in range(calm.acts - BEFORE):
        hands.act()
    shears.open = True
    reached = hands.until_verdict()
    assert (reached.winners, reached.points, reached.facts) == (wanted.winners, wanted.points, wanted.facts)
    if reached.back:
        while isinstance(box.stage, Verdict):
            hands.do(Control.BACK)
        assert hands.until_verdict().points == wanted.points
    while box.table.session:
        hands.do(Control.START)
    shears.open = False
    assert points(box) == [wanted.points]
    assert shears.cuts >= FEWEST_CUTS
