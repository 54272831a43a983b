"""Tests evenings of Wherewolf: how often a moderator presses, how long a table without one takes, and that each role
is played with and without a moderator."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE

HERE = Path(__file__).parent
MOST_PRESSES, LONGEST_NIGHT = 25, 216.0
LONGEST_BALLOT = {"box-twelve": 75.0, "box-two-moons": 75.0, "box-city": 75.0}
"""The most seconds for ballots with Merchant, Orator or Pettifogger, where everybody presses four times, not once."""
_PRESS = re.compile(r"[\d.]+ (start|dial|back) (press|hold)")
_STEP = re.compile(r"([\d.]+) \w")
_HOSTED = ("twelve", "dialled-in", "sixteen", "variants", "all-cards", "sample-night")
_DEALT = ("box-eight", "box-twelve", "box-two-moons", "box-city", "box-leads")
_OF_TWELVE = ("box-twelve", "box-two-moons", "box-city")


def script_of(name: str) -> list[str]:
    return (HERE / f"wherewolf-{name}.txt").read_text("utf-8").splitlines()


def parts(rows: list[str], opens: str, closes: str) -> Iterator[list[str]]:
    """Yield the rows from each one that begins with `opens` to the next one that begins with `closes`."""
    part: list[str] | None = None
    for row in rows:
        if part is None and row.startswith(opens):
            part = []
        if part is not None and row.startswith(closes):
            yield part
            part = None
        if part is not None:
            part.append(row)


def seconds(rows: list[str]) -> float:
    """Return how many seconds these steps take."""
    steps = [found for row in rows if (found := _STEP.match(row))]
    return sum(float(step[1]) for step in steps)


@pytest.mark.parametrize("name", ["twelve", "dialled-in"])
def test_a_night_of_twelve_needs_at_most_25_presses(name):
    nights = parts(script_of(name), "#! says wherewolf.nightfall", "#! says wherewolf.dawn")
    presses = [sum(bool(_PRESS.fullmatch(row)) for row in night) for night in nights]
    print(f"{name}: presses by night {presses}")
    assert len(presses) > 3
    assert max(presses) <= MOST_PRESSES


@pytest.mark.parametrize("name", _OF_TWELVE)
def test_a_night_of_twelve_without_a_moderator_takes_three_minutes_and_36_seconds_at_most(name):
    """The time counts from the end of the words that begin the night, for which a script's first step may wait."""
    falls = parts(script_of(name), "#! says wherewolf.nightfall", "#! page dawn")
    steps = [[row for row in night if _STEP.match(row)] for night in falls]
    nights = [seconds(night[1:] if night[0].endswith(" wait") else night) for night in steps]
    print(f"{name}: seconds by night {[round(night) for night in nights]}")
    assert nights
    assert max(nights) <= LONGEST_NIGHT


@pytest.mark.parametrize("name", LONGEST_BALLOT)
def test_a_ballot_of_twelve_is_no_longer_than_it_may_be(name):
    asked = ("#! says wherewolf.box.ballot", "#! says wherewolf.box.run-off")
    over = tuple(map("#! says ".__add__, ("accused", "wherewolf.burns", "wherewolf.no-", "house.box.spies")))
    ballots = [seconds(ballot) for opens in asked for ballot in _until(script_of(name), opens, over)]
    print(f"{name}: seconds by ballot {[round(ballot) for ballot in ballots]}")
    assert ballots
    assert max(ballots) <= LONGEST_BALLOT[name]


@pytest.mark.parametrize("names", [_HOSTED, _DEALT], ids=["hosted", "dealt"])
def test_every_role_is_played(names):
    told = " ".join(row for name in names for row in script_of(name) if row.startswith("#! told"))
    titles = {role.replace("-", " ").title() for role in ROLE_TABLE}
    assert {title for title in titles if title not in told} == set()


def _until(rows: list[str], opens: str, closes: tuple[str, ...]) -> Iterator[list[str]]:
    marked = ["#! over" if row.startswith(closes) else row for row in rows]
    return parts(marked, opens, "#! over")
