"""A thousand pulled plugs under the whole box, at every point at which it writes: no setting is lost, and the game is
offered again at the call that was cut."""

import copy
import random
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from msgspec import Struct

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.folders import standard_folders
from nightcrier.box.keeper import game_kept
from nightcrier.box.memory.journal import Journal
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.stages import Perform
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.power_on import boot
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.late_writer import LateWriter
from tests.box.memory.conftest import ForgetfulDisk
from tests.sampling import so_many

CUTS, WHOLE_CUTS, REBOOTS = 1000, 20_000, 60


class Instant(Struct):
    """The disk at a moment at which something is about to be written, and how much had been confirmed by then."""

    disk: ForgetfulDisk
    choices: int
    journals: int


class Camera(ForgetfulDisk):
    """A forgetful disk that is photographed at every point at which the plug could be pulled."""

    def __init__(self) -> None:
        super().__init__()
        self.instants: list[Instant] = []
        self.choices: list[Choices | None] = [None]
        self.journals: list[Sequence[Entry]] = [()]

    def _point(self) -> None:
        disk = ForgetfulDisk()
        disk.names, disk.safe_names = copy.deepcopy((self.names, self.safe_names))
        self.instants.append(Instant(disk, len(self.choices), len(self.journals)))


class Confirmed(RecordWitness):
    """Notes what the box took for saved."""

    def __init__(self, disk: Camera, state: Path) -> None:
        super().__init__(StringIO())
        self._disk, self._state = disk, state

    def note_saved(self, at: float, what: str) -> None:
        choices, entries = memory(self._disk, self._state)
        if what == "choices":
            self._disk.choices.append(choices)
        else:
            self._disk.journals.append(entries)


def memory(disk: ForgetfulDisk, state: Path) -> tuple[Choices | None, Sequence[Entry]]:
    """What a start finds; nothing may be broken."""
    choices, wrong = ChoicesFile(disk, state / "choices.json", Choices).load()
    journal: Journal[Entry] = Journal(disk, state / "journal.jsonl", Entry)
    entries, torn = game_kept(journal)
    assert (wrong, torn) == ((), ())
    return choices, entries


class Filmed:
    """An evening on such a disk: settings, a whole game, and another one begun."""

    def __init__(self, folder: Path, *, late: bool = False) -> None:
        self.where = standard_folders({}, folder / "state")
        self.disk, self.writer = Camera(), LateWriter(late=late)
        clock = VirtualClock()
        witness = Confirmed(self.disk, self.where.state)
        self.box = Rehearsal(self.where, clock, SilentPlayer(), 1, witness, files=self.disk, writer=self.writer)
        self.house = self.box.box.daemon.house
        self._play()

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0) -> None:
        self.box.take(Touched(self.box.now, control), Input(self.box.now, control, gesture, steps))
        self.box.advance(1.5)
        self.writer.write(2)

    def _play(self) -> None:
        for steps in (1, -1, 1, -1):
            self.hand(Control.DIAL, Gesture.TURN, steps)
        while not self._night_falls():
            self.hand(Control.START)
        self.box.until_idle(900)
        self.hand(Control.DIAL, Gesture.TURN, 1)
        self.hand(Control.START)
        self.hand(Control.DIAL, Gesture.TURN, 1)
        self.hand(Control.START)
        self.box.advance(60.0)

    def _night_falls(self) -> bool:
        session = self.box.box.daemon.table.session
        return session is not None and isinstance(session.stage, Perform)

    def after_cut(self, seed: int) -> tuple[Instant, ForgetfulDisk]:
        instant = self.disk.instants[seed % len(self.disk.instants)]
        return instant, instant.disk.after_power_cut(random.Random(seed))

    def begins(self, entries: Sequence[Entry]) -> Table:
        """The table as it comes up with this journal."""
        first = self.box.box.daemon.table.choices
        return boot(self.house, Table(first), entries)[0]


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Filmed:
    return Filmed(tmp_path_factory.mktemp("filmed"))


def test_the_evening_writes_at_enough_points(filmed: Filmed) -> None:
    assert len(filmed.disk.instants) > 100
    assert len(filmed.disk.choices) > 3
    assert len(filmed.disk.journals) > 20


def lose_nothing(filmed: Filmed) -> int:
    """Cut the power many times, and return after how many cuts only the first of two entries was there that are forced
    onto the card together."""
    confirmed, torn = filmed.disk.journals, 0
    for seed in range(so_many(WHOLE_CUTS, CUTS)):
        instant, disk = filmed.after_cut(seed)
        choices, entries = memory(disk, filmed.where.state)
        assert choices in filmed.disk.choices[instant.choices - 1 : instant.choices + 1], f"cut {seed}"
        wanted = confirmed[instant.journals - 1 : instant.journals + 1]
        if entries not in wanted:
            torn += 1
            assert wanted[0] == entries[: len(wanted[0])], f"cut {seed}"
            assert entries == wanted[1][: len(entries)], f"cut {seed}"
        assert filmed.begins(entries).session in [filmed.begins(each).session for each in wanted], f"cut {seed}"
    return torn


def test_a_thousand_cuts_lose_no_setting_and_no_call(filmed: Filmed) -> None:
    assert lose_nothing(filmed)


def test_cuts_under_a_writer_that_is_late_lose_only_what_it_had_not_written(tmp_path: Path) -> None:
    assert lose_nothing(Filmed(tmp_path, late=True))


def test_a_box_that_comes_up_after_a_cut_goes_on_where_it_was(filmed: Filmed) -> None:
    went_on = 0
    for seed in range(0, CUTS, CUTS // REBOOTS):
        _, disk = filmed.after_cut(seed)
        entries = memory(disk, filmed.where.state)[1]
        out = StringIO()
        again = Rehearsal(filmed.where, VirtualClock(), SilentPlayer(), 1, RecordWitness(out), files=disk)
        expected = filmed.begins(entries).session
        assert again.box.daemon.table.session == expected
        assert '"kind":"fault"' not in out.getvalue()
        if expected:
            went_on += 1
            again.take(Input(0.0, Control.START, Gesture.PRESS))
            score = again.box.daemon.table.session.score
            assert score is None or score.cue >= expected.place.cue
            again.advance(30.0)
            assert again.box.daemon.table.session
    assert went_on > REBOOTS // 3


@pytest.mark.parametrize("forgotten", ["choices.json", "journal.jsonl", "state"])
def test_this_disk_would_catch_what_is_not_forced_onto_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: str
) -> None:
    force = Camera.sync
    monkeypatch.setattr(
        Camera, "sync", lambda disk, path: None if path.name.startswith(forgotten) else force(disk, path)
    )
    filmed = Filmed(tmp_path)
    with pytest.raises(AssertionError):
        lose_nothing(filmed)
