"""Chooses seats to point at: by taste if one fits, otherwise any seat that is allowed."""

from random import Random

from tests.box.games.wherewolf.second.cards import MYSTICS
from tests.box.games.wherewolf.second.random_games.plans import Plan
from tests.box.games.wherewolf.second.town import Act, Town, is_latent, living, place_of


def seats_of_taste(town: Town, taste: str) -> list[int]:
    """Return the seats that fit a taste, in play or not."""
    if taste in town["seat_of"]:
        return [town["seat_of"][taste]]
    single = {"beloved": town["beloved"], "romeo": town["romeo"], **town["owner"]}
    if taste in single:
        seat = single[taste]
        return [] if seat is None else [seat]
    return [seat for seat in town["seats"] if _fits(town, seat, taste)]


def _fits(town: Town, seat: int, taste: str) -> bool:
    match taste:
        case "hero" | "descendant":
            return is_latent(town, seat, taste)
        case "turned":
            return town["wolf"][seat] and town["role"][seat] == "peasant"
        case "wolf":
            return town["wolf"][seat]
        case "mystic":
            return town["role"][seat] in MYSTICS
        case "progeny":
            return town["lost"][seat]
        case _:
            return town["faction"][seat] == taste


def spared(town: Town, plan: Plan) -> set[int]:
    """Return the seats that nobody targets, so that the game can end with them."""
    if plan.theme == "together":
        lovers = {town["seat_of"]["juliet"], town["seat_of"]["pack-leader"], town["seat_of"]["pack-wolf"]}
        return {seat for seat in lovers if not town["lost"][seat]}
    if plan.theme == "two left":
        return {
            town["seat_of"]["pack-leader"],
            *(seats_of_taste(town, "amulet") or seats_of_taste(town, "vampire")[:1]),
        }
    if plan.theme == "peasants":
        return {town["seat_of"]["pack-leader"], *seats_of_taste(town, "hero")}
    return set()


def aim(rng: Random, town: Town, tastes: tuple[str, ...], seats: list[int], plan: Plan) -> int:
    """Return one of these seats, preferring those that fit a taste and avoiding spared ones."""
    kept = spared(town, plan)
    if kept and rng.random() < 0.95:
        seats = [seat for seat in seats if seat not in kept] or seats
    liked = [seat for seat in seats_of_taste(town, rng.choice(tastes)) if seat in seats]
    return rng.choice(liked if liked and rng.random() < 0.65 else seats)


def others(town: Town, seat: int) -> list[int]:
    return [other for other in living(town) if other != seat]


def candidates(town: Town, seat: int, *, myself: bool) -> list[int]:
    """Return the seats at which a seat may point."""
    return living(town) if myself else others(town, seat)


def entry(seat: int, role: str, target: int) -> Act:
    """Return an entry in which a seat acts as a role on a target."""
    return {"seat": seat, "as": role, "target": place_of(target)}
