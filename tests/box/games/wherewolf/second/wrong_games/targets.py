"""Makes wrong targets: oneself, the dead, the living, an empty chair, a window that does not exist."""

from random import Random

from tests.box.games.wherewolf.second.cards import MYSTICS
from tests.box.games.wherewolf.second.wrong_games.finding import (
    POINTS,
    Game,
    any_of,
    at_night,
    entries_of,
    gone_by,
    possible_of,
    role_of,
)


def point_at_oneself(rng: Random, game: Game, _verdict: Game) -> bool:
    roles = ("witch",) if game["house_rules"].get("self_choice") else ("witch", "seer", "mage", "vampire", "juliet")
    chosen = any_of(rng, entries_of(game, *roles))
    if chosen is not None:
        chosen[1]["target"] = f"P{chosen[1]['seat']}"
    return chosen is not None


def point_at_the_dead(rng: Random, game: Game, verdict: Game) -> bool:
    found = [(number, act) for number, act in entries_of(game, *POINTS) if gone_by(verdict, number) and "target" in act]
    chosen = any_of(rng, found)
    if chosen is not None:
        chosen[1]["target"] = rng.choice(gone_by(verdict, chosen[0]))
    return chosen is not None


def point_at_an_empty_chair(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, [one for one in entries_of(game, *POINTS) if "target" in one[1]])
    if chosen is not None:
        chosen[1]["target"] = f"P{len(game['players']) + 1}"
    return chosen is not None


def ask_the_medium_about_the_living(rng: Random, game: Game, verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "medium"))
    if chosen is not None:
        chosen[1]["target"] = rng.choice(at_night(verdict, chosen[0]))
    return chosen is not None


def save_somebody_who_lives(rng: Random, game: Game, verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "healer"))
    if chosen is None:
        return False
    night = verdict["nights"][chosen[0] - 1]
    well = [place for place in at_night(verdict, chosen[0]) if place not in night["notified"] + night["killed"]]
    if well:
        chosen[1]["target"] = rng.choice(well)
    return bool(well)


def hand_over_what_one_does_not_have(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "amulet", "sword"))
    if chosen is not None:
        chosen[1]["seat"], chosen[1]["target"] = int(chosen[1]["target"][1:]), f"P{chosen[1]['seat']}"
    return chosen is not None


def attack_twice_on_a_plain_night(rng: Random, game: Game, verdict: Game) -> bool:
    burned, found = [day["burned"] for day in verdict["days"]], []
    for number, act in entries_of(game, "pack-leader", "pack-wolf"):
        before = burned[number - 2]
        if before is None or role_of(verdict, before) != "young-wolf":
            found.append(act)
    chosen = any_of(rng, found)
    if chosen is not None:
        place = chosen.pop("target")
        chosen["targets"] = [place, place]
    return chosen is not None


def attack_three_times(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, [act for _, act in entries_of(game, "pack-leader", "pack-wolf") if "targets" in act])
    if chosen is not None:
        chosen["targets"].append(chosen["targets"][0])
    return chosen is not None


def point_as_the_thief(rng: Random, game: Game, verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "thief"))
    if chosen is not None:
        chosen[1]["target"] = rng.choice(at_night(verdict, chosen[0]))
    return chosen is not None


def open_a_window_that_is_not_there(rng: Random, game: Game, _verdict: Game) -> bool:
    missing = [mystic for mystic in MYSTICS if mystic not in possible_of(game)]
    chosen = any_of(rng, entries_of(game, "thief", "assassin", "guild-master"))
    if chosen is None or not missing:
        return False
    chosen[1]["during"] = rng.choice(missing)
    return True


def open_no_window(rng: Random, game: Game, _verdict: Game) -> bool:
    chosen = any_of(rng, entries_of(game, "thief", "assassin", "guild-master"))
    if chosen is not None:
        del chosen[1]["during"]
    return chosen is not None


WRONG_TARGETS = (
    point_at_oneself,
    point_at_the_dead,
    point_at_an_empty_chair,
    ask_the_medium_about_the_living,
    save_somebody_who_lives,
    hand_over_what_one_does_not_have,
    attack_twice_on_a_plain_night,
    attack_three_times,
    point_as_the_thief,
    open_a_window_that_is_not_there,
    open_no_window,
)
