"""Tests what a box has imported when it is ready, since the time it takes would say more about the machine."""

import sys
from pathlib import Path

import pytest

from bench.watching import AS_ON_A_BOX, GLASS
from tests.project.test_requirements import pinned
from tests.tools.process import AT_ONCE, BoxProcess

TELLS = """
import os, sys
from nightcrier.kernel.program import Notifier

def ready(_):
    print("read in:", *sys.modules, file=sys.stderr, flush=True)
    os._exit(0)

Notifier.ready = ready
"""
LATER = (
    *("asyncio", "colorzero", "gpiozero", "hashlib", "luma", "PIL", "sqlite3", "tempfile", "tomllib"),
    *("nightcrier.phone", "nightcrier_studio", "nightcrier.box.net_door", "nightcrier.box.panel.input_devices"),
    *("nightcrier.box.games.one_night.dealt", "nightcrier.box.games.growl.course"),
    *("nightcrier.box.games.wherewolf.referee", "nightcrier.box.games.engine.dealt"),
    "nightcrier.box.games.engine.reading",
)
"""Modules that are imported only for people who use them, not for START of the chosen game."""
MOST_OF_THE_HOUSE = 230


class ToldBox(BoxProcess):
    """Runs a box with a screen that ends as soon as it is ready, and says what it has imported."""

    def __init__(self, folder: Path) -> None:
        (folder / "own").mkdir(exist_ok=True)
        if not (folder / "own" / "device.toml").exists():
            (folder / "own" / "device.toml").write_text(AT_ONCE)
        super().__init__(folder, CACHE_DIRECTORY=str(folder / "cache"))
        self._command = [sys.executable, "-P", "-c", f"{AS_ON_A_BOX}{TELLS}{GLASS}", "run"]

    def read_in(self) -> set[str]:
        with self:
            self.says("read in:")
        (self.folder / "crashes").unlink(missing_ok=True)
        return {*self.log[-1].split()}


@pytest.fixture(scope="module")
def read_in(tmp_path_factory):
    """Return what a box imports that has saved its lists at an earlier start."""
    box = ToldBox(tmp_path_factory.mktemp("box"))
    box.read_in()
    return ToldBox(box.folder).read_in()


def test_what_few_ask_for_is_not_read_in_before_the_box_is_ready(read_in):
    assert not [name for name in read_in if name.startswith(tuple(f"{late}." for late in LATER)) or name in LATER]


def test_it_is_ready_with_so_much_of_the_house(read_in):
    assert 200 < sum(name.startswith("nightcrier.") for name in read_in) < MOST_OF_THE_HOUSE


def test_a_box_has_no_typing_extensions_for_msgspec_to_read_in():
    assert "typing-extensions" not in pinned("pi.txt")
