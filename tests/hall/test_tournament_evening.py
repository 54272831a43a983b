"""A tournament led over the page: a whole evening, killed in the middle, and what a spreadsheet gets of it."""

from pathlib import Path

from tests.hall.led_tournament import (
    NAMES,
    drawn,
    rows_of,
    seats,
    shown,
    tells,
    with_people,
)
from tests.hall.organisers import Organisers


def test_a_whole_evening_of_eight_people_at_two_tables(organisers: Organisers, tmp_path: Path) -> None:
    key = with_people(organisers)
    assert drawn(organisers, key, 1).headers["Location"] == "/tournament/done#round"
    assert sorted(map(len, (seats(organisers, "one"), seats(organisers, "two")))) == [4, 4]
    winners = [seats(organisers, "one")[1], seats(organisers, "two")[2]]
    tells(organisers, "one", 1, 2)
    tells(organisers, "two", 1, 3)
    before = organisers.tournament.tournament

    again = Organisers(tmp_path)  # the first was killed
    assert again.tournament.tournament == before
    key = again.let_in()
    for table in ("one", "two"):
        again.joins(table, f"Table {table}")
    tells(again, "one", 1, 2)
    assert drawn(again, key, 2).status == 303
    winners += [seats(again, "one")[0], seats(again, "two")[3]]
    tells(again, "one", 2, 1)
    tells(again, "two", 2, 4)

    names = again.tournament.tournament.names
    expected = {name: sum(names[person] == name for person in winners) for name in NAMES}
    standings = rows_of(again, key, "standings")
    assert {row["name"].removeprefix("'"): int(row["points"]) for row in standings} == expected
    assert {int(row["games"]) for row in standings} == {2}
    assert [int(row["points"]) for row in standings] == sorted(expected.values(), reverse=True)
    assert len(rows_of(again, key, "results")) == 16
    assert {row["round"] for row in rows_of(again, key, "seating")} == {"1", "2"}
    page = shown(again, key, "/results")
    assert "fewer points" in page
    assert "<b>" not in page
    assert "&lt;b&gt;Bob" in page


def test_a_name_that_a_spreadsheet_would_calculate_goes_out_guarded(organisers: Organisers) -> None:
    key = with_people(organisers)
    drawn(organisers, key, 1)
    for name in ("people", "seating", "standings"):
        assert "'=1+1" in {row["name"] for row in rows_of(organisers, key, name)}


def test_the_seating_for_a_spreadsheet_says_what_people_call_a_table(organisers: Organisers) -> None:
    key = with_people(organisers)
    drawn(organisers, key, 1)
    tables = {(row["table"], row["title"]) for row in rows_of(organisers, key, "seating")}
    assert tables == {("one", "Table one"), ("two", "Table two")}
