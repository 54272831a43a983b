"""Evenings, games and winners: kept, corrected, moved with their people, and exported."""

import csv
import io
import sqlite3

import pytest

from nightcrier.box.memory.database import open_scores
from nightcrier.box.memory.results import GameEvening, people_standings
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk, NotKept
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence


@pytest.fixture
def file(tmp_path):
    return tmp_path / "scores.db"


@pytest.fixture
def opened(file):
    """The scores of a healthy box, closed again after the test."""
    scores, faults = open_scores(Disk(), file)
    assert faults == ()
    yield scores
    scores.close()


def people(*names: str) -> tuple[EveningPerson, ...]:
    return tuple(map(EveningPerson, names))


def test_people_move_and_go_with_their_points_and_no_other_evening_changes(opened):
    before = opened.begin(["Ann", "Bob"])
    opened.add(before, "toy", "first", (1, 0), "toy 1")
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (1, 0, 2), "toy 2")
    moved = opened.seat_people(evening, people("Cleo", "Dan", "Ann"), (3, 4, 1))
    assert opened.latest() == moved
    assert [(each.name, each.points) for each in people_standings(moved, opened.results(moved))] == [
        ("Cleo", 2), ("Dan", 0), ("Ann", 1),
    ]  # fmt: skip
    assert opened.results(before)[0].points == {1: 1, 2: 0}
    assert opened.evening_by_number(1) == before
    opened.check()


def test_who_was_moved_has_what_the_verdict_gave_and_is_judged_anew_where_she_sits_now(opened):
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (5, 0, 3), "toy 1")
    moved = opened.seat_people(evening, people("Cleo", "Bob", "Ann"), (3, 2, 1))
    assert opened.points_of_verdict(opened.results(moved)[0]) == {1: 3, 2: 0, 3: 5}
    fewer = opened.seat_people(moved, people("Cleo", "Ann"), (1, 3))
    assert opened.points_of_verdict(opened.results(fewer)[0]) == {1: 3, 2: 5}
    opened.check()
    opened.recount("toy 1", "toy", "first", (5, 0, 3))
    assert opened.results(fewer)[0].points == {1: 3, 2: 5}
    opened.recount("toy 1", "toy", "first", (0, 1, 4))
    assert opened.results(fewer)[0].points == {1: 4, 2: 0}


def test_a_game_that_was_taken_back_counts_for_who_is_still_there(opened):
    evening = opened.begin(["Ann", "Bob", "Cleo"])
    opened.add(evening, "toy", "first", (5, 0, 3), "toy 1")
    opened.withdraw("toy 1")
    fewer = opened.seat_people(evening, people("Cleo", "Ann"), (3, 1))
    opened.recount("toy 1", "toy", "first", (0, 2, 4))
    opened.check()
    assert opened.results(fewer)[0].points == {1: 4, 2: 0}


def test_a_fresh_box_has_no_evening(opened):
    assert opened.latest() is None


def test_an_evening_comes_back_after_the_box_was_off(file, opened):
    evening = opened.begin(("Ada", "", "Cem"), EveningKind.SHORT, 3)
    first = opened.add(evening, "one-night", "first-game", (1, 1, 0))
    second = opened.add(evening, "growl", "classic", (0, 0, 0))
    opened.close()
    again, _ = open_scores(Disk(), file)
    assert again.latest() == evening == GameEvening(1, EveningKind.SHORT, 3, people("Ada", "", "Cem"))
    assert again.results(evening) == (first, second)
    assert first == GameResult(1, "one-night", "first-game", {1: 1, 2: 1, 3: 0})
    again.close()


def test_the_latest_evening_is_the_one_to_go_on_with(opened):
    opened.begin(("Ada",))
    assert opened.begin(("Ben",)).number == 2
    assert opened.latest() == GameEvening(2, EveningKind.OPEN, 5, people("Ben"))


def test_who_is_out_takes_no_part_and_cannot_win(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"), EveningKind.LONG)
    for _ in range(2):
        opened.add(evening, "one-night", "first-game", (0, 1, 1, 1))
    assert opened.add(evening, "one-night", "first-game", (1, 1, 0, 0)) == GameResult(
        3, "one-night", "first-game", {2: 1, 3: 0, 4: 0}
    )


def test_a_wrong_entry_is_corrected_or_struck(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    for points in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        opened.add(evening, "one-night", "first-game", points)
    opened.correct(evening, 1, {1: 0, 2: 1, 3: 1})
    opened.strike(evening, 2)
    assert [(result.number, result.points) for result in opened.results(evening)] == [
        (1, {1: 0, 2: 1, 3: 1}),
        (3, {1: 0, 2: 0, 3: 1}),
    ]


def test_who_took_no_part_gets_nothing_by_a_correction(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"), EveningKind.LONG)
    for _ in range(2):
        opened.add(evening, "one-night", "first-game", (0, 1, 1, 1))
    game = opened.add(evening, "one-night", "first-game", (0, 1, 0, 0))
    opened.correct(evening, game.number, {1: 1, 2: 0, 3: 1, 4: 0})
    assert opened.results(evening)[-1].points == {2: 0, 3: 1, 4: 0}


def test_a_game_may_be_worth_more_than_one_point(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    opened.add(evening, "growl", "growl-classic", (4, 0, 2))
    (result,) = opened.results(evening)
    assert result.points == {1: 4, 2: 0, 3: 2}
    assert [(row.points, row.losses) for row in people_standings(evening, [result])] == [(4, 0), (0, 1), (2, 0)]


def test_a_game_counts_for_who_sat_there_not_for_the_seat(opened):
    evening = opened.begin(("Ada", "Ben", "Cem", "Dan"))
    opened.add(evening, "one-night", "first-game", (1, 0, 1), people=(1, 3, 4))
    (result,) = opened.results(evening)
    assert result.points == {1: 1, 3: 0, 4: 1}


def test_people_come_go_and_are_named_and_nobody_loses_a_point(file, opened):
    evening = opened.begin(("", "", ""))
    opened.add(evening, "one-night", "first-game", (1, 0, 1))
    now = (EveningPerson("Ada"), EveningPerson("", Presence.LEFT), EveningPerson(), EveningPerson("Dan"))
    assert opened.seat_people(evening, now) == opened.latest() == GameEvening(1, EveningKind.OPEN, 5, now)
    assert [row.points for row in people_standings(opened.latest(), opened.results(evening))] == [1, 0, 1, 0]


def test_names_are_known_again_the_newest_first_and_once_each(opened):
    opened.begin(("Ada", "Ben", ""))
    opened.begin(("Cem", "Ada"))
    assert opened.past_names(9) == ("Cem", "Ada", "Ben")
    assert len(opened.past_names(2)) == 2


def test_an_evening_is_found_by_its_number(opened):
    first = opened.begin(("Ada", "Ben"))
    opened.begin(("Cem",))
    assert opened.evening_by_number(1) == first
    assert opened.evening_by_number(9) is None


def test_the_export_has_a_line_for_each_seat_of_each_game(opened):
    opened.add(opened.begin(('Ada, "the wolf"', "Ben", "کوروش")), "one-night", "first-game", (1, 0, 1))
    rows = list(csv.reader(io.StringIO("".join(opened.export()))))
    assert rows[0] == ["evening", "kind", "number", "game", "scenario", "seat", "name", "points"]
    assert rows[1] == ["1", "open", "1", "one-night", "first-game", "1", 'Ada, "the wolf"', "1"]
    assert [row[5:] for row in rows[2:]] == [["2", "Ben", "0"], ["3", "کوروش", "1"]]


def test_a_spreadsheet_calculates_no_name_of_a_person_or_a_deck(opened):
    names = ("=1+1", "+49", "-Ben", "@Cem", "＝1+1", "＋49", "－Ben", "＠Cem", "Jean-Luc")
    opened.add(opened.begin(names), "one-night", '=HYPERLINK("x")', (1,) * len(names))
    rows = list(csv.reader(io.StringIO("".join(opened.export()))))[1:]
    assert [row[6] for row in rows] == [*(f"'{name}" for name in names[:-1]), "Jean-Luc"]
    assert {row[4] for row in rows} == {'\'=HYPERLINK("x")'}, "a deck is called as its file on a stick"


def test_a_name_is_never_taken_for_a_command(opened):
    evening = opened.begin(("'); DROP TABLE seat; --",))
    assert opened.latest() == evening


def test_a_game_with_a_mark_is_added_once_even_after_it_was_struck(opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    assert not opened.is_counted("a")
    opened.add(evening, "one-night", "first-game", (1, 0, 0), mark="a")
    with pytest.raises(NotKept):
        opened.add(evening, "one-night", "first-game", (1, 0, 0), mark="a")
    assert len(opened.results(evening)) == 1
    opened.strike(evening, 1)
    assert opened.is_counted("a")
    assert opened.results(evening) == ()


def test_a_disk_that_fails_in_the_evening_is_a_sentence_and_takes_back_the_half_written(file, opened):
    evening = opened.begin(("Ada", "Ben", "Cem"))
    opened.add(evening, "one-night", "first-game", (1, 0, 0))
    opened._db.execute("PRAGMA query_only = ON")
    with pytest.raises(NotKept, match="forgets this when switched off"):
        opened.add(evening, "one-night", "first-game", (0, 1, 0))
    opened._db.execute("PRAGMA query_only = OFF")
    assert len(opened.results(evening)) == 1
    opened.close()
    with pytest.raises(BadFile, match="cannot be read"):
        opened.results(evening)


def test_scores_that_nobody_closes_are_closed_all_the_same(file):
    scores, _ = open_scores(Disk(), file)
    database = scores._db
    del scores
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")


def test_a_game_is_known_by_its_mark_and_not_by_its_number(opened):
    """One that is struck makes room for another of its number."""
    evening = opened.begin(("Ada", "Ben", "Cem"))
    opened.add(evening, "toy", "first", (1, 0, 0))
    opened.add(evening, "toy", "first", (1, 0, 0), "one")
    opened.correct(evening, 2, {1: 0, 2: 1, 3: 0})
    assert [game.id for game in opened.results(evening)] == ["", "one"]
    opened.strike(evening, 2)
    opened.add(evening, "toy", "first", (1, 0, 0), "other")
    assert [(game.number, game.id) for game in opened.results(evening)] == [(1, ""), (2, "other")]
