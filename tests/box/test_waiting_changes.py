"""What the scores refuse for a while is done once and in its order, wherever the power goes, and however often."""

import random
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from nightcrier.box.memory import database, score_tables
from nightcrier.box.memory.results import GameEvening
from nightcrier.box.memory.scores import ScoreDatabase
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import (
    Amend,
    CountGame,
    ForgetName,
    NewEvening,
    ScoreChange,
    SeatPeople,
    WithdrawGame,
)
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind, EveningPerson, Presence
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.sampling import sampled

Rows: TypeAlias = list[tuple[Any, ...]]
Told: TypeAlias = tuple[str | None, ScoreChange]
"""A change, in the game with this mark."""

NAMES = ("Ada", "Ben", "Cem")
PEOPLE = tuple(map(EveningPerson, NAMES))
FIRST, SECOND = (CountGame("one-night", "first-game", points) for points in ((1, 1, 0), (0, 0, 1)))
KINDS: Sequence[ScoreChange] = (
    *(FIRST, SECOND, WithdrawGame(), Amend(None), Amend({1: 0, 2: 1, 3: 1})),
    *(NewEvening(EveningKind.SHORT, 3, NAMES), NewEvening(EveningKind.LONG, 5, (*NAMES, "Dan"), (2,))),
    *(
        SeatPeople((*PEOPLE[:2], EveningPerson("Zoe", Presence.SITS_OUT))),
        SeatPeople(PEOPLE[::-1], 0, (3, 2, 1)),
        ForgetName("ben"),
    ),
)
TABLES = ("evening", "seat", "game", "result", "counted WHERE mark IN ('a', 'b', 'c')")


class Wire:
    """Between a scorebook and its database: it may be held by somebody else, and each commit is a point of the disk."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.held, self.disk = False, ForgetfulDisk()
        self._open: list[sqlite3.Connection] = []
        patch.setattr(score_tables, "SAFELY", ("PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF"))
        patch.setattr(database, "_connect", self._connect)

    def _connect(self, where: Path | str) -> sqlite3.Connection:
        wire = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
                if wire.held and sql == "BEGIN IMMEDIATE" and where != ":memory:":
                    raise sqlite3.OperationalError("database is locked")
                with wire.written(sql):
                    return super().execute(sql, values)

        self._open.append(sqlite3.connect(where, isolation_level=None, check_same_thread=False, factory=Connection))
        return self._open[-1]

    def cut(self, chance: random.Random) -> None:
        """Whoever had the database open is gone."""
        while self._open:
            self._open.pop().close()
        self.held, self.disk = False, self.disk.after_power_cut(chance)

    @contextmanager
    def written(self, sql: str) -> Iterator[None]:
        if sql == "COMMIT":
            self.disk._point()
        yield
        if sql == "COMMIT":
            self.disk._point()


class CutTable:
    """Tells its changes, the first of them to a database that is held; after every cut it is switched on again."""

    def __init__(self, wire: Wire, file: Path, chance: random.Random) -> None:
        self.wire, self.file, self.chance = wire, file, chance
        self.mark: str | None = None
        self.wire.disk = ForgetfulDisk()
        self.told = 0
        self.on()

    def on(self) -> None:
        self.book = Scorebook(VirtualClock(), self.wire.disk, self.file, lambda: self.mark)

    def lives(self, changes: Sequence[Told], held: int) -> None:
        for number, (self.mark, change) in enumerate(changes):
            self.wire.held = number < held
            self.book.count(change)
            self.told += 1
        self.wire.held = False
        self.book.flush()

    def cut(self, then: int | None = None) -> None:
        """The power is gone, and comes back; it may go again `then`."""
        self.wire.cut(self.chance)
        self.wire.disk.cut_at = then
        self.on()
        self.book.flush()

    def rows(self) -> Rows:
        return rows_in(self.file)


def rows_in(file: Path) -> Rows:
    with closing(sqlite3.connect(file)) as scores:
        return [row for table in TABLES for row in sorted(scores.execute(f"SELECT * FROM {table}"), key=repr)]  # noqa: S608


@pytest.fixture
def wire(monkeypatch):
    return Wire(monkeypatch)


@pytest.fixture
def begun(wire, tmp_path):
    """Scores with a game in them."""
    file = tmp_path / "scores.sqlite"
    CutTable(wire, file, random.Random(0)).lives((("c", FIRST),), 0)
    return file


def drawn(chance: random.Random) -> list[Told]:
    changes = [*chance.choices(KINDS, k=4), chance.choice((NewEvening(EveningKind.OPEN, 5, NAMES), Amend(None)))]
    marks = chance.choices(("a", "a", "b", "c", None), k=len(changes))
    return [
        (mark if isinstance(change, CountGame | WithdrawGame) else None, change)
        for mark, change in zip(marks, changes, strict=True)
    ]


def states_of(begun: Path, wire: Wire, changes: Iterable[Told]) -> list[Rows]:
    """How it stands after each of them where nothing goes wrong."""
    table = CutTable(wire, copied(begun, "whole"), random.Random(0))
    states = [table.rows()]
    for change in changes:
        table.lives((change,), 0)
        states.append(table.rows())
    return states


def copied(begun: Path, name: str) -> Path:
    file = begun.with_name(f"{name}.sqlite")
    shutil.copy(begun, file)
    return file


@pytest.mark.parametrize("seed", sampled(range(3)))
def test_wherever_the_power_goes_each_change_is_done_once_and_in_its_order(begun, wire, seed):
    chance = random.Random(seed)
    changes = drawn(chance)
    states, held = states_of(begun, wire, changes), chance.randrange(3, len(changes) + 1)
    whole = CutTable(wire, copied(begun, "held"), chance)
    whole.lives(changes, held)
    assert whole.rows() == states[-1]
    assert not wire.disk.exists(begun.with_name("uncounted.json"))
    for cut_at in range(1, wire.disk.points + 1):
        table = CutTable(wire, copied(begun, f"cut {cut_at}"), chance)
        wire.disk.cut_at = cut_at
        with pytest.raises(PowerCut):
            table.lives(changes, held)
        for then in (chance.randrange(1, 12), chance.randrange(1, 6), None):
            try:
                table.cut(then)
            except PowerCut:
                continue
        assert table.rows() in states[table.told : table.told + 2], f"cut {cut_at} of {changes}"
        assert not table.book._changes.has_work


def test_this_comparison_would_notice_what_is_done_twice(begun, wire, monkeypatch):
    monkeypatch.setattr(ScoreDatabase, "one_change", lambda scores, _: scores._all_or_nothing())
    changes: list[Told] = [(None, NewEvening(EveningKind.OPEN, 5, NAMES)), (None, FIRST)]
    states, wrong = states_of(begun, wire, changes), 0
    CutTable(wire, copied(begun, "held"), random.Random(0)).lives(changes, len(changes))
    for cut_at in range(1, wire.disk.points + 1):
        table = CutTable(wire, copied(begun, f"cut {cut_at}"), random.Random(cut_at))
        wire.disk.cut_at = cut_at
        with pytest.raises(PowerCut):
            table.lives(changes, len(changes))
        table.cut()
        wrong += table.rows() not in states
    assert wrong


@pytest.mark.parametrize("change", [change for change in KINDS if not isinstance(change, WithdrawGame)])
def test_a_change_that_the_disk_took_though_it_refused_is_done_once(begun, wire, monkeypatch, change):
    (_, once), table = states_of(begun, wire, [("a", change)]), CutTable(wire, begun, random.Random(0))
    written = wire.written

    @contextmanager
    def refused_after(sql: str) -> Iterator[None]:
        with written(sql):
            yield
        if sql == "COMMIT" and table.book._changes.waiting == []:
            raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(wire, "written", refused_after)
        table.mark = "a"
        table.book.count(change)
    assert table.book.due() is not None
    table.book.flush()
    assert table.rows() == once
    assert table.book.due() is None


def test_a_note_that_the_disk_took_though_it_refused_does_nothing_twice(begun, wire, monkeypatch):
    table = CutTable(wire, begun, random.Random(0))
    before, sync = len([row for row in table.rows() if "open" in row]), wire.disk.sync

    def refused(path: Path) -> None:
        sync(path)
        if path == begun.parent:
            raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(wire.disk, "sync", refused)
        table.lives([(None, NewEvening(EveningKind.OPEN, 5, NAMES))], 1)
    table.cut()
    assert len([row for row in table.rows() if "open" in row]) == before + 1


def test_what_breaks_the_program_is_not_tried_again_after_its_start(begun, wire, monkeypatch):
    table, strike = CutTable(wire, begun, random.Random(0)), ScoreDatabase.strike

    def breaks(scores: ScoreDatabase, evening: GameEvening, number: int) -> None:
        strike(scores, evening, number)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(ScoreDatabase, "strike", breaks)
        with pytest.raises(ZeroDivisionError):
            table.lives([(None, Amend(None)), ("a", SECOND)], 2)
        table.cut()
    assert [row[2] for row in table.rows() if row[:1] == (1,) and "first-game" in row] == ["one-night"] * 2


def test_a_note_of_a_newer_box_is_left_alone_though_changes_wait_and_are_done(wire, tmp_path):
    note, newer = tmp_path / "uncounted.json", b'{"version":101,"choices":{}}'
    note.write_bytes(newer)
    book = Scorebook(VirtualClock(), Disk(), tmp_path / "scores.sqlite", lambda: "a")
    wire.held = True
    book.count(FIRST)
    wire.held = False
    book.flush()
    assert book.due() is None
    assert note.read_bytes() == newer


def test_what_is_told_again_of_a_game_is_noted_once(begun, wire):
    table = CutTable(wire, begun, random.Random(0))
    wire.held = True
    for table.mark, change in (("a", FIRST), ("b", FIRST), ("a", FIRST), ("a", WithdrawGame()), ("a", FIRST)):
        table.book.count(change)
    assert [each.change for each in table.book._changes.waiting] == [FIRST, FIRST, WithdrawGame(), FIRST]
