"""Holds everything that is true of a game at one moment in plain dictionaries, and answers questions about it."""

from typing import Any, TypedDict

from tests.box.games.wherewolf.second.cards import MYSTICS
from tests.box.games.wherewolf.second.refusal import refuse

Act = dict[str, Any]

PLACES = tuple(f"P{seat}" for seat in range(37))
SEATS = {place: seat for seat, place in enumerate(PLACES) if seat}


class Night(TypedDict):
    """Holds what has happened in one night. Seats are numbers."""

    told: dict[int, list[dict[str, Any]]]
    notified: set[int]
    marks: dict[int, set[str]]
    dead: dict[int, set[str]]
    saved: list[int]
    turned: dict[int, str]
    no_to_wolves: list[int]
    no_to_vampire: list[int]
    destroyed: list[str]
    witch: int | None
    seer: bool | None
    attacks: int
    cancelled: bool


class Day(TypedDict):
    """Holds what has happened on one day."""

    eliminated: list[int]
    tavern: str | None
    accusation: dict[int, int]
    accused: list[int]
    run_off: dict[int, int]
    burned: int | None
    pyre: str | None
    destroyed: list[str]


class Town(TypedDict):
    """Holds the whole game. Lists of seats begin at index 1; index 0 is never read."""

    seats: range
    role: list[str]
    seat_of: dict[str, int]
    possible: set[str]
    faction: list[str]
    dark: list[bool]
    wolf: list[bool]
    shadow: list[bool]
    alive: list[bool]
    lost: list[bool]
    latent: list[str]
    out: list[dict[str, Any] | None]
    switch: dict[str, bool]
    romeo: int | None
    beloved: int | None
    spent: set[str]
    thief_was_attacked: bool
    owner: dict[str, int | None]
    owners_before: dict[str, set[int]]
    follows: int | None
    young_wolf_burned: bool
    madman_eaten: bool
    jester_burned: bool
    won_alone: set[int]
    round: int
    end: str | None
    end_round: int | None
    night: Night
    day: Day
    nights: list[dict[str, Any]]
    days: list[dict[str, Any]]
    warnings: list[str]
    seen: set[str]


def acting(town: Town, role: str) -> int | None:
    """Return the seat in play that has the powers of this card. A Progeny has lost them."""
    seat = town["seat_of"].get(role)
    if seat is None or not town["alive"][seat] or town["lost"][seat]:
        return None
    return seat


def holds(town: Town, seat: int, role: str) -> bool:
    """Return whether the seat has this card with its powers and traits, alive or not."""
    return town["role"][seat] == role and not town["lost"][seat]


def living(town: Town) -> list[int]:
    """Return the seats in play, in order."""
    alive = town["alive"]
    return [seat for seat in town["seats"] if alive[seat]]


def is_mystic(town: Town, seat: int) -> bool:
    """Return whether the seat is a Mystic. A Mystic never becomes Progeny."""
    return town["role"][seat] in MYSTICS


def is_latent(town: Town, seat: int, what: str) -> bool:
    """Return whether a Peasant has this identity. A Progeny has lost it."""
    return town["latent"][seat] == what and not town["lost"][seat]


def in_city(town: Town) -> int:
    """Count the City players in play, by their present faction."""
    return sum(town["faction"][seat] == "city" for seat in living(town))


def wolves_in_play(town: Town, without: int = 0) -> list[int]:
    """Return the Werewolves in play by trait, even if love has moved them to another faction."""
    return [seat for seat in living(town) if town["wolf"][seat] and seat != without]


def strongest_wolf(town: Town) -> int | None:
    """Return the Pack Leader, else a Pack Wolf, else a turned Descendant. The Young Wolf never chooses."""
    for role in ("pack-leader", "pack-wolf"):
        if (seat := acting(town, role)) is not None:
            return seat
    return next((seat for seat in wolves_in_play(town) if town["role"][seat] == "peasant"), None)


def seat_at(town: Town, place: object) -> int:
    """Return the seat of a place such as P3."""
    seat = SEATS.get(place) if isinstance(place, str) else None
    if seat is None or seat >= len(town["role"]):
        refuse(town["round"], None, f"there is no place {place}")
    return seat


def place_of(seat: int) -> str:
    return PLACES[seat]


def places_of(seats: list[int]) -> list[str]:
    return [PLACES[seat] for seat in sorted(seats)]


def note(town: Town, what: str) -> None:
    """Record that something happened in the game, so that it can be counted."""
    town["seen"].add(what)


def tell(town: Town, seat: int, role: str, answer: object, target: int | None = None) -> None:
    """Record one fact that a seat learns in the night."""
    entry: dict[str, Any] = {"as": role, "answer": answer}
    if target is not None:
        entry["target"] = place_of(target)
    town["night"]["told"].setdefault(seat, []).append(entry)


def mark(town: Town, seat: int, cause: str) -> None:
    """Record that a seat will die of this cause, unless something prevents it."""
    town["night"]["marks"].setdefault(seat, set()).add(cause)


def destroy(town: Town, item: str) -> None:
    """Take the item from its owner for the rest of the game."""
    town["owner"][item] = None
