"""Ends the day: who burns, and what that does."""

from typing import Any

from tests.box.games.wherewolf.second.accusation import accuse
from tests.box.games.wherewolf.second.dawn import eliminate
from tests.box.games.wherewolf.second.items import amulet_saves_by_day
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.run_off import by_his_silence, choose_victim, vote_again
from tests.box.games.wherewolf.second.town import Town, acting, living, note


def live_day(town: Town, day: dict[str, Any]) -> None:
    """Play the accusation, the run-off if there are several Accused, and the pyre."""
    if "accusation" not in day:
        refuse(town["round"], None, "a day begins with an accusation")
    two = len(living(town)) == 2
    accuse(town, day["accusation"])
    needed = len(town["day"]["accused"]) > 1 and not two
    if needed != ("run_off" in day):
        refuse(town["round"], None, "a run-off is for two or more Accused, and only for them")
    kept = vote_again(town, day["run_off"]) if needed else set()
    end_day(town, kept)


def end_day(town: Town, kept: set[int]) -> None:
    """Find the victim and light the pyre, if anybody is Accused at all."""
    jesters_day, town["jester_burned"] = town["jester_burned"], False
    if not town["day"]["accused"]:
        town["day"]["pyre"] = "none"
    else:
        victim, kind = _victim(town, kept)
        town["day"]["pyre"] = kind
        if victim is not None:
            _light(town, victim, kept, jesters_day=jesters_day)
    note(town, f"pyre: {town['day']['pyre']}")


def _victim(town: Town, kept: set[int]) -> tuple[int | None, str]:
    day = town["day"]
    if len(living(town)) == 2:
        return _of_two(town)
    if len(day["accused"]) == 1:
        return day["accused"][0], "direct"
    return choose_victim(town, kept)


def _of_two(town: Town) -> tuple[int | None, str]:
    """Judge the only vote of the last two: the one with more hands burns, or the Angel instead of the Beloved."""
    first, second = living(town)
    counts = town["day"]["accusation"]
    difference = counts.get(first, 0) - counts.get(second, 0)
    if not difference:
        return None, "tie"
    victim = first if difference > 0 else second
    angel = acting(town, "guardian-angel")
    return angel if victim == town["beloved"] and angel is not None else victim, "burned"


def _light(town: Town, victim: int, kept: set[int], *, jesters_day: bool) -> None:
    day = town["day"]
    if victim in kept or by_his_silence(town, victim):
        day["pyre"] = "cancelled"
        note(town, f"power: orator {'by signal' if victim in kept else 'by silence'}")
    elif jesters_day:
        day["pyre"] = "cancelled"
        note(town, "power: jester's day")
    elif amulet_saves_by_day(town, victim):
        day["pyre"] = "cancelled"
        note(town, "amulet: saves at the pyre")
    else:
        day["burned"] = victim
        eliminate(town, victim, "day", {"burned"})
        _after_burning(town, victim)


def _after_burning(town: Town, victim: int) -> None:
    """Apply what a burning leads to: a lover follows in the night, and Jester and Young Wolf act after death."""
    _follow(town, victim)
    if town["lost"][victim]:
        return
    if town["role"][victim] == "young-wolf":
        town["young_wolf_burned"] = True
        note(town, "power: young wolf burned")
    if town["role"][victim] == "jester":
        town["jester_burned"] = True
        note(town, "power: jester burned")
        if town["faction"][victim] == "none":
            town["won_alone"].add(victim)


def _follow(town: Town, victim: int) -> None:
    juliet, romeo = town["seat_of"].get("juliet"), town["romeo"]
    if juliet is None or romeo is None or town["lost"][juliet] or victim not in {juliet, romeo}:
        return
    other = romeo if victim == juliet else juliet
    if town["alive"][other]:
        town["follows"] = other
