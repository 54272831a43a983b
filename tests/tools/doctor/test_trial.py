"""Tests `check --dry`, which tries the program without a box before an update replaces the running version."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.doctor import trial
from nightcrier.tools.doctor.host import Finding, Health, Host


@pytest.fixture
def host(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend("gpiozero-gpiod")
    return Host(standard_folders({}, tmp_path / "state"))


def wrong(host: Host) -> list[str]:
    return [finding.part for finding in trial.try_program(host) if finding.health is Health.WRONG]


def test_a_whole_program_starts_and_leaves_nothing_behind(host):
    assert wrong(host) == []
    assert not host.folders.state.exists()


def test_all_that_a_box_may_import_late_is_tried():
    names = trial.program_modules()
    assert {
        "nightcrier.box.panel.gpio",
        "nightcrier.box.panel.oled",
        "nightcrier.box.memory.old_scores",
        "nightcrier.tools.run",
    } <= set(names)
    assert not [name for name in names if name.startswith(("nightcrier.takes", "nightcrier.phone"))]


def test_a_wrong_wheel_is_found(host, monkeypatch, tmp_path):
    (tmp_path / "for_another_machine.py").write_text("raise OSError('wrong ELF class')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(trial, "LIBRARIES", ("for_another_machine",))
    (finding,) = (each for each in trial.try_program(host) if each.health is Health.WRONG)
    assert finding.what == "for_another_machine cannot be imported (OSError('wrong ELF class'))."


@pytest.mark.parametrize(("shelf", "part"), [("check_words_and_games", "words"), ("check_letters", "fonts")])
def test_what_came_with_the_program_must_be_whole(host, monkeypatch, shelf, part):
    def broken(_: Host) -> Iterator[Finding]:
        yield Finding.advice(part, "it.toml cannot be read.", "")

    monkeypatch.setattr(trial, shelf, broken)
    assert wrong(host) == [part]


def test_a_program_that_crashes_when_a_game_begins_is_found(host, monkeypatch):
    monkeypatch.setattr(trial.Rehearsal, "take", lambda *_: 1 / 0)
    assert wrong(host) == ["start"]


def test_one_that_begins_none_is_found(host, monkeypatch):
    monkeypatch.setattr(trial.Rehearsal, "take", lambda *_: None)
    assert wrong(host) == ["start"]


AS_ON_A_BOX = """
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
pinned = {row.split("==")[0] for row in Path("requirements/pi.txt").read_text("utf-8").splitlines() if "==" in row}
owners = packages_distributions().items()
missing = [it for it, of in owners if not pinned & {re.sub("[._]", "-", name).lower() for name in of}]
assert {"h11", "numpy", "pytest"} <= set(missing)
sys.modules.update(dict.fromkeys(missing))
from nightcrier.cli import main
sys.exit(main(["check", "--dry"]))
"""
"""A program that hides all libraries except those in requirements/pi.txt, then runs `check --dry`."""


def test_as_a_command_it_ends_with_a_status_and_wants_no_library_that_a_box_has_not(tmp_path):
    environ = os.environ | {"PYTHONPATH": "device:gpiozero-gpiod", "STATE_DIRECTORY": str(tmp_path)}
    command = [sys.executable, "-c", AS_ON_A_BOX]
    said = subprocess.run(command, capture_output=True, text=True, env=environ, check=False)
    assert (said.returncode, said.stdout.splitlines()[-1]) == (0, "The program starts."), said.stdout
