"""Boxes under attack, in virtual time: mad hands on every game and both kinds of play, while speaker, screen and disk
fail, the program stands still, a second one writes, and the power goes in the midst of a write; and pairs of deals
under the same attack, compared. `python -m bench.attacked [GESTURES]`: the project asks for 2,000,000."""

import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

from msgspec import Struct

from bench.hearing import progress
from tests.faults.mad_life import GAMES, MISHAPS, MadLife
from tests.faults.mad_twins import first_difference

GESTURES = 20_000
"""Of a run among all the other benchmarks."""
A_LIFE, A_PAIR, PAIRS_EVERY = 1000, 200, 5
"""Gestures of one box, of each of two; and after how many boxes two are compared."""
PAIR = "two deals"


class Outcome(Struct, frozen=True):
    """What came of one life; `wrong` is empty where all was well."""

    game: str
    seed: int
    done: Counter[str]
    wrong: str


def lived(game: str, seed: int) -> Outcome:
    """One box from power-on to its end."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        try:
            done = _pair(Path(folder), seed) if game == PAIR else _life(Path(folder), seed, game)
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it stands in the figures
            return Outcome(game, seed, Counter(), f"{type(wrong).__name__}: {wrong}"[:200])
    return Outcome(game, seed, done, "")


def _life(folder: Path, seed: int, game: str) -> Counter[str]:
    life = MadLife(folder, seed, game)
    life.live(A_LIFE)
    life.ends()
    return life.done


def _pair(folder: Path, seed: int) -> Counter[str]:
    different, cuts = first_difference(folder, seed, A_PAIR)
    if different:
        raise ValueError(different)
    return Counter(gestures=2 * A_PAIR, cuts=cuts)


def _memory() -> str | None:
    """A card is not worn by this."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def _plan(gestures: int) -> Iterator[tuple[str, int]]:
    """Every game in turn, and two deals now and then, until there are so many gestures."""
    games = list(GAMES)
    for number in count():
        if gestures <= 0:
            return
        game = PAIR if number % PAIRS_EVERY == PAIRS_EVERY - 1 else games[(number - number // PAIRS_EVERY) % len(games)]
        gestures -= 2 * A_PAIR if game == PAIR else A_LIFE
        yield game, number


def _told(outcomes: list[Outcome]) -> None:
    columns = ("gestures", "cuts", "games")
    print(f"{'':20}{'boxes':>8}{'gestures':>12}{'power cuts':>12}{'games':>8}{'wrong':>8}")
    for game in (*GAMES, PAIR):
        of_game = [outcome for outcome in outcomes if outcome.game == game]
        sums = [sum(outcome.done[column] for outcome in of_game) for column in columns]
        wrong = sum(bool(outcome.wrong) for outcome in of_game)
        print(f"{game:20}{len(of_game):8,}{sums[0]:12,}{sums[1]:12,}{sums[2]:8,}{wrong:8,}")
    total = Counter[str]()
    for outcome in outcomes:
        total.update(outcome.done)
    print(f"{total['gestures']:,} gestures, {total['cuts']:,} power cuts, {total['games']:,} games judged;")
    print(", ".join(f"{kind} {total[kind]:,}" for kind in dict.fromkeys(MISHAPS)))
    print(f"scores the disk refused until the power went: {total['refused until the power went']:,}")
    for outcome in outcomes:
        if outcome.wrong:
            print(f"{outcome.game}, seed {outcome.seed}: {outcome.wrong}")


def main() -> int:
    gestures = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else GESTURES
    plan, outcomes = list(_plan(gestures)), list[Outcome]()
    with ProcessPoolExecutor(int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        for outcome in pool.map(lived, *zip(*plan, strict=True)):
            outcomes.append(outcome)
            progress(f"attacked: {len(outcomes):,} of {len(plan):,} boxes")
    progress("")
    _told(outcomes)
    return int(any(outcome.wrong for outcome in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
