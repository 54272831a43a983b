"""Games of many nights in files on a box, dealt by it or led by a moderator: dialled in to their verdict, told in words
of their file, and the same after any power cut."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.folders import standard_folders
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Verdict
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from tests.box.dealt import KeptRecord
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.sampling import sampled

EXAMPLES = Path(__file__).parent / "examples"


class FileBox(WolfBox):
    """A box that plays a game in a file."""

    def __init__(self, where: Path, game: str, players: int, seed: int, host: str) -> None:
        self.out, self.where = StringIO(), where
        self.kept = KeptRecord(self.out)
        folders = replace(standard_folders({}, where), own=where / "own", tried_games=(EXAMPLES,))
        self.rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), seed, self.kept, files=ForgetfulDisk())
        daemon = self.rehearsal.box.daemon
        setup = Setup(game, players, options={"host": host, "dealing": "entered", "pace": "fast"})
        choices = replace(daemon.table.choices, game=game, setups={**daemon.table.choices.setups, game: setup})
        daemon.adopt((replace(daemon.table, choices=choices), ()))

    @property
    def play(self) -> Any:
        return self.session.play

    @property
    def village(self) -> Any:
        return self.play.state


def played(where: Path, game: str, players: int, host: str, cut_every: int = 0) -> FileBox:
    """Return a box after a game, whose plug was pulled after every so many acts of its hands."""
    box = FileBox(where, game, players, 3, host)
    box.begin()
    hands, acts = WolfHands(box), 0
    while not isinstance(box.stage, Verdict):
        hands.act()
        acts += 1
        if cut_every and acts % cut_every == 0:
            box.cut()
    return box


@pytest.mark.parametrize("host", ["box", "moderator"])
@pytest.mark.parametrize(("game", "players"), sampled([("mafia", 6), ("loups", 8)], 2))
def test_a_game_comes_to_the_same_verdict_after_power_cuts(game: str, players: int, host: str, tmp_path: Path) -> None:
    """How long a moderator took differs where he was cut off."""
    box, cut = (played(tmp_path / str(cut_every), game, players, host, cut_every) for cut_every in (0, 13))
    assert box.village.over
    assert replace(cut.village, times=()) == replace(box.village, times=())
    assert cut.stage == box.stage
    for _ in range(9):
        box.rehearsal.advance(10.0)
        box.do(Control.DIAL, Gesture.TURN, 1)
    shown = [line for row in map(json.loads, box.out.getvalue().splitlines()) for line in row.get("lines", ())]
    assert [line for line in shown if line.startswith("Won:")]
    assert not [line for line in shown if "file." in line]
