"""Plays the turn of the Vampire and his Ghoul, from the second night on."""

from tests.box.games.wherewolf.second.acts import choice, one_act
from tests.box.games.wherewolf.second.attacks import is_protected
from tests.box.games.wherewolf.second.town import (
    Act,
    Town,
    acting,
    destroy,
    holds,
    is_mystic,
    mark,
    note,
    place_of,
    tell,
)


def vampire_bites(town: Town, acts: list[Act]) -> None:
    """Test a bite against Sword, Hunter, protection, wolf and Mystic. If none applies, the victim becomes a Progeny."""
    act = one_act(town, acts, "vampire")
    if act is None:
        return
    vampire, night = act["seat"], town["night"]
    prey = choice(town, act, myself=town["switch"]["self_choice"])
    if town["owner"]["sword"] == prey:
        destroy(town, "sword")
        night["destroyed"].append("sword")
        note(town, "sword: strikes the vampire")
        _vampire_dies(town, vampire, "sword")
    if holds(town, prey, "vampire-hunter"):
        night["notified"].add(prey)
        _vampire_dies(town, vampire, "vampire-hunter")
    elif is_protected(town, prey):
        night["no_to_vampire"].append(prey)
        note(town, "power: vampire is refused")
    else:
        night["notified"].add(prey)
        _touch(town, vampire, prey)


def _touch(town: Town, vampire: int, prey: int) -> None:
    if town["wolf"][prey]:
        _vampire_dies(town, vampire, "vampire-turned-on")
    elif is_mystic(town, prey):
        note(town, "power: vampire at a mystic")
    else:
        _make_progeny(town, vampire, prey)


def _make_progeny(town: Town, vampire: int, prey: int) -> None:
    if town["lost"][prey]:
        note(town, "progeny: again")
    elif town["role"][prey] in {"juliet", "guardian-angel", "ghoul", "peasant"}:
        note(town, f"progeny: {town['role'][prey]}")
    town["lost"][prey] = town["shadow"][prey] = town["dark"][prey] = True
    town["faction"][prey] = "vampire"
    town["night"]["turned"][prey] = "progeny"
    tell(town, prey, "vampire", [place_of(vampire)] if prey != vampire else [])
    if (ghoul := acting(town, "ghoul")) is not None:
        tell(town, prey, "ghoul", [place_of(ghoul)])


def _vampire_dies(town: Town, vampire: int, cause: str) -> None:
    """Mark the Vampire for death, or his Ghoul instead, who dies for him in his own turn."""
    ghoul = acting(town, "ghoul")
    if ghoul is None:
        mark(town, vampire, cause)
    else:
        mark(town, ghoul, "ghoul")
