"""Tests that the second referee agrees with the box: on the worked cases of the contract's second format, and on random
evenings of each game with the rules of one country, intact and spoiled."""

import json
import tomllib
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.sheets.drawn_sheet import drawn_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.errors import RefusedGame, WrongUse
from nightcrier.kernel.folders import share
from tests.box.games.engine.random_games import spoilt
from tests.box.games.engine.second_led import led
from tests.box.games.engine.second_night import Refused, Row
from tests.box.games.engine.test_examples import EXAMPLES
from tests.box.games.engine.test_examples import differences as missing_in
from tests.box.games.engine.test_second_format import CASES, SECOND
from tests.box.games.engine.test_second_referee import differences
from tests.box.games.engine.test_shipped import AT_HOME
from tests.sampling import so_many

GAMES, CHANGED = so_many(10_000, 30), so_many(500, 30)


def second(file: Row, game: Row) -> Row | None:
    try:
        return led(file, deepcopy(game))
    except Refused:
        return None


def first(file: GameFile, game: Row) -> Row | None:
    try:
        found: Row = msgspec.to_builtins(FileReferee(file).judge_game(json.dumps(game).encode()))
    except RefusedGame:
        return None
    return {key: value for key, value in found.items() if key != "reasons"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_second_referee_says_what_the_contract_says(case):
    tables = tomllib.loads((SECOND / f"{case['game']['game']}.game.toml").read_text("utf-8"))
    found = second(tables, case["game"])
    assert (found is None) == bool(case["expect"].get("error"))
    assert found is None or list(missing_in(case["expect"], found)) == []


@pytest.mark.parametrize("name", AT_HOME)
def test_worked_games_of_a_country_are_judged_as_the_second_referee_judged_them(name):
    path = share("config") / "games" / f"{name}.game.toml"
    game, tables = read_game_file(path), tomllib.loads(path.read_text("utf-8"))
    worked = [json.loads(line) for line in (EXAMPLES / "home" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    assert len(worked) == 20
    for each in worked:
        assert differences(first(game, each["game"]), each["expect"]) == []
        assert differences(second(tables, each["game"]), each["expect"]) == []


def evening(game: GameFile, seed: int) -> Row:
    """Return a random evening of a game, with any number of players, any switches, and some added roles."""
    chance = Random(seed)
    players = chance.randint(*game.players)
    added = [role.id for role in game.roles.values() if not role.fills and not role.count and chance.random() < 0.4]
    try:
        deck = deck_of(game, players, added)
    except WrongUse:
        deck = deck_of(game, players, ())
    switches = {switch: chance.random() < 0.5 for switch in game.switches}
    sheet: Row = json.loads(json.dumps(drawn_game(game, deck, switches, seed)))
    return sheet


def spoilt_day(game: Row, chance: Random) -> Row:
    """Return the evening with one thing changed that only a led day or an election has, which may break a rule."""
    game = deepcopy(game)
    row = chance.choice(game["rounds"])
    day, place, seat = row.get("day", {}), f"P{chance.randint(1, 9)}", chance.randint(1, 9)
    match chance.randint(0, 6):
        case 0 if day.get("again"):
            day["again"].pop()
        case 1 if day.get("nominations"):
            chance.choice(day["nominations"])["of"] = place
        case 2 if day.get("votes"):
            day["votes"].pop(chance.choice(sorted(day["votes"])))
        case 3:
            row["elections"] = {chance.choice(("badge", "captain")): {"stand": [place], "votes": {}}}
        case 4 if day:
            day["lift"] = [seat]
        case 5 if day:
            day["tie_by"] = place
        case _ if day:
            day |= {"left": [{"seat": seat, "as": chance.choice(("fouls", "shows-itself"))}]}
            day |= {"votes": {}, "nominations": [], "again": []} if chance.random() < 0.5 else {}
            for key in ("nominations", "again", "lift", "tie_by") if "nominations" not in game["rounds"][0] else ():
                day.pop(key, None)
    return game


@pytest.mark.untraced
@pytest.mark.parametrize("name", AT_HOME)
def test_both_referees_say_the_same_of_evenings_by_lot(name):
    path = share("config") / "games" / f"{name}.game.toml"
    game, tables, seen = read_game_file(path), tomllib.loads(path.read_text("utf-8")), Counter[Any]()
    for seed in range(GAMES):
        sheet, chance = evening(game, seed), Random(seed)
        part = broken_off(sheet, chance)
        changed = {"spoilt": spoilt(part, chance), "led": spoilt_day(part, chance)} if seed < CHANGED else {}
        for kind, each in {"whole": sheet, "broken off": part, **changed}.items():
            verdict = first(game, each)
            assert differences(verdict, second(tables, each)) == [], each
            seen[kind, verdict is None] += 1
    assert seen["whole", False] == seen["broken off", False] == GAMES
    assert {refused for kind, refused in seen if kind in ("spoilt", "led")} == {True, False}


def broken_off(game: Row, chance: Random) -> Row:
    """Return only the first rounds of an evening, so that fewer later rounds depend on what is changed."""
    rounds = game["rounds"][: chance.randint(1, len(game["rounds"]))]
    return {**game, "rounds": [{"dawn": [], **row} for row in rounds]}
