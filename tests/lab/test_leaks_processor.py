"""The channel of the processor: the same work for other cards, and what is not the same is found."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from lab.leaks import processor as lab_processor
from lab.leaks.__main__ import main
from lab.leaks.processor import MeteredDeal, guess_cards, measure_deal
from nightcrier.box import even_work
from nightcrier.box.table.game import secret
from nightcrier.tools.simulation import read_script

SCRIPT = Path("docs/pictures/without-cards.txt")
ACTIONS = read_script(SCRIPT)[:97]
"""The deal and the first calls."""
DEALS = 24


@pytest.fixture(autouse=True)
def what_other_tests_left_is_gone_through_once(monkeypatch):
    """In a process that holds all tests, looking for garbage before each deal would take longer than the deal."""
    monkeypatch.setattr("gc.unfreeze", lambda: None)


class CalledFunctions:
    """Counts functions instead of nanoseconds, so that a machine and its load make no difference."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> int:
        return self.count

    @contextmanager
    def counting(self) -> Iterator[None]:
        def note(_frame: FrameType, event: str, _argument: object) -> None:
            self.count += event in {"call", "c_call"}

        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)


class NoisyProcessor:
    """Works for a tenth of a millisecond at each moment, more or less, and a planted millisecond longer when told."""

    def __init__(self, seed: int) -> None:
        self._noise, self._spent = Random(seed), 0

    def __call__(self) -> int:
        self.work(int(self._noise.expovariate(1 / 100_000)))
        return self._spent

    def work(self, nanoseconds: int) -> None:
        self._spent += nanoseconds


def counted(seed: int) -> MeteredDeal:
    functions = CalledFunctions()
    with functions.counting():
        return measure_deal(ACTIONS, seed, "day", functions)


def work_to_each_moment(deal: MeteredDeal) -> list[int]:
    """To each picture, sound and press since the first picture of the deal of cards."""
    said = next(at for at, moment in enumerate(deal.moments) if "line deal.open" in moment)
    shown = next(at for at, moment in enumerate(deal.moments) if moment.endswith("picture") and at > said)
    return list(accumulate(deal.spent[shown + 1 :]))


def test_all_comes_after_the_same_work_whoever_holds_which_card(monkeypatch):
    portion = 10_300  # seven eighths of it are more than any turn takes
    monkeypatch.setattr(even_work, "_SIMPLE_CALLS", portion)
    counted(0)  # what is imported first is no deal's doing
    deals = [counted(seed) for seed in range(3)]
    assert len({deal.moments for deal in deals}) == 1
    assert len({frozenset(deal.roles.items()) for deal in deals}) > 1
    for works in zip(*map(work_to_each_moment, deals), strict=True):
        assert max(works) - min(works) < portion / 300


def test_a_planted_millisecond_is_found_in_the_noise(monkeypatch, capsys):
    """It is planted where the box shows a seat of a call its turn: who is not there takes that much less."""
    processor = NoisyProcessor(3)
    turn_view = secret.turn_view

    def slow(*things: Any) -> Any:
        processor.work(1_000_000 if things[4].seats else 0)
        return turn_view(*things)

    monkeypatch.setattr(lab_processor, "read_script", lambda _script: ACTIONS)
    monkeypatch.setattr(secret, "turn_view", slow)
    assert lab_processor.try_processor(SCRIPT, DEALS, "day", processor) == 1
    found = [row for row in capsys.readouterr().out.splitlines() if "most at" in row]
    assert [row.split(";")[0].split(") ")[1] for row in found] == ["robber at 1 seat", "troublemaker at 1 seat"]


def deal(spent: int, roles: dict[str, int]) -> MeteredDeal:
    return MeteredDeal(("1.00 s, picture",), (spent,), Counter(roles))


@pytest.mark.parametrize(("spent", "auc"), [((100, 100), 0.5), ((100, 200), 1.0)])
def test_what_is_equal_is_guessed_by_chance(spent, auc):
    deals = [deal(spent[number % 2], {"seer": number % 2}) for number in range(40)]
    (found,) = guess_cards(deals)
    assert (found.question, found.auc, found.tells) == ("seer at 1 seat", auc, auc > 0.5)


@pytest.mark.parametrize(
    "words", [["one", "other"], ["--cpu"], ["--cpu", str(SCRIPT), "--deals", "0"], ["--cpu", "none.txt"]]
)
def test_wrong_words_are_named(words, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err
