"""Takes people's actions in a night from a list, one call after another."""

from tests.box.games.wherewolf.second.refusal import refuse
from tests.box.games.wherewolf.second.town import Act, Town, acting, seat_at

ONCE = {"assassin", "guild-master", "thief", "healer"}


def one_act(town: Town, acts: list[Act], role: str, during: str | None = None) -> Act | None:
    """Remove and return the entry of the seat that has this power now, or None."""
    found = [act for act in acts if act["as"] == role and act.get("during") == during]
    if not found:
        return None
    act = found[0]
    if act["seat"] != acting(town, role):
        refuse(town["round"], act["seat"], f"does not act as {role}")
    if len(found) > 1 or role in town["spent"]:
        refuse(town["round"], act["seat"], f"uses the power of {role} twice")
    if role in ONCE:
        town["spent"].add(role)
    acts.remove(act)
    return act


def choice(town: Town, act: Act, *, myself: bool) -> int:
    """Return the living seat to which an entry points."""
    if "target" not in act or "targets" in act:
        refuse(town["round"], act["seat"], f"as {act['as']} points at one place")
    return checked(town, act["seat"], act["target"], myself=myself)


def checked(town: Town, seat: int, place: object, *, myself: bool) -> int:
    """Return the living seat at a place. A seat may point at itself only with `myself`."""
    target = seat_at(town, place)
    if not town["alive"][target]:
        refuse(town["round"], seat, f"points at {place}, who is out")
    if target == seat and not myself:
        refuse(town["round"], seat, "points at himself")
    return target


def refuse_leftovers(town: Town, acts: list[Act]) -> None:
    """Refuse entries that no call has used, since whoever wrote them was not allowed to act."""
    for act in acts:
        refuse(town["round"], act["seat"], f"may not act as {act['as']} here")


def warn(town: Town, role: str) -> None:
    """Note that somebody did not do a duty."""
    seat = acting(town, role)
    assert seat is not None
    remark(town, seat, f"{called(role)} must choose and did not: judged as not done.")


def remark(town: Town, seat: int, what: str) -> None:
    town["warnings"].append(f"Round {town['round']}, seat {seat}: {what}")


def called(role: str) -> str:
    """Return a role as a sentence names it. Only Juliet has no article, since it is a name."""
    return "Juliet" if role == "juliet" else f"the {role.replace('-', ' ').title()}"
