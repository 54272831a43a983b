"""Evenings of people who come and go: a long tournament to its champion over two games, somebody late, somebody early
home, and the plug pulled around the counting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.cli import main
from tests.evenings.rehearsed import Rehearsed

NAMES = ("Ann", "کوروش", "สมชาย", "さくら", "Олена")
HERE = Path(__file__)
LONGEST = 400
"""Presses of one game."""


class PeopleEvening:
    """A box, and hands that give the first answer to whatever is asked."""

    def __init__(self, where: Path) -> None:
        self.box = Rehearsed(where)

    def do(self, *actions: str) -> None:
        for action in actions:
            self.box.perform(HERE, 0, action)

    @property
    def page(self) -> str:
        return str(self.box.last("state")["page"])

    @property
    def shown(self) -> list[str]:
        return list(self.box.last("screen")["lines"])

    def home(self) -> None:
        self.do("0.3 back press", "0.3 back hold", "1 wait")
        assert self.page == "home"

    def turn_to(self, wanted: str, *, most: int = 40) -> None:
        for _ in range(most):
            if any(wanted in line for line in self.shown):
                return
            self.do("0.3 dial +1")
        raise AssertionError(f"{wanted} never comes: {self.shown}")

    def play(self) -> None:
        """From START at home to what follows the verdict."""
        self.do("0.5 start press")
        for _ in range(LONGEST):
            self.do("until idle 900", "0.3 wait")
            if self.page in {"home", "scores"}:
                return
            self.do("0.3 start press", "0.3 wait")
        raise AssertionError(f"never over: {self.shown}")

    def standings(self) -> dict[str, str]:
        """Everybody with points or losses, or that they are out."""
        return dict(self._rows())

    def _rows(self) -> Iterator[tuple[str, str]]:
        for _ in range(4):
            for line in self.shown:
                name, _, value = line.replace("\u200e", "").partition(" ")
                yield name, value
            self.do("0.3 dial +1")


@pytest.fixture
def five(tmp_path: Path) -> PeopleEvening:
    """Five people with names, in a long tournament."""
    state = tmp_path / "state"
    assert main(["scores", "--state", str(state), "--kind", "long", "--names", *NAMES]) == 0
    return PeopleEvening(tmp_path)


def test_probe(five: PeopleEvening) -> None:
    five.do("1 dial +1", "1 dial -1", "1 wait")
    print(five.shown)
    five.play()
    print(five.page, five.standings())
