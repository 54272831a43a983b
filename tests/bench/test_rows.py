"""Tests that each benchmark runs and gives rows, that rows are judged, and that pages show rows and pictures."""

import re
import shutil
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.__main__ import note_on, section
from bench.attacked import PAIRS, Outcome, planned, rows_of
from bench.net_phone import KEPT, PICTURES, picture_name
from bench.rows import Result, Row, measure, module_of, table
from bench.startup import imports_instructions
from tests import sampling
from tests.box.people_at_box import GAMES

HOLDS, SHORT = Row("a night", 4.0, 5.0, "ms", rival=8.0, than="others"), Row("a day", 4.0, 5.0, "games", least=True)
QUICK = {"bus", "dial", "calls", "growth", "night_length", "packs"}
"""The benchmarks that wait for nothing but the processor, and not for long."""
NEEDS = {"hall_load": "/usr/sbin/mosquitto", "turns": "vgdb"}


@pytest.mark.parametrize("name", bench.BENCHMARKS)
def test_each_benchmark_can_be_run(name):
    module = module_of(name)
    assert callable(module.rows)
    assert module.SIZE > module.SMALLEST


@pytest.mark.parametrize("name", [name for name in bench.BENCHMARKS if sampling.whole or name in QUICK])
def test_each_benchmark_comes_to_its_end_at_its_smallest_size(name, monkeypatch):
    if (needed := NEEDS.get(name)) and shutil.which(needed) is None:
        pytest.skip(f"{needed} is missing")
    monkeypatch.setenv("JOBS", "1")
    result = measure(name, smallest=True)
    assert result.fault == ""
    assert result.rows
    assert [row.what for row in result.rows if row.found is None] == []


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is missing: no instructions are counted")
def test_valgrind_counts_instructions():
    assert imports_instructions("pass") > 1


def test_each_benchmark_runs_in_one_round():
    assert sorted(name for lanes in bench.ROUNDS for lane in lanes for name in lane) == sorted(bench.BENCHMARKS)


def test_a_row_holds_up_to_its_bar_and_not_beyond_it():
    judged = [Row("", found, 5.0, "", least) for least in (False, True) for found in (4.9, 5.0, 5.1, None)]
    assert [row.holds for row in judged] == [True, True, False, False, False, True, True, False]


@pytest.mark.parametrize("bar", [float("inf"), float("-inf"), float("nan")])
def test_a_bar_that_everything_holds_is_refused(bar):
    with pytest.raises(ValueError, match="holds whatever is found"):
        Row("a night", 4.0, bar, "ms")


def test_what_is_no_number_holds_no_bar():
    found = (float("inf"), float("nan"))
    assert not any(Row("", each, 5.0, "", least).holds for each in found for least in (False, True))


def test_a_row_is_shown_with_its_bar_its_verdict_and_the_ratio_to_what_stands_beside():
    assert [re.split(" {2,}", line) for line in table([HOLDS, SHORT]).splitlines()[1:]] == [
        ["a night", "4 ms", "at most 5", "holds", "0.5 of 8, others"],
        ["a day", "4 games", "at least 5", "SHORT"],
    ]


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (Result("dial", [HOLDS], 1.0), 0),
        (Result("dial", [HOLDS, SHORT], 1.0), 1),
        (Result("dial", [HOLDS], 1.0, fault="no pins"), 1),
        (Result("dial", [], 1.0), 1),
    ],
)
def test_the_command_ends_with_1_where_one_row_is_short_and_says_which(found, status, monkeypatch, capsys):
    monkeypatch.setattr(bench, "measure", lambda _: found)
    monkeypatch.setattr(bench, "read_marks", dict)
    monkeypatch.setattr(sys, "argv", ["bench", "dial"])
    assert bench.main() == status
    said = capsys.readouterr().out
    assert ("**falls short**: Detents lost" in said) == (status == 1)
    assert ("a day: 4 games, at least 5" in said) == (SHORT in found.rows)


@pytest.mark.parametrize(("bar", "status"), [(1e9, 0), (0.0, 1)])
def test_all_figures_together_are_judged_by_their_time(bar, status, monkeypatch, tmp_path):
    (tmp_path / "proofs").mkdir()
    monkeypatch.setattr(bench, "measure", lambda name: Result(name, [HOLDS], 60.0))
    monkeypatch.setattr(bench, "read_marks", dict)
    monkeypatch.setattr(bench, "DOCS", tmp_path)
    monkeypatch.setattr(bench, "MOST_MINUTES", bar)
    monkeypatch.setattr(sys, "argv", ["bench"])
    assert bench.main() == status
    page = (tmp_path / "proofs" / "performance.md").read_text("utf-8")
    assert f"{len(bench.BENCHMARKS)}.0 one after the other" in page


@pytest.mark.parametrize(("python", "told"), [("false", "status 1"), ("true", "it ended without an error")])
def test_a_benchmark_that_ends_early_says_why(python, told, monkeypatch):
    monkeypatch.setattr(sys, "executable", python)
    assert measure("dial").fault.startswith(told)
    assert not measure("dial").holds


def test_the_whole_run_attacks_every_game_and_pairs_of_each():
    assert {game for game, *_ in islice(planned(2_000_000), 100)} == {*GAMES, *PAIRS}


def test_one_row_can_be_run_alone():
    for row in (*GAMES, *PAIRS):
        assert {game for game, *_ in planned(20_000, row)} == {row}


def test_hands_that_never_were_in_a_game_fall_short_and_so_does_a_life_without_a_power_cut():
    counts = {"growl": Counter(gestures=1000, cuts=1), "one night": Counter({"moments in a game": 9})}
    growl, one_night, _ = rows_of([Outcome(game, 1, done, "") for game, done in counts.items()])
    assert [(row.found, row.note.split("; ")[1:]) for row in (growl, one_night)] == [
        (1, ["no moments in a game"]),
        (1, ["no cuts"]),
    ]


def test_what_the_notes_say_stands_on_the_page_and_names_files_that_are_there():
    written = Path("docs/proofs/performance.md").read_text("utf-8")
    assert note_on("attacked") in written
    named = [name for name in note_on("attacked").split("`") if name.startswith("tests/")]
    assert [name for name in named if not Path(name).is_file()] == []
    assert len(named) > 9


def test_a_note_stands_below_its_figures():
    assert section(Result("attacked", [], 1.0)).endswith(f"```\n\n{note_on('attacked')}")


def test_the_pictures_of_the_pages_are_those_that_are_kept():
    kept = {picture_name(*key) for key in KEPT}
    assert {file.name for file in PICTURES.glob("net-*.png")} == kept
    shown = "".join(page.read_text("utf-8") for page in Path("docs").rglob("*.md"))
    assert [name for name in sorted(kept) if f"pages/{name}" not in shown] == []


def test_a_picture_in_the_docs_is_small():
    assert max(file.stat().st_size for file in PICTURES.glob("net-*.png")) < 32_000
