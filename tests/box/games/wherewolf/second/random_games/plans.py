"""Draws a plan for each game, with cards and tastes that make rare events happen often enough."""

from random import Random
from typing import Any, NamedTuple

from tests.box.games.wherewolf.second.cards import SWITCHES

THEMES: dict[str, tuple[str, ...]] = {
    "anything": (),
    "lovers": ("juliet", "healer", "assassin", "vampire"),
    "angel": ("guardian-angel", "assassin", "witch", "healer"),
    "vampire": ("vampire", "ghoul", "vampire-hunter", "hermit"),
    "city": ("orator", "mayor", "merchant", "courtesan", "pettifogger"),
    "fools": ("madman", "jester", "young-wolf", "traitor"),
    "crime": ("guild-master", "assassin", "thief", "spy", "guard", "corrupt-guard"),
    "tavern": ("innkeeper", "bard", "monk", "priest", "medium"),
    "peasants": ("peasant", "peasant", "young-wolf"),
    "items": ("healer", "vampire"),
    "two left": ("jester", "vampire"),
    "together": ("juliet", "vampire", "pack-wolf"),
}
"""The cards that each theme needs on the table."""

WEIGHTS = (14, 15, 11, 7, 11, 7, 9, 3, 6, 8, 10, 7)

WOLVES_LIKE = (
    *("hero", "descendant", "turned", "traitor", "madman", "beloved", "sword", "wolf", "thief", "hermit", "romeo"),
    *("juliet", "healer", "amulet", "guardian-angel"),
)
VAMPIRE_LIKES = (
    *("vampire-hunter", "wolf", "mystic", "sword", "thief", "ghoul", "juliet", "hermit", "romeo", "guardian-angel"),
    *("progeny", "city", "hero"),
)
WITCH_LIKES = ("guardian-angel", "vampire-hunter", "descendant", "thief", "traitor", "hero", "romeo", "wolf")
VILLAGE_LIKES = (
    *("jester", "young-wolf", "amulet", "beloved", "juliet", "romeo", "city", "courtesan", "merchant", "sword"),
    *("madman", "wolf", "vampire", "progeny", "guardian-angel", "spy"),
)


class Plan(NamedTuple):
    """Holds the leanings of one game."""

    theme: str
    wolves: tuple[str, ...]
    vampire: tuple[str, ...]
    witch: tuple[str, ...]
    village: tuple[str, ...]
    lazy: float
    """The share of optional powers that are left unused."""


def draw_plan(rng: Random) -> Plan:
    """Return a random plan: a theme, and a few tastes for each role that points."""
    theme = rng.choices(tuple(THEMES), WEIGHTS)[0]
    return Plan(
        theme=theme,
        wolves=_wolves_like(rng, theme),
        vampire=("juliet",) if theme == "together" else tuple(rng.sample(VAMPIRE_LIKES, 2)),
        witch=("guardian-angel",) if theme == "angel" else tuple(rng.sample(WITCH_LIKES, 2)),
        village=tuple(rng.sample(VILLAGE_LIKES, 3)),
        lazy=rng.choice((0.05, 0.2, 0.4)),
    )


def _wolves_like(rng: Random, theme: str) -> tuple[str, ...]:
    fixed = {
        "angel": ("beloved",),
        "fools": ("madman", "traitor", "jester"),
        "peasants": ("hero", "descendant", "turned"),
        "lovers": ("juliet",),
        "items": ("sword", "amulet"),
    }
    return fixed.get(theme) or tuple(rng.sample(WOLVES_LIKE, 2))


def draw_switches(rng: Random, plan: Plan) -> dict[str, bool]:
    """Return the house rules. Three tables of ten play by the default."""
    if rng.random() < 0.3:
        return {}
    rules = {name: rng.random() < 0.5 for name in rng.sample(tuple(SWITCHES), rng.randint(3, len(SWITCHES)))}
    match plan.theme:
        case "two left":
            rules["kept_item_destroyed"] = False
        case "items":
            rules["sword_every_pointer"] = True
        case "angel":
            rules["protected_angel_lives" if rng.random() < 0.5 else "assassin_is_attack"] = True
    return rules


def draw_latent(rng: Random, roles: list[str]) -> dict[str, str]:
    """Return latent identities for some of the Peasants, no identity twice."""
    peasants = [seat for seat, role in enumerate(roles, start=1) if role == "peasant"]
    kinds: list[Any] = rng.sample(("hero", "descendant", None), len(peasants))
    return {f"P{seat}": kind for seat, kind in zip(peasants, kinds, strict=True) if kind}
