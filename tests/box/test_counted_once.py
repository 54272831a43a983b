"""Tests power cuts at every point around the verdict: a game counts exactly once, and so does the rematch."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any, Self

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Verdict
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.people import GameResult
from tests.box.book import results_in
from tests.box.dealt import ADVISED
from tests.box.memory.conftest import PowerCut
from tests.sampling import sampled

GAMES = {
    "dialled in": ("one-night", Setup("first-game", 3)),
    "dealt": ("one-night", Setup("first-game", 3, options={"deal": True})),
    "gold": ("growl", Setup("growl-classic", 5)),
    "led": ("wherewolf", Setup("first-moon", 8, options={"dealing": "unknown"})),
}
LAST = 12
"""The last cuts of a game: before and after the last answer, the score and the end, and at some points before."""


class Plug:
    """Cuts the power at one point, of which there is one before and one after every write of journal and scores."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.points, self.cut_at = 0, 0
        for owner, name in ((DiskKeeper, "record"), (Scorebook, "count")):
            patch.setattr(owner, name, self._around(getattr(owner, name)))

    def _around(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def written(*things: Any, **named: Any) -> Any:
            self._point()
            events = write(*things, **named)
            self._point()
            return events

        return written

    def _point(self) -> None:
        self.points += 1
        if self.points == self.cut_at:
            raise PowerCut


class Played:
    """Plays one game on a box, answering everything with the first answer."""

    def __init__(self, where: Path, game: str) -> None:
        self.where = where
        self.rehearsal = Rehearsal(
            standard_folders({}, where), VirtualClock(), SilentPlayer(), 1, RecordWitness(StringIO())
        )
        daemon, (name, setup) = self.rehearsal.box.daemon, GAMES[game]
        choices = replace(daemon.table.choices, game=name, setups={**daemon.table.choices.setups, name: setup})
        daemon.adopt((replace(daemon.table, choices=choices, advised=ADVISED), ()))

    @property
    def table(self) -> Table:
        return self.rehearsal.box.daemon.table

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS) -> Self:
        self.rehearsal.take(Input(self.rehearsal.now, control, gesture))
        self.rehearsal.advance(0.5)
        return self

    @property
    def stage(self) -> Stage | None:
        return self.table.session.stage if self.table.session else None

    def on(self) -> None:
        """Take one step: skip the show, answer the question, or go on from an announcement. End a game that somebody
        leads as soon as the box asks whether it is over."""
        under_way = self.table.session.score if self.table.session and isinstance(self.stage, Perform) else None
        if isinstance(self.stage, Ask) and "over" in [choice.value for choice in self.stage.choices]:
            self.rehearsal.take(Input(self.rehearsal.now, Control.DIAL, Gesture.TURN, 1))
        if under_way and self.table.session and self.table.session.keeps_secrets:
            if under_way.paused:
                self.hand(Control.START)
            self.rehearsal.advance(4.0)
            for gesture in (Gesture.HOLD, Gesture.RELEASE):  # the turns of seats are not skipped: somebody comes
                self.hand(Control.DIAL, gesture)
        else:
            self.hand(Control.START, Gesture.HOLD if under_way else Gesture.PRESS)

    def play(self) -> None:
        """Play from home, or from any stage, to the end of the game."""
        self.on()
        while self.stage or isinstance(self.table.page, AdvicePage):
            self.on()

    def cut(self) -> Self:
        self.rehearsal.cut()
        return self

    def counted(self) -> tuple[GameResult, ...]:
        results = results_in(self.where / "evenings")
        assert len({result.id for result in results}) == len(results)
        return tuple(replace(result, id="") for result in results)  # drawn anew for each game


@pytest.fixture
def plug(monkeypatch):
    return Plug(monkeypatch)


@pytest.mark.parametrize("game", GAMES)
def test_wherever_the_power_goes_around_the_verdict_the_game_counts_once(game, tmp_path, plug):
    whole = Played(tmp_path / "whole", game)
    whole.play()
    (expected,) = whole.counted()
    assert game != "gold" or max(expected.points) > 0
    points = plug.points
    for back in sampled(range(LAST), 5):
        plug.points, plug.cut_at = 0, points - back
        box = Played(tmp_path / str(back), game)
        with pytest.raises(PowerCut):
            box.play()
        box.cut()
        if box.stage:
            box.play()
        assert box.counted() == (expected,), f"cut {back} points before the end"


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_that_is_cut_over_and_over_counts_once_and_the_rematch_as_well(game, tmp_path):
    box = Played(tmp_path, game)
    while not isinstance(box.stage, Verdict):
        box.on()
    for _ in range(3):
        assert len(box.counted()) == 1
        box.cut().on()
        assert isinstance(box.stage, Verdict)
    box.play()
    box.play()
    assert len(box.counted()) == 2


def test_the_same_seed_on_the_same_box_is_another_game(tmp_path):
    for games in (1, 2):
        box = Played(tmp_path, "dialled in")
        box.play()
        assert len(box.counted()) == games


class TakenBack(Played):
    """Plays a game whose verdict is taken back, and which is then ended."""

    def judged(self) -> None:
        while not isinstance(self.stage, Verdict):
            self.on()

    def take_back_and_end(self) -> None:
        self.hand(Control.BACK)
        assert not isinstance(self.stage, Verdict)
        self.end()

    def end(self) -> None:
        self.hand(Control.BACK, Gesture.HOLD)
        self.hand(Control.START, Gesture.HOLD)
        assert self.stage is None


@pytest.mark.parametrize("game", GAMES)
def test_a_game_left_without_a_verdict_after_one_was_taken_back_counts_nothing(game, tmp_path):
    box = TakenBack(tmp_path, game)
    box.judged()
    assert len(box.counted()) == 1
    box.take_back_and_end()
    assert box.counted() == ()
    assert box.table.standings
    assert {person.points for person in box.table.standings.people} == {0}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_whose_verdict_is_taken_back_and_given_again_counts_once(game, tmp_path):
    box = TakenBack(tmp_path, game)
    box.judged()
    expected = box.counted()
    assert box.hand(Control.BACK).counted() == ()
    box.judged()
    assert box.counted() == expected


@pytest.mark.parametrize("game", GAMES)
def test_wherever_the_power_goes_while_a_verdict_is_taken_back_the_standings_are_right(game, tmp_path, plug):
    for cut_at in sampled(range(1, 5), 2):  # the score, and the answer, each before and after
        box = TakenBack(tmp_path / str(cut_at), game)
        box.judged()
        plug.points, plug.cut_at = 0, cut_at
        with pytest.raises(PowerCut):
            box.hand(Control.BACK)
        box.cut().on()
        assert len(box.counted()) == isinstance(box.stage, Verdict), f"cut {cut_at}"
        if isinstance(box.stage, Verdict):
            box.hand(Control.BACK)
        box.end()
        assert box.counted() == ()
