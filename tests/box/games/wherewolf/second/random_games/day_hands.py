"""Draws how people vote."""

from random import Random
from typing import Any

from tests.box.games.wherewolf.second.cards import CITY
from tests.box.games.wherewolf.second.random_games.aiming import aim, others
from tests.box.games.wherewolf.second.random_games.plans import Plan
from tests.box.games.wherewolf.second.town import Town, acting, living, place_of

MOODS = ("one", "level", "split", "wild", "nobody")


def accusation_sheet(rng: Random, town: Town, plan: Plan) -> dict[str, Any]:
    """Return a random accusation vote, written as votes or as counted hands, with a Pettifogger's signal if any."""
    alive, signals = living(town), _pettifogger(rng, town, plan)
    silent = {signal["seat"] for signal in signals}
    mood = rng.choices(MOODS, (22, 18, 42, 15, 3))[0]
    names = _named(rng, town, plan, alive, mood)
    votes = _votes(rng, town, [seat for seat in alive if seat not in silent], names, mood)
    spy = acting(town, "spy")
    if spy is not None and str(spy) in votes and rng.random() < 0.3:
        votes[str(spy)] = [place_of(spy)]
    return _sheet(rng, votes, signals)


def run_off_sheet(rng: Random, town: Town) -> dict[str, Any]:
    """Return a random run-off vote, with any signals of Mayor and Orator."""
    accused = town["day"]["accused"]
    city = {seat for role in CITY if (seat := acting(town, role)) is not None}
    voters = [seat for seat in living(town) if seat not in accused or seat in city]
    signals = _mayor(rng, town, accused) + _orator(rng, town, accused)
    silent = {signal["seat"] for signal in signals}
    mood = rng.choices(MOODS, (30, 20, 30, 18, 2))[0]
    votes = _votes(rng, town, [seat for seat in voters if seat not in silent], accused, mood)
    return _sheet(rng, votes, signals)


def _named(rng: Random, town: Town, plan: Plan, alive: list[int], mood: str) -> list[int]:
    """Return the seats that are up for votes: the whole table, or a few."""
    if mood == "wild":
        return alive
    number = 1 if mood == "one" else rng.randint(2, 4)
    return sorted({aim(rng, town, plan.village, alive, plan) for _ in range(number)})


def _votes(rng: Random, town: Town, voters: list[int], names: list[int], mood: str) -> dict[str, list[str]]:
    """Return random votes. A `level` mood spreads them evenly over the names, so that ties are common."""
    if mood == "nobody" or not names:
        return {}
    order, votes = rng.sample(names, len(names)), {}
    for number, seat in enumerate(voters):
        if rng.random() < 0.01:
            continue
        wanted = order[number % len(order)] if mood == "level" else rng.choice(order)
        votes[str(seat)] = [place_of(wanted)]
    merchant = acting(town, "merchant")
    if merchant is not None and str(merchant) in votes and rng.random() < 0.5:
        votes[str(merchant)] = [place_of(seat) for seat in rng.sample(names, rng.randint(1, len(names)))]
    return votes


def _sheet(rng: Random, votes: dict[str, list[str]], signals: list[dict[str, Any]]) -> dict[str, Any]:
    sheet: dict[str, Any] = {"votes": votes}
    if rng.random() < 0.4:
        places = [place for ballot in votes.values() for place in ballot]
        sheet = {"hands": {place: places.count(place) for place in sorted(set(places))}}
    if signals:
        sheet["signals"] = signals
    return sheet


def _pettifogger(rng: Random, town: Town, plan: Plan) -> list[dict[str, Any]]:
    seat = acting(town, "pettifogger")
    used = town["switch"]["pettifogger_once"] and "pettifogger" in town["spent"]
    if seat is None or used or not others(town, seat) or rng.random() < 0.5:
        return []
    target = aim(rng, town, plan.village, others(town, seat), plan)
    return [{"seat": seat, "as": "pettifogger", "target": place_of(target)}]


def _mayor(rng: Random, town: Town, accused: list[int]) -> list[dict[str, Any]]:
    seat = acting(town, "mayor")
    if seat is None or rng.random() < 0.5:
        return []
    return [{"seat": seat, "as": "mayor", "target": place_of(rng.choice(accused))}]


def _orator(rng: Random, town: Town, accused: list[int]) -> list[dict[str, Any]]:
    seat = acting(town, "orator")
    if seat is None or seat in accused or rng.random() < 0.5:
        return []
    people = accused if rng.random() < 0.95 else living(town)
    kept = rng.sample(people, rng.randint(1, len(people)))
    return [{"seat": seat, "as": "orator", "targets": [place_of(other) for other in kept]}]
