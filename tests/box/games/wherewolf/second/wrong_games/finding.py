"""Finds entries, seats and rounds of a legal game in which an error can be made."""

from random import Random
from typing import Any, TypeVar

POINTS = ("seer", "mage", "witch", "vampire", "pack-leader", "pack-wolf", "juliet", "guardian-angel")
"""The roles that point at somebody on some night."""

Game = dict[str, Any]
Found = TypeVar("Found")


def any_of(rng: Random, found: list[Found]) -> Found | None:
    """Return a random one of these, or None if there are none."""
    return rng.choice(found) if found else None


def at_night(verdict: Game, number: int) -> list[str]:
    """Return the places in play on this night, including those killed during it, who still act."""
    return [place for place, one in verdict["players"].items() if one["out"] is None or one["out"]["round"] >= number]


def gone_by(verdict: Game, number: int) -> list[str]:
    """Return the places that were out before this night."""
    present = at_night(verdict, number)
    return [place for place in verdict["players"] if place not in present]


def by_day(verdict: Game, number: int) -> list[str]:
    """Return the places in play when the village votes on this day."""
    gone = verdict["days"][number - 1]["eliminated"]
    return [place for place in at_night(verdict, number) if place not in gone]


def later_nights(game: Game) -> list[int]:
    """Return the numbers of the nights after the first."""
    return list(range(2, len(game["rounds"]) + 1))


def night_of(game: Game, number: int) -> list[Game]:
    """Return the entries of a night, as the list itself, so that changing it changes the game."""
    night: list[Game] = game["rounds"][number - 1]["night"]
    return night


def days_of(game: Game) -> list[int]:
    """Return the numbers of the days on which there was a vote."""
    return [number for number, one in enumerate(game["rounds"], start=1) if "day" in one]


def sheets_of(game: Game, vote: str) -> list[tuple[int, Game]]:
    """Return all accusations, or run-offs, that name the voters, each with its day."""
    days = [(number, game["rounds"][number - 1]["day"]) for number in days_of(game)]
    return [(number, day[vote]) for number, day in days if "votes" in day.get(vote, {})]


def entries_of(game: Game, *roles: str) -> list[tuple[int, Game]]:
    """Return all entries of these roles, each with its night."""
    nights = enumerate((one["night"] for one in game["rounds"]), start=1)
    return [(number, act) for number, night in nights for act in night if act["as"] in roles]


def possible_of(game: Game) -> list[str]:
    """Return the possible roles, or the dealt ones if the game names none."""
    possible: list[str] = game.get("possible") or game["players"]
    return possible


def seat(place: str) -> int:
    """Return the seat number of a place."""
    return int(place[1:])


def role_of(verdict: Game, place: str) -> str:
    role: str = verdict["players"][place]["role"]
    return role


def progeny(verdict: Game, number: int) -> list[str]:
    """Return the places turned by the Vampire before this night."""
    nights = verdict["nights"][: number - 1]
    return [place for night in nights for place, what in night["turned"].items() if what == "progeny"]
