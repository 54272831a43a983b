"""Judges a whole game: night after night, day after day, straight through."""

from typing import Any

from tests.box.games.wherewolf.second.acts import refuse_leftovers
from tests.box.games.wherewolf.second.dawn import dawn
from tests.box.games.wherewolf.second.deaths import count_dead, heal
from tests.box.games.wherewolf.second.first_night import live_first_night
from tests.box.games.wherewolf.second.items import hand_over
from tests.box.games.wherewolf.second.looking import mage_looks, medium_looks, seer_looks
from tests.box.games.wherewolf.second.opening import new_day, new_night, open_town
from tests.box.games.wherewolf.second.pyre import live_day
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, note
from tests.box.games.wherewolf.second.vampire import vampire_bites
from tests.box.games.wherewolf.second.verdict import written_day, written_night, written_verdict
from tests.box.games.wherewolf.second.windows import open_window
from tests.box.games.wherewolf.second.witch import witch_protects
from tests.box.games.wherewolf.second.wolves import wolves_hunt


def judge_game(game: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on a game, by the contract of `nightcrier judge`."""
    return judge_and_watch(game)[0]


def judge_and_watch(game: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Return the verdict on a game, and everything notable that happened in it."""
    town, rounds = open_town(game), game["rounds"]
    for number, one in enumerate(rounds, start=1):
        if town["end"] is not None:
            refuse(number, None, "the game is over")
        begin_round(town)
        _live_night(town, list(one["night"]))
        wake_up(town)
        _live_day(town, one, last=number == len(rounds))
    return written_verdict(town), town["seen"]


def begin_round(town: Town) -> None:
    """Begin a night with the effects that earlier days have on it."""
    town["round"] += 1
    attacks = 2 if town["young_wolf_burned"] else 1
    town["night"] = new_night(attacks, cancelled=town["madman_eaten"])
    town["day"] = new_day()
    town["young_wolf_burned"] = town["madman_eaten"] = False


def _live_night(town: Town, acts: list[Act]) -> None:
    if town["round"] == 1:
        live_first_night(town, acts)
    else:
        live_until_healer(town, acts)
        open_window(town, acts, "healer")
        count_dead(town)
        heal(town, acts)
    refuse_leftovers(town, acts)


def live_until_healer(town: Town, acts: list[Act]) -> None:
    """Play the calls of a later night before the Healer's."""
    open_window(town, acts, "seer")
    seer_looks(town, acts)
    open_window(town, acts, "medium")
    medium_looks(town, acts)
    open_window(town, acts, "mage")
    mage_looks(town, acts)
    open_window(town, acts, "witch")
    witch_protects(town, acts)
    hand_over(town, acts, "amulet")
    hand_over(town, acts, "sword")
    wolves_hunt(town, acts)
    vampire_bites(town, acts)


def wake_up(town: Town) -> None:
    """Record the night, and begin the morning."""
    town["follows"] = None
    for what in town["night"]["turned"].values():
        note(town, f"turned: {what}")
    town["nights"].append(written_night(town["night"]))
    dawn(town)


def close_day(town: Town) -> None:
    town["days"].append(written_day(town["day"]))


def _live_day(town: Town, one: dict[str, Any], *, last: bool) -> None:
    if one.get("day") is not None:
        if town["end"] is not None:
            refuse(town["round"], None, "the game is over in the morning")
        live_day(town, one["day"])
    elif town["end"] is None and not last:
        refuse(town["round"], None, "the day is missing")
    close_day(town)
