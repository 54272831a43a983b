"""Tests that two independently written referees agree on random games of random files, legal or spoiled."""

import json
import tomllib
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random

import msgspec
import pytest

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import RefusedGame
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.random_games import as_toml, random_file, random_game, spoilt
from tests.box.games.engine.second_night import Refused, Row
from tests.box.games.engine.second_referee import Second, Sheet
from tests.sampling import so_many

EXAMPLES = Path(__file__).parent / "examples"
FILES = so_many(2000, 120)


def first(file: GameFile, game: Row) -> Row | None:
    """Return the verdict of the box's referee, or None if it refuses the game."""
    try:
        return msgspec.to_builtins(FileReferee(file).judge_game(json.dumps(game).encode()))  # type: ignore[no-any-return]
    except RefusedGame:
        return None


def second(file: Row, game: Row) -> Row | None:
    game = deepcopy(game)
    try:
        return Second(file, game, Sheet(game)).play(len(game["rounds"]))
    except Refused:
        return None


def differences(one: object, other: object, path: str = "") -> list[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*map(str, one), *map(str, other)})
        return [line for key in keys for line in differences(one.get(key), other.get(key), f"{path}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [
            line for n, pair in enumerate(zip(one, other, strict=True)) for line in differences(*pair, f"{path}/{n}")
        ]
    return [] if one == other else [f"{path}: {one} and {other}"]


def agree(text: str, chance: Random, games: int) -> Counter[str]:
    """Compare both referees on random games of one file and a spoiled copy of each. Count the verdicts and refusals."""
    file, seen = read_game(text.encode(), "drawn.game.toml", LANGUAGES), Counter[str]()
    tables = {"nights": "one", **tomllib.loads(text)}
    for _ in range(games):
        game = random_game(tables, chance)
        for each, kind in ((game, "legal"), (spoilt(game, chance), "spoilt")):
            verdict, expected = first(file, each), second(tables, each)
            found = verdict and {key: verdict[key] for key in verdict if key != "reasons"}
            assert differences({"verdict": found}, {"verdict": expected}) == [], each
            seen[f"{kind}: {'judged' if verdict else 'refused'}"] += 1
            if verdict and verdict["warnings"]:
                seen["warned of"] += 1
    return seen


ALL_KINDS = {"legal: judged", "spoilt: judged", "spoilt: refused"}


@pytest.mark.untraced
def test_both_referees_say_the_same_of_random_files():
    seen: Counter[str] = Counter()
    for seed in range(FILES):
        chance = Random(seed)
        seen += agree(as_toml(random_file(chance)), chance, 3)
    assert set(seen) == {*ALL_KINDS, "warned of"}


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["mafia", "loups", "round-table"])
def test_both_referees_say_the_same_of_games_that_people_play(name):
    text = (EXAMPLES / f"{name}.game.toml").read_text("utf-8")
    assert set(agree(text, Random(1), so_many(1000, 20))) - {"warned of"} == ALL_KINDS
