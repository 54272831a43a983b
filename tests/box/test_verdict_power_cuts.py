"""Tests power cuts at every write from the pointing of GROWL, or the last votes of Wherewolf, to home, even while a
verdict is taken back. The same game goes on each time, and counts once, as it was last judged."""

from collections.abc import Callable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Verdict
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Cursor, Table
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from tests.box.book import results_in
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.sampling import sampled

FEWEST_CUTS = 4
WAYS = "before", "let through", "after", "let through", "let through"
"""What happens to one write after another. Each evening starts at another of these, to cut every write once."""
POSSIBLE = ("seer", "pack-leader", "pack-wolf", "medium", "hermit", "peasant", "sinner", "jester")
LONGEST = 3000
"""The most steps of one evening."""


class Slip(Struct, frozen=True):
    """Describes a game: the first answers, the question after which it is cut, the question to which BACK leads from
    the verdict, and the answers from then on."""

    game: str
    setup: Setup
    first: Mapping[str, str]
    ends: str
    back_to: str
    then: Mapping[str, str]
    points: tuple[int, ...]


_GROWL = Setup("growl-classic", 5, options={"draws": False})
_NIGHTS = {"growl.turn": "night", "growl.ask.gold": "lost"}
SLIPS = {
    "pointing": Slip(
        "growl",
        replace(_GROWL, deck=("gift", "insomnia", "unwanted")),
        {**_NIGHTS, "growl.ask.dies": "by-seat", "growl.ask.side": "left", "growl.ask.more": "no"},
        "growl.ask.dies",
        "growl.ask.dies",
        {**_NIGHTS, "growl.ask.dies": "3", "growl.ask.humans": "no", "growl.ask.gold": "0"},
        (1, 1, 1, 1, 1),
    ),
    "gold": Slip(
        "growl",
        replace(_GROWL, deck=("gift", "insomnia", "accused")),
        {**_NIGHTS, "growl.ask.gold": "0"},
        "growl.ask.dies",
        "growl.ask.humans",
        {"growl.ask.humans": "no", "growl.ask.gold": "1"},
        (2, 2, 2, 2, 2),
    ),
    "told": Slip(
        "wherewolf",
        Setup("first-moon", 8, POSSIBLE, {"host": "moderator", "dealing": "unknown"}),
        {"house.ask.over": "over", "wherewolf.ask.won": "2"},
        "house.ask.over",
        "wherewolf.ask.won",
        {"wherewolf.ask.won": "4"},
        (0, 0, 0, 0, 1, 0, 0, 0),
    ),
}


class Shears:
    """Cuts some writes, before or after they are done. It lets others through, or the game would never move on."""

    def __init__(self, patch: pytest.MonkeyPatch, first: int) -> None:
        self.cuts, self.open, self._first = 0, False, first
        for owner, name in ((DiskKeeper, "record"), (Scorebook, "count")):
            patch.setattr(owner, name, self._around(getattr(owner, name)))

    def _around(self, write: Callable[..., Any]) -> Callable[..., Any]:
        calls = self._first

        def written(*things: Any, **named: Any) -> Any:
            nonlocal calls
            if not self.open:
                return write(*things, **named)
            way, calls = WAYS[calls % len(WAYS)], calls + 1
            events = () if way == "before" else write(*things, **named)
            if way == "let through":
                return events
            self.cuts += 1
            raise PowerCut

        return written


class SlippingTable:
    """Plays a game with hands that know only what the box asks, so that they go on wherever it was cut."""

    def __init__(self, where: Path, slip: Slip) -> None:
        self.where = where
        folders = standard_folders({}, where)
        witness, self.files = RecordWitness(StringIO()), ForgetfulDisk()
        self.rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 1, witness, files=self.files)
        daemon = self.rehearsal.box.daemon
        choices, met = daemon.table.choices, {slip.game: slip.setup.deck}
        choices = replace(choices, game=slip.game, setups={**choices.setups, slip.game: slip.setup}, played=met)
        daemon.adopt((replace(daemon.table, choices=choices), ()))

    @property
    def table(self) -> Table:
        return self.rehearsal.box.daemon.table

    @property
    def stage(self) -> Stage | None:
        return self.table.session.stage if self.table.session else None

    @property
    def asked(self) -> str:
        question = self.stage.question if isinstance(self.stage, Ask) else None
        return question.key if isinstance(question, Word) else ""

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0) -> None:
        self.rehearsal.take(Input(self.rehearsal.now, control, gesture, steps))
        self.rehearsal.advance(0.3)

    def begin(self) -> None:
        self.hand(Control.START)
        while isinstance(self.table.page, AdvicePage):
            self.hand(Control.START)

    def on(self, answers: Mapping[str, str]) -> None:
        """Make one gesture: skip the show, go on from an announcement, or answer the question as planned."""
        match self.stage:
            case Perform():
                self.hand(Control.START, Gesture.HOLD)
            case Ask() as asked:
                self._answer(asked, answers)
            case _:
                self.hand(Control.START)

    def back(self) -> None:
        self.hand(Control.BACK)

    def _answer(self, asked: Ask, answers: Mapping[str, str]) -> None:
        cursor, values = self.table.turned_now, [choice.value for choice in asked.choices]
        assert isinstance(cursor, Cursor)
        if (wanted := answers.get(self.asked, "")) not in values:
            self.hand(Control.START)
            return
        place, marks = values.index(wanted), set(cursor.marked) if asked.marks else set[int]()
        goal = next(iter(marks - {place}), place)  # what was marked before it was taken back stands there again
        if cursor.index != goal:
            self.hand(Control.DIAL, Gesture.TURN, goal - cursor.index)
        elif goal != place or (asked.marks and wanted and place not in marks):
            self.hand(Control.DIAL)
        else:
            self.hand(Control.START)

    def points(self) -> list[tuple[int, ...]]:
        """Return the points of every game that was counted."""
        return [tuple(result.points.values()) for result in results_in(self.where / "evenings", self.files)]


class Cutting:
    """Repeats an action until its goal is reached, whatever the power does."""

    def __init__(self, table: SlippingTable) -> None:
        self.table = table

    def until(self, reached: Callable[[], bool], act: Callable[[], None]) -> None:
        for _ in range(LONGEST):
            try:
                if reached():
                    return
                act()
            except PowerCut:
                self._again()
        raise AssertionError(f"never reached: {self.table.stage}")

    def _again(self) -> None:
        """Restore the power, and press START to go on with the game, even if that is cut too."""
        while True:
            try:
                self.table.rehearsal.cut()
                if self.table.stage:
                    self.table.hand(Control.START)
            except PowerCut:
                continue
            return


@pytest.mark.parametrize("first", sampled(range(len(WAYS))))
@pytest.mark.parametrize("name", SLIPS)
def test_a_verdict_taken_back_under_power_cuts_counts_once(name, first, tmp_path, monkeypatch):
    slip, shears = SLIPS[name], Shears(monkeypatch, first)
    table = SlippingTable(tmp_path, slip)
    hands = Cutting(table)
    table.begin()
    hands.until(lambda: table.asked == slip.ends, lambda: table.on(slip.first))
    shears.open = True
    hands.until(lambda: isinstance(table.stage, Verdict), lambda: table.on(slip.first))
    hands.until(lambda: table.asked == slip.back_to, table.back)
    hands.until(lambda: isinstance(table.stage, Verdict), lambda: table.on(slip.then))
    assert isinstance(table.stage, Verdict)
    assert table.stage.facts, "who has won stands on the screen"
    assert table.points() == [slip.points]
    hands.until(lambda: table.table.session is None, lambda: table.on({}))
    assert table.points() == [slip.points]
    assert shears.cuts >= FEWEST_CUTS, shears.cuts
    print(f"{name}: {shears.cuts} cuts")
