"""Draws what wolves and the Vampire do."""

from random import Random
from typing import Any

from tests.box.games.wherewolf.second.cards import WOLVES
from tests.box.games.wherewolf.second.random_games.aiming import aim, candidates, entry, others
from tests.box.games.wherewolf.second.random_games.plans import Plan
from tests.box.games.wherewolf.second.town import Act, Town, acting, living, place_of, strongest_wolf, wolves_in_play


def hunting_hands(rng: Random, town: Town, plan: Plan) -> list[Act]:
    """Return the entries of the wolves that propose a victim."""
    acts = []
    pair: list[str] = []
    for wolf in wolves_in_play(town) if _preys(town, hits_wolves=town["switch"]["wolves_may_hit_wolves"]) else []:
        role = town["role"][wolf]
        if role == "young-wolf" or rng.random() < _idleness(town, plan):
            continue
        if role in WOLVES or wolf == strongest_wolf(town) or rng.random() < 0.7:
            pair = pair if pair and rng.random() < 0.6 else [_prey(rng, town, plan), _prey(rng, town, plan)]
            acts.append(_proposal(rng, town, wolf, pair))
    return acts


def _prey(rng: Random, town: Town, plan: Plan) -> str:
    hits_wolves = town["switch"]["wolves_may_hit_wolves"] and rng.random() < 0.25
    people = _preys(town, hits_wolves=hits_wolves) or living(town)
    return place_of(aim(rng, town, plan.wolves, people, plan))


def _idleness(town: Town, plan: Plan) -> float:
    """Return how often an attacker does nothing: more often if the game should end with two people."""
    few = len(living(town)) <= 2
    return 0.7 if few and plan.theme in {"together", "two left"} else plan.lazy / 2


def _preys(town: Town, *, hits_wolves: bool) -> list[int]:
    return [seat for seat in living(town) if hits_wolves or not town["wolf"][seat]]


def _proposal(rng: Random, town: Town, wolf: int, pair: list[str]) -> Act:
    act: dict[str, Any] = {"seat": wolf, "as": town["role"][wolf]}
    if town["night"]["attacks"] == 2 and rng.random() < 0.8:
        return {**act, "targets": [pair[0], pair[0]] if rng.random() < 0.2 else list(pair)}
    return {**act, "target": pair[0]}


def biting_hand(rng: Random, town: Town, plan: Plan) -> list[Act]:
    """Return the Vampire's entry, if he bites."""
    vampire = acting(town, "vampire")
    if vampire is None or not others(town, vampire) or rng.random() < _idleness(town, plan):
        return []
    return [entry(vampire, "vampire", _victim(rng, town, plan, vampire))]


def _victim(rng: Random, town: Town, plan: Plan, vampire: int) -> int:
    juliet = acting(town, "juliet")
    if plan.theme == "together" and juliet is not None:
        return juliet
    return aim(rng, town, plan.vampire, candidates(town, vampire, myself=town["switch"]["self_choice"]), plan)
