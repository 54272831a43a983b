"""Sets up the town before the first night."""

import math
from collections.abc import Iterator
from typing import Any

from tests.box.games.wherewolf.second.cards import CARDS, SWITCHES, WOLVES
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Day, Night, Town, note, seat_at

KEYS = {"game", "players", "possible", "latent", "items", "rounds", "house_rules"}


def new_night(attacks: int = 1, *, cancelled: bool = False) -> Night:
    """Return a night in which nothing has happened yet."""
    return {
        "told": {},
        "notified": set(),
        "marks": {},
        "dead": {},
        "saved": [],
        "turned": {},
        "no_to_wolves": [],
        "no_to_vampire": [],
        "destroyed": [],
        "witch": None,
        "seer": None,
        "attacks": attacks,
        "cancelled": cancelled,
    }


def new_day() -> Day:
    """Return a day on which nothing has happened yet."""
    return {
        "eliminated": [],
        "tavern": None,
        "accusation": {},
        "accused": [],
        "run_off": {},
        "burned": None,
        "pyre": None,
        "destroyed": [],
    }


def open_town(game: dict[str, Any]) -> Town:
    """Deal the cards, give out latent identities and items, set the switches."""
    _check_form(game)
    role = ["", *game["players"]]
    _check_roles(role[1:], game.get("possible"))
    seats = range(1, len(role))
    town: Town = {
        "seats": seats,
        "role": role,
        "seat_of": {role[seat]: seat for seat in seats if role[seat] != "peasant"},
        "possible": set(game.get("possible") or role[1:]),
        "faction": ["", *(CARDS[name][0] for name in role[1:])],
        "dark": [False, *(CARDS[name][1] for name in role[1:])],
        "wolf": [name in WOLVES for name in role],
        "shadow": [name in WOLVES or name == "vampire" for name in role],
        "alive": [True] * len(role),
        "lost": [False] * len(role),
        "latent": [""] * len(role),
        "out": [None] * len(role),
        "switch": {**SWITCHES, **_switches(game)},
        "romeo": None,
        "beloved": None,
        "spent": set(),
        "thief_was_attacked": False,
        "owner": {"amulet": None, "sword": None},
        "owners_before": {"amulet": set(), "sword": set()},
        "follows": None,
        "young_wolf_burned": False,
        "madman_eaten": False,
        "jester_burned": False,
        "won_alone": set(),
        "round": 0,
        "end": None,
        "end_round": None,
        "night": new_night(),
        "day": new_day(),
        "nights": [],
        "days": [],
        "warnings": [],
        "seen": set(),
    }
    _give_identities(town, game.get("latent") or {})
    _give_items(town, game.get("items") or {})
    town["warnings"] = list(_odd_deal(role[1:], traitor=town["switch"]["traitor_in_quarter"]))
    for name in role[1:]:
        note(town, f"role: {name}")
    for name, on in town["switch"].items():
        note(town, f"switch: {name} {'on' if on else 'off'}")
    return town


def _odd_deal(dealt: list[str], *, traitor: bool) -> Iterator[str]:
    """Yield each way in which a deal departs from the setup in the rulebook. Such games are played even so."""
    if len(dealt) < 8:
        yield f"Wherewolf is for 8 or more players, and this table has {len(dealt)}."
    for name in ("Seer", "Pack Leader"):
        if name.lower().replace(" ", "-") not in dealt:
            yield f"The {name} is always in play, but not here."
    wanted = math.floor(len(dealt) / 4 + 0.5)
    there = sum(name in (*WOLVES, "vampire") or (traitor and name == "traitor") for name in dealt)
    if there != wanted:
        yield f"Of {len(dealt)} players {wanted} are on the Shadow's side by the quarter rule, here {there}."


def _check_form(game: dict[str, Any]) -> None:
    if game.get("game") != "wherewolf" or not isinstance(game.get("players"), list):
        refuse(0, None, "this is no game of Wherewolf")
    if unknown := set(game) - KEYS:
        refuse(0, None, f"unknown words {sorted(unknown)}")


def _check_roles(dealt: list[str], possible: list[str] | None) -> None:
    for names in (dealt, possible or []):
        for name in names:
            if name not in CARDS:
                refuse(0, None, f"there is no role {name}")
            if names.count(name) > (2 if name == "peasant" else 1):
                refuse(0, None, f"there are not so many cards {name}")
    if possible and (missing := [name for name in dealt if name not in possible]):
        refuse(0, None, f"{missing[0]} is dealt but not possible")


def _switches(game: dict[str, Any]) -> dict[str, bool]:
    rules: dict[str, bool] = game.get("house_rules") or {}
    for name, on in rules.items():
        if name not in SWITCHES or not isinstance(on, bool):
            refuse(0, None, f"there is no switch {name} that can be {on}")
    return rules


def _give_identities(town: Town, latent: dict[str, str]) -> None:
    for place, what in latent.items():
        seat = seat_at(town, place)
        if town["role"][seat] != "peasant" or what not in {"hero", "descendant"}:
            refuse(0, seat, "only a Peasant can be Hero or Descendant")
        if what in town["latent"]:
            refuse(0, seat, f"there are two of {what}")
        town["latent"][seat] = what
        note(town, f"latent: {what}")


def _give_items(town: Town, items: dict[str, str]) -> None:
    for item, place in items.items():
        if item not in town["owner"]:
            refuse(0, None, f"there is no item {item}")
        town["owner"][item] = seat_at(town, place)
        note(town, f"item: {item}")
