"""Tests that boxes enter results by themselves: each game is kept once, however often and in any order it is sent."""

import csv
import io
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import MOST_GAMES, ResultGame, ResultPlace, TableResults
from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.files import LARGEST_FILE, Disk
from nightcrier_hall.results import (
    MOST_OF_A_TABLE,
    MOST_OF_ALL,
    MOST_OF_RESULTS,
    Games,
    ResultsDesk,
    results_as_csv,
    take_results,
)


def game(number: int, points: dict[str, int], key: str = "") -> ResultGame:
    places = tuple(ResultPlace(place, got, name) for place, (name, got) in enumerate(points.items(), 1))
    return ResultGame(number, "toy", "First game", places, key or f"id{number}")


FIRST, SECOND = game(1, {"Ada": 1, "Bo": 0}), game(2, {"Ada": 0, "Bo": 1})


def told(*games: ResultGame, evening: int = 1, since: int = 0) -> TableResults:
    return TableResults(evening, games, since)


BOTH = take_results({}, "den", told(FIRST, SECOND))


def counted(games: Games) -> list[str]:
    return [key for key, each in games.items() if not each.struck]


def test_a_game_is_kept_once_however_often_it_is_told():
    once = take_results({}, "den", told(FIRST))
    assert take_results(once, "den", told(FIRST)) is once
    assert take_results(once, "den", told(FIRST, SECOND)) == BOTH
    assert take_results(BOTH, "den", told(FIRST, SECOND)) is BOTH
    assert counted(BOTH) == ["id1", "id2"]


def test_a_mended_game_has_its_new_points_and_its_own_people():
    """In the next game other people sit in the same seats, so corrected points must not change a game's people."""
    mended = take_results(BOTH, "den", told(game(1, {"Cy": 0, "Di": 1}), SECOND))
    assert mended["id1"].result.places == (ResultPlace(1, 0, "Ada"), ResultPlace(2, 1, "Bo"))


def test_a_struck_game_is_kept_and_counts_again_where_it_is_told_again():
    struck = take_results(BOTH, "den", told(FIRST))
    assert counted(struck) == ["id1"]
    assert take_results(struck, "den", told(FIRST, SECOND)) == BOTH
    assert counted(take_results(struck, "den", told())) == []


def test_a_struck_game_and_the_next_of_its_number_are_two():
    taken = take_results(BOTH, "den", told(FIRST, game(2, {"Ada": 1, "Bo": 0}, "another")))
    assert counted(taken) == ["id1", "another"]
    assert taken["id2"].struck


@pytest.mark.parametrize(
    ("table", "results"),
    [("attic", told()), ("den", told(evening=2)), ("den", told(SECOND, since=2)), ("den", told())],
)
def test_games_of_another_table_or_evening_and_older_ones_are_not_missed(table, results):
    """Games are deleted one by one, so a box that sends none has a new card and another evening of the same number."""
    assert take_results(BOTH, table, results) is BOTH


def test_a_box_that_has_lost_its_scores_takes_nothing_away():
    """After a box has lost its scores, its evenings and games start again with number one."""
    assert counted(take_results(BOTH, "den", told(game(1, {"Cy": 1}, "new")))) == ["id1", "id2", "new"]


def test_games_without_an_id_are_known_by_their_numbers():
    nameless = told(replace(FIRST, id=""))
    once = take_results({}, "den", nameless)
    assert list(once) == ["den/1/1"]
    assert take_results(once, "den", nameless) is once


@pytest.mark.parametrize("key", ["id1", ""])
def test_no_table_changes_the_game_of_another_or_keeps_it_out_by_its_id(key):
    """The squatter's games come first, like after a restart of the program. A second id does not help it either."""
    squatted = key or "den/1/1"
    squats = take_results({}, "attic", told(game(7, {"Zed": 1}, squatted), game(8, {"Zed": 1}, f"den/{squatted}")))
    honest = told(replace(FIRST, id=key))
    taken = take_results(squats, "den", honest)
    assert [taken[each] for each in squats] == list(squats.values())
    assert taken[f"den:{squatted}"].result.places == FIRST.places
    assert take_results(taken, "den", honest) is taken
    assert counted(take_results(taken, "den", told())) == list(squats)


def test_a_table_that_tells_games_without_end_fills_nothing():
    """Games that the table has sent before can still be corrected."""
    games: Games = {}
    for number in range(0, MOST_OF_A_TABLE + 2 * MOST_GAMES, MOST_GAMES):
        more = (game(each, {"Ada": 1, "Zed": 0}) for each in range(number, number + MOST_GAMES))
        games = take_results(games, "den", told(*more, since=number))
    assert len(games) == MOST_OF_A_TABLE
    mended = take_results(games, "den", told(game(0, {"Ada": 0, "Zed": 1}), since=0))
    assert [place.points for place in mended["id0"].result.places] == [0, 1]
    assert len(take_results(games, "attic", told(game(1, {"Ada": 1}, "another")))) == MOST_OF_A_TABLE + 1


def crowded(games: Games, table: str) -> Games:
    """Return the games after a table has sent as much as it may."""
    names = tuple(ResultPlace(n, 1, "\u0e01" * 96) for n in range(1, 37))
    for number in range(0, 40, 4):
        crowd = [ResultGame(at, "toy", "", names, f"{table}-{at}") for at in range(number, number + 4)]
        games = take_results(games, table, told(*crowd, since=number))
    return games


def test_games_of_long_names_have_an_end_for_each_table_and_for_all(tmp_path):
    games = crowded({}, "den")
    assert MOST_OF_RESULTS < len(msgspec.json.encode(games)) < MOST_OF_RESULTS + 16 * 1024
    for number in range(30):
        games = crowded(games, f"den-{number}")
    assert MOST_OF_ALL < len(msgspec.json.encode(games)) < MOST_OF_ALL + 16 * 1024 < LARGEST_FILE
    desk = ResultsDesk(tmp_path / "results.json", print)
    desk.games = games
    desk.look()
    assert ResultsDesk(tmp_path / "results.json", print).games == games


def test_of_each_person_of_each_game_there_is_a_row():
    played = take_results({}, "den", told(FIRST, replace(SECOND, title="=1+1"), game(3, {"@Cy": 2}, "")))
    struck = take_results(played, "den", told(FIRST, replace(SECOND, title="=1+1")))
    assert results_as_csv(struck, {"den": "The, den"}).splitlines() == [
        "table,title,evening,number,game,deck,seat,name,points,counts",
        'den,"The, den",1,1,toy,First game,1,Ada,1,yes',
        'den,"The, den",1,1,toy,First game,2,Bo,0,yes',
        'den,"The, den",1,2,toy,\'=1+1,1,Ada,0,yes',
        'den,"The, den",1,2,toy,\'=1+1,2,Bo,1,yes',
        'den,"The, den",1,3,toy,First game,1,\'@Cy,2,struck',
    ]
    assert "den,den,1,1" in results_as_csv(struck, {})


class FullDisk(Disk):
    def __init__(self) -> None:
        self.is_full = True

    def write(self, path: Path, content: bytes) -> None:
        if self.is_full:
            raise OSError("no room")
        super().write(path, content)


class TestDesk:
    def test_a_hall_that_was_killed_goes_on(self, tmp_path):
        desk, file = ResultsDesk(tmp_path / "hall" / "results.json", print), tmp_path / "hall" / "results.json"
        desk.hear("den", msgspec.json.encode(told(FIRST, SECOND)))
        desk.hear("den", b"rubbish")
        assert not file.exists()
        desk.look()
        assert ResultsDesk(file, print).games == desk.games == BOTH
        file.unlink()
        desk.look()
        assert not file.exists()

    def test_a_disk_that_refuses_costs_no_result_and_is_told_once(self, tmp_path):
        log, disk = list[str](), FullDisk()
        desk = ResultsDesk(tmp_path / "results.json", log.append, disk)
        desk.hear("den", msgspec.json.encode(told(FIRST)))
        for _ in range(3):
            desk.look()
        assert (desk.is_kept, len(log), "make room on the disk" in log[0]) == (False, 1, True)
        disk.is_full = False
        desk.look()
        assert desk.is_kept
        assert ResultsDesk(tmp_path / "results.json", print).games == desk.games

    @pytest.mark.parametrize(
        ("content", "kept_as"),
        [
            (b"", "results.json.broken"),
            (b"{", "results.json.broken"),
            (b'{"results":100,"games":{"a":[1]}}', "results.json.broken"),
            (b'{"results":1}', "results.json.broken"),
            (b'{"results":101}', "results.json"),
        ],
    )
    def test_a_damaged_file_is_kept_and_a_newer_one_is_left_alone(self, tmp_path, content, kept_as):
        (tmp_path / "results.json").write_bytes(content)
        log = list[str]()
        desk = ResultsDesk(tmp_path / "results.json", log.append)
        desk.hear("den", msgspec.json.encode(told(FIRST)))
        desk.look()
        assert (tmp_path / kept_as).read_bytes() == content
        assert len(log) == 1
        assert desk.is_kept is (kept_as != "results.json")


def test_an_organiser_gets_the_results_of_the_tables_as_a_file(organisers, key):
    assert "Games the tables have reported: 0" in organisers.page(key)
    organisers.desk.hear(TableTopics("one").results, msgspec.json.encode(told(FIRST)))
    page = organisers.page(key)
    assert "Games the tables have reported: 1" in page
    assert 'href="/results.csv"' in page
    answer = organisers.ask("/results.csv", key=key)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"))))
    assert [(row["table"], row["name"], row["points"]) for row in rows] == [("one", "Ada", "1"), ("one", "Bo", "0")]


def test_the_page_says_where_the_disk_refuses_the_results(organisers, key):
    assert "refuses the results" not in organisers.page(key)
    organisers.results.is_kept = False
    assert "refuses the results" in organisers.page(key)
