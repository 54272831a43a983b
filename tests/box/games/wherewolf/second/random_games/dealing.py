"""Draws a table: cards by the rule of the quarter, possible roles, and items."""

from random import Random
from typing import Any

from tests.box.games.wherewolf.second.cards import CARDS
from tests.box.games.wherewolf.second.random_games.plans import THEMES, Plan, draw_latent, draw_switches

SHADOW = ("pack-wolf", "young-wolf", "vampire", "traitor")
"""The Creatures of the Shadow besides the Pack Leader, who is always dealt."""

OTHERS = (*sorted(set(CARDS) - set(SHADOW) - {"seer", "pack-leader"}), "peasant")


def draw_table(rng: Random, plan: Plan) -> dict[str, Any]:
    """Return a random game with its table, but without rounds."""
    players = rng.randint(10 if plan.theme == "together" else 8, 18)
    rules = draw_switches(rng, plan)
    roles = _draw_roles(rng, plan, players, traitor_counts=rules.get("traitor_in_quarter", True))
    game: dict[str, Any] = {"game": "wherewolf", "players": roles}
    if rng.random() < 0.85:
        game["possible"] = _draw_possible(rng, roles)
    if latent := draw_latent(rng, roles):
        game["latent"] = latent
    if items := _draw_items(rng, plan, players):
        game["items"] = items
    game["rounds"] = []
    game["house_rules"] = rules
    return game


def _draw_roles(rng: Random, plan: Plan, players: int, *, traitor_counts: bool) -> list[str]:
    wanted = [role for role in THEMES[plan.theme] if rng.random() < 0.85 or plan.theme == "together"]
    shadow = _draw_shadow(rng, wanted, players, traitor_counts=traitor_counts)
    rest = list(OTHERS)
    chosen: list[str] = []
    for role in wanted:
        if role in rest and len(chosen) + len(shadow) + 2 < players:
            rest.remove(role)
            chosen.append(role)
    chosen += rng.sample(rest, players - 2 - len(shadow) - len(chosen))
    roles = ["seer", "pack-leader", *shadow, *chosen]
    rng.shuffle(roles)
    return roles


def _draw_shadow(rng: Random, wanted: list[str], players: int, *, traitor_counts: bool) -> list[str]:
    """Draw Creatures of the Shadow so that they make up a quarter of the table, rounded half up."""
    counted = [role for role in SHADOW if traitor_counts or role != "traitor"]
    rng.shuffle(counted)
    counted.sort(key=lambda role: role not in wanted)
    shadow = counted[: min((players + 2) // 4, 1 + len(counted)) - 1]
    if not traitor_counts and rng.random() < 0.5:
        shadow.append("traitor")
    return shadow


def _draw_possible(rng: Random, roles: list[str]) -> list[str]:
    missing = sorted(set(CARDS) - set(roles))
    more = rng.randint(2 if "monk" in roles else 0, min(len(roles), len(missing)))
    possible = roles + rng.sample(missing, more)
    rng.shuffle(possible)
    return possible


def _draw_items(rng: Random, plan: Plan, players: int) -> dict[str, str]:
    chance = {"items": 0.9, "two left": 0.6}.get(plan.theme, 0.35)
    return {item: f"P{rng.randint(1, players)}" for item in ("amulet", "sword") if rng.random() < chance}
