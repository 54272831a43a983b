"""Makes wrong days: votes by those who have none, too many votes, run-offs that are not allowed."""

from random import Random

from tests.box.games.wherewolf.second.cards import CITY
from tests.box.games.wherewolf.second.wrong_games.finding import (
    Game,
    any_of,
    by_day,
    days_of,
    gone_by,
    role_of,
    seat,
    sheets_of,
)


def let_a_dead_seat_vote(rng: Random, game: Game, verdict: Game) -> bool:
    chosen = any_of(rng, [one for one in sheets_of(game, "accusation") if gone_by(verdict, one[0])])
    if chosen is None:
        return False
    dead = rng.choice(gone_by(verdict, chosen[0]))
    chosen[1]["votes"][str(seat(dead))] = [by_day(verdict, chosen[0])[0]]
    return True


def vote_for_the_dead(rng: Random, game: Game, verdict: Game) -> bool:
    found = [one for one in sheets_of(game, "accusation") if gone_by(verdict, one[0]) and one[1]["votes"]]
    chosen = any_of(rng, found)
    if chosen is None:
        return False
    voter = rng.choice(sorted(chosen[1]["votes"]))
    chosen[1]["votes"][voter] = [rng.choice(gone_by(verdict, chosen[0]))]
    return True


def raise_hands_for_the_dead(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number in days_of(game):
        sheet = game["rounds"][number - 1]["day"]["accusation"]
        found += [(number, sheet)] if "hands" in sheet and gone_by(verdict, number) else []
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[1]["hands"][rng.choice(gone_by(verdict, chosen[0]))] = 2
    return chosen is not None


def vote_twice(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number, sheet in sheets_of(game, "accusation"):
        people = by_day(verdict, number)
        voters = [name for name in sheet["votes"] if role_of(verdict, f"P{name}") != "merchant"]
        found += [(sheet["votes"], name, people[:2]) for name in voters]
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[0][chosen[1]] = chosen[2]
    return chosen is not None


def vote_although_accused(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number, sheet in sheets_of(game, "run_off"):
        accused = verdict["days"][number - 1]["accused"]
        plain = [place for place in accused if role_of(verdict, place) not in CITY]
        found += [(sheet["votes"], place, accused[0]) for place in plain]
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[0][str(seat(chosen[1]))] = [chosen[2]]
    return chosen is not None


def vote_for_somebody_who_is_not_accused(rng: Random, game: Game, verdict: Game) -> bool:
    found = []
    for number, sheet in sheets_of(game, "run_off"):
        others = [place for place in by_day(verdict, number) if place not in verdict["days"][number - 1]["accused"]]
        found += [(sheet["votes"], voter, others[0]) for voter in sheet["votes"] if others]
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[0][chosen[1]] = [chosen[2]]
    return chosen is not None


def vote_again_without_need(rng: Random, game: Game, verdict: Game) -> bool:
    found = [number for number in days_of(game) if len(verdict["days"][number - 1]["accused"]) < 2]
    number = any_of(rng, found)
    if number is not None:
        game["rounds"][number - 1]["day"]["run_off"] = {"votes": {}}
    return number is not None


def forget_the_run_off(rng: Random, game: Game, _verdict: Game) -> bool:
    days = [game["rounds"][number - 1]["day"] for number in days_of(game)]
    chosen = any_of(rng, [day for day in days if "run_off" in day])
    if chosen is not None:
        del chosen["run_off"]
    return chosen is not None


WRONG_DAYS = (
    let_a_dead_seat_vote,
    vote_for_the_dead,
    raise_hands_for_the_dead,
    vote_twice,
    vote_although_accused,
    vote_for_somebody_who_is_not_accused,
    vote_again_without_need,
    forget_the_run_off,
)
