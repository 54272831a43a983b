"""Tests that a game with all seats rotated has the rotated verdict, without a second referee. Games in which a rule
names the lowest seat are counted apart, since only there may a verdict depend on a seat's number."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.kernel.folders import share
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine import random_games as drawn_files
from tests.box.games.engine.second_night import listed
from tests.box.games.growl.drawn_sheets import drawn_sheet
from tests.box.games.growl.drawn_sheets import judged as judged_growl
from tests.box.games.one_night.referee import random_games as one_night
from tests.box.games.one_night.referee.conftest import _verdict as judged_one_night
from tests.box.games.wherewolf.second.first import judge_first as judged_wherewolf
from tests.box.games.wherewolf.second.random_games import random_game as wherewolf_game
from tests.sampling import so_many

Row = dict[str, Any]
GAMES, FILES = so_many(500, 50), so_many(400, 40)
"""How many games of each kind are drawn, and how many files."""
SEATS = {"seat", "by", "hands", "votes", "dead", "active", "start", "turn", "living", "passing", "winners", "seance"}
SEATS |= {"left_of", "right_of", "card_deaths", "cannot_pass", "night_deaths", "day_deaths", "answers"}
"""Keys whose numbers are seats. Everywhere else, seats are written like `P3`, or `seat 3` in a sentence."""
BY_SEAT = {"players", "votes", "gold_in_hand", "points"}
"""Keys whose lists have one value for each seat."""
IN_ORDER = {"nights", "days"}


class Turn:
    """Rotates all seats of a table by a fixed number."""

    def __init__(self, seats: int, by: int) -> None:
        self.seats, self.by = seats, by

    def seat(self, number: int) -> int:
        return (number - 1 + self.by) % self.seats + 1

    def text(self, text: str, key: str = "") -> str:
        if text.isdigit() and key in SEATS:
            return str(self.seat(int(text)))
        return re.sub(r"\b(P|[Ss]eat )(\d+)\b", lambda found: f"{found[1]}{self.seat(int(found[2]))}", text)

    def all(self, value: Any, key: str = "") -> Any:
        """Return a game or a verdict with its seats rotated."""
        match value:
            case dict():
                inner = ((str(name), each) for name, each in value.items())
                keys = ((name, key if name.isdigit() else name, each) for name, each in inner)
                return {self.text(name, "seat"): self.all(each, own) for name, own, each in keys}
            case list() | tuple():
                found = [self.all(each, key) for each in value]
                return found[-self.by :] + found[: -self.by] if key in BY_SEAT and len(found) == self.seats else found
            case str():
                return self.text(value, key)
            case int() if key in SEATS and not isinstance(value, bool):
                return self.seat(value)
        return value


def unordered(value: Any, key: str = "") -> Any:
    """Return a verdict in a form that ignores the order of seats in lists and sentences."""
    match value:
        case dict():
            return {str(name): unordered(each, str(name)) for name, each in value.items()}
        case list() | tuple():
            found = [unordered(each) for each in value]
            return found if key in IN_ORDER | BY_SEAT else sorted(found, key=repr)
        case str() if " " in value:
            return sorted(re.findall(r"\w+", value))
    return value


def check_turned(game: Row, judge: Callable[[Row], Any], by: int) -> None:
    seats = int(game["players"]) if game["game"] == "growl" else len(game["players"])
    turn = Turn(seats, by % (seats - 1) + 1)
    again = by_lowest_seat(game, turn) if game["game"] == "growl" else turn.all(game)
    found, other = (msgspec.to_builtins(judge(each)) for each in (game, again))
    assert unordered(turn.all(found)) == unordered(other), (turn.by, game)


def check_all(games: Iterable[Row], judge: Callable[[Row], Any], names_lowest: Callable[[Row], bool]) -> None:
    """Rotate every game except those in which a rule names the lowest seat. Most games must not be such exceptions."""
    seen = Counter[bool]()
    for number, game in enumerate(games):
        seen[apart := names_lowest(game)] += 1
        if not apart:
            check_turned(game, judge, number)
    assert seen[False] > seen[True], seen


@pytest.mark.untraced
def test_no_verdict_of_one_night_hangs_on_a_seat():
    games = (one_night.random_game(Random(seed)) for seed in range(GAMES))
    check_all(games, lambda game: judged_one_night(**game), two_of_a_role_act)


def two_of_a_role_act(game: Row) -> bool:
    """Say whether two of one role act, more than the boxes hold. By the rulings, the lower seat acts first."""
    acting = Counter((entry["as"], game["players"][entry["seat"] - 1]) for entry in game["night"])
    return max(acting.values(), default=0) > 1


@pytest.mark.untraced
def test_no_verdict_of_wherewolf_hangs_on_a_seat():
    check_all(map(wherewolf_game, range(GAMES)), judged_wherewolf, lambda _: False)


@pytest.mark.untraced
def test_no_verdict_of_growl_hangs_on_a_seat():
    games = (drawn_sheet(Random(seed)) for seed in range(GAMES))
    check_all(games, judged_growl, is_pointed_again)


LOWEST_FIRST = ("purge", "unwanted")
"""Cards of GROWL whose answers are written for the lowest living seat first."""


def is_pointed_again(game: Row) -> bool:
    """Say whether *Unwanted* asks some of the living again; the sheet does not say which ones."""
    return any(
        night["card"] == "unwanted" and len(night["answers"]) > len(living_before(game, at))
        for at, night in enumerate(game["nights"])
    )


def living_before(game: Row, night: int) -> list[int]:
    return judged_growl(game | {"nights": game["nights"][:night], "day_deaths": game["nights"][night]["day_deaths"]})[
        "living"
    ]


def by_lowest_seat(game: Row, turn: Turn) -> Row:
    """Return a rotated game of GROWL, with each list of answers again beginning with the lowest living seat."""
    turned: Row = turn.all(game)
    for at, night in enumerate(turned["nights"]):
        if night["card"] in LOWEST_FIRST:
            own = sorted(zip(map(turn.seat, living_before(game, at)), night["answers"], strict=False))
            night["answers"][: len(own)] = [answer for _, answer in own]
    return turned


MOVES = {"take", "trade", "swap", "shift", "copy"}
"""Verbs that move cards. If several seats use them in one call, they take effect in the order of the seats."""
OWN_CARD = {"take", "trade", "copy", "shift", "guess"}
"""Verbs that involve the chooser's own seat. If several choose together, this is the lowest of them."""


def names_lowest_seat(tables: Row, game: Row) -> bool:
    """Say whether somebody chose in a call that is resolved from the lowest seat."""
    return any(
        _is_lowest_first(call, seats)
        for one in game["rounds"]
        for call in tables["call"]
        if (
            seats := [
                entry["seat"] for entry in one["night"] if entry["as"] == (call.get("id") or listed(call["who"])[0])
            ]
        )
    )


def _is_lowest_first(call: Row, seats: Sequence[int]) -> bool:
    do = call.get("do", "look")
    do = {"verb": do} if isinstance(do, str) else do
    together = do.get("together", "each")
    if together == "each":
        return do["verb"] in MOVES and len(seats) > 1
    return together == "first" or do["verb"] in OWN_CARD


def check_file(text: str, seeds: Iterable[int]) -> Counter[bool]:
    referee = FileReferee(read_game(text.encode(), "drawn.game.toml", LANGUAGES))
    tables, seen = {"nights": "one", **tomllib.loads(text)}, Counter[bool]()
    for seed in seeds:
        game = drawn_files.random_game(tables, Random(seed))
        seen[apart := names_lowest_seat(tables, game)] += 1
        if not apart:
            check_turned(game, lambda game: referee.judge_game(json.dumps(game).encode()), seed)
    return seen


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["mafia", "full-moon", "round-table", "spies", "two-tracks"])
def test_no_verdict_of_a_shipped_file_hangs_on_a_seat(game):
    text = (share("config") / "games" / f"{game}.game.toml").read_text("utf-8")
    assert check_file(text, range(GAMES // 5))[True] == 0


@pytest.mark.untraced
def test_no_verdict_of_drawn_files_hangs_on_a_seat():
    texts = (drawn_files.as_toml(drawn_files.random_file(Random(seed))) for seed in range(FILES))
    seen = sum((check_file(text, range(5 * seed, 5 * seed + 5)) for seed, text in enumerate(texts)), Counter[bool]())
    assert seen[False] > seen[True] > 0


def test_a_verdict_that_hangs_on_a_seat_is_found():
    """Two Robbers rob the same seat, and the lower one comes first."""
    robbed = [{"seat": seat, "as": "robber", "targets": ["P2"]} for seat in (1, 3)]
    game = {"game": "one-night", "players": ["robber", "seer", "robber"], "center": ["villager"] * 3, "night": robbed}
    with pytest.raises(AssertionError):
        check_turned(game, lambda game: judged_one_night(**game), 0)
