"""Plays the first night: who meets whom, who learns what, who chooses for the whole game."""

from tests.box.games.wherewolf.second.acts import choice, one_act, warn
from tests.box.games.wherewolf.second.cards import CRIMINALS, GUARDS, WOLVES
from tests.box.games.wherewolf.second.looking import mage_looks, seer_looks
from tests.box.games.wherewolf.second.town import Act, Town, acting, note, place_of, places_of, tell


def live_first_night(town: Town, acts: list[Act]) -> None:
    seer_looks(town, acts)
    mage_looks(town, acts)
    _meet(town, CRIMINALS)
    _meet_guards(town)
    _monk(town)
    _hunter(town)
    _priest(town)
    _juliet(town, acts)
    _angel(town, acts)
    _first_owners(town)
    _meet_wolves(town)
    _meet_ghoul(town)


def _seats_of(town: Town, roles: tuple[str, ...]) -> list[int]:
    return sorted(town["seat_of"][role] for role in roles if role in town["seat_of"])


def _meet(town: Town, roles: tuple[str, ...]) -> None:
    seats = _seats_of(town, roles)
    for seat in seats:
        tell(town, seat, town["role"][seat], places_of([other for other in seats if other != seat]))


def _meet_guards(town: Town) -> None:
    guards = (*GUARDS, "corrupt-guard")
    _meet(town, guards)
    for seat in _seats_of(town, guards):
        tell(town, seat, town["role"][seat], len(_seats_of(town, CRIMINALS)))
        note(town, f"power: {town['role'][seat]} sees the number")


def _monk(town: Town) -> None:
    if (monk := acting(town, "monk")) is not None:
        tell(town, monk, "monk", sorted(town["possible"] - set(town["role"]))[:2])
        note(town, "power: monk")


def _hunter(town: Town) -> None:
    hunter = acting(town, "vampire-hunter")
    if hunter is not None and "vampire" in town["possible"]:
        tell(town, hunter, "vampire-hunter", "vampire" in town["seat_of"])
        note(town, f"power: hunter learns {'vampire' in town['seat_of']}")


def _priest(town: Town) -> None:
    priest = acting(town, "priest")
    if priest is None:
        return
    if "sinner" in town["possible"]:
        tell(town, priest, "priest", places_of(_seats_of(town, ("sinner",))))
        note(town, "power: priest, sinner")
    if "courtesan" in town["possible"]:
        tell(town, priest, "priest", "courtesan" in town["seat_of"])
        note(town, "power: priest, courtesan")


def _juliet(town: Town, acts: list[Act]) -> None:
    act = one_act(town, acts, "juliet")
    if act is None:
        if acting(town, "juliet") is not None:
            warn(town, "juliet")
        return
    romeo = choice(town, act, myself=town["switch"]["self_choice"])
    town["romeo"] = romeo
    note(town, f"romeo: {town['faction'][romeo]}")
    town["faction"][romeo] = "lover"
    town["night"]["notified"].add(romeo)
    tell(town, romeo, "juliet", [place_of(act["seat"])] if romeo != act["seat"] else [])


def _angel(town: Town, acts: list[Act]) -> None:
    act = one_act(town, acts, "guardian-angel")
    if act is None:
        if acting(town, "guardian-angel") is not None:
            warn(town, "guardian-angel")
        return
    beloved = choice(town, act, myself=town["switch"]["self_choice"])
    town["beloved"] = beloved
    town["night"]["notified"].add(beloved)
    note(town, "power: angel chooses")


def _first_owners(town: Town) -> None:
    for item, owner in town["owner"].items():
        if owner is not None:
            town["owners_before"][item].add(owner)
            town["night"]["notified"].add(owner)


def _meet_wolves(town: Town) -> None:
    _meet(town, WOLVES)
    if "traitor" in town["possible"]:
        for seat in _seats_of(town, WOLVES):
            tell(town, seat, town["role"][seat], places_of(_seats_of(town, ("traitor",))))


def _meet_ghoul(town: Town) -> None:
    if "vampire" in town["possible"]:
        _meet(town, ("vampire", "ghoul"))
