"""Says how many whole games of Wherewolf a second the referee judges, and its memory.

Random legal games of 8 to 18 players, each to its end, in seconds of the processor; the memory is looked at before and
after a hundred thousand of them."""

import gc
import os
import time
from collections.abc import Iterator

from bench.rest import resident
from bench.rows import Row
from bench.wherewolf_play import STRATEGIES, simulate_game
from nightcrier.box.games.wherewolf.decks.role_draw import MANDATORY
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, judge_game
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.kernel.chance import Chance, SeededChance

SIZE, SMALLEST, ROUNDS, LONG_RUN = 1_000, 5, 5, 100
ASKED_FOR = 3_000
"""Whole games a second that the project asks of one core."""
GROWTH_ALLOWED = 4.0
"""MiB over the long run: noise of the allocator."""


def random_table(chance: Chance) -> DealtTable:
    """8 to 18 players; a third more roles are possible."""
    seats = 8 + chance.below(11)
    others = chance.shuffle([*(role for role in ROLE_TABLE if role not in MANDATORY), "peasant"])
    roles = chance.shuffle([*MANDATORY, *others[: seats - 2]])
    return DealtTable(roles, (*roles, *others[seats - 2 : seats - 2 + seats // 3]))


def judged(games: list[GameRecord]) -> float:
    """Seconds of the processor for all of them."""
    written = [(game.state.table, [played.acts for played in game.rounds]) for game in games]
    start = time.process_time()
    for table, rounds in written:
        judge_game(table, rounds)
    return time.process_time() - start


def rows(size: int) -> Iterator[Row]:
    chance = SeededChance(1)
    games = [simulate_game(random_table(chance), STRATEGIES["random"], chance) for _ in range(size)]
    gc.collect()
    gc.freeze()
    rate = size / min(judged(games) for _ in range(ROUNDS))
    nights = sum(len(game.rounds) for game in games) / size
    note = f"{size:,} of 8 to 18 players, {nights:.1f} nights each"
    yield Row("random games to their end", rate, ASKED_FOR, "a second of processor", least=True, note=note)
    before = resident(os.getpid())
    for _ in range(LONG_RUN):
        judged(games)
    grown = resident(os.getpid()) - before
    yield Row("memory grows by", grown, GROWTH_ALLOWED, "MiB", note=f"over {LONG_RUN * size:,} games")
