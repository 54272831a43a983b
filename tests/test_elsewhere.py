"""Tests that an installed box on this machine is hidden from the tests, so that their results do not depend on it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.elsewhere import sitecustomize


def found_at(own: Path) -> list[object]:
    """Return what a program finds in a folder that contains a file."""
    looks: tuple[Callable[[], object], ...] = (
        *(own.exists, own.is_dir, lambda: os.path.lexists(own), lambda: os.access(own, os.R_OK)),
        *(lambda: [*own.glob("*")], lambda: [*own.iterdir()], lambda: [*os.scandir(own)]),
        *((own / "file").read_text, lambda: os.open(own / "file", os.O_RDONLY), (own / "new").mkdir),
    )
    return list(map(_found, looks))


def _found(look: Callable[[], object]) -> object:
    try:
        return look()
    except FileNotFoundError as hidden:
        return hidden.strerror


NOTHING = [False, False, False, False, [], *(["hidden from tests"] * 5)]


@pytest.mark.parametrize("own", ["/etc/nightcrier", "/run/nightcrier-told", "/var/cache/nightcrier-net"])
def test_the_folders_of_a_box_are_hidden(own):
    assert sitecustomize.OWN.match(own)
    assert not sitecustomize.OWN.match(f"/srv{own}")
    assert not sitecustomize.OWN.match(f"{own}s")


def test_what_is_hidden_is_not_there_for_tests_and_the_programs_they_begin(tmp_path, monkeypatch):
    """A temporary home stands in for the machine's own."""
    (own := tmp_path / "nightcrier").mkdir()
    (own / "file").touch()
    program = "import sys, tests.test_elsewhere as here; print(here.found_at(here.Path(sys.argv[1])))"
    words, environ = (sys.executable, "-P", "-c", program, own), os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    assert subprocess.run(words, env=environ, capture_output=True, text=True, check=True).stdout == f"{NOTHING}\n"
    monkeypatch.setattr(sitecustomize, "OWN", re.compile(str(own)))
    assert found_at(own) == NOTHING


def test_nothing_else_of_the_calls_is_changed():
    assert {os.open, os.stat} <= os.supports_dir_fd
    assert shutil.rmtree.avoids_symlink_attacks
