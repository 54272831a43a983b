"""Tests the section of assets/controls.toml about One Night without cards: on each page, gestures do what its row names
and says, at all moments of two dealt games, one with a secret vote."""

import re
from collections import defaultdict
from collections.abc import Mapping

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Ask, Count, Perform, Verdict
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from tests.box.dealt import DealtBox
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.table.controls_read import GESTURES, rows_of_the_table, with_slow_presses
from tests.box.table.expected_effects import meaning
from tests.box.table.handled import Handled, what_came

AS_EVER = {"the day": "day", "a question after the vote": "a question of the game", "the verdict": "verdict"}
"""The pages whose rows are in the section of the house."""
DECK = ("werewolf", "minion", "seer", "robber", "troublemaker", "drunk", "insomniac", "villager")
TURNS = {"deal": "your turn in the deal", "night": "your turn at night", "vote": "your turn in the secret vote"}
BREATH = 2.9
"""The seconds between two moments that are checked."""


def rows_written() -> Mapping[str, Mapping[str, str]]:
    """Return what each row says about each gesture."""
    ever = rows_of_the_table()
    rows = rows_of_the_table("One Night without cards") | {page: ever[row] for page, row in AS_EVER.items()}
    return {page: with_slow_presses(row) for page, row in rows.items()}


def table_of(box: DealtBox) -> Table:
    return box.rehearsal.box.daemon.table


def row_now(box: DealtBox) -> str:
    """Return the row to which this moment belongs."""
    session = table_of(box).session
    match session.stage:
        case Perform() if session.score and session.score.paused:
            return "the pause"
        case Perform(page=page, acts=acts) if box.window in acts:
            return TURNS[page]
        case Perform(page="night"):
            return "between two turns, at night"
        case Perform():
            return "between two seats of deal or vote"
        case Count():
            return "the day"
        case Ask():
            return "a question after the vote"
        case Verdict():
            return "the verdict"
    raise AssertionError(f"no row for {session.stage}")


def without_blocks(view: View) -> str:
    """Return a view as text without its blocks, which go out as time passes."""
    return re.sub(r"CallMarks\(.*?\)", "", repr(view))


def handled(box: DealtBox, control: Control, gesture: Gesture) -> Handled | None:
    daemon = box.rehearsal.box.daemon
    return what_came(daemon.house, daemon.table, box.rehearsal.now, control, gesture, without_blocks)


class SeenHands:
    """Plays a game, and collects for each row which gestures did something."""

    def __init__(self, box: DealtBox, found: dict[str, set[str]]) -> None:
        self.box, self.found, self.rows = box, found, rows_written()
        self.paused: object = None

    def see(self) -> None:
        row = row_now(self.box)
        seen = {name: handled(self.box, control, gesture) for name, (control, gesture) in GESTURES.items()}
        acts = {name: hand for name, hand in seen.items() if hand}
        self.found[row] |= acts.keys()
        told = {name: phrase for name, phrase in self.rows[row].items() if name in acts}
        assert [name for name, phrase in told.items() if not meaning(row, phrase)(acts[name])] == [], row

    def play(self) -> None:
        self.box.start()
        while table_of(self.box).session:
            self.see()
            if isinstance(self.box.stage, Perform):
                self.lead()
                self.box.rehearsal.advance(BREATH)
            else:
                self.box.start()

    def lead(self) -> None:
        """Pause at each cue, once, since a sentence begins again after a pause. In a turn, choose, look and press."""
        session = table_of(self.box).session
        here = (session.play, session.score.cue) if session and session.score else None
        if here == self.paused:
            return
        self.paused = here
        self.box.start()
        self.see()
        self.box.start()
        for gesture, steps in ((Gesture.TURN, 1), (Gesture.PRESS, 0), (Gesture.HOLD, 0), (Gesture.RELEASE, 0)):
            if row_now(self.box) in TURNS.values():
                self.box.do(Control.DIAL, gesture, steps)
                self.see()


@pytest.mark.untraced
def test_what_a_row_names_happens_and_nothing_else(tmp_path):
    found: dict[str, set[str]] = defaultdict(set)
    for secret in (True, False):
        box = DealtBox(tmp_path / str(secret), DECK, 1, files=ForgetfulDisk(), secret_vote=secret)
        SeenHands(box, found).play()
    assert found == {row: set(cells) for row, cells in rows_written().items()}


def test_a_detent_that_finds_the_screen_dead_changes_nothing_as_in_real_time(tmp_path):
    """Touch and gesture are taken together. Only then does the box find the screen dead, and stop the show."""
    box = DealtBox(tmp_path, DECK, 1)
    loudness = box.start().until_window("seat-1").table.choices.loudness
    box.rehearsal.screen.unplug()
    assert box.do(Control.DIAL, Gesture.TURN, 1).table.session
    assert box.table.session.held
    assert box.table.choices.loudness == loudness
