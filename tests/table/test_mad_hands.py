"""Mad hands: whatever is done to the panel, nothing breaks, nothing is a dead end, and no illegal deck is played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.kernel.events import Control, Ended, Fault, Gesture, Input, Part, Tick, Touched
from device.table.look import look
from device.table.state import HomePage, Table
from device.table.step import step, table_due
from tests.on_glass import measure

HANDS = st.one_of(
    st.tuples(st.sampled_from(list(Control)), st.sampled_from([Gesture.PRESS, Gesture.HOLD]), st.just(0)),
    st.tuples(st.just(Control.DIAL), st.sampled_from([Gesture.TURN, Gesture.PRESS_TURN]), st.integers(-30, 30)),
)
WORLD = st.one_of(
    HANDS,
    st.tuples(st.just("time"), st.sampled_from([0.05, 1.0, 20.0, 700.0])),
    st.tuples(st.just("sound ends")),
    st.tuples(st.just("fault"), st.sampled_from(list(Part)), st.booleans()),
)
WAY_HOME = (Control.BACK, Control.BACK, Control.BACK, Control.BACK, Control.START)


class Hands:
    """Drives a real house through the table's one door."""

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


@pytest.mark.usefixtures("untraced")
@settings(max_examples=1000, deadline=None)
@given(st.lists(WORLD, min_size=100, max_size=100))
def test_no_gesture_breaks_the_table_or_leads_nowhere(real_house: Any, real_table: Table, doings: list[Any]) -> None:
    hands = Hands(real_house, real_table)
    for what in doings:
        hands.do(what)
        view = look(real_house, hands.table)
        assert measure(view).whole, view
        session = hands.table.session
        if session:
            game = real_house.games[session.game]
            assert not game.problems(session.setup)
    assert _gestures_home(hands) <= 10


def _gestures_home(hands: Hands) -> int:
    """BACK, held where a press is not enough, and START for the question it asks."""
    for count in range(11):
        if hands.table.page == HomePage() and hands.table.session is None:
            return count
        question = look(hands.house, hands.table).page == "question"
        held = hands.table.session is not None and not question
        control = Control.START if question else Control.BACK
        hands.do((control, Gesture.HOLD if held else Gesture.PRESS, 0))
    return 11
