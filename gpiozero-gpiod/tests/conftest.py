"""Boards of paper, and in the kernel where it can simulate one."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gpiod
import pytest
from gpiozero_gpiod import GpiodFactory, chips

from .board import PaperBoard, PaperChip, SimulatedBoard

LABEL = "gpiozero-gpiod"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Gives a machine these gpiochips, none of it a Pi."""
    there: dict[str, PaperBoard] = {}
    monkeypatch.delenv(chips.VARIABLE, raising=False)
    monkeypatch.setattr(chips, "DEVICES", tmp_path)
    monkeypatch.setattr(gpiod, "is_gpiochip_device", lambda path: path in there)
    monkeypatch.setattr(gpiod, "Chip", lambda path: PaperChip(there[path], path))

    def have(*boards: PaperBoard) -> None:
        for number, board in enumerate(boards):
            path = tmp_path / f"gpiochip{number}"
            path.touch()
            there[str(path)] = board

    return have


@pytest.fixture
def paper(machine: Callable[..., None]) -> PaperBoard:
    board = PaperBoard(LABEL)
    machine(board)
    return board


@pytest.fixture(params=["paper", "kernel"] if SimulatedBoard.ROOT.is_dir() else ["paper"])
def board(request: pytest.FixtureRequest) -> Iterator[Any]:
    """What holds on one holds on the other."""
    if request.param == "paper":
        yield request.getfixturevalue("paper")
        return
    simulated = SimulatedBoard(LABEL)
    yield simulated
    simulated.close()


@pytest.fixture
def factory(board: Any) -> Iterator[GpiodFactory]:
    """The factory of that board."""
    made = GpiodFactory(LABEL)
    yield made
    made.close()


class Heard(queue.SimpleQueue):
    """A callback that keeps what it is called with."""

    def __call__(self, ticks: Any, state: int) -> None:
        self.put((ticks, state))

    def states(self, count: int) -> list[int]:
        """So many; what never comes fails after a while."""
        return [self.get(timeout=20)[1] for _ in range(count)]


@pytest.fixture
def heard() -> Heard:
    return Heard()
