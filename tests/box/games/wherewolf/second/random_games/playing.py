"""Plays a whole random game through the town of the second referee, so that every action is legal."""

from random import Random
from typing import Any

from tests.box.games.wherewolf.second.accusation import accuse
from tests.box.games.wherewolf.second.deaths import count_dead, heal
from tests.box.games.wherewolf.second.first_night import live_first_night
from tests.box.games.wherewolf.second.judging import begin_round, live_until_healer, wake_up
from tests.box.games.wherewolf.second.opening import open_town
from tests.box.games.wherewolf.second.pyre import end_day
from tests.box.games.wherewolf.second.random_games.day_hands import accusation_sheet, run_off_sheet
from tests.box.games.wherewolf.second.random_games.dealing import draw_table
from tests.box.games.wherewolf.second.random_games.night_hands import early_hands, first_hands, healer_hand
from tests.box.games.wherewolf.second.random_games.plans import Plan, draw_plan
from tests.box.games.wherewolf.second.random_games.window_hands import window_hands
from tests.box.games.wherewolf.second.run_off import vote_again
from tests.box.games.wherewolf.second.town import Act, Town, living
from tests.box.games.wherewolf.second.windows import open_window

BEFORE_HEALER = ("seer", "medium", "mage", "witch")


def random_game(seed: int, most_rounds: int = 20) -> dict[str, Any]:
    """Return a legal game of 8 to 18 players, to its end or to the last round."""
    rng = Random(seed)
    plan = draw_plan(rng)
    game = draw_table(rng, plan)
    town = open_town(game)
    last = most_rounds if rng.random() < 0.97 else rng.randint(1, 4)
    while town["end"] is None and town["round"] < last:
        one: dict[str, Any] = {"night": _play_night(rng, town, plan)}
        if town["end"] is None and (town["round"] < last or rng.random() < 0.5):
            one["day"] = _play_day(rng, town, plan)
        game["rounds"].append(one)
    return game


def _play_night(rng: Random, town: Town, plan: Plan) -> list[Act]:
    begin_round(town)
    if town["round"] == 1:
        acts = first_hands(rng, town, plan)
        live_first_night(town, list(acts))
    else:
        acts = _later_night(rng, town, plan)
    wake_up(town)
    rng.shuffle(acts)
    return acts


def _later_night(rng: Random, town: Town, plan: Plan) -> list[Act]:
    early = [*window_hands(rng, town, plan, BEFORE_HEALER), *early_hands(rng, town, plan)]
    live_until_healer(town, list(early))
    late = window_hands(rng, town, plan, ("healer",))
    open_window(town, list(late), "healer")
    count_dead(town)
    saved = healer_hand(rng, town)
    heal(town, list(saved))
    return [*early, *late, *saved]


def _play_day(rng: Random, town: Town, plan: Plan) -> dict[str, Any]:
    day: dict[str, Any] = {"accusation": accusation_sheet(rng, town, plan)}
    two = len(living(town)) == 2
    accuse(town, day["accusation"])
    kept: set[int] = set()
    if len(town["day"]["accused"]) > 1 and not two:
        day["run_off"] = run_off_sheet(rng, town)
        kept = vote_again(town, day["run_off"])
    end_day(town, kept)
    return day
