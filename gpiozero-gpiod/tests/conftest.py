"""Provides simulated boards, and boards that the kernel simulates if it can."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gpiozero_gpiod import GpiodFactory, chips
from gpiozero_gpiod.paper import PaperBoard, paper_machine

LABEL = "gpiozero-gpiod"


class SimulatedBoard:
    """A board that the kernel simulates with gpio-sim, used like a `PaperBoard`. Needs root and the module."""

    ROOT = Path("/sys/kernel/config/gpio-sim")

    def __init__(self, label: str, lines: int = 30) -> None:
        self._folder = self.ROOT / label
        bank = self._folder / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(lines))
        (bank / "label").write_text(label)
        (self._folder / "live").write_text("1")
        device, chip = (self._folder / "dev_name").read_text().strip(), (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / chip

    def drive(self, offset: int, level: bool) -> None:
        (self._lines / f"sim_gpio{offset}" / "pull").write_text("pull-up" if level else "pull-down")

    def level(self, offset: int) -> bool:
        return (self._lines / f"sim_gpio{offset}" / "value").read_text().strip() == "1"

    def close(self) -> None:
        (self._folder / "live").write_text("0")
        (self._folder / "bank0").rmdir()
        self._folder.rmdir()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Return a function that gives this machine these gpiochips, none of them a Pi's."""
    monkeypatch.delenv(chips.VARIABLE, raising=False)
    return paper_machine(tmp_path, monkeypatch.setattr)


@pytest.fixture
def paper(machine: Callable[..., None]) -> PaperBoard:
    board = PaperBoard(LABEL)
    machine(board)
    return board


@pytest.fixture(params=["paper", "kernel"] if SimulatedBoard.ROOT.is_dir() else ["paper"])
def board(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Yield a board simulated in Python or by the kernel, because what holds for one must hold for the other."""
    if request.param == "paper":
        yield request.getfixturevalue("paper")
        return
    simulated = SimulatedBoard(LABEL)
    yield simulated
    simulated.close()


@pytest.fixture
def factory(board: Any) -> Iterator[GpiodFactory]:
    made = GpiodFactory(LABEL)
    yield made
    made.close()


class Heard(queue.SimpleQueue):
    """A callback that records the arguments of its calls."""

    def __call__(self, ticks: Any, state: int) -> None:
        self.put((ticks, state))

    def states(self, count: int) -> list[int]:
        """Return this many states. If a state never comes, fail after a while."""
        return [self.get(timeout=20)[1] for _ in range(count)]


@pytest.fixture
def heard() -> Heard:
    return Heard()
