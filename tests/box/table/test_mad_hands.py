"""Tests random hands: whatever they do, nothing breaks, nothing is a dead end, and no illegal deck is played."""

from random import Random
from typing import Any

import pytest

from nightcrier.box.events import Control, Ended, Gesture, Input, Tick, Touched
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.look import look
from nightcrier.box.table.step import step, table_due
from nightcrier.kernel.faults import Fault, Part
from tests.on_glass import measure
from tests.sampling import sampled

TIMES = (0.05, 1.0, 20.0, 700.0)
WALKS, PARTS, STEPS = 1000, 10, 100


def mad_deed(rng: Random) -> tuple[Any, ...]:
    """Return a random gesture, or something that happens to the box."""
    match rng.choice(("press", "turn", "time", "sound ends", "fault")):
        case "press":
            return rng.choice(list(Control)), rng.choice([Gesture.PRESS, Gesture.HOLD]), 0
        case "turn":
            return Control.DIAL, rng.choice([Gesture.TURN, Gesture.PRESS_TURN]), rng.randint(-30, 30)
        case "time":
            return "time", rng.choice(TIMES)
        case "fault":
            return "fault", rng.choice(list(Part)), rng.random() < 0.5
        case ended:
            return (ended,)


class Hands:
    """Drives a real house by sending events to the table."""

    def __init__(self, house: Any, table: Table) -> None:
        self.house, self.table, self.at = house, table, 0.0

    def do(self, what: tuple[Any, ...]) -> None:
        match what:
            case ("time", seconds):
                self._pass(seconds)
            case ("sound ends",):
                self._send(Ended(self.at, self.table.token))
            case ("fault", part, mended):
                self._send(Fault(self.at, part, "Something happened to it; look after it.", mended=mended))
            case (control, gesture, steps):
                self._send(Touched(self.at, control))
                self._send(Input(self.at, control, gesture, steps))

    def _pass(self, seconds: float) -> None:
        end = self.at + seconds
        for _ in range(50):
            moment = table_due(self.house, self.table)
            if moment is None or moment > end:
                break
            self.at = max(self.at, moment)
            self._send(Tick(self.at))
        self.at = max(self.at, end)

    def _send(self, event: Any) -> None:
        self.table, _ = step(self.house, self.table, event)


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_no_gesture_breaks_the_table_or_leads_nowhere(real_house, real_table, part):
    for walk in range(part, WALKS, PARTS):
        rng, hands = Random(walk), Hands(real_house, real_table)
        for _ in range(STEPS):
            hands.do(mad_deed(rng))
            check_table(hands, walk)
        assert _gestures_home(hands) <= 10, walk


def check_table(hands: Hands, walk: int) -> None:
    """Check that the screen shows its page whole, and that the game under way can be played."""
    view, session = look(hands.house, hands.table), hands.table.session
    assert measure(view).whole, (walk, view)
    if session:
        assert not hands.house.games[session.game].problems(session.setup), walk


def _gestures_home(hands: Hands) -> int:
    """Count the gestures that lead home: BACK, held if a game is under way, and START at each question."""
    for count in range(11):
        if hands.table.at_home and hands.table.session is None:
            return count
        question = look(hands.house, hands.table).page == "question"
        control = Control.START if question else Control.BACK
        hands.do((control, Gesture.HOLD if hands.table.session else Gesture.PRESS, 0))
    return 11
