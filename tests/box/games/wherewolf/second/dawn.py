"""Judges the morning: the dead leave the game, the end is tested, the last two are ranked, the tavern talks."""

from tests.box.games.wherewolf.second.items import amulet_saves_by_day, lose_with_owner
from tests.box.games.wherewolf.second.town import Town, acting, living, note

RANKS = ("werewolf", "vampire", "progeny", "other")
"""The ranks of the last two players: the one of lower rank leaves after a night without a death."""


def eliminate(town: Town, seat: int, when: str, causes: set[str]) -> None:
    """Take one seat out of the game."""
    town["alive"][seat] = False
    town["out"][seat] = {"round": town["round"], "when": when, "cause": sorted(causes)}
    lose_with_owner(town, seat)
    for cause in causes:
        note(town, f"cause: {cause}")


def bury(town: Town) -> None:
    """Bury those who were killed in the night. The Madman wins if wolves killed him."""
    for seat, causes in sorted(town["night"]["dead"].items()):
        eliminate(town, seat, "night", causes)
        town["day"]["eliminated"].append(seat)
        if "wolves" in causes and town["role"][seat] == "madman" and not town["lost"][seat]:
            town["madman_eaten"] = True
            note(town, "power: madman is eaten")
            if town["faction"][seat] == "none":
                town["won_alone"].add(seat)


def test_end(town):
    """Return how the game has ended this morning, or None."""
    seats = living(town)
    if not seats:
        return "extermination"
    if not any(town["shadow"][seat] for seat in seats):
        return "humans"
    if len({town["faction"][seat] for seat in seats} - {"none"}) == 1:
        return "shadow"
    return None


def dawn(town: Town) -> None:
    """Bury the dead, and from the second day on test whether the game ends here."""
    bury(town)
    if town["round"] == 1:
        if town["switch"]["tavern_first_morning"]:
            _tavern(town)
        return
    town["end"] = test_end(town)
    if town["end"] is None and len(living(town)) == 2 and not town["night"]["dead"]:
        _weigh_two(town)
    if town["end"] is not None:
        town["end_round"] = town["round"]
        note(town, f"end: {town['end']}")
    else:
        _tavern(town)


def _rank(town: Town, seat: int) -> int:
    if town["wolf"][seat]:
        return RANKS.index("werewolf")
    if town["lost"][seat]:
        return RANKS.index("progeny")
    return RANKS.index("vampire" if town["role"][seat] == "vampire" else "other")


def _weigh_two(town: Town) -> None:
    higher, lower = sorted(living(town), key=lambda seat: _rank(town, seat))
    if _rank(town, higher) == _rank(town, lower):
        town["end"] = "together"
    elif amulet_saves_by_day(town, lower):
        note(town, "amulet: saves at the dawn of two")
    else:
        note(town, f"two left: {RANKS[_rank(town, lower)]} goes")
        eliminate(town, lower, "day", {"two-players"})
        town["day"]["eliminated"].append(lower)
        town["end"] = test_end(town)


def _tavern(town: Town) -> None:
    """Announce whether the tavern talks of a dark aura, a white one or none, if Innkeeper or Bard is possible."""
    if not town["possible"] & {"innkeeper", "bard"}:
        return
    dark = town["night"]["seer"]
    if dark is True and acting(town, "innkeeper") is not None:
        town["day"]["tavern"] = "dark"
    elif dark is False and acting(town, "bard") is not None:
        town["day"]["tavern"] = "white"
    else:
        town["day"]["tavern"] = "none"
    note(town, f"tavern: {town['day']['tavern']}")
