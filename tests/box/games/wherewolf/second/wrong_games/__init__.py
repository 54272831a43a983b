"""Makes games that break a rule, each from a legal game by one change."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.box.games.wherewolf.second.wrong_games.days import WRONG_DAYS
from tests.box.games.wherewolf.second.wrong_games.nights import WRONG_NIGHTS
from tests.box.games.wherewolf.second.wrong_games.signals import WRONG_SIGNALS
from tests.box.games.wherewolf.second.wrong_games.tables import WRONG_TABLES
from tests.box.games.wherewolf.second.wrong_games.targets import WRONG_TARGETS

Change = Callable[[Random, dict[str, Any], dict[str, Any]], bool]
"""Spoils a game whose verdict is known. Returns false if the change cannot be made in this game."""

CHANGES: tuple[Change, ...] = (*WRONG_TABLES, *WRONG_NIGHTS, *WRONG_TARGETS, *WRONG_DAYS, *WRONG_SIGNALS)


def wrong_games(seed: int, game: dict[str, Any], verdict: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each change that can be made in this game, by name, with the spoiled game."""
    rng = Random(seed)
    for change in CHANGES:
        spoilt = deepcopy(game)
        if change(rng, spoilt, verdict):
            yield change.__name__, spoilt
