"""Tests the files of the evenings: damaged, from strangers, too many, cut off by a power failure."""

import errno
import json
import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.memory import evening_files
from nightcrier.box.memory.evening import MOST_GAMES, Evening, KeptGame
from nightcrier.box.memory.evening_changes import add_game
from nightcrier.box.memory.evening_files import RECENT, Evenings, content_of, evening_file, evening_in
from nightcrier.box.memory.old_scores import old_evenings
from nightcrier.box.score_changes import change_scores
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import (
    Amend,
    ForgetName,
    LookUp,
    NewEvening,
    ScoreChange,
    SeatPeople,
    WithdrawGame,
)
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import MOST_PEOPLE, EveningKind, EveningPerson, GameResult, Presence
from tests.box.book import GAME, OTHER, Book, evenings_in, write_old_scores
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.sampling import cut_seeds, so_many

FOLDER = Path("/state/evenings")
NAMES = ("Ada", "Ben", "Cem")
PEOPLE = tuple(map(EveningPerson, NAMES))


def one_evening(number: int = 1) -> Evening:
    begun = Evening(number, EveningKind.SHORT, 3, PEOPLE)
    return add_game(add_game(begun, "toy", "first", (1, 0, 2), (1, 2, 3), "a"), "toy", "", (0, 0, 1), (1, 2, 3))


VALUES = (None, -1, 7_000_000, 2**62, 1.5, "mad", "x" * 5000, "a\x00b", [], {}, [0], {"9": 1}, {"1": -1}, [4, 4, 4])


def leaves(plain: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    return [place, *(each for key, value in inner for each in leaves(value, (*place, key)))]


PLAIN = json.loads(content_of(one_evening()))


@pytest.mark.parametrize("place", leaves(PLAIN["evening"], ("evening",)), ids=str)
def test_no_value_in_any_place_stops_the_counting(tmp_path, place):
    for number, value in enumerate(VALUES):
        plain = json.loads(content_of(one_evening()))
        above = plain
        for key in place[:-1]:
            above = above[key]
        above[place[-1]] = value
        box = Book(tmp_path / str(number))
        box.folder.mkdir(parents=True)
        (box.folder / "000001.json").write_text(json.dumps(plain))
        box.book.count(GAME)
        box.mark = "two"
        box.book.count(OTHER)
        box.book.count(Amend(None))
        assert {1: 1, 2: 1, 3: 0} in Book(tmp_path / str(number)).on_disk(), value


def test_no_flipped_bit_stops_the_counting(tmp_path):
    content, chance = content_of(one_evening()), random.Random(5)
    for number in range(60):
        box, flipped = Book(tmp_path / str(number)), bytearray(content)
        flipped[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        box.folder.mkdir(parents=True)
        (box.folder / "000001.json").write_bytes(flipped)
        box.book.count(GAME)
        assert box.on_disk()[-1] == {1: 1, 2: 1, 3: 0}, number


def test_more_people_or_games_than_any_evening_are_damage():
    crowd = Evening(1, EveningKind.OPEN, 5, PEOPLE[:1] * (MOST_PEOPLE + 1))
    marathon = Evening(1, EveningKind.OPEN, 5, PEOPLE, (KeptGame(GameResult(1, "toy", "", {})),) * (MOST_GAMES + 1))
    stuffed = Evening(1, EveningKind.OPEN, 5, PEOPLE, (KeptGame(GameResult(1, "", "", {}), (), (0,) * 500_000),))
    for evening in (crowd, marathon, stuffed):
        with pytest.raises(BadFile, match="no score"):
            evening_in(content_of(evening), Path("x"))


@pytest.mark.parametrize(
    "judged",
    [
        KeptGame(GameResult(1, "toy", "", {4: 1})),
        KeptGame(GameResult(1, "", "", {}), (), (4,)),
        KeptGame(GameResult(1, "toy", "", {1: 1}), (), (1, 2)),
        KeptGame(GameResult(1, "toy", "", {1: 1}), (1, 0), (1,)),
    ],
)
def test_a_game_of_somebody_who_is_not_there_or_has_no_points_is_damage(judged):
    with pytest.raises(BadFile, match="no score"):
        evening_in(content_of(Evening(1, EveningKind.OPEN, 5, PEOPLE, (judged,))), Path("x"))


def test_an_evening_after_which_none_could_begin_is_damage():
    with pytest.raises(BadFile, match="no score"):
        evening_in(content_of(one_evening(999_999)), Path("999999.json"))


def test_an_evening_gets_a_number_that_no_evening_had(tmp_path):
    (tmp_path / "evenings").mkdir()
    (tmp_path / "evenings" / "000005.json").write_bytes(content_of(one_evening(5)))
    (told,) = Book(tmp_path).book.count(NewEvening(EveningKind.OPEN, 5, NAMES))
    assert told.evening == 6


def test_a_full_evening_goes_on_in_another_of_the_same_people(tmp_path, monkeypatch):
    monkeypatch.setattr("nightcrier.box.memory.evening.MOST_GAMES", 2)
    box = Book(tmp_path)
    box.book.count(SeatPeople(PEOPLE))
    for box.mark in "abc":
        told = box.book.count(GAME)[-1]
    assert (told.evening, [(each.name, each.points) for each in told.people]) == (
        2, [("Ada", 1), ("Ben", 1), ("Cem", 0)],
    )  # fmt: skip


def test_the_oldest_evening_goes_where_there_are_more_than_a_box_keeps(tmp_path, monkeypatch):
    monkeypatch.setattr(evening_files, "MOST_EVENINGS", 3)
    box = Book(tmp_path)
    for _ in range(5):
        box.book.count(NewEvening(EveningKind.OPEN, 5, NAMES))
    assert [evening.number for evening in evenings_in(box.folder)] == [3, 4, 5]


def test_thousands_of_evenings_of_a_stranger_do_not_go_at_one_time(tmp_path, monkeypatch):
    monkeypatch.setattr(evening_files, "MOST_EVENINGS", 3)
    monkeypatch.setattr(evening_files, "_AT_ONCE", 20)
    box = Book(tmp_path)
    box.folder.mkdir()
    for number in range(1, 61):
        evening_file(box.folder, number).write_bytes(content_of(one_evening(number)))
    left = [(box.book.count(LookUp()), len(evenings_in(box.folder)))[1] for _ in range(3)]
    assert left == [40, 20, 3]


class CountingDisk(Disk):
    """Notes which files are read and written."""

    def __init__(self) -> None:
        self.touched: list[str] = []

    def read(self, path: Path) -> bytes:
        self.touched.append(path.name)
        return super().read(path)


def test_a_name_is_forgotten_in_many_evenings_some_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(evening_files, "_AT_ONCE", 20)
    box = Book(tmp_path)
    box.folder.mkdir()
    for number in range(1, 61):
        evening_file(box.folder, number).write_bytes(content_of(one_evening(number)))
    box.book.count(ForgetName("Ben"))
    left = [sum("Ben" in evening.names for evening in evenings_in(box.folder))]
    while (due := box.book.due()) is not None:
        assert due == box.clock.now(), "the rest follows at once"
        box.book.poll()
        left.append(sum("Ben" in evening.names for evening in evenings_in(box.folder)))
    assert left == [40, 20, 0]
    assert not (tmp_path / "forgetting.json").exists()


@pytest.mark.parametrize("evenings", [2 * RECENT, 4 * RECENT])
def test_the_recent_evenings_are_read_once_however_many_are_kept(tmp_path, evenings):
    for number in range(1, evenings + 1):
        begun = replace(one_evening(number), people=(EveningPerson(f"Ada {number}"), *PEOPLE[1:]))
        evening_file(tmp_path, number).write_bytes(content_of(begun))
    scores = Evenings(disk := CountingDisk(), tmp_path)
    for number in range(3):
        change_scores(scores, GAME, f"mark {number}")
        assert scores.keep() is None
    recent = range(evenings - RECENT + 1, evenings + 1)
    assert sorted(disk.touched) == [evening_file(tmp_path, number).name for number in recent]
    known = [name for name in scores.past_names(100) if name.startswith("Ada")]
    assert known == [f"Ada {number}" for number in reversed(recent)]


@pytest.mark.parametrize("put", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("name", ["evenings/000001.json", "scores.sqlite"])
def test_what_is_no_plain_file_is_not_waited_for(tmp_path, name, put):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    put(tmp_path / name)
    events = Book(tmp_path).book.count(GAME)
    assert len(events) == 2


KINDS: tuple[ScoreChange, ...] = (
    *(GAME, OTHER, WithdrawGame(), Amend(None), Amend({1: 0, 2: 1, 3: 1})),
    *(NewEvening(EveningKind.SHORT, 3, NAMES), NewEvening(EveningKind.LONG, 5, (*NAMES, "Dan"), (2,))),
    *(SeatPeople((*PEOPLE[:2], EveningPerson("Zoe", Presence.SITS_OUT))), SeatPeople(PEOPLE[::-1], 0, (3, 2, 1))),
)


def lived(disk: ForgetfulDisk, changes: list[tuple[ScoreChange, str]]) -> list[list[Evening]]:
    """Make the changes, saving after each. Return the scores after each change, up to a power cut."""
    states: list[list[Evening]] = [[]]
    try:
        scores = Evenings(disk, FOLDER)
        for change, mark in changes:
            change_scores(scores, change, mark)
            states.append([evening for number in range(1, 20) if (evening := scores.by_number(number))])
            scores.keep()
    except PowerCut:
        pass
    return states


@cache
def drawn(seed: int) -> tuple[list[tuple[ScoreChange, str]], int]:
    """Return some random changes, and the number of points at which they can be cut."""
    chance, whole = random.Random(seed), ForgetfulDisk()
    changes = [(chance.choice(KINDS), chance.choice("aab")) for _ in range(6)]
    lived(whole, changes)
    return changes, whole.points


def test_wherever_the_power_goes_what_was_kept_is_there():
    for seed in cut_seeds("scores", range(so_many(3000, 1000))):
        (changes, points), disk = drawn(seed % 7), ForgetfulDisk()
        disk.cut_at = 1 + seed // 7 % points
        states = lived(disk, changes)
        found = evenings_in(FOLDER, disk.after_power_cut(random.Random(seed)))
        assert found in states[-2:], f"seed {seed} of {changes}"


def test_wherever_the_power_goes_a_name_that_was_to_be_forgotten_is_forgotten(cuts):
    def forget(disk: ForgetfulDisk) -> None:
        book = Scorebook(VirtualClock(), disk, FOLDER, lambda: None)
        for _ in range(3):
            book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Quirin")))
        book.count(ForgetName("Quirin"))

    for disk, seed in cuts(forget, 100):
        noted = FOLDER.with_name("forgetting.json") in disk.names
        Scorebook(VirtualClock(), disk, FOLDER, lambda: None).count(LookUp())
        begun = evenings_in(FOLDER, disk)
        named = [evening for evening in begun if "Quirin" in evening.names]
        assert named == [] if noted else named in ([], begun), f"seed {seed}"


class SparingDisk(Disk):
    """Refuses every access to files whose names begin with `refused`."""

    refused = "nothing"

    def read(self, path: Path) -> bytes:
        return super().read(self._allowed(path))

    def write(self, path: Path, content: bytes) -> None:
        super().write(self._allowed(path), content)

    def remove(self, path: Path) -> None:
        super().remove(self._allowed(path))

    def _allowed(self, path: Path) -> Path:
        if path.name.startswith(self.refused):
            raise OSError(errno.EIO, "Input/output error")
        return path


@pytest.mark.parametrize("refused", ["000001.json", "scores.sqlite"])
def test_what_the_disk_refused_is_forgotten_at_the_next_start(tmp_path, refused):
    write_old_scores(tmp_path)
    folder, disk = tmp_path / "evenings", SparingDisk()
    scores = Evenings(disk, folder)
    for number in range(1, 8):
        scores.put(one_evening(number))
        scores.keep()
    disk.refused, scores = refused, Evenings(disk, folder)
    for name in NAMES:
        scores.forget(name)
        scores.keep()
    disk.refused = "nothing"
    Evenings(disk, folder).keep()
    assert {name for evening in evenings_in(folder) for name in evening.names} == {""}
    assert [path.name for path in tmp_path.iterdir()] == ["evenings"]


def test_to_forget_a_name_costs_no_scores_that_wait_to_be_taken_over(tmp_path):
    expected = old_evenings(write_old_scores(tmp_path))
    box = Book(tmp_path)
    with box.full():
        box.book.count(LookUp())
    box.book.count(ForgetName(expected[-1].names[0]))
    Book(tmp_path).book.count(LookUp())
    found = evenings_in(box.folder)
    assert [each.results for each in found] == [each.results for each in expected]
    assert not {expected[-1].names[0]}.intersection(*(each.names for each in found))
    assert not (tmp_path / "scores.sqlite").exists()
