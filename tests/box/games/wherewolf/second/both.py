"""Judges the same games with both referees, and reports what happened in them and where the verdicts differ."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from tests.box.games.wherewolf.second.cards import CARDS
from tests.box.games.wherewolf.second.comparing import differences
from tests.box.games.wherewolf.second.first import judge_first
from tests.box.games.wherewolf.second.judging import judge_and_watch
from tests.box.games.wherewolf.second.random_games import random_game
from tests.box.games.wherewolf.second.refusal import Refused
from tests.box.games.wherewolf.second.wrong_games import wrong_games

SPOILT_EVERY = 25
"""One of this many games is also spoiled, in every way that applies to it."""


class Disagreement(NamedTuple):
    """Describes a game about which the referees disagree."""

    name: str
    lines: list[str]
    game: dict[str, Any]


def unknown_roles() -> str:
    """Return a sentence naming the roles that the second referee does not know and so never deals."""
    unknown = ", ".join(sorted(ROLE_TABLE.keys() - CARDS.keys()))
    return f"The second referee does not know {unknown}: write its row in second/cards.py." if unknown else ""


def compare(seeds: range) -> tuple[Counter[str], list[Disagreement]]:
    """Judge the games of these seeds with both referees."""
    seen: Counter[str] = Counter()
    found: list[Disagreement] = []
    for seed in seeds:
        game = random_game(seed)
        verdict, happened = judge_and_watch(game)
        seen.update(happened)
        if lines := _lines(game, verdict):
            found.append(Disagreement(f"seed {seed}", lines, game))
        if seed % SPOILT_EVERY == 0:
            found += _of_spoilt(seed, game, verdict)
    return seen, found


def _lines(game: dict[str, Any], verdict: dict[str, Any]) -> list[str]:
    try:
        return list(differences(verdict, judge_first(game)))
    except Refused as refusal:
        return [f"the first refuses: {refusal}"]


def _of_spoilt(seed: int, game: dict[str, Any], verdict: dict[str, Any]) -> Iterator[Disagreement]:
    for name, spoilt in wrong_games(seed, game, verdict):
        for who, judge in (("first", judge_first), ("second", judge_and_watch)):
            try:
                judge(spoilt)
            except Refused:
                continue
            yield Disagreement(f"seed {seed}, {name}", [f"the {who} does not refuse"], spoilt)
