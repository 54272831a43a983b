"""Tests that the cost of `./test` and the weight of each folder are measured, and fail above their ceilings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from tests.ceiling import seconds_of_children, told
from tests.hands import lay_tools
from tests.weight import room_of, together, weigh

STAT = "7 (a (strange) name) S 1 7 7 0 -1 4194304 9 9 0 0 11 22 {user} {system} 20 0 1 0 5 6 7"


def test_the_ticks_of_children_are_found_behind_any_name():
    assert seconds_of_children(STAT.format(user=250, system=50), 100) == 3.0


@pytest.mark.parametrize(("loop", "holds"), [(0.1, True), (0.099, False)])
def test_a_run_above_its_ceiling_is_red(loop, holds):
    said, kept = told(600.0, loop, 6000)
    assert kept == holds
    assert "of at most 6000" in said


def test_whatever_a_shell_has_run_is_counted():
    """The time of every child counts, from the first to the last, once the watcher is ready for SIGTERM."""
    listens = "until grep -qE 'SigCgt:.*[4567cdef]...$' /proc/$watcher/status; do :; done"
    work = f"{sys.executable} -c 'sum(range(20_000_000))'"
    script = f"{sys.executable} -m tests.ceiling & watcher=$!; {listens}; {work}; kill $watcher; wait $watcher"
    done = subprocess.run(
        ("sh", "-c", script), check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert int(re.findall(r"(\d+) times", done.stdout)[0]) > 0


STUBS = {
    "requirements/prepare": "",
    ".venv-test/bin/ruff": "",
    ".venv-test/bin/mypy": "",
    ".venv-test/bin/pytest": 'until [ -e listens ]; do :; done; exit "$TESTS"',
    ".venv-test/bin/python": "trap 'exit \"$ABOVE\"' TERM; : >listens; while :; do :; done",
}


@pytest.mark.parametrize(("tests", "above", "status"), [(0, 0, 0), (3, 0, 3), (0, 1, 1), (3, 1, 3)])
def test_the_tests_end_as_pytest_does_or_red_above_the_ceiling(tmp_path, tests, above, status):
    shutil.copy(Path(__file__).parents[2] / "test", tmp_path / "test")
    lay_tools(tmp_path, STUBS)
    told = {**os.environ, "TESTS": str(tests), "ABOVE": str(above)}
    assert subprocess.run([tmp_path / "test"], env=told, check=False, capture_output=True).returncode == status


def test_every_room_has_a_ceiling_and_is_below_it():
    weighed = list(weigh())
    assert len(weighed) > 20
    assert [name for name, _, most in weighed if most is None] == []
    assert [(name, weighs, most) for name, weighs, most in weighed if most is not None and weighs > most] == []


def test_a_line_belongs_to_the_deepest_room_that_is_named():
    rooms = {"device/nightcrier": 1, "device/nightcrier/box/games": 1}
    assert room_of(PurePosixPath("device/nightcrier/box/games/growl/deal.py"), rooms) == "device/nightcrier/box/games"
    assert room_of(PurePosixPath("device/nightcrier/web/gate.py"), rooms) == "device/nightcrier"
    assert room_of(PurePosixPath("attic/old.py"), rooms) == "attic"


def test_rooms_that_share_a_ceiling_are_added_up():
    lines = {"device/nightcrier": 1, "device/nightcrier/box": 20, "device/nightcrier/boxes": 300, "hall": 4000}
    several = {"device hall": 0, "device/nightcrier/box": 0}
    assert together(several, lines) == {"device hall": 4321, "device/nightcrier/box": 20}
