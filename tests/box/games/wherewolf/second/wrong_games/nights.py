"""Makes wrong nights: people act who may not, and powers are used twice."""

from random import Random

from tests.box.games.wherewolf.second.wrong_games.finding import (
    POINTS,
    Game,
    any_of,
    at_night,
    entries_of,
    gone_by,
    later_nights,
    night_of,
    progeny,
    role_of,
    seat,
)

LATER = {"witch", "medium", "healer", "pack-leader", "pack-wolf", "vampire", "assassin", "guild-master", "thief"}


def let_a_dead_seat_act(rng: Random, game: Game, verdict: Game) -> bool:
    found = [(number, place) for number in later_nights(game) for place in gone_by(verdict, number)]
    chosen = any_of(rng, found)
    if chosen is None:
        return False
    number, place = chosen
    act = {"seat": seat(place), "as": role_of(verdict, place), "target": rng.choice(at_night(verdict, number))}
    night_of(game, number).append(act)
    return True


def let_a_progeny_act(rng: Random, game: Game, verdict: Game) -> bool:
    found = [(number, place) for number in later_nights(game) for place in progeny(verdict, number)]
    found = [(number, place) for number, place in found if place in at_night(verdict, number)]
    chosen = any_of(rng, found)
    if chosen is None:
        return False
    act = {"seat": seat(chosen[1]), "as": role_of(verdict, chosen[1]), "during": "seer"}
    night_of(game, chosen[0]).append(act)
    return True


def act_with_another_card(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, *POINTS))
    if chosen is not None:
        chosen[1]["seat"] = chosen[1]["seat"] % len(game["players"]) + 1
    return chosen is not None


def act_twice_in_a_night(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, *POINTS, "healer", "medium", "thief", "assassin", "amulet", "sword"))
    if chosen is not None:
        night_of(game, chosen[0]).append(dict(chosen[1]))
    return chosen is not None


def use_again_what_works_once(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number, act in entries_of(game, "thief", "assassin", "guild-master"):
        here = [later for later in later_nights(game) if later > number]
        found += [(later, act) for later in here if f"P{act['seat']}" in at_night(verdict, later)]
    chosen = any_of(rng, found)
    if chosen is not None:
        night_of(game, chosen[0]).append(dict(chosen[1]))
    return chosen is not None


def use_a_later_power_in_the_first_night(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = rng.choice([number for number, role in enumerate(game["players"], start=1) if role in LATER])
    act = {"seat": chosen, "as": game["players"][chosen - 1], "target": "P1" if chosen != 1 else "P2"}
    night_of(game, 1).append(act)
    return True


def choose_for_life_in_a_later_night(rng: Random, game: Game, verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "juliet", "guardian-angel"))
    here = [number for number in later_nights(game) if chosen and f"P{chosen[1]['seat']}" in at_night(verdict, number)]
    if chosen is None or not here:
        return False
    number = rng.choice(here)
    others = [place for place in at_night(verdict, number) if seat(place) != chosen[1]["seat"]]
    night_of(game, number).append({**chosen[1], "target": rng.choice(others or ["P1"])})
    return True


def let_the_young_wolf_choose(rng: Random, game: Game, verdict: Game) -> bool:
    young = [place for place in verdict["players"] if role_of(verdict, place) == "young-wolf"]
    here = [number for number in later_nights(game) if young and young[0] in at_night(verdict, number)]
    if not here:
        return False
    number = rng.choice(here)
    target = rng.choice(at_night(verdict, number))
    night_of(game, number).append({"seat": seat(young[0]), "as": "young-wolf", "target": target})
    return True


WRONG_NIGHTS = (
    let_a_dead_seat_act,
    let_a_progeny_act,
    act_with_another_card,
    act_twice_in_a_night,
    use_again_what_works_once,
    use_a_later_power_in_the_first_night,
    choose_for_life_in_a_later_night,
    let_the_young_wolf_choose,
)
