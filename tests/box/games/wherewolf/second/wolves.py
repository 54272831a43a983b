"""Plays the turn of the wolves, from the second night on."""

from tests.box.games.wherewolf.second.acts import checked
from tests.box.games.wherewolf.second.attacks import angel_dies, angel_for, is_protected
from tests.box.games.wherewolf.second.cards import WOLVES
from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import (
    Act,
    Town,
    destroy,
    holds,
    is_latent,
    mark,
    note,
    places_of,
    strongest_wolf,
    tell,
    wolves_in_play,
)


def wolves_hunt(town: Town, acts: list[Act]) -> None:
    """Let all wolves propose a victim. The strongest one in play decides, and may spare everybody."""
    chooser, proposals = strongest_wolf(town), _proposals(town, acts)
    prey = proposals.get(chooser or 0, [])
    if chooser is None or town["night"]["cancelled"]:
        town["night"]["no_to_wolves"].extend(prey)
        if prey:
            note(town, "power: madman cancels the hunt")
        return
    if len(prey) > 1:
        note(town, f"power: two attacks{' on one' if prey[0] == prey[1] else ''}")
    if town["switch"]["sword_every_pointer"]:
        _strike_all(town, proposals)
    for one in prey:
        if town["owner"]["sword"] == one:
            _strike(town, [chooser])
        _attack(town, one, chooser)


def _proposals(town: Town, acts: list[Act]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for act in [act for act in acts if act["as"] in WOLVES or act["as"] == "peasant"]:
        seat = act["seat"]
        in_play = isinstance(seat, int) and seat in town["seats"] and town["alive"][seat]
        if not in_play or not town["wolf"][seat] or town["role"][seat] != act["as"]:
            refuse(town["round"], seat, f"does not hunt as {act['as']}")
        if act["as"] == "young-wolf":
            refuse(town["round"], seat, "the Young Wolf never chooses")
        if seat in found:
            refuse(town["round"], seat, "proposes twice")
        acts.remove(act)
        found[seat] = [_prey(town, seat, place) for place in _places(town, act)]
    return found


def _places(town: Town, act: Act) -> list[object]:
    """Return one `target`, or exactly two `targets` on a night with two attacks."""
    if "targets" not in act:
        return [act.get("target")]
    if town["night"]["attacks"] != 2 or "target" in act or len(act["targets"]) != 2:
        refuse(town["round"], act["seat"], "has not so many attacks")
    return list(act["targets"])


def _prey(town: Town, seat: int, place: object) -> int:
    prey = checked(town, seat, place, myself=True)
    if town["wolf"][prey] and not town["switch"]["wolves_may_hit_wolves"]:
        refuse(town["round"], seat, "wolves do not hunt wolves in this house")
    return prey


def _strike_all(town: Town, proposals: dict[int, list[int]]) -> None:
    pointing = [wolf for wolf, prey in proposals.items() if town["owner"]["sword"] in prey]
    if pointing:
        _strike(town, pointing)
        note(town, f"sword: {'several wolves' if len(pointing) > 1 else 'one wolf'} by the switch")


def _strike(town: Town, wolves: list[int]) -> None:
    for wolf in wolves:
        mark(town, wolf, "sword")
    destroy(town, "sword")
    town["night"]["destroyed"].append("sword")
    note(town, "sword: strikes a wolf")


def _attack(town: Town, prey: int, chooser: int) -> None:
    night, protected = town["night"], is_protected(town, prey)
    if holds(town, prey, "traitor"):
        protected = True
        tell(town, prey, "traitor", places_of(wolves_in_play(town)))
        note(town, "protected: traitor")
    if is_latent(town, prey, "descendant"):
        protected = True
        _turn_descendant(town, prey)
    if protected:
        night["no_to_wolves"].append(prey)
    elif (angel := angel_for(town, prey)) is not None:
        angel_dies(town, angel, prey)
    else:
        _kill(town, prey, chooser)


def _turn_descendant(town: Town, prey: int) -> None:
    if town["wolf"][prey]:
        note(town, "protected: turned descendant")
        return
    tell(town, prey, "peasant", places_of(wolves_in_play(town, without=prey)))
    town["wolf"][prey] = town["shadow"][prey] = town["dark"][prey] = True
    town["faction"][prey] = "wolves"
    town["night"]["turned"][prey] = "werewolf"


def _kill(town: Town, prey: int, chooser: int) -> None:
    mark(town, prey, "wolves")
    if town["wolf"][prey]:
        note(town, "power: wolves hit a wolf")
    if is_latent(town, prey, "hero"):
        mark(town, chooser, "hero")
