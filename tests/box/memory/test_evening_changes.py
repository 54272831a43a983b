"""Tests that people and games of an evening can change, and that points go with the people."""

from msgspec.structs import replace

from nightcrier.box.memory.evening import Counts, Evening, people_standings
from nightcrier.box.memory.evening_changes import (
    add_game,
    correct_game,
    forget_names,
    judge_again,
    score_rows,
    seat_people,
    strike_game,
    take_back,
)
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence
from nightcrier.kernel.rows import scores_as_csv


def people(*names):
    return tuple(map(EveningPerson, names))


def evening(*names, kind=EveningKind.OPEN):
    return Evening(1, kind, 5, people(*names))


def played(begun, *games, mark=""):
    for points in games:
        begun = add_game(begun, "toy", "first", points, range(1, len(points) + 1), mark)
    return begun


def points_of(begun):
    return [dict(result.points) for result in begun.results]


def test_people_move_and_go_with_their_points():
    begun = played(evening("Ann", "Bob", "Cleo"), (1, 0, 2))
    moved = seat_people(begun, people("Cleo", "Dan", "Ann"), (3, 4, 1))
    assert [(each.name, each.points) for each in people_standings(moved, moved.results)] == [
        ("Cleo", 2), ("Dan", 0), ("Ann", 1),
    ]  # fmt: skip


def test_who_was_moved_has_what_the_verdict_gave_and_is_judged_anew_where_she_sits_now():
    judged = played(evening("Ann", "Bob", "Cleo"), (5, 0, 3), mark="a")
    moved = seat_people(judged, people("Cleo", "Bob", "Ann"), (3, 2, 1))
    assert moved.judged_points("a") == {1: 3, 2: 0, 3: 5}
    assert seat_people(judged, people("Ann", "Bob"), (1, 2)).judged_points("a") == {1: 5, 2: 0}
    fewer = seat_people(moved, people("Cleo", "Ann"), (1, 3))
    assert fewer.judged_points("a") == {1: 3, 2: 5}
    assert judge_again(fewer, "a", "toy", "first", (5, 0, 3)) == fewer
    assert points_of(judge_again(fewer, "a", "toy", "first", (0, 1, 4))) == [{1: 4, 2: 0}]


def test_a_verdict_that_was_taken_back_counts_nothing_until_the_next_one():
    back = take_back(played(evening("Ann", "Bob", "Cleo"), (5, 0, 3), mark="a"), "a")
    assert (points_of(back), back.has_judged("a")) == ([], True)
    fewer = seat_people(back, people("Cleo", "Ann"), (3, 1))
    assert points_of(judge_again(fewer, "a", "toy", "first", (0, 2, 4))) == [{1: 4, 2: 0}]


def test_a_game_that_is_judged_after_the_others_is_the_last_of_the_evening_wherever_it_stood():
    back = take_back(played(evening("Ann", "Bob"), (1, 0), mark="a"), "a")
    games = judge_again(played(back, (1, 1)), "a", "toy", "first", (0, 1)).results
    assert [(game.number, game.id) for game in games] == [(1, ""), (2, "a")]


def test_who_is_out_takes_no_part_and_gets_nothing_by_a_correction():
    long = played(evening("Ada", "Ben", "Cem", "Dan", kind=EveningKind.LONG), (0, 1, 1, 1), (0, 1, 1, 1), (1, 1, 0, 0))
    assert long.results[-1] == GameResult(3, "toy", "first", {2: 1, 3: 0, 4: 0})
    assert points_of(correct_game(long, 3, {1: 1, 2: 0, 3: 1, 4: 0}))[-1] == {2: 0, 3: 1, 4: 0}


def test_a_wrong_entry_is_corrected_or_struck():
    mended = strike_game(correct_game(played(evening("A", "B"), (1, 0), (0, 1), (0, 0)), 1, {1: 0, 2: 1}), 2)
    assert [(result.number, result.points) for result in mended.results] == [(1, {1: 0, 2: 1}), (3, {1: 0, 2: 0})]


def test_a_game_that_was_struck_is_never_counted_again_and_makes_room_for_its_number():
    struck = strike_game(played(evening("A", "B"), (1, 0), mark="a"), 1)
    assert struck.games[0].counts is Counts.STRUCK
    assert judge_again(take_back(struck, "a"), "a", "toy", "first", (0, 1)) == struck
    assert [(each.number, each.id) for each in played(struck, (0, 1), mark="b").results] == [(1, "b")]


def test_points_that_people_corrected_stay_though_the_same_verdict_comes_again():
    mended = correct_game(played(evening("A", "B"), (1, 0), mark="a"), 1, {1: 0, 2: 1})
    assert judge_again(mended, "a", "toy", "first", (1, 0)) == mended
    assert mended.judged_points("a") == {1: 1, 2: 0}


def test_people_come_and_are_named_and_nobody_loses_a_point():
    now = (EveningPerson("Ada"), EveningPerson("", Presence.LEFT), EveningPerson(), EveningPerson("Dan"))
    named = seat_people(played(evening("", "", ""), (1, 0, 1)), now)
    assert (named.people, points_of(named)) == (now, [{1: 1, 2: 0, 3: 1}])
    assert seat_people(named, now[:2]) == named


def test_a_game_counts_for_who_sat_there_not_for_the_seat():
    begun = add_game(evening("Ada", "Ben", "Cem", "Dan"), "toy", "first", (1, 0, 1), (1, 3, 4))
    assert points_of(begun) == [{1: 1, 3: 0, 4: 1}]


def test_a_forgotten_name_leaves_the_points():
    begun = played(evening("Ada", "ADA", "Ben"), (1, 0, 1))
    assert forget_names(begun, ("ada",)) == replace(begun, people=people("", "", "Ben"))


def test_the_rows_have_a_line_for_each_seat_of_each_game_and_no_cell_calculates():
    names = ('Ada, "the wolf"', "=1+1", "+49", "-Ben", "@Cem", "＝1+1", "＠Cem", "کوروش")
    begun = add_game(evening(*names), "one-night", '=HYPERLINK("x")', (1,) * len(names), range(1, len(names) + 1))
    assert next(score_rows(begun)) == (1, "open", 1, "one-night", '=HYPERLINK("x")', 1, names[0], 1)
    lines = scores_as_csv(score_rows(begun)).splitlines()
    assert lines[0] == "evening,kind,number,game,scenario,seat,name,points"
    assert lines[1] == '1,open,1,one-night,"\'=HYPERLINK(""x"")",1,"Ada, ""the wolf""",1'
    assert [line.split(",")[6] for line in lines[2:]] == [
        "'=1+1",
        "'+49",
        "'-Ben",
        "'@Cem",
        "'＝1+1",
        "'＠Cem",
        "کوروش",
    ]
