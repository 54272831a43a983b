"""Hands Amulet and Sword from one player to another, and loses them."""

from tests.box.games.wherewolf.second.acts import choice
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, destroy, note


def hand_over(town: Town, acts: list[Act], item: str) -> None:
    """Hand the item on. It is destroyed if a former owner gets it or, by a house rule, if its owner keeps it."""
    owner, found = town["owner"][item], [act for act in acts if act["as"] == item]
    for act in found:
        if act["seat"] != owner or len(found) > 1:
            refuse(town["round"], act["seat"], f"cannot hand over the {item}")
        acts.remove(act)
    if owner is not None and found:
        _pass_on(town, item, choice(town, found[0], myself=False))
    elif owner is not None and town["switch"]["kept_item_destroyed"]:
        _destroy_at_night(town, item)
        note(town, f"{item}: kept and destroyed")
    elif owner is not None:
        note(town, f"{item}: kept and stays")


def _pass_on(town: Town, item: str, target: int) -> None:
    if target in town["owners_before"][item]:
        _destroy_at_night(town, item)
        note(town, f"{item}: back to a former owner")
        return
    town["owner"][item] = target
    town["owners_before"][item].add(target)
    town["night"]["notified"].add(target)
    note(town, f"{item}: passed on")


def _destroy_at_night(town: Town, item: str) -> None:
    destroy(town, item)
    town["night"]["destroyed"].append(item)


def lose_with_owner(town: Town, seat: int) -> None:
    """Take the items of a seat that leaves the game."""
    for item, owner in town["owner"].items():
        if owner == seat:
            destroy(town, item)
            town["day"]["destroyed"].append(item)
            note(town, f"{item}: lost with its owner")


def amulet_saves_by_day(town: Town, seat: int) -> bool:
    """Say whether the Amulet saves its owner from the pyre or from the dawn of the last two, and break it if so."""
    if town["owner"]["amulet"] != seat:
        return False
    destroy(town, "amulet")
    town["day"]["destroyed"].append("amulet")
    return True
