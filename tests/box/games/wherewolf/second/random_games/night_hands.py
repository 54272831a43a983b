"""Draws what people do in a night."""

from random import Random

from tests.box.games.wherewolf.second.random_games.aiming import aim, candidates, entry, others
from tests.box.games.wherewolf.second.random_games.attack_hands import biting_hand, hunting_hands
from tests.box.games.wherewolf.second.random_games.plans import Plan
from tests.box.games.wherewolf.second.town import Act, Town, acting

ROMEO_LIKES = (
    "guardian-angel",
    "guardian-angel",
    "pack-leader",
    "pack-wolf",
    "young-wolf",
    "vampire",
    "jester",
    "madman",
    "orator",
    "peasant",
    "healer",
)
BELOVED_LIKES = ("hero", "madman", "pack-leader", "orator", "seer", "healer", "romeo", "village")
MYSTIC_LIKES = ("seer", "healer", "witch")


def first_hands(rng: Random, town: Town, plan: Plan) -> list[Act]:
    """Return the entries of a first night: looks, and choices for the whole game."""
    acts = [*_looks(rng, town, plan, ("seer", "mage"))]
    wolves = ("pack-leader", "pack-wolf") if plan.theme == "together" else ()
    beloved = MYSTIC_LIKES if plan.theme == "angel" else BELOVED_LIKES
    for role, likes in (("juliet", wolves or ROMEO_LIKES), ("guardian-angel", beloved)):
        seat = acting(town, role)
        if seat is not None and rng.random() < 0.97:
            people = candidates(town, seat, myself=town["switch"]["self_choice"])
            if role == "juliet" and wolves:
                people = [town["seat_of"][wolf] for wolf in wolves]
            acts.append(entry(seat, role, aim(rng, town, likes, people, plan)))
    return acts


def early_hands(rng: Random, town: Town, plan: Plan) -> list[Act]:
    """Return the entries of a later night up to the Vampire's."""
    acts = [*_looks(rng, town, plan, ("seer", "mage")), *_asks_medium(rng, town)]
    witch = acting(town, "witch")
    if witch is not None and others(town, witch) and rng.random() < 0.95:
        acts.append(entry(witch, "witch", aim(rng, town, plan.witch, others(town, witch), plan)))
    for item in ("amulet", "sword"):
        acts += _passes(rng, town, plan, item)
    return [*acts, *hunting_hands(rng, town, plan), *biting_hand(rng, town, plan)]


def healer_hand(rng: Random, town: Town) -> list[Act]:
    """Return the entry with which the Healer saves one of the dead, if she does."""
    healer = acting(town, "healer")
    if healer is None or "healer" in town["spent"] or rng.random() < 0.45:
        return []
    dead = [seat for seat in town["night"]["dead"] if seat != healer or town["switch"]["healer_may_save_self"]]
    return [entry(healer, "healer", healer if healer in dead else rng.choice(dead))] if dead else []


def _looks(rng: Random, town: Town, plan: Plan, roles: tuple[str, ...]) -> list[Act]:
    acts = []
    for role in roles:
        seat = acting(town, role)
        people = [] if seat is None else candidates(town, seat, myself=town["switch"]["self_choice"])
        if seat is not None and people and rng.random() < 0.95:
            acts.append(entry(seat, role, rng.choice(people)))
    return acts


def _asks_medium(rng: Random, town: Town) -> list[Act]:
    medium = acting(town, "medium")
    gone = [seat for seat in town["seats"] if not town["alive"][seat]]
    return [entry(medium, "medium", rng.choice(gone))] if medium is not None and gone and rng.random() < 0.9 else []


def _passes(rng: Random, town: Town, plan: Plan, item: str) -> list[Act]:
    owner = town["owner"][item]
    if owner is None or not others(town, owner):
        return []
    keeps = 0.2 if town["switch"]["kept_item_destroyed"] else 0.97 if plan.theme == "two left" else 0.7
    new = [seat for seat in others(town, owner) if seat not in town["owners_before"][item]]
    people = new if new and rng.random() < 0.8 else others(town, owner)
    return [] if rng.random() < keeps else [entry(owner, item, rng.choice(people))]
