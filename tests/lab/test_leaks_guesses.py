"""Tests that a deal costs the same time and memory with other cards, and that a difference is found."""

import gc
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from lab.leaks.__main__ import main
from lab.leaks.evening import Meter, play
from lab.leaks.guesses import MeteredDeal, MeteredRow, guess_cards, metered, try_guesses
from lab.leaks.settings import Setting, game_tables
from nightcrier.box import even_work
from nightcrier.box.table.game import secret
from tests import sampling

TABLE = replace(next(iter(game_tables(())))[0], pace="fast", gestures=60, rests=0)
DEALS = 24


class CalledFunctions:
    """Counts function calls instead of nanoseconds, so that a machine and its load make no difference."""

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
    """Simulates a processor: each moment takes about a tenth of a millisecond, and a planted one takes longer."""

    def __init__(self, seed: int) -> None:
        self._noise, self._spent = Random(seed), 0

    def __call__(self) -> int:
        self.work(int(self._noise.expovariate(1 / 100_000)))
        return self._spent

    def work(self, nanoseconds: int) -> None:
        self._spent += nanoseconds


def rows_of(setting: Setting, seed: int, where: Path, worked: Any) -> Sequence[MeteredRow]:
    """Return the metered rows of a deal, played with empty caches as on a box that was just switched on."""
    _forget_all()
    meter = Meter(lambda _channel, _content: None, worked, lambda: 0)
    play(setting, seed, where, meter)
    return [row for row in meter.rows if row[0] != "view"]


def _forget_all() -> None:
    """Empty every cache of the box."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith("nightcrier.box") else ():
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()
    gc.collect()


def counted(seed: int, where: Path) -> MeteredDeal:
    functions = CalledFunctions()
    with functions.counting():
        return metered(rows_of(TABLE, seed, where, functions))


def work_to_each_moment(deal: MeteredDeal) -> list[int]:
    """Return the work done up to each picture and sound since the first card was called."""
    works = [(name, spent) for name, spent in zip(deal.moments, deal.spent, strict=True) if name.endswith("worked")]
    return list(accumulate(spent for _, spent in works))[60:]


def test_all_comes_after_the_same_work_whoever_holds_which_card(monkeypatch, tmp_path):
    portion = 10_300  # seven eighths of it are more than any turn takes
    monkeypatch.setattr(even_work, "_SIMPLE_CALLS", portion)
    counted(0, tmp_path / "first")  # what is imported first is no deal's doing
    deals = [counted(seed, tmp_path / str(seed)) for seed in range(3)]
    assert len({deal.moments for deal in deals}) == 1
    assert len({frozenset(deal.roles.items()) for deal in deals}) > 1
    for works in zip(*map(work_to_each_moment, deals), strict=True):
        assert max(works) - min(works) < portion / 300


def test_a_planted_millisecond_is_found_in_the_noise(monkeypatch, capsys, tmp_path):
    """The box is made slower when it shows a seat of a call its turn, so a call without seats takes less time."""
    processor = NoisyProcessor(3)
    turn_view = secret.turn_view

    def slow(*things: Any) -> Any:
        processor.work(1_000_000 if things[4].seats else 0)
        return turn_view(*things)

    monkeypatch.setattr(secret, "turn_view", slow)
    played = lambda setting, seed: rows_of(setting, seed, tmp_path / str(seed), processor)  # noqa: E731
    assert try_guesses(TABLE, 32, played) == 1  # 24 deals are too few to ask of the Seer
    rows = [row for row in capsys.readouterr().out.splitlines() if "most at" in row]
    sure = {row.split(";")[0].split(") ")[1] for row in rows if float(row.split()[0]) > 0.95}
    assert sure == {"time: seer at 1 seat", "time: robber at 1 seat"}  # the hands come no further than their calls


@pytest.mark.timeout(7200)
@pytest.mark.skipif(not sampling.whole, reason="900 deals take a quarter of an hour of a processor: ./test --whole")
def test_time_tells_no_card_of_900_deals(capsys):
    main(["--guess", "--deals", "900"])
    rows = [row for row in capsys.readouterr().out.splitlines() if " time: " in row]
    assert rows
    assert not [row for row in rows if "most at" in row]


def deal(spent: int, roles: dict[str, int]) -> MeteredDeal:
    return MeteredDeal(("1.00 s, picture",), (spent,), Counter(roles))


@pytest.mark.parametrize(("spent", "auc"), [((100, 100), 0.5), ((100, 200), 1.0)])
def test_what_is_equal_is_guessed_by_chance(spent, auc):
    deals = [deal(spent[number % 2], {"seer": number % 2}) for number in range(40)]
    (found,) = guess_cards(deals)
    assert (found.question, found.auc, found.tells) == ("time: seer at 1 seat", auc, auc > 0.5)


@pytest.mark.parametrize("words", [["one", "other"], ["--guess", "--deals", "0"], ["--guess", "--deals"]])
def test_wrong_words_are_named(words, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err
