"""Boxes under attack, in virtual time: mad hands on every game and both kinds of play, while speaker, screen and disk
fail, the program stands still, a second one writes, and the power goes in the midst of a write; and pairs of deals
under the same attack, compared. `python -m bench.attacked [GESTURES [ROW]]`: the project asks for 2,000,000; a
ROW is one of those that are printed, such as "growl", alone."""

import argparse
import logging
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, cycle
from pathlib import Path

from msgspec import Struct

from bench.hearing import progress
from tests.box.people_at_box import GAMES
from tests.faults.mad_life import MISHAPS, MadLife
from tests.faults.mad_twins import TWINS, compare_deals
from tests.roomy import give_room

GESTURES = 20_000
"""Of a run among all the other benchmarks."""
A_LIFE, A_PAIR, PAIRS_EVERY = 1000, 600, 5
"""Gestures of one box, of each of two; and after how many boxes two are compared."""
ROOM = 100_000
"""Pictures that each process keeps."""
PAIRS = {f"two deals, {game}": game for game in TWINS}


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
            done = _pair(Path(folder), seed, PAIRS[game]) if game in PAIRS else _life(Path(folder), seed, game)
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it stands in the figures
            return Outcome(game, seed, Counter(), f"{type(wrong).__name__}: {wrong}"[:200])
    return Outcome(game, seed, done, "")


def _life(folder: Path, seed: int, game: str) -> Counter[str]:
    life = MadLife(folder, seed, game)
    life.live(A_LIFE)
    life.ends()
    return life.done


def _pair(folder: Path, seed: int, game: str) -> Counter[str]:
    compared = compare_deals(folder, seed, A_PAIR, game)
    if compared.different:
        raise ValueError(compared.different)
    return Counter(gestures=compared.gestures, cuts=compared.cuts)


def _memory() -> str | None:
    """A card is not worn by this."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def planned(gestures: int, row: str = "") -> Iterator[tuple[str, int]]:
    """Every game in turn, and two deals of each now and then, until there are so many gestures; or one row alone."""
    games, pairs = cycle(GAMES), cycle(PAIRS)
    for number in count():
        if gestures <= 0:
            return
        game = row or next(pairs if number % PAIRS_EVERY == PAIRS_EVERY - 1 else games)
        gestures -= A_LIFE  # two deals have as many between them: a verdict ends most of them early
        yield game, number


def _told(outcomes: list[Outcome]) -> None:
    columns = ("gestures", "cuts", "games")
    print(f"{'':24}{'boxes':>8}{'gestures':>12}{'power cuts':>12}{'games':>8}{'wrong':>8}")
    for game in (*GAMES, *PAIRS):
        of_game = [outcome for outcome in outcomes if outcome.game == game]
        if not of_game:
            continue
        sums = [sum(outcome.done[column] for outcome in of_game) for column in columns]
        wrong = sum(bool(outcome.wrong) for outcome in of_game)
        print(f"{game:24}{len(of_game):8,}{sums[0]:12,}{sums[1]:12,}{sums[2]:8,}{wrong:8,}")
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
    parser = argparse.ArgumentParser(prog="bench.attacked", description="Boxes under attack, in virtual time.")
    parser.add_argument("gestures", nargs="?", default=f"{GESTURES}", help="how many, of all rows (2,000,000)")
    parser.add_argument("row", nargs="?", default="", choices=["", *GAMES, *PAIRS], help="one row of the table alone")
    asked = parser.parse_args()
    plan, outcomes = list(planned(int(asked.gestures.replace(",", "")), asked.row)), list[Outcome]()
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    with ProcessPoolExecutor(jobs, initializer=partial(give_room, "nightcrier.box.table.", ROOM)) as pool:
        for outcome in pool.map(lived, *zip(*plan, strict=True)):
            outcomes.append(outcome)
            progress(f"attacked: {len(outcomes):,} of {len(plan):,} boxes")
    progress("")
    _told(outcomes)
    return int(any(outcome.wrong for outcome in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
