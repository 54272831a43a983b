"""No score is lost for a moment's refusal, and none stops the counting: what the disk refuses waits and is tried again,
what was spoiled is set aside, and a new evening begins. Two programs in one folder spoil nothing."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.box.keeper import DISK_RETRY
from device.box.scorebook import Scorebook
from device.cli import main
from device.kernel.clock import VirtualClock
from device.kernel.events import Cause, Event, Fault, Standings
from device.kernel.files import Disk
from device.kernel.people import UNKNOWN_EVENING, EveningKind, EveningPerson, Presence, SeatedPerson
from device.kernel.sole_use import FolderTaken, claim_folder, join_folder
from device.memory.database import open_scores
from device.table.effects import Amend, CountGame, KeepSheet, LookUp, NewEvening, SeatPeople, WithdrawGame

GAME = CountGame("one-night", "first-game", (1, 1, 0))
OTHER = CountGame("one-night", "first-game", (0, 0, 1))


class Book:
    """A scorebook in a game with a mark, and somebody else who holds its database."""

    def __init__(self, folder: Path) -> None:
        self.file, self.clock, self.mark = folder / "scores.sqlite", VirtualClock(), "one"
        self.book = Scorebook(self.clock, Disk(), self.file, lambda: self.mark)

    def held(self, how: str = "EXCLUSIVE") -> "closing[sqlite3.Connection]":
        """`IMMEDIATE`: it can be read, and refuses what is written, as on a full disk."""
        other = sqlite3.connect(self.file, isolation_level=None)
        other.execute(f"BEGIN {how}")
        return closing(other)

    def waits(self) -> list[Event]:
        due = self.book.due()
        assert due == self.clock.now() + DISK_RETRY
        self.clock.move_to(due)
        return list(self.book.poll())

    def on_disk(self) -> list[dict[int, int]]:
        """The points of every game of the latest evening."""
        scores, faults = open_scores(Disk(), self.file)
        evening = scores.latest()
        points = [dict(result.points) for result in scores.results(evening)] if evening else []
        scores.close()
        assert faults == ()
        return points


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Book]:
    book = Book(tmp_path)
    yield book
    book.book.flush()


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_refused_score_is_tried_again_and_counts_once(box: Book, how: str) -> None:
    box.book.count(GAME)
    box.mark = "two"
    with box.held(how):
        told, fault = box.book.count(OTHER)
        assert isinstance(told, Standings)
        assert [person.points for person in told.people] == [1, 1, 1]
        assert isinstance(fault, Fault)
        assert "tried again" in fault.next_best
        assert box.waits() == []
        assert box.book.count(OTHER) == [replace(told, at=box.clock.now())]
    told, mended = box.waits()
    assert isinstance(told, Standings)
    assert [person.points for person in told.people] == [1, 1, 1]
    assert isinstance(mended, Fault)
    assert mended.mended
    assert box.book.due() is None
    box.book.count(OTHER)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, {1: 0, 2: 0, 3: 1}]


def test_what_was_judged_anew_while_it_waited_counts_as_it_was_judged_last(box: Book) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
        box.book.count(OTHER)
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 0, 3: 1}]


def test_what_waits_is_done_in_its_order(box: Book) -> None:
    box.book.count(GAME)
    with box.held():
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend({1: 1, 2: 0, 3: 0}))
    (told, _) = box.book.count(LookUp())
    assert isinstance(told, Standings)
    assert (told.kind, [person.points for person in told.people]) == (EveningKind.SHORT, [1, 0, 0])


def test_what_waits_is_tried_once_more_when_the_box_stops(box: Book) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
    box.book.flush()
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_what_waits_outlives_a_power_cut(box: Book, tmp_path: Path) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        box.book.count(GAME)
        again = Book(tmp_path)
        assert again.book.due() == 0.0
        again.book.poll()
    again.waits()
    assert again.on_disk() == [{1: 1, 2: 1, 3: 0}]
    assert not (tmp_path / "uncounted.json").exists()
    box.book.flush()
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_a_verdict_taken_back_while_the_disk_refuses_counts_nothing_after_a_power_cut(
    box: Book, tmp_path: Path
) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    box.book.count(GAME)
    with box.held("IMMEDIATE"):
        box.book.count(WithdrawGame())
    again = Book(tmp_path)
    again.book.flush()
    assert again.on_disk() == []
    assert not (tmp_path / "uncounted.json").exists()


def test_all_that_waits_is_done_in_its_order_after_a_power_cut(box: Book, tmp_path: Path) -> None:
    box.book.count(GAME)
    with box.held():
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend({1: 1, 2: 0, 3: 0}))
    again = Book(tmp_path)
    again.book.flush()
    (told,) = again.book.count(LookUp())
    assert isinstance(told, Standings)
    assert (told.evening, told.kind, [person.points for person in told.people]) == (2, EveningKind.SHORT, [1, 0, 0])


@pytest.mark.parametrize("content", [b"", b"rubbish", b'{"version":1,"choices":{"changes":[{"change":1,"mark":2}]}}'])
def test_a_broken_note_of_what_waits_is_told_and_costs_nothing_else(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "uncounted.json").write_bytes(content)
    box = Book(tmp_path)
    (fault,) = box.book.poll()
    assert isinstance(fault, Fault)
    assert "uncounted.json" in fault.what
    box.book.count(GAME)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


def test_a_box_that_finds_its_database_held_tells_how_it_stands_by_what_waits(box: Book, tmp_path: Path) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    with box.held():
        fresh = Book(tmp_path)
        fresh.mark = "two"
        seated = tuple(SeatedPerson(n, name) for n, name in enumerate(("Ada", "Ben", "Cem"), 1))
        told, fault = fresh.book.count(CountGame("one-night", "first-game", (1, 1, 0), seated, 1))
        assert isinstance(told, Standings)
        assert (told.evening, [person.points for person in told.people]) == (UNKNOWN_EVENING, [1, 1, 0])
        assert isinstance(fault, Fault)
    fresh.waits()
    assert fresh.on_disk() == [{1: 1, 2: 1, 3: 0}]


FOUR = tuple(SeatedPerson(n, name) for n, name in enumerate(("Ada", "Ben", "Cem", "Dee"), 1))
BEN_RESTS = (EveningPerson("Ada"), EveningPerson("Ben", Presence.SITS_OUT), EveningPerson("Cem"), EveningPerson("Dee"))


def restarted_while_a_game_waits(box: Book, how: str) -> tuple[Book, Standings]:
    """Four people, of whom one sits out a game that the disk refuses; the power went. And how the evening is told."""
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem", "Dee")))
    box.book.count(CountGame("one-night", "first-game", (3, 2, 1, 0), FOUR, 1))
    box.book.count(SeatPeople(BEN_RESTS, 1))
    with box.held(how):
        box.mark = "two"
        box.book.count(CountGame("one-night", "first-game", (0, 0, 7), (FOUR[0], *FOUR[2:]), 1))
        again = Book(box.file.parent)
        told = next(event for event in again.book.count(LookUp()) if isinstance(event, Standings))
        now = (*[person.person for person in told.people[:-1]], EveningPerson("Dee", Presence.SITS_OUT))
        again.book.count(SeatPeople(now, told.evening))
    return again, told


def test_after_power_on_an_evening_that_can_be_read_is_told_whole_and_by_its_number(box: Book) -> None:
    again, told = restarted_while_a_game_waits(box, "IMMEDIATE")
    assert [(person.name, person.points) for person in told.people] == [("Ada", 3), ("Ben", 2), ("Cem", 1), ("Dee", 7)]
    assert (told.evening, told.last, told.playing) == (1, {1: 0, 3: 0, 4: 7}, (1, 3, 4))
    (stands, *_) = again.waits()
    assert isinstance(stands, Standings)
    assert [person.name for person in stands.people] == ["Ada", "Ben", "Cem", "Dee"]
    assert (stands.evening, stands.playing, stands.other_evening) == (1, (1, 3), False)


def test_after_power_on_no_change_of_people_meets_an_evening_that_cannot_be_read(box: Book) -> None:
    again, told = restarted_while_a_game_waits(box, "EXCLUSIVE")
    assert [person.name for person in told.people] == ["Ada", "Cem", "Dee"]
    assert told.evening == UNKNOWN_EVENING
    (stands, *_) = again.waits()
    assert isinstance(stands, Standings)
    assert tuple(person.person for person in stands.people) == BEN_RESTS
    assert [person.points for person in stands.people] == [3, 2, 1, 7]


def test_a_game_begun_in_an_evening_that_could_not_be_read_counts_in_it(box: Book) -> None:
    again, told = restarted_while_a_game_waits(box, "EXCLUSIVE")
    again.mark = "three"
    (stands, *_) = again.book.count(CountGame("one-night", "first-game", (1, 0, 0, 0), FOUR, told.evening))
    assert isinstance(stands, Standings)
    assert (stands.evening, [person.points for person in stands.people]) == (1, [4, 2, 1, 7])


def test_an_evening_that_waits_itself_has_no_number_yet(box: Book) -> None:
    box.book.count(GAME)
    with box.held("IMMEDIATE"):
        told, _ = box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
        assert isinstance(told, Standings)
        assert (told.evening, [person.name for person in told.people]) == (0, ["Ada", "Ben", "Cem"])
        box.book.count(SeatPeople((EveningPerson("Ada"), EveningPerson("Zoe"), EveningPerson("Cem")), told.evening))
    (stands, *_) = box.waits()
    assert isinstance(stands, Standings)
    assert (stands.evening, [person.name for person in stands.people]) == (2, ["Ada", "Zoe", "Cem"])


def test_a_disk_that_takes_nothing_tells_how_the_evening_stands_all_the_same(box: Book, tmp_path: Path) -> None:
    (stood,) = box.book.count(GAME)
    with box.held("IMMEDIATE"):
        told, fault = Book(tmp_path).book.count(LookUp())
    assert (told, isinstance(fault, Fault)) == (stood, True)


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_what_is_struck_or_mended_while_a_game_waits_is_the_game_that_is_shown(box: Book, how: str) -> None:
    box.book.count(GAME)
    box.mark = "two"
    with box.held(how):
        second = standings_in(box.book.count(OTHER))
        assert (second.last, second.game) == ({1: 0, 2: 0, 3: 1}, 2)
        first = standings_in(box.book.count(Amend(None, second.evening, second.game)))
        assert (first.last, first.game) == ({1: 1, 2: 1, 3: 0}, 1)
        box.book.count(Amend(None, second.evening, second.game))
        box.book.count(Amend({1: 0, 2: 5, 3: 0}, first.evening, first.game))
    box.waits()
    assert box.on_disk() == [{1: 0, 2: 5, 3: 0}]


def standings_in(events: list[Event]) -> Standings:
    (told,) = [event for event in events if isinstance(event, Standings)]
    return told


def test_what_waits_safely_is_not_said_to_be_forgotten(box: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    box.book.count(GAME)
    box.mark = "two"
    with box.held("IMMEDIATE"):
        (fault,) = [event for event in box.book.count(OTHER) if isinstance(event, Fault)]
    assert (fault.cause, "noted this" in fault.what, "forgets" in fault.what) == (Cause.WAITS, True, False)
    box.waits()
    box.mark = "three"
    monkeypatch.setattr(Disk, "write", refuse)
    with box.held("IMMEDIATE"):
        (fault,) = [event for event in box.book.count(OTHER) if isinstance(event, Fault)]
    assert (fault.cause, "forgets" in fault.what) == (Cause.USUAL, True)


def refuse(disk: Disk, path: Path, content: bytes) -> None:
    raise OSError(5, "Input/output error")


def noted(change: str, mark: str = "a") -> str:
    return f'{{"change":{change},"game":"m{mark}","mark":"{mark}"}}'


GOOD = '{"type":"count","game":"one-night","scenario":"first-game","points":[0,0,1]}'


@pytest.mark.parametrize(
    "change",
    [
        *(GOOD.replace("0,0,1", points) for points in ("-1,0,1", "9999999999,0,1", f"{10**25},0,1")),
        GOOD.replace("]}", f'],"evening":{10**25}}}'),
        GOOD.replace("]}", '],"evening":1,"seated":[{"person":1,"name":"Ada"}]}'),
        '{"type":"seat-people","people":[{"name":"x"},{"name":"y"},{"name":"z"}],"evening":1,"places":[2,2,7]}',
        '{"type":"amend","points":{"1":-7},"evening":1}',
        '{"type":"new-evening","kind":"open","target":-5,"names":["a","b","c"]}',
        f'{{"type":"new-evening","kind":"open","target":5,"names":["{"a" * 300}","b","c"]}}',
        '{"type":"new-evening","kind":"open","target":5,"names":[]}',
        '{"type":"of-a-newer-box"}',
    ],
)
def test_a_change_that_makes_no_sense_costs_only_itself(box: Book, tmp_path: Path, change: str) -> None:
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    box.book.count(GAME)
    both = f"{noted(change)},{noted(GOOD, 'b')}"
    (tmp_path / "uncounted.json").write_text(f'{{"version":1,"choices":{{"changes":[{both}]}}}}')
    again = Book(tmp_path)
    fault, told = again.book.flush()
    assert isinstance(fault, Fault)
    assert "left out" in fault.what
    assert isinstance(told, Standings)
    assert (told.evening, [person.name for person in told.people]) == (1, ["Ada", "Ben", "Cem"])
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, {1: 0, 2: 0, 3: 1}]
    assert [path.name for path in tmp_path.iterdir()] == ["scores.sqlite"]


def test_a_sheet_that_was_refused_is_tried_again(box: Book, tmp_path: Path) -> None:
    (tmp_path / "sheets").write_text("in the way")
    box.book.count(KeepSheet("toy", "seat,role"))
    (tmp_path / "sheets").unlink()
    (mended,) = box.waits()
    assert isinstance(mended, Fault)
    assert mended.mended
    assert len(list((tmp_path / "sheets").iterdir())) == 1


VALUES = (None, -1, 7, 2**62, 1.5, "mad", "x" * 5000, "a\x00b", b"\xff\xfe")
COLUMNS = {
    "evening": ("number", "kind", "target"),
    "seat": ("evening", "seat", "name", "presence"),
    "game": ("evening", "number", "game", "scenario"),
    "result": ("evening", "game", "seat", "points"),
    "counted": ("mark", "evening", "game", "points", "people"),
}


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]])
def test_no_value_in_any_column_stops_the_counting(tmp_path: Path, table: str, column: str, running: bool) -> None:
    for number, value in enumerate(VALUES):
        folder = tmp_path / str(number)
        folder.mkdir()
        box = Book(folder)
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.book.count(GAME)
        if not spoiled(box.file, table, column, value):
            continue
        if not running:
            box = Book(folder)
        box.mark = "two"
        events = box.book.count(OTHER)
        assert isinstance(events[-1], Standings), (value, events)
        assert all("set aside" in event.what or "kept as" in event.what for event in events if isinstance(event, Fault))
        assert box.book.due() is None
        box.mark = "one"
        assert isinstance(box.book.count(OTHER)[-1], Standings), value
        box.book.count(Amend(None))
        box = Book(folder)
        box.mark = "three"
        assert isinstance(box.book.count(OTHER)[-1], Standings), value
        assert {1: 0, 2: 0, 3: 1} in box.on_disk()


def spoiled(file: Path, table: str, column: str, value: object) -> bool:
    """Whether the database takes it at all."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        try:
            # Names of tables cannot be handed in as values; these are the test's own.
            other.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))  # noqa: S608
        except sqlite3.Error:
            return False
    return True


def test_no_flipped_bit_stops_the_counting(tmp_path: Path) -> None:
    whole = Book(tmp_path)
    whole.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
    whole.book.count(GAME)
    content, chance = whole.file.read_bytes(), random.Random(5)
    used = [at for at, byte in enumerate(content) if byte]
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        box, flipped = Book(folder), bytearray(content)
        flipped[chance.choice(used)] ^= 1 << chance.randrange(8)
        box.file.write_bytes(flipped)
        box.mark = "two"
        events = box.book.count(OTHER)
        assert any(isinstance(event, Standings) for event in events), (number, events)


def test_a_command_beside_a_box_that_runs_begins_an_evening_and_mends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = Book(tmp_path)
    box.book.count(GAME)
    begins = ["scores", "--state", str(tmp_path), "--names", "Ada", "Ben", "Cem"]
    with claim_folder(tmp_path):
        assert main(begins) == 0
        assert "Evening 2 has begun" in capsys.readouterr().out
        box.mark = "two"
        (told,) = box.book.count(OTHER)
        assert isinstance(told, Standings)
        assert (told.evening, [person.points for person in told.people]) == (2, [0, 0, 1])
        assert spoiled(box.file, "evening", "kind", "mad")
        assert main(begins) == 1
        assert "the box that runs now sees to it" in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["scores.sqlite"]
    assert main(begins) == 1
    assert (tmp_path / "scores.sqlite.broken").exists()


def test_a_folder_belongs_to_one_box_at_a_time(tmp_path: Path) -> None:
    with claim_folder(tmp_path), join_folder(tmp_path) as alone:
        assert not alone
        with pytest.raises(FolderTaken, match="is used by another Nightcrier"), claim_folder(tmp_path / "."):
            raise AssertionError
    with join_folder(tmp_path) as alone:
        assert alone
