"""What is to be done in the lab, and the page that tells what was found."""

import ast
import re
from pathlib import Path

import msgspec
import pytest

from lab.host import after
from lab.plan import GUEST, STOPPED, Experiment, Row, experiments, judged_rows, planned_runs, rows_in, unknown_names
from lab.table import page

HELD = Row("a press", "3 ms", "at most 5 ms", holds=True)
SHORT = Row("a | bar\nand a line", "9 ms", "at most 5 ms", holds=False)


@pytest.mark.parametrize("experiment", experiments(), ids=lambda experiment: experiment.name)
def test_every_experiment_can_be_run(experiment: Experiment) -> None:
    assert experiment.title
    assert bool(experiment.guest) != bool(experiment.host_only)
    for judge in filter(None, (experiment.host, experiment.host_only)):
        assert callable(getattr(after, judge))
    if experiment.guest:
        assert GUEST.joinpath(experiment.guest).is_file()


def test_every_script_of_the_guest_is_an_experiment_or_used_by_one() -> None:
    scripts = {file.name for file in GUEST.glob("*.py")}
    imported = {
        f"{node.module}.py"
        for name in scripts
        for node in ast.walk(ast.parse(GUEST.joinpath(name).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    assert scripts - {experiment.guest for experiment in experiments()} <= imported


def test_names_choose_experiments_or_single_runs() -> None:
    assert [run.name for run in planned_runs(("rest", "glass"))] == ["rest", "glass-ssd1306", "glass-sh1106"]
    assert [run.word for run in planned_runs(("glass-sh1106",))] == ["sh1106"]
    assert {run.experiment.name for run in planned_runs()} == {experiment.name for experiment in experiments()}


def test_a_name_that_is_none_is_told_before_anything_is_built() -> None:
    assert unknown_names(("rest", "glass-sh1106", "dail")) == ("dail",)


def test_of_what_a_guest_prints_only_its_rows_count() -> None:
    printed = f"# 1.0 a remark\n{msgspec.json.encode(HELD).decode()}\nTraceback: something"
    assert rows_in(printed) == [HELD]


def test_a_script_that_did_not_come_to_its_end_falls_short_with_the_rows_that_it_had() -> None:
    run, held = next(planned_runs(("dial",))), msgspec.json.encode(HELD).decode()
    assert judged_rows(run, held) == [HELD]
    for printed, rows in ((f"{held}\nKeyError: 0\n{STOPPED} 1\n", [HELD]), ("nothing\n", [])):
        *kept, short = judged_rows(run, printed)
        assert kept == rows
        assert (short.what, short.holds) == ("dial", False)


def test_the_page_shows_every_row_beside_its_promise_and_counts_those_that_hold(tmp_path: Path) -> None:
    (tmp_path / "rest.json").write_bytes(msgspec.json.encode([HELD, SHORT]))
    written = page(tmp_path, "2026-11-21")
    assert "on 2026-11-21" in written
    assert "1 of 2 rows hold." in written
    assert "| a press | 3 ms | at most 5 ms | holds |" in written
    assert "| a / bar and a line | 9 ms | at most 5 ms | **falls short** |" in written
    assert "## The dial" not in written
    (not_run,) = re.findall(r"Not run: (.*)\.$", written, re.MULTILINE)
    assert not_run.split(", ") == [run.name for run in planned_runs() if run.name != "rest"]


def test_a_page_of_all_experiments_says_nothing_of_others(tmp_path: Path) -> None:
    for run in planned_runs():
        (tmp_path / f"{run.name}.json").write_bytes(msgspec.json.encode([HELD]))
    assert "Not run" not in page(tmp_path, "")
