"""The attacked boxes: one row of the table alone, and what the page of the figures says of it."""

from collections import Counter
from itertools import islice
from pathlib import Path

from bench.__main__ import note_on, section
from bench.attacked import PAIRS, Outcome, planned, rows_of
from bench.rows import Result
from tests.box.people_at_box import GAMES


def test_the_whole_run_attacks_every_game_and_pairs_of_each() -> None:
    assert {game for game, *_ in islice(planned(2_000_000), 100)} == {*GAMES, *PAIRS}


def test_one_row_can_be_run_alone() -> None:
    for row in (*GAMES, *PAIRS):
        assert {game for game, *_ in planned(20_000, row)} == {row}


def test_hands_that_never_were_in_a_game_fall_short_and_so_does_a_life_without_a_power_cut() -> None:
    counts = {"growl": Counter(gestures=1000, cuts=1), "one night": Counter({"moments in a game": 9})}
    growl, one_night, _ = rows_of([Outcome(game, 1, done, "") for game, done in counts.items()])
    assert [(row.found, row.note.split("; ")[1:]) for row in (growl, one_night)] == [
        (1, ["no moments in a game"]),
        (1, ["no cuts"]),
    ]


def test_what_the_notes_say_stands_on_the_page_and_names_files_that_are_there() -> None:
    written = Path("docs/proofs/performance.md").read_text("utf-8")
    assert note_on("attacked") in written
    named = [name for name in note_on("attacked").split("`") if name.startswith("tests/")]
    assert [name for name in named if not Path(name).is_file()] == []
    assert len(named) > 9


def test_a_note_stands_below_its_figures() -> None:
    assert section(Result("attacked", [], 1.0)).endswith(f"```\n\n{note_on('attacked')}")
