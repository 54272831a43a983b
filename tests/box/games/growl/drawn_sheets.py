"""Draws written games of GROWL. It learns the possible answers from the referee, who lists them when he refuses one."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

from nightcrier.box.games.growl.cards import FINAL_CARDS, NIGHT_CARDS, NIGHTS
from nightcrier.box.games.growl.sheets.judge_report import judge_growl
from nightcrier.kernel.errors import RefusedGame

Sheet = dict[str, Any]


def judged(game: Sheet) -> Mapping[str, Any]:
    return judge_growl(json.dumps(game).encode())


def refusal(game: Sheet) -> str:
    """Return the sentence with which the referee refuses a game, or an empty string."""
    try:
        judged(game)
    except RefusedGame as refused:
        return str(refused)
    return ""


def drawn_sheet(rng: Random) -> Sheet:
    """Return a legal game, played to its end or to the day after one of its nights."""
    players = rng.randint(4, 14)
    game: Sheet = {"game": "growl", "players": players, "start": rng.randint(1, players), "nights": []}
    for card in [*rng.sample(NIGHT_CARDS, NIGHTS), rng.choice(FINAL_CARDS)][: rng.choice((1, 2, 3, 3, 3))]:
        before = judged(game)
        if before["over"]:
            break
        game["nights"].append({"active": rng.choice(before["living"]), "card": card, "answers": []})
        game["nights"][-1]["day_deaths"] = game.pop("day_deaths", [])
        _answer(game, game["nights"][-1]["answers"], rng)
        for row, key in ((game["nights"][-1], "night_deaths"), (game, "day_deaths")):
            row[key] = rng.sample(range(1, players + 1), rng.choice((0, 0, 1, 2)))
            if refusal(game):
                row[key] = []
    for _ in range(9 if judged(game)["over"] else 0):
        gold = [rng.choice((None, 0, 1)) for _ in range(players)]
        found = game | {"humans_stand": rng.random() < 0.5, "gold_in_hand": gold}
        if not refusal(found):
            return found
    return game


def _answer(game: Sheet, answers: list[str], rng: Random) -> None:
    """Append random answers until the card asks for no more."""
    while "lacks answer" in refusal(game):
        answers.append("?")
        offered = re.search(r"is one of (.*), not ", refusal(game))
        assert offered, refusal(game)
        answers[-1] = rng.choice(offered[1].split(", "))
