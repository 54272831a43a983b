"""Boxes under attack, in virtual time: mad hands on every game and both kinds of play, while speaker, screen and disk
fail, the program stands still, a second one writes, and the power goes in the midst of a write; and pairs of deals
under the same attack, compared. `python -m bench.attacked [GESTURES [ROW]]`: the project asks for 2,000,000; a
ROW is one of those that are printed, such as "growl", alone."""

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
"""Gestures of a run among all the other benchmarks."""
A_LIFE, A_PAIR, PAIRS_EVERY = 1000, 600, 5
"""Gestures of one box, of each of two; and after how many boxes two are compared."""
ROOM = 100_000
"""Pictures that each process keeps."""
NEEDED = ("cuts", "moments in a game")
"""What must have come for a game to count as attacked; two deals are always in one."""
PAIRS = {f"two deals, {game}": game for game in TWINS}


class Outcome(Struct, frozen=True):
    """What came of one life; `wrong` is empty where all was well."""

    game: str
    seed: int
    done: Counter[str]
    wrong: str


def lived(game: str, seed: int, gestures: int = A_LIFE) -> Outcome:
    """One box from power-on to its end."""
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
    """A card is not worn by this."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def planned(gestures: int, row: str = "") -> Iterator[tuple[str, int, int]]:
    """Every game in turn, and two deals of each now and then, until there are so many gestures; or one row alone."""
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
    """Yield what was wrong in each game, each seed with a fault, and what never came; and the mishaps, of all."""
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
    """Attack for hours, or one game alone."""
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
