"""Draws what Thief, Guild Master and Assassin do in the windows of the Mystics."""

from random import Random
from typing import Any

from tests.box.games.wherewolf.second.cards import MYSTICS
from tests.box.games.wherewolf.second.random_games.aiming import aim, others
from tests.box.games.wherewolf.second.random_games.plans import Plan
from tests.box.games.wherewolf.second.town import Act, Town, acting, place_of

GUILD_LIKES = ("village", "city", "city", "guard", "other-guard", "wolf")
ASSASSIN_LIKES = ("beloved", "romeo", "romeo")


def window_hands(rng: Random, town: Town, plan: Plan, mystics: tuple[str, ...]) -> list[Act]:
    """Return the entries of those who open their eyes in the windows of these Mystics."""
    acts = []
    for role in ("thief", "guild-master", "assassin"):
        seat = acting(town, role)
        waits = 0.35 if plan.theme in {"lovers", "angel", "crime"} else 0.65
        if seat is None or role in town["spent"] or rng.random() < waits:
            continue
        mystic = _window(rng, town, role)
        if mystic in town["possible"] and mystic in mystics:
            acts.append(_window_entry(rng, town, plan, role, mystic))
    return acts


def _window(rng: Random, town: Town, role: str) -> str:
    """Choose a window. The Guild Master prefers absent Mystics, and the Assassin sometimes picks the Beloved."""
    beloved = town["role"][town["beloved"] or 0]
    if role == "assassin" and beloved in MYSTICS and rng.random() < 0.4:
        return beloved
    absent = [mystic for mystic in MYSTICS if acting(town, mystic) is None and mystic in town["possible"]]
    return rng.choice(absent if absent and role == "guild-master" and rng.random() < 0.5 else MYSTICS)


def _window_entry(rng: Random, town: Town, plan: Plan, role: str, mystic: str) -> Act:
    seat = town["seat_of"][role]
    act: dict[str, Any] = {"seat": seat, "as": role, "during": mystic}
    needed = acting(town, mystic) is None  # a target where the Mystic is in play is ignored
    if role != "thief" and (needed if rng.random() < 0.97 else not needed):
        likes = GUILD_LIKES if role == "guild-master" else ASSASSIN_LIKES
        people = others(town, seat)
        myself = not people or rng.random() < 0.05
        act["target"] = place_of(seat if myself else aim(rng, town, likes, people, plan))
    return act
