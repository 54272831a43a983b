"""Lets Seer, Medium and Mage point at people, and tells what they learn."""

from tests.box.games.wherewolf.second.acts import choice, one_act, warn
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, acting, is_mystic, note, seat_at, tell


def seer_looks(town: Town, acts: list[Act]) -> None:
    """Tell the Seer whether an aura is dark now, and note it for the tavern."""
    act = one_act(town, acts, "seer")
    if act is None:
        return _undone(town, "seer")
    target = choice(town, act, myself=town["switch"]["self_choice"])
    town["night"]["seer"] = town["dark"][target]
    tell(town, act["seat"], "seer", town["dark"][target], target)
    note(town, f"power: seer, {'dark' if town['dark'][target] else 'white'}")
    return None


def mage_looks(town: Town, acts: list[Act]) -> None:
    """Tell the Mage whether somebody is a Mystic."""
    act = one_act(town, acts, "mage")
    if act is None:
        return _undone(town, "mage")
    target = choice(town, act, myself=town["switch"]["self_choice"])
    tell(town, act["seat"], "mage", is_mystic(town, target), target)
    note(town, f"power: mage, {'mystic' if is_mystic(town, target) else 'no mystic'}")
    return None


def medium_looks(town: Town, acts: list[Act]) -> None:
    """Tell the Medium whether the last aura of somebody eliminated was dark."""
    act = one_act(town, acts, "medium")
    if act is None:
        if not all(town["alive"][1:]):
            _undone(town, "medium")
        return
    target = seat_at(town, act.get("target"))
    if town["alive"][target]:
        refuse(town["round"], act["seat"], "the Medium asks only about the eliminated")
    tell(town, act["seat"], "medium", town["dark"][target], target)
    note(town, f"power: medium, {'dark' if town['dark'][target] else 'white'}")


def _undone(town: Town, role: str) -> None:
    if acting(town, role) is not None:
        warn(town, role)
