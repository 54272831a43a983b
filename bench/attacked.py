"""Attacks boxes in virtual time. Random gestures play every game in both ways, while speaker, screen and disk fail, the
program hangs, a second one writes, and the power fails during a write. Pairs of deals under the same attack are
compared.

`python -m bench.attacked [GESTURES [ROW]]`: the project's goal is 2,000,000. With a ROW, such as "growl", only that
printed row is played."""

import argparse
import logging
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, cycle
from pathlib import Path

from msgspec import Struct

from bench.hearing import progress
from bench.rows import Row, table
from tests.box.people_at_box import GAMES
from tests.faults.mad_life import MISHAPS, MadLife
from tests.faults.mad_twins import TWINS, compare_deals
from tests.roomy import give_room

SIZE, SMALLEST = 20_000, 200
"""The gestures in a run of all benchmarks, and the fewest."""
A_LIFE, A_PAIR, PAIRS_EVERY = 1000, 600, 5
"""The gestures of one box; those of each box of a pair; and the number of boxes after which a pair is compared."""
ROOM = 100_000
"""The number of pictures that each process keeps."""
NEEDED = ("cuts", "moments in a game")
"""The mishaps that must have happened for a game to count as attacked. A pair's boxes play all the time, so they
need none of these."""
PAIRS = {f"two deals, {game}": game for game in TWINS}


class Outcome(Struct, frozen=True):
    """Holds the outcome of one attacked box. `wrong` is empty if all was well."""

    game: str
    seed: int
    done: Counter[str]
    wrong: str


def lived(game: str, seed: int, gestures: int = A_LIFE) -> Outcome:
    """Attack one box from power-on to its end."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        try:
            place, pair = Path(folder), PAIRS.get(game)
            done = _pair(place, seed, pair) if pair else _life(place, seed, game, gestures)
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it stands in the figures
            return Outcome(game, seed, Counter(), f"{type(wrong).__name__}: {wrong}"[:200])
    return Outcome(game, seed, done, "")


def _life(folder: Path, seed: int, game: str, gestures: int) -> Counter[str]:
    life = MadLife(folder, seed, game)
    life.live(gestures)
    life.ends()
    return life.done


def _pair(folder: Path, seed: int, game: str) -> Counter[str]:
    compared = compare_deals(folder, seed, A_PAIR, game)
    if compared.different:
        raise ValueError(compared.different)
    return Counter(gestures=compared.gestures, cuts=compared.cuts)


def _memory() -> str | None:
    """Return a folder in memory, so that the test wears out no card."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def planned(gestures: int, row: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield the game, seed and gestures of each box, up to this number of gestures in all: every game in turn, and
    after every `PAIRS_EVERY` boxes a pair of deals. With `row`, yield only that row."""
    games, pairs = cycle(GAMES), cycle(PAIRS)
    for number in count():
        if gestures <= 0:
            return
        game = row or next(pairs if number % PAIRS_EVERY == PAIRS_EVERY - 1 else games)
        yield game, number, min(A_LIFE, gestures)
        gestures -= A_LIFE  # two deals have as many between them: a verdict ends most of them early


def outcomes_of(plan: Sequence[tuple[str, int, int]]) -> Iterator[Outcome]:
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    with ProcessPoolExecutor(jobs, initializer=partial(give_room, "nightcrier.box.table.", ROOM)) as pool:
        for number, outcome in enumerate(pool.map(lived, *zip(*plan, strict=True)), 1):
            progress(f"attacked: {number:,} of {len(plan):,} boxes")
            yield outcome
    progress("")


def rows_of(outcomes: Sequence[Outcome]) -> Iterator[Row]:
    """Yield a row for each game with its faults, their seeds and what never happened, and one row with all mishaps."""
    total = Counter[str]()
    for game in dict.fromkeys(outcome.game for outcome in outcomes):
        of_game = [outcome for outcome in outcomes if outcome.game == game]
        done = sum((outcome.done for outcome in of_game), Counter[str]())
        total += done
        wrong = [f"seed {outcome.seed}: {outcome.wrong}" for outcome in of_game if outcome.wrong]
        wrong += [f"no {what}" for what in (NEEDED[:1] if game in PAIRS else NEEDED) if not done[what]]
        note = f"{done['gestures']:,} gestures, {done['cuts']:,} power cuts, {done['games']:,} games"
        yield Row(game, len(wrong), 0, f"wrong of {len(of_game):,}", note="; ".join([note, *wrong]))
    mishaps = ", ".join(f"{kind} {total[kind]:,}" for kind in dict.fromkeys(MISHAPS))
    refused = f"scores the disk refused until the power went: {total['refused until the power went']:,}"
    yield Row(
        "gestures in all", total["gestures"], len(outcomes) * A_PAIR, "", least=True, note=f"{mishaps}; {refused}"
    )


def rows(size: int) -> Iterator[Row]:
    yield from rows_of(list(outcomes_of(list(planned(size)))))


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.attacked", description="Boxes under attack, in virtual time.")
    parser.add_argument("gestures", nargs="?", default=f"{SIZE}", help="how many, of all rows (2,000,000)")
    parser.add_argument("row", nargs="?", default="", choices=["", *GAMES, *PAIRS], help="one row of the table alone")
    asked = parser.parse_args()
    plan = list(planned(int(asked.gestures.replace(",", "")), asked.row))
    found = list(rows_of(list(outcomes_of(plan))))
    print(table(found))
    return int(not all(row.holds for row in found))


if __name__ == "__main__":
    raise SystemExit(main())
