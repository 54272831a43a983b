"""How many games a second the referee judges: night, deaths, winners.

Beside it, what a user would have otherwise: the same games through the sheets that `nightcrier judge` reads and
prints, and one process for each game."""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from subprocess import DEVNULL

import msgspec

from bench.rows import Row
from nightcrier.box.games.one_night.referee.card_state import CardState, lay_cards
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.games.one_night.referee.night_choices import (
    DIRECTIONS,
    RoleAction,
    free_artifacts,
    may_stop,
    next_choices,
)
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.referee.whole_night import awake_seats, copied_role_done_at_once
from nightcrier.box.games.one_night.rules.calls import NightCall, calls_of_cards
from nightcrier.box.games.one_night.rules.deal import place_names
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.judge_report import judge_one_night
from nightcrier.box.games.one_night.sheets.judge_sheet import NightLine, OneNightSheet
from nightcrier.kernel.chance import Chance, SeededChance

SIZE, SMALLEST, ROUNDS = 2_000, 5, 5
ASKED_FOR = 20_000
"""Games a second that the project asks of one core."""

ONE_PROCESS = (
    "from argparse import Namespace; from nightcrier.tools import judge; "
    "raise SystemExit(judge.do_judge(Namespace(file='-', explain=False)))"
)


def random_round(chance: Chance) -> PlayedRound:
    """A deal of 3 to 10 seats from both boxes, a night in which nearly everybody acts, and a vote."""
    bag = [role.id for role in ROLES.values() for _ in range(role.count) if role.id != "werewolf"]
    seats = 3 + chance.below(8)
    cards = chance.shuffle(["werewolf", *chance.shuffle(bag)[: seats + 2]])
    dealt = lay_cards(cards[3:], cards[:3], "werewolf" if "alpha-wolf" in cards else None)
    votes = [(seat + 1 + chance.below(seats - 1)) % seats for seat in range(seats)]
    return PlayedRound(dealt, _night(dealt, chance), votes)


def _night(state: CardState, chance: Chance) -> list[RoleAction]:
    actions: list[RoleAction] = []
    for step in calls_of_cards(state.printed):
        for seat in awake_seats(state, step):
            state = _turn(state, seat, step.role, actions, chance)
            state = _copy(state, seat, step, actions, chance)
    return actions


def _copy(state: CardState, seat: int, step: NightCall, actions: list[RoleAction], chance: Chance) -> CardState:
    role = copied_role_done_at_once(state, seat) if step.role == "doppelganger" else None
    return state if role is None else _turn(state, seat, role, actions, chance)


def _turn(state: CardState, seat: int, role: str, actions: list[RoleAction], chance: Chance) -> CardState:
    chosen: tuple[int, ...] = ()
    while (open_places := next_choices(state, seat, role, chosen)) and not (
        may_stop(state, seat, role, chosen) and chance.below(8) == 0
    ):
        chosen = (*chosen, chance.pick(open_places))
    direction = chance.pick(DIRECTIONS) if role == "village-idiot" else None
    artifact = chance.pick(free_artifacts(state)) if role == "curator" and chosen else None
    if not chosen and not direction:
        return state
    actions.append(RoleAction(seat, role, chosen, direction, artifact))
    return do_action(state, actions[-1]).state


def sheet_of(game: PlayedRound) -> bytes:
    """The same round as people write it down."""
    state = game.dealt
    place = place_names(state.seats)
    cards, seats = state.printed, state.seats
    night = [
        NightLine(a.seat + 1, a.role, [place[p] for p in a.targets], a.direction, a.artifact) for a in game.actions
    ]
    center_wolf = "werewolf" if len(cards) > seats + 3 else None
    votes = [None if vote is None else vote + 1 for vote in game.votes or ()]
    players, center = list(cards[:seats]), list(cards[seats : seats + 3])
    return msgspec.json.encode(OneNightSheet("one-night", players, center, center_wolf, night, votes))


def rate(work: Callable[[], object], games: int, clock: Callable[[], float] = time.process_time) -> float:
    """Games a second in the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = clock()
        work()
        best = min(best, clock() - start)
    return games / best


def _all_processes() -> float:
    """Seconds of the processor, for this process and those that it has begun and that have ended."""
    return sum(os.times()[:4])


def rows(size: int) -> Iterator[Row]:
    chance = SeededChance(1)
    games = [random_round(chance) for _ in range(size)]
    sheets = [sheet_of(game) for game in games]
    mean = sum(len(game.actions) for game in games) / size
    engine = rate(lambda: [judge_round(game) for game in games], size)
    paper = rate(lambda: [msgspec.json.encode(judge_one_night(sheet)) for sheet in sheets], size)
    command = [sys.executable, "-c", ONE_PROCESS]
    alone = rate(lambda: subprocess.run(command, input=sheets[0], check=True, stdout=DEVNULL), 1, _all_processes)
    unit, note = "a second of processor", f"{size:,} random games of 3 to 10 seats, {mean:.1f} actions a night"
    yield Row("night, deaths, winners", engine, ASKED_FOR, unit, least=True, note=note)
    yield Row("JSON in, JSON out", paper, 100 * alone, unit, True, alone, "one process each")
