"""Tests that a box without a clock of its own behaves the same if wall time jumps by years or the machine sleeps."""

import ast
from itertools import pairwise
from pathlib import Path

import pytest

import nightcrier
from nightcrier.kernel.folders import standard_folders
from tests.box.stage import Stage

ROOT = Path(nightcrier.__file__).parent
WALL = {f"time.{name}" for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime")}
WALL |= {"time.clock_gettime", "time.clock_gettime_ns", "datetime"}
AT_A_DESK = {"studio"}
"""Folders of programs that run on a computer with a clock."""
ONE_PLACE = ROOT / "kernel" / "clock.py"
"""The only file that may read wall time, for quiet hours, once the machine knows what time it is."""


def wall_clocks(file: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    read = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    taken = [name for node in froms for name in (str(node.module), *(f"{node.module}.{a.name}" for a in node.names))]
    return [found for found in (*read, *names, *taken) if found in WALL]


def test_nothing_on_the_box_reads_the_wall_clock():
    files = [file for file in ROOT.rglob("*.py") if not AT_A_DESK & set(file.relative_to(ROOT).parts)]
    files.remove(ONE_PLACE)
    assert len(files) > 100
    assert {str(file): found for file in files if (found := wall_clocks(file))} == {}


def test_the_search_would_find_one(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("import time\nimport datetime\nnow = time.time()\n")
    assert wall_clocks(file) == ["time.time", "datetime"]
    file.write_text("from time import time as now\nfrom datetime import date\n")
    assert wall_clocks(file) == ["time.time", "datetime"]
    file.write_text("import time\nfrom time import monotonic\nnow = time.monotonic()\n")
    assert wall_clocks(file) == []


@pytest.mark.parametrize("years", [-50, 50])
def test_a_wall_clock_that_is_set_moves_nothing(tmp_path, monkeypatch, years):
    evenings: list[Stage] = []
    for name in ("usual", "jumped"):
        evenings.append(Stage(standard_folders({}, tmp_path / name)))
        evenings[-1].start()
        evenings[-1].rehearsal.until_idle(900)
        monkeypatch.setattr("time.time", lambda: years * 365.25 * 86400.0)
    assert evenings[0].out.getvalue() == evenings[1].out.getvalue()


def test_a_machine_that_slept_in_the_night_goes_on_with_the_next_cue_and_hurries_none(stage):
    box: Stage = stage()
    box.begin_night()
    box.rehearsal.until(lambda: bool(box.kinds("window")), 300)
    slept = box.rehearsal.now + 8 * 3600.0
    box.rehearsal.clock.move_to(slept)
    box.rehearsal.box.daemon.wake()
    box.rehearsal.until_idle(900)
    after = [row for row in box.kinds("window") if row["t"] >= slept]
    assert len(after) == 4
    assert all(later["t"] - earlier["t"] >= earlier["seconds"] for earlier, later in pairwise(after))
    assert not box.kinds("fault")
