"""Tests games of many nights on a box, dealt or led by a moderator: they are dialed to their verdict, told in words of
their file, and end the same after any power cut."""

import json
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Verdict
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.wire.public_record import TableShown
from tests.box.dealt import KeptRecord
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.onlooked import KeptLines, onlooked, watched
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands, by_name
from tests.sampling import sampled

EXAMPLES = Path(__file__).parent / "examples"


class FileBox(WolfBox):
    """Runs a box that plays a game in a file."""

    def __init__(self, where, game, players, seed, host, dealing="entered", public=None, **options):
        self.out, self.where = StringIO(), where
        self.kept = KeptRecord(self.out)
        folders = replace(standard_folders({}, where), own=where / "own", tried_games=(EXAMPLES,))
        self.rehearsal = Rehearsal(
            folders,
            VirtualClock(),
            SilentPlayer(),
            seed,
            watched(self.kept, public),
            files=ForgetfulDisk(),
            onlooking=onlooked(public),
        )
        daemon = self.rehearsal.box.daemon
        setup = Setup(game, players, options={"host": host, "dealing": dealing, "pace": "fast", **options})
        choices = replace(daemon.table.choices, game=game, setups={**daemon.table.choices.setups, game: setup})
        daemon.adopt((replace(daemon.table, choices=choices), ()))

    @property
    def play(self) -> Any:
        return self.session.play

    @property
    def village(self) -> Any:
        return self.play.state


def played(where: Path, game: str, players: int, host: str, cut_every: int = 0, **options: object) -> FileBox:
    """Return a box at the verdict of a game. Its power is cut after every `cut_every` acts of its hands."""
    box = FileBox(where, game, players, 3, host, **options)
    box.begin()
    hands, acts = WolfHands(box), 0
    while not isinstance(box.stage, Verdict):
        hands.act()
        acts += 1
        if cut_every and acts % cut_every == 0:
            box.cut()
    return box


@pytest.mark.parametrize(
    ("game", "players", "host", "talk"),
    sampled([("mafia", 6, "box", "free"), ("loups", 8, "moderator", "turns"), ("mafia", 6, "moderator", "free")], 2),
)
def test_a_game_comes_to_the_same_verdict_after_power_cuts(game, players, host, talk, tmp_path):
    """The times that a moderator took are left out, since they differ if a power cut interrupts him."""
    box, cut = (played(tmp_path / str(cut_every), game, players, host, cut_every, talk=talk) for cut_every in (0, 13))
    assert box.village.over
    assert replace(cut.village, times=()) == replace(box.village, times=())
    assert cut.stage == box.stage
    for _ in range(9):
        box.rehearsal.advance(10.0)
        box.do(Control.DIAL, Gesture.TURN, 1)
    shown = [line for row in map(json.loads, box.out.getvalue().splitlines()) for line in row.get("lines", ())]
    assert [line for line in shown if line.startswith("Won:")]
    assert not [line for line in shown if "file." in line]


def test_the_letters_of_every_language_of_a_game_are_read_before_a_seat_looks(tmp_path, monkeypatch):
    """If a font were opened only for the mark of one seat, its access would reveal that mark."""
    opened = list[str]()
    monkeypatch.setattr("nightcrier.box.face.open_letters", opened.append)
    FileBox(tmp_path, "loups", 8, 3, "box").begin()
    assert {*opened} == {"en", "fr"}


def nobody_at_night(question: str, values: Sequence[str]) -> str:
    """Choose nobody wherever that is allowed. In the vote, raise four hands against seat 1 and none against others."""
    if "ask.hands" in question:
        return "4" if question.endswith("n=1") else "0"
    return "" if "" in values else by_name(question, values)


def second_night_of(where: Path, role: str) -> list[object]:
    """Return what the home network hears of a led game up to its third nightfall, without the times. A townsman of this
    role was voted out on the first day."""
    for seed in range(99):
        kept = KeptLines()
        box = FileBox(where / str(seed), "mafia", 6, seed, "moderator", "stacked", kept.witness)
        box.begin()
        if box.village.placed[1] == role:
            break
    hands = WolfHands(box, nobody_at_night)
    while box.village.number <= 2:
        hands.act()
    assert box.village.state.out.keys() == {1}
    heard = (line.news for line in kept.read)
    shown = ((news.page, news.lines, news.call) if isinstance(news, TableShown) else news for news in heard)
    return [news for news, _ in groupby(shown)]


def test_the_network_hears_the_same_of_a_led_night_whoever_of_the_town_is_out(tmp_path):
    """Calls are still made for roles that are out, but nobody is asked to answer them."""
    heard = [second_night_of(tmp_path / role, role) for role in ("citizen", "doctor", "detective")]
    assert heard[0] == heard[1] == heard[2]
