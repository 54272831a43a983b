"""Tests power cuts at every write of the whole box: no setting is lost, and the game is offered again at the call
that was cut."""

import copy
import random
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from msgspec import Struct

from nightcrier.box.events import Control, Event, Gesture, Input
from nightcrier.box.keeper import game_kept
from nightcrier.box.memory.journal import Journal
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.power_on import boot
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.late_writer import LateWriter
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.people_at_box import GAMES, PeopleAtBox
from tests.sampling import cut_seeds, sampled, so_many

CUTS, WHOLE_CUTS, REBOOTS, HANDS = 300, 1500, 60, 200


class Instant(Struct):
    """Holds the disk just before a write, and how much had been confirmed by then."""

    disk: ForgetfulDisk
    choices: int
    journals: int


class Camera(ForgetfulDisk):
    """A disk that forgets what was not synced, and is copied at every point at which the plug could be pulled."""

    def __init__(self) -> None:
        super().__init__()
        self.instants: list[Instant] = []
        self.choices: list[Choices | None] = [None]
        self.journals: list[Sequence[Entry]] = [()]

    def _point(self) -> None:
        disk = ForgetfulDisk()
        disk.names, disk.safe_names = copy.deepcopy((self.names, self.safe_names))
        self.instants.append(Instant(disk, len(self.choices), len(self.journals)))


def memory(disk: ForgetfulDisk, state: Path) -> tuple[Choices | None, Sequence[Entry]]:
    """Return the choices and the game that a start finds, after checking that nothing is broken."""
    choices, wrong = ChoicesFile(disk, state / "choices.json", Choices).load()
    journal: Journal[Entry] = Journal(disk, state / "journal.jsonl", Entry)
    entries, torn = game_kept(journal)
    assert (wrong, torn) == ((), ())
    return choices, entries


class Filmed(PeopleAtBox):
    """Plays an evening on a copied disk: settings, and one game after another."""

    def __init__(self, folder: Path, game: str = "one night", *, late: bool = False) -> None:
        super().__init__(random.Random(1), game)
        self.where = standard_folders({}, folder / "state")
        self.disk, self.writer = Camera(), LateWriter(late=late)
        witness = RecordWitness(StringIO())
        self.box = Rehearsal(
            self.where, VirtualClock(), SilentPlayer(), 1, witness, files=self.disk, writer=self.writer
        )
        self.house = self.box.box.daemon.house
        self._note_what_is_kept()
        self._play()

    def _note_what_is_kept(self) -> None:
        """Note whatever the box considers saved, since every later cut must leave it there."""
        disk, state, keeper = self.disk, self.where.state, self.box.box.keeper
        flush, record = keeper.flush, keeper.record

        def noted_flush() -> list[Event]:
            came = flush()
            disk.choices.append(memory(disk, state)[0])
            return came

        def noted_record(entry: Entry, *, sealed: bool, empty: int = 0, forced: bool = True) -> list[Event]:
            came = record(entry, sealed=sealed, empty=empty, forced=forced)
            if forced:
                disk.journals.append(memory(disk, state)[1])
            return came

        keeper.flush, keeper.record = noted_flush, noted_record  # type: ignore[method-assign]

    def _play(self) -> None:
        for steps in (1, -1, 1, -1):
            self.hand(Control.DIAL, Gesture.TURN, steps)
            self.box.advance(1.5)
        for _ in range(HANDS):
            self.writer.write(2)
            self.sits_down()
            self.goes_on()
            self.box.advance(self.rng.choice((0.3, 1.5, 1.5, 20.0)))
        self.writer.settle()

    def after_cut(self, seed: int) -> tuple[Instant, ForgetfulDisk]:
        instant = self.disk.instants[seed % len(self.disk.instants)]
        return instant, instant.disk.after_power_cut(random.Random(seed))

    def begins(self, entries: Sequence[Entry]) -> Table:
        """Return the table that comes up with this journal."""
        first = self.box.box.daemon.table.choices
        return boot(self.house, Table(first), entries)[0]


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    return Filmed(tmp_path_factory.mktemp("filmed"))


def lose_nothing(filmed: Filmed, kind: str = "") -> int:
    """Cut the power many times, and return how often only the first was found of two entries that are forced onto
    the card together."""
    film, state, torn = filmed.disk, filmed.where.state, 0
    for seed in cut_seeds(kind, range(so_many(WHOLE_CUTS, CUTS))):
        instant, disk = filmed.after_cut(seed)
        choices, entries = memory(disk, state)
        assert choices in film.choices[instant.choices - 1 : instant.choices + 1], f"cut {seed}"
        before, *after = film.journals[instant.journals - 1 : instant.journals + 1]
        if entries not in (before, *after):
            torn += 1
            assert before == entries[: len(before)], f"cut {seed}"
            assert entries == after[0][: len(entries)], f"cut {seed}"
            assert filmed.begins(entries).session == filmed.begins(after[0]).session, f"cut {seed}"
    return torn


@pytest.mark.parametrize(("game", "late"), sampled([(game, late) for late in (True, False) for game in GAMES], 3))
def test_an_evening_loses_nothing_that_was_kept(tmp_path, game, late):
    filmed = Filmed(tmp_path, game, late=late)
    assert len(filmed.disk.instants) > 100
    assert len(filmed.disk.choices) > 3
    assert len(filmed.disk.journals) > 20
    assert lose_nothing(filmed, f"an evening, {game}"), (
        "two entries were forced onto the card together, and one was lost"
    )


def test_a_box_that_comes_up_after_a_cut_goes_on_where_it_was(filmed):
    went_on = 0
    for seed in range(0, CUTS, CUTS // REBOOTS):
        _, disk = filmed.after_cut(seed)
        entries, out = memory(disk, filmed.where.state)[1], StringIO()
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
def test_this_disk_would_catch_what_is_not_forced_onto_the_card(tmp_path, monkeypatch, forgotten):
    force = Camera.sync
    monkeypatch.setattr(
        Camera, "sync", lambda disk, path: None if path.name.startswith(forgotten) else force(disk, path)
    )
    filmed = Filmed(tmp_path)
    with pytest.raises(AssertionError):
        lose_nothing(filmed)
