"""Tests the list of the lab's experiments, and the page with their results."""

import ast
import re
import sys
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from lab import results as kept
from lab.host.judges import disk, judge
from lab.plan import (
    GUEST,
    HERE,
    STOPPED,
    Row,
    Run,
    card_plan,
    installed_plan,
    judged_rows,
    planned_runs,
    rows_in,
    unknown_names,
)
from lab.results import Results
from lab.table import CARD_HEAD, INSTALLED_HEAD, page

INSTALLED, CARD = installed_plan(), card_plan()
EVERY = {experiment.name: experiment for plan in (INSTALLED, CARD) for experiment in plan.experiment}
HEAD = INSTALLED_HEAD % {"on": "on 2026-11-21", "box": "0123456"}
HELD = Row("a press", "3 ms", "at most 5 ms", holds=True)
SHORT = Row("a | bar\nand a line", "9 ms", "at most 5 ms", holds=False)


@pytest.mark.parametrize("experiment", EVERY.values(), ids=EVERY)
def test_every_experiment_can_be_run(experiment):
    assert experiment.title
    assert bool(experiment.guest) != bool(experiment.host_only)
    for name in filter(None, (experiment.host, experiment.host_only)):
        assert callable(judge(name))
    if experiment.disk:
        assert callable(disk(experiment.disk))
    if experiment.guest:
        assert GUEST.joinpath(experiment.guest).is_file()


def test_every_script_of_the_guest_is_an_experiment_or_used_by_one():
    scripts = {file.name for file in GUEST.glob("*.py")}
    imported = {
        f"{node.module}.py"
        for name in scripts
        for node in ast.walk(ast.parse(GUEST.joinpath(name).read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    assert scripts - {experiment.guest for experiment in EVERY.values()} <= imported


def test_names_choose_experiments_or_single_runs():
    assert [run.name for run in planned_runs(INSTALLED, ("rest", "glass"))] == ["rest", "glass-ssd1306", "glass-sh1106"]
    assert [run.word for run in planned_runs(INSTALLED, ("glass-sh1106",))] == ["sh1106"]
    assert {run.experiment.name for run in planned_runs(INSTALLED)} == {
        experiment.name for experiment in INSTALLED.experiment
    }


def test_a_name_that_is_none_is_told_before_anything_is_built():
    assert unknown_names(INSTALLED, ("rest", "glass-sh1106", "dail")) == ("dail",)


def test_of_what_a_guest_prints_only_its_rows_count():
    printed = f"# 1.0 a remark\n{msgspec.json.encode(HELD).decode()}\nTraceback: something"
    assert rows_in(printed) == [HELD]


def test_a_script_that_did_not_come_to_its_end_falls_short_with_the_rows_that_it_had():
    run, held = next(planned_runs(INSTALLED, ("dial",))), msgspec.json.encode(HELD).decode()
    assert judged_rows(run, held) == [HELD]
    for printed, rows in ((f"{held}\nKeyError: 0\n{STOPPED} 1\n", [HELD]), ("nothing\n", [])):
        *kept, short = judged_rows(run, printed)
        assert kept == rows
        assert (short.what, short.holds) == ("dial", False)


def test_on_a_card_all_is_done_that_is_not_left_out_with_a_reason():
    installed, card = ({experiment.name for experiment in plan.experiment} for plan in (INSTALLED, CARD))
    assert set(CARD.left_out) == installed - card
    assert all(CARD.left_out.values())
    assert card - installed == {"card", "light", "stick", "update", "forget", "radio"}
    assert "hour" in card
    assert unknown_names(CARD, ("rest", "installed")) == ("installed",)


def run_of(name: str) -> Run:
    return next(planned_runs(INSTALLED, (name,)))


def keep(results: Results, name: str, *rows: Row) -> None:
    results.keep(run_of(name), rows, results.mark(run_of(name)))


def results_of(folder: Path, box: str = "a box", machine: str = "vm") -> Results:
    return Results(folder, box, machine)


def test_the_page_shows_every_row_beside_its_promise_and_counts_those_that_hold(tmp_path):
    results = results_of(tmp_path)
    keep(results, "rest", HELD, SHORT)
    written = page(INSTALLED, results, HEAD)
    assert "on 2026-11-21: the box of commit 0123456," in written
    assert "Left out" not in written
    assert "1 of 2 rows hold." in written
    assert "| a press | 3 ms | at most 5 ms | holds |" in written
    assert "| a / bar and a line | 9 ms | at most 5 ms | **falls short** |" in written
    assert "## The dial" not in written
    (not_run,) = re.findall(r"Not run: (.*)\.$", written, re.MULTILINE)
    assert not_run.split(", ") == [run.name for run in planned_runs(INSTALLED) if run.name != "rest"]


def test_a_page_of_all_experiments_says_nothing_of_others(tmp_path):
    results = results_of(tmp_path)
    for run in planned_runs(INSTALLED):
        keep(results, run.name, HELD)
    assert "Not run" not in page(INSTALLED, results, HEAD)


def test_the_page_of_a_card_says_of_which_and_why_what_is_left_out(tmp_path):
    results = results_of(tmp_path, machine="card_machine")
    keep(results, "rest", HELD)
    head = CARD_HEAD % {"on": "on 2026-11-21", "version": "9.1", "box": "0123456", "sha256": "abc"}
    written = page(CARD, results, head)
    assert "of version 9.1, commit 0123456; the sha256\nof its image, unpacked, is `abc`." in written
    assert "1 of 1 rows hold. Not run: card, light, stick, update, forget, radio, start," in written
    assert f"Left out: `installed` ({CARD.left_out['installed']}), `arm64` (" in written


def test_what_was_found_on_one_machine_counts_for_no_other(tmp_path):
    keep(results_of(tmp_path), "rest", HELD)
    assert not results_of(tmp_path, machine="card_machine").rows(run_of("rest"))


def test_what_was_found_of_another_box_is_not_on_the_page(tmp_path):
    keep(results_of(tmp_path, "old"), "rest", HELD)
    assert results_of(tmp_path, "old").rows(run_of("rest")) == (HELD,)
    assert results_of(tmp_path, "new").rows(run_of("rest")) == ()
    assert "Not run: installed, rest, start" in page(INSTALLED, results_of(tmp_path, "new"), HEAD)


@pytest.mark.parametrize(
    ("changed", "stale"),
    [
        ("guest/rest.py", {"rest"}),
        ("guest/drawn.py", {"growl"}),
        ("guest/hands.py", {"rest", "growl", "cuts-1"}),
        ("guest/cost.py", {"rest"}),
        ("guest/moments.py", {"rest", "growl", "cuts-1"}),
        ("host/hearing.py", {"growl"}),
        ("host/vm.py", {"rest", "growl", "cuts-1"}),
        ("host/volatile_disk.py", {"cuts-1"}),
    ],
)
def test_what_other_scripts_found_is_forgotten(tmp_path, monkeypatch, changed, stale):
    """A result is forgotten if a script changes that its experiment uses on the guest, or one that judges it."""
    for folder in ("guest", "host"):
        copytree(HERE / folder, tmp_path / folder)
    monkeypatch.setattr(kept, "GUEST", tmp_path / "guest")
    monkeypatch.setattr(kept, "_HOST", tmp_path / "host")
    results = results_of(tmp_path)
    for name in ("rest", "growl", "cuts-1"):
        keep(results, name, HELD)
    with (tmp_path / changed).open("a") as file:
        file.write("# changed\n")
    assert {name for name in ("rest", "growl", "cuts-1") if not results.rows(run_of(name))} == stale


SCRIPTS = {script.stem: ast.parse(script.read_text("utf-8")) for script in sorted(GUEST.glob("*.py"))}


def bound(script: ast.Module) -> set[str]:
    """Return the names that a script itself defines."""
    names = {node.name for node in script.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    targets = (target for node in script.body if isinstance(node, ast.Assign) for target in node.targets)
    return names | {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_is_imported_is_there(script):
    for node in ast.walk(SCRIPTS[script]):
        if isinstance(node, ast.ImportFrom) and node.module in SCRIPTS:
            assert {name.name for name in node.names} <= bound(SCRIPTS[node.module]), node.module


def test_no_script_hides_a_module_that_python_or_the_box_imports():
    assert not SCRIPTS.keys() & (sys.stdlib_module_names | {"nightcrier", "gpiozero_gpiod"})
