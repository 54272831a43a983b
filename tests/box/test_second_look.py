"""Tests that a choice at dusk is read again before it counts, whoever makes it, and can be taken back until then."""

from pathlib import Path

from nightcrier.box.events import Control
from nightcrier.box.show.answers import Picks
from nightcrier.box.table.game.conducting import current_turn, turn_state
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands

POSSIBLE = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "sinner")


class Dusk(WolfBox):
    """Runs a box in its first dusk, after the seat in the first turn has read its page."""

    def __init__(self, where: Path) -> None:
        super().__init__(where, POSSIBLE, 8, 1, files=ForgetfulDisk(), host="box")
        self.begin()
        self.hands = WolfHands(self)
        while self.village.number < 1 or not self.window:
            self.hands.act()
        self.look()

    @property
    def row(self) -> Picks:
        turn = current_turn(self.session)
        return turn_state(self.session, turn[0]).row if turn else ("another",)

    def choose(self) -> Picks:
        while not self.row:
            self.hands.act()
        return self.row


def test_a_press_without_a_second_look_ends_nothing(tmp_path):
    box = Dusk(tmp_path)
    chosen = box.choose()
    assert box.do(Control.DIAL).row == chosen
    box.look()
    assert box.do(Control.DIAL).row == (*chosen, "read")


def test_back_takes_a_choice_back_until_somebody_looks(tmp_path):
    box = Dusk(tmp_path)
    box.choose()
    assert box.do(Control.BACK).row == ()
    chosen = box.choose()
    box.look()
    assert box.do(Control.BACK).row == chosen


def test_a_power_cut_after_a_look_gives_no_second_choice(tmp_path):
    box = Dusk(tmp_path)
    chosen = box.choose()
    box.look()
    box.cut()
    assert box.until(lambda: bool(box.window)).do(Control.BACK).row == chosen
