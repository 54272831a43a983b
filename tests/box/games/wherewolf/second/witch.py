"""Plays the Witch's power to protect somebody else for the night."""

from tests.box.games.wherewolf.second.acts import choice, one_act, warn
from tests.box.games.wherewolf.second.town import Act, Town, acting, note


def witch_protects(town: Town, acts: list[Act]) -> None:
    """Protect somebody other than the Witch, even if a house rule lets others choose themselves."""
    act = one_act(town, acts, "witch")
    if act is not None:
        town["night"]["witch"] = choice(town, act, myself=False)
        note(town, "power: witch protects")
    elif acting(town, "witch") is not None:
        warn(town, "witch")
